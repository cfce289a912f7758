/**
 * What the tooltip of this element says, and the control that it stands beside: the name of a control that shows only an
 * icon, or the words behind an abbreviation. Null for everything that can be read.
 */
export function tipOf(element: Element): { control: Element; text: string } | null {
  const control = element.closest('button, a[href], summary, label, abbr')
  if (!control) return null
  const text = control.matches('abbr') ? (control.getAttribute('data-tip') ?? '') : nameOfIcon(control)
  return text === '' ? null : { control, text }
}

function nameOfIcon(control: Element): string {
  if (!control.querySelector('svg') || shownText(control) !== '') return ''
  return (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
}

/** Without what only screen readers get. */
function shownText(control: Element): string {
  const copy = control.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const hidden of copy.querySelectorAll('.visually-hidden, svg, [hidden], input')) hidden.remove()
  return (copy.textContent ?? '').trim()
}
