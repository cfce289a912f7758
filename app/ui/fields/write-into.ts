type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Puts a text into a control as if it had been typed, so that its listeners are called. */
export function writeInto(control: Control, text: string): void {
  if (control.value === text) return
  // React replaces `value` on the element; the setter of the prototype is the one that React notices.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
