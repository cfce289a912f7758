/**
 * Focuses the field with this id: the control itself, in a group the selected one or else the first, and scrolls it
 * into view. False if there is no such field.
 */
export function focusField(id: string): boolean {
  const field = document.getElementById(id)
  if (!field) return false
  const control = field instanceof HTMLFieldSetElement ? controlIn(field) : field
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
  return true
}

const controlIn = (group: HTMLFieldSetElement) =>
  group.querySelector<HTMLElement>('input:checked') ?? group.querySelector<HTMLElement>('input, select')
