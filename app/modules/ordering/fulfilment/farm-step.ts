import type { OrderState, Quantity } from '#kernel/enums.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { restOf } from '#modules/ordering/rest-of.ts'

/** The farmer's three steps, in the order in which an order goes through them. */
export const farmSteps = ['confirm', 'pack', 'ship'] as const
export type FarmStep = (typeof farmSteps)[number]
export const farmStepWord: Record<FarmStep, string> = { confirm: '受注確認', pack: '箱詰め', ship: '出荷' }

type Named = { get(lineId: OrderLineId): readonly { recalled: boolean }[] | undefined }

/** The next step of an order; `done` once it has left, null if there is none. */
export function stepOf(
  order: { state: OrderState; lines: readonly OrderLine[] },
  lots: Named,
): FarmStep | 'done' | null {
  switch (order.state) {
    case 'placed':
      return 'confirm'
    case 'accepted':
      return 'pack'
    case 'partly_shipped':
      return 'ship'
    case 'preparing':
      return isPacked(order.lines, lots) ? 'ship' : 'pack'
    case 'shipped':
    case 'delivered':
    case 'inspected':
    case 'finalized':
      return 'done'
    default:
      return null
  }
}

/** Packed: every line that is sent has its lot, none of them recalled, and its weight if it is sold by weight. */
export function isPacked(lines: readonly OrderLine[], lots: Named): boolean {
  const going = lines.filter(({ quantities }) => (quantities.shipped ?? quantities.confirmed)?.qty)
  const isNamed = (line: OrderLine) => lots.get(line.id)?.every(({ recalled }) => !recalled) ?? false
  return going.length > 0 && going.every((line) => isNamed(line) && !(line.catchWeight && !line.quantities.shipped))
}

type Divided = { state: OrderState; left: ReadonlyMap<OrderLineId, Quantity>; lines: readonly OrderLine[] }

/** Of a divided order: a part has left and its delivery slip is not issued yet, which a job does a minute later. */
export function isPartWithoutSlip(
  { state, left, lines }: Divided,
  slips: readonly { part?: 'first' | 'rest' | undefined }[],
): boolean {
  if (state === 'partly_shipped') return slips.every(({ part }) => part !== 'first')
  const restLeft = left.size > 0 && lines.some((line) => restOf(line, left) > 0)
  // an old one is of the whole
  return state === 'shipped' && restLeft && slips.every(({ part }) => part === 'first')
}

type Leaving = { step: FarmStep | 'done' | null; order: { shipOn: JstDate; parcels: readonly { unused: boolean }[] } }

/** The number of orders and boxes; 3件 9個口. */
export function tally(cards: readonly Leaving[]): { orders: number; boxes: number } {
  const boxes = cards.flatMap(({ order }) => order.parcels.filter((parcel) => !parcel.unused))
  return { orders: cards.length, boxes: boxes.length }
}

/** The day on which the last box left; null while none has. */
export function shippedDayOf({ parcels }: { parcels: readonly { shippedAt: Date | null }[] }): JstDate | null {
  const last = Math.max(0, ...parcels.map(({ shippedAt }) => shippedAt?.getTime() ?? 0))
  return last === 0 ? null : jstDateOf(new Date(last))
}
