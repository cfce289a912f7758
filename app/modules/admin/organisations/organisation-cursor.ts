/** Where a page of members begins: after this row, or before it. The value is what the list is sorted by. */
export type OrganisationCursor = { value: string; id: string; before: boolean }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As in an address, `page=…`; opaque to users. */
export const cursorText = ({ value, id, before }: OrganisationCursor): string =>
  `${before ? '-' : ''}${id}~${encodeURIComponent(value)}`

/** Null, the first page, for a value that no link of ours contains. */
export function readCursor(text: string | null): OrganisationCursor | null {
  const [head = '', written, ...more] = (text ?? '').split('~')
  const before = head.startsWith('-')
  const id = before ? head.slice(1) : head
  if (written === undefined || more.length > 0 || !uuid.test(id)) return null
  try {
    const value = decodeURIComponent(written)
    return value.includes('\u0000') ? null : { value, id, before }
  } catch {
    return null
  }
}
