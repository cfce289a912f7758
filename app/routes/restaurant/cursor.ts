import { type Id, parseId } from '#kernel/ids.ts'

/** Where the next page begins, as it stands in an address: `2026-11-21T03:04:05.678Z~<id>`. */
export const cursorText = (at: Date, id: string): string => `${at.toISOString()}~${id}`

export function parseCursor<Of extends string>(text: string | null): { at: Date; id: Id<Of> } | null {
  const [moment = '', rest] = (text ?? '').split('~')
  const at = new Date(moment)
  const id = parseId<Of>(rest)
  return id && !Number.isNaN(at.getTime()) ? { at, id } : null
}
