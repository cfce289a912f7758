/**
 * The price tag of a product slides to the cart, wherever that is shown: one movement of --dur-slow, and none with
 * reduced motion. Only decoration: the cart itself shows its content.
 */
export function flyTag(productId: string): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const tag = document.querySelector(`[data-product="${CSS.escape(productId)}"] .price-tag`)
  const goal = [...document.querySelectorAll('[data-cart-goal]')].find((it) => it.getClientRects().length > 0)
  if (!(tag instanceof HTMLElement) || !goal) return
  const [from, to] = [tag.getBoundingClientRect(), goal.getBoundingClientRect()]
  const copy = tag.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return
  copy.dataset.flies = ''
  copy.ariaHidden = 'true'
  copy.style.left = `${from.left}px`
  copy.style.top = `${from.top}px`
  document.body.append(copy)
  const across = to.left + to.width / 2 - from.left - from.width / 2
  const down = to.top + to.height / 2 - from.top - from.height / 2
  copy
    .animate([{ transform: 'none' }, { transform: `translate(${across}px, ${down}px) scale(.45)`, opacity: 0.2 }], {
      duration: slowMs(),
      easing: 'cubic-bezier(0.3, 0, 0.3, 1)',
    })
    .finished.finally(() => copy.remove())
}

/** --dur-slow, which the tokens give in ms or s. */
function slowMs(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--dur-slow').trim()
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? number * (text.endsWith('ms') ? 1 : 1000) : 0
}
