import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { searchKey } from '#kernel/text.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { type FarmStep, farmSteps } from './farm-step.ts'

/** The steps that the office's table filters by; without one it shows all. */
export const tableSteps = [...farmSteps, 'done'] as const
export type TableStep = FarmStep | 'done'

type TableFilter = { q: string; step: TableStep | null; day: JstDate | null }

export const readTableFilter = (asked: URLSearchParams): TableFilter => ({
  q: (asked.get('q') ?? '').slice(0, 100).trim(),
  step: tableSteps.find((known) => known === asked.get('step')) ?? null,
  day: parseJstDate(asked.get('day')),
})

type Row = {
  order: Pick<OrderSummary, 'number' | 'shipOn' | 'restaurant' | 'lines' | 'note'>
  step: TableStep
  place: string
}

/** Every word of the search stands in the restaurant, its place, the number, a product or the note. */
export function matches({ order, step, place }: Row, filter: TableFilter): boolean {
  if (filter.step && filter.step !== step) return false
  if (filter.day && filter.day !== order.shipOn) return false
  const text = searchKey(
    [order.restaurant.name, place, order.number, order.note, ...order.lines.map(({ name }) => name)].join(' '),
  )
  return filter.q
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(searchKey(word)))
}
