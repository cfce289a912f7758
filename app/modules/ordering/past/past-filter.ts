import type { OrderState } from '#kernel/enums.ts'
import { type FarmId, parseId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDate, momentOf, parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { type Yen, yen } from '#kernel/yen.ts'

/** What a restaurant searches its orders for. All criteria must match. */
export type PastFilter = {
  /** Products in any spelling of the catalogue, a farm, a location, or an order number; all words must match. */
  words?: string | undefined
  farmId?: FarmId | undefined
  /** `2026-11`: the month in which it was ordered, in Japan. */
  month?: string | undefined
  /** The first and the last day on which it was ordered, both included. */
  from?: JstDate | undefined
  to?: JstDate | undefined
  /** Its amount, with tax; bounds included. */
  leastYen?: Yen | undefined
  mostYen?: Yen | undefined
  states?: readonly OrderState[] | undefined
}

/** Every state is in one of the first three, the segments of the list; the others are parts of them. */
export const stateGroups: Record<string, { word: string; states: readonly OrderState[] }> = {
  check: { word: '検収待ち', states: ['shipped', 'delivered'] },
  open: {
    word: 'これから',
    states: ['pending_approval', 'placed', 'accepted', 'proposed', 'preparing', 'partly_shipped'],
  },
  done: { word: '済', states: ['inspected', 'finalized', 'cancelled', 'declined', 'expired', 'sent_back'] },
  waits: { word: '承認待ち', states: ['pending_approval'] },
  received: { word: '検収済み', states: ['inspected', 'finalized'] },
  off: { word: 'キャンセル・辞退・期限切れ', states: ['cancelled', 'declined', 'expired', 'sent_back'] },
}

export const segments = ['check', 'open', 'done'] as const

/** From a form or an address; invalid values are ignored. */
export function readPastFilter(asked: URLSearchParams): PastFilter {
  const text = (name: string) => asked.get(name)?.trim() ?? ''
  const group = text('state')
  const [from, to] = inOrder(dayIn(text('from')), dayIn(text('to')))
  const [leastYen, mostYen] = inOrder(yenIn(text('least')), yenIn(text('most')))
  return {
    words: text('q').slice(0, 100) || undefined,
    farmId: parseId<'farm'>(text('farm')) ?? undefined,
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(text('month')) ? text('month') : undefined,
    from,
    to,
    leastYen,
    mostYen,
    states: Object.hasOwn(stateGroups, group) ? stateGroups[group]?.states : undefined,
  }
}

/** Days of this century, as in all addresses. */
const dayIn = (text: string): JstDate | undefined =>
  text.startsWith('20') ? (parseJstDate(text) ?? undefined) : undefined

function yenIn(text: string): Yen | undefined {
  const amount = parseWholeNumber(text)
  return amount !== null && amount >= 0 ? yen(amount) : undefined
}

/** If the bounds are reversed, they are swapped. */
function inOrder<T extends string | number>(a: T | undefined, b: T | undefined): [T | undefined, T | undefined] {
  return a !== undefined && b !== undefined && b < a ? [b, a] : [a, b]
}

/** When it was ordered: from the first moment, and before the second. */
export function orderedWithin({ month, from, to }: Pick<PastFilter, 'month' | 'from' | 'to'>): {
  since: Date | null
  before: Date | null
} {
  const starts = [month ? jstDate(`${month}-01`) : null, from ?? null].filter((day) => day !== null)
  const ends = [month ? nextMonth(month) : null, to ? addDays(to, 1) : null].filter((day) => day !== null)
  const [since, before] = [starts.sort().at(-1), ends.sort()[0]]
  return { since: since ? momentOf(since, 0) : null, before: before ? momentOf(before, 0) : null }
}

const nextMonth = (month: string): JstDate => jstDate(`${addDays(jstDate(`${month}-01`), 31).slice(0, 7)}-01`)

export const isNarrowed = (filter: PastFilter): boolean => Object.values(filter).some((value) => value !== undefined)
