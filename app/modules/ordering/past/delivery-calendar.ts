import type { OrderState, Slot } from '#kernel/enums.ts'
import { type CalendarEvent, calendarText } from '#kernel/icalendar.ts'
import { type JstDate, minuteOfDay, momentOf } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { stateWord } from '../order-labels.ts'

/** A calendar's data about an order. No price: an address can be shared. */
export type CalendarDelivery = {
  id: string
  number: string
  /** Counts the changes of the ordered quantities. */
  version: number
  /** When it was ordered, or last changed. */
  at: Date
  state: OrderState
  deliveryOn: JstDate
  slot: Slot
  farm: string
  kitchen: string
  goods: readonly { name: string; qty: number; unitLabel: string }[]
}

/** The hours of the carriers' time slots. */
const slotHours: Record<Exclude<Slot, 'none'>, readonly [string, string]> = {
  am: ['8:00', '12:00'],
  '14-16': ['14:00', '16:00'],
  '16-18': ['16:00', '18:00'],
  '18-20': ['18:00', '20:00'],
  '19-21': ['19:00', '21:00'],
}

/** Deliveries in iCalendar format: an event per order, in its time slot or all day. */
export const deliveryCalendar = (
  deliveries: readonly CalendarDelivery[],
  { restaurant, site }: { restaurant: string; site: string },
): string =>
  calendarText({
    name: `${restaurant} お届け予定`,
    productId: '-//une to sara//deliveries//JA',
    refreshHours: 1,
    events: deliveries.map((delivery) => eventOf(delivery, site)),
  })

function eventOf(delivery: CalendarDelivery, site: string): CalendarEvent {
  const { deliveryOn, slot } = delivery
  const goods = delivery.goods.map(({ name, qty, unitLabel }) => `${name} ${qty}${unitLabel}`)
  return {
    uid: `${delivery.id}@une-to-sara`,
    sequence: delivery.version - 1,
    changedAt: delivery.at,
    title: `${delivery.farm}から ${delivery.goods.length}点`,
    place: delivery.kitchen,
    text: [`${slotWord[slot]}・${stateWord[delivery.state]}`, ...goods, `注文番号 ${delivery.number}`].join('\n'),
    url: `${site}/restaurant/orders/${delivery.id}`,
    tentative: delivery.state === 'placed' || delivery.state === 'proposed',
    ...(slot === 'none' ? { day: deliveryOn } : hoursOf(deliveryOn, slotHours[slot])),
  }
}

const hoursOf = (day: JstDate, [from, until]: readonly [string, string]) => ({
  from: momentOf(day, minuteOfDay(from)),
  until: momentOf(day, minuteOfDay(until)),
})
