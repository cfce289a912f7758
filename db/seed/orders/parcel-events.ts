import { addHours, addMinutes } from '#kernel/jst.ts'
import { knownCarrier } from '#modules/delivery/carrier-word.ts'
import { parcelStateOf } from '#modules/delivery/tracking/status-words.ts'
import type { Row } from '../bulk.ts'
import type { OrderBook } from './order-book.ts'

type Said = Omit<Row<'parcelEvents'>, 'id'>

/**
 * What the carriers say of the parcels of orders on their way: handed over, then in transit. They are not followed further:
 * no carrier is asked in the demo, and nothing of it shall turn late by itself.
 */
export function parcelEventsOf(book: Pick<OrderBook, 'orders' | 'parcels'>, now: Date): Said[] {
  const going = new Set(book.orders.filter(({ state }) => state === 'shipped').map(({ id }) => id))
  return book.parcels.flatMap(({ id, orderId, carrier: stated, shippedAt }): Said[] => {
    const carrier = stated && knownCarrier(stated)
    if (!going.has(orderId) || !carrier || !shippedAt) return []
    const said = [
      [carrier === 'japanpost' ? '引受' : carrier === 'sagawa' ? '集荷' : '荷物受付', addMinutes(shippedAt, 40)],
      [carrier === 'japanpost' ? '中継' : '輸送中', addHours(shippedAt, 4)],
    ] as const
    return said
      .filter(([, at]) => at <= now)
      .map(([words, at]) => ({
        parcelId: id,
        state: parcelStateOf(carrier, words),
        words,
        place: '',
        at,
        source: 'poll' as const,
        key: `${words} ${at.toISOString()}`,
        receivedAt: addMinutes(at, 10),
      }))
  })
}
