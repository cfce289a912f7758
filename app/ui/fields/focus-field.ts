/**
 * Takes somebody to the field with this id: the control itself gets the focus, in a group the one that is chosen or
 * else the first, and comes to where it can be seen. False if there is no such field.
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
