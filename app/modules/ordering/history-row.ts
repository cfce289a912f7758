import type { Category } from '#kernel/enums.ts'
import { countText } from '#modules/pricing/part-text.ts'
import { knownStage } from './order.ts'
import type { OrderSummary } from './order-queries.server.ts'

/** An order as a row of the history: what its list shows, and no more, because all of it travels with the page. */
export type HistoryRow = Pick<OrderSummary, 'id' | 'number' | 'state' | 'placedAt' | 'deliveryOn' | 'slot'> & {
  farm: { name: string; crest: string }
  category: Category | undefined
  /** The first three, each with its number as far as it is known. */
  goods: { id: string; name: string; count: string; unitLabel: string }[]
  /** How many others there are. */
  more: number
  totalIncYen: number
  estimated: boolean
}

const shown = 3

export function historyRow(order: OrderSummary): HistoryRow {
  const { id, number, state, placedAt, deliveryOn, slot, farm, lines, figures } = order
  return {
    ...{ id, number, state, placedAt, deliveryOn, slot },
    farm: { name: farm.name, crest: farm.crest },
    category: lines[0]?.category,
    goods: lines.slice(0, shown).map((line) => ({
      id: line.id,
      name: line.name,
      count: countText(line.quantities[knownStage(line)] ?? { qty: 0 }, ''),
      unitLabel: line.unitLabel,
    })),
    more: Math.max(0, lines.length - shown),
    totalIncYen: figures.totalIncYen,
    estimated: figures.estimated,
  }
}
