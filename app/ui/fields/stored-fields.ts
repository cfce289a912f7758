import { writeInto } from './write-into.ts'

/** Types that carry no information, or that must not be found on this device later. */
const neverKept = ['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset']

type Kept = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isKept(control: Element): control is Kept {
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) return control.name !== ''
  // a password that is being shown is of type text for the moment, and still a password
  return (
    control instanceof HTMLInputElement &&
    control.name !== '' &&
    !neverKept.includes(control.type) &&
    !/password|one-time-code|cc-/.test(control.autocomplete)
  )
}

const isBox = (control: Kept) => control.type === 'checkbox' || control.type === 'radio'
const isTicked = (control: Kept) => control instanceof HTMLInputElement && control.checked

/** The values of a form, by name, as the form would send them. */
export const storedFields = (form: HTMLFormElement): [name: string, value: string][] =>
  [...form.elements]
    .filter(isKept)
    .filter((control) => !isBox(control) || isTicked(control))
    .map((control) => [control.name, control.value])

/** Fills them in as if they were typed. Fields that no longer exist are skipped. */
export function putBack(form: HTMLFormElement, fields: readonly (readonly [string, string])[]): void {
  const left = fields.map(([name, value]) => ({ name, value }))
  for (const control of [...form.elements].filter(isKept)) {
    const at = left.findIndex(
      ({ name, value }) => name === control.name && (!isBox(control) || value === control.value),
    )
    if (isBox(control)) {
      if (at >= 0 !== isTicked(control)) control.click()
    } else if (at >= 0) writeInto(control, left[at]?.value ?? '')
    if (at >= 0) left.splice(at, 1)
  }
}
