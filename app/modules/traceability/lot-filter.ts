import { type Id, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { plainDigits } from '#kernel/text.ts'

/** A search for lots: the beginning of the code or a name, and a day. */
export type LotFilter = { words: string; on: JstDate | null }

/** From an address; invalid values are ignored. */
export const readLotFilter = (search: URLSearchParams): LotFilter => ({
  words: plainDigits(search.get('q') ?? '')
    .replaceAll('\u0000', '')
    .trim()
    .slice(0, 60),
  on: parseJstDate(search.get('on')),
})

/** Where a list continues, in an address: `2026-11-21~<id>`. */
export const dayCursorText = ({ on, id }: { on: JstDate; id: string }): string => `${on}~${id}`

export function parseDayCursor<Of extends string>(text: string | null): { on: JstDate; id: Id<Of> } | null {
  const [day, id] = (text ?? '').split('~')
  const on = parseJstDate(day)
  const parsed = parseId<Of>(id)
  return on && parsed ? { on, id: parsed } : null
}
