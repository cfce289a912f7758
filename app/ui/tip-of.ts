/**
 * What the tooltip of this element says, and what it stands beside: the name of a control that shows only an icon, or
 * the words that a part states itself (`data-tip`: an abbreviation). Null for everything that can be read. Touch never
 * shows it, so it holds nothing essential.
 */
export function tipOf(element: Element): { control: Element; text: string } | null {
  const control = element.closest('[data-tip], button, a[href], summary, label')
  const text = control && (control.getAttribute('data-tip') ?? nameOfIcon(control))
  return control && text ? { control, text } : null
}

function nameOfIcon(control: Element): string {
  if (!control.querySelector('svg') || shownText(control) !== '') return ''
  return (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
}

/** Without what only screen readers get. */
function shownText(control: Element): string {
  const copy = control.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const hidden of copy.querySelectorAll('.visually-hidden, svg, [hidden]')) hidden.remove()
  return (copy.textContent ?? '').trim()
}
