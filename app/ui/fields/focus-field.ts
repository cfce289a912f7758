/**
 * Focuses the field with this id: the control itself, in a group the selected one or else the first, and scrolls it
 * into view. False if there is no such field.
 */
export function focusField(id: string): boolean {
  const field = document.getElementById(id)
  if (!field) return false
  openAround(field)
  const control = field instanceof HTMLFieldSetElement ? controlIn(field) : field
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
  return true
}

const controlIn = (group: HTMLFieldSetElement) =>
  group.querySelector<HTMLElement>('input:checked') ?? group.querySelector<HTMLElement>('input, select')

/** Opens every closed details around a field that needs correction. False if there was none. */
export function openAround(element: Element | null): boolean {
  const closed = element?.parentElement?.closest<HTMLDetailsElement>('details:not([open])')
  if (!closed) return false
  closed.open = true
  openAround(closed)
  return true
}

/** Shows an error that appears in a closed details, and focuses its control, unless an earlier one has the focus. */
export function revealError(error: Element): void {
  if (!openAround(error) || document.activeElement?.matches('[aria-invalid]')) return
  const control = error
    .closest('.field, fieldset')
    ?.querySelector<HTMLElement>('[aria-invalid], input, select, textarea')
  if (control) focusField(control.id)
}
