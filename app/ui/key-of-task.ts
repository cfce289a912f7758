/**
 * A page is made with one key, a UUID, and the server takes a key for one step only: each form of the page puts its task in the
 * last four digits, or one whose answer was lost would keep all others from being sent.
 */
export function keyOfTask(formKey: string, task: string): string {
  const sum = [...task].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) & 0xffff, 0)
  return formKey.slice(0, -4) + sum.toString(16).padStart(4, '0')
}
