import { type Id, parseId } from '#kernel/ids.ts'

/** The cursor of a list: after this moment and, within it, after this row. */
export type Cursor<Of extends string> = { at: Date; id: Id<Of> }

/** As written in an address: `2026-11-21T03:04:05.678Z~<id>`. */
export const cursorText = ({ at, id }: { at: Date; id: string }): string => `${at.toISOString()}~${id}`

/** Years of this century only: anything that PostgreSQL cannot represent starts at the top. */
const moment = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export function parseCursor<Of extends string>(text: string | null): Cursor<Of> | null {
  const [written = '', row, ...more] = (text ?? '').split('~')
  const at = new Date(moment.test(written) ? written : Number.NaN)
  const id = parseId<Of>(row)
  return id && more.length === 0 && !Number.isNaN(at.getTime()) ? { at, id } : null
}
