import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { DayIn, Text } from '#kernel/schema.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { shipOrder } from '../ship-order.server.ts'
import { labelDay } from './label-day.server.ts'

export type LabelledShipment = {
  orderId: OrderId
  number: string
  restaurant: string
  /** Null: it has left. */
  refused: string | null
}

/**
 * Ships the orders of a day whose boxes all have a number, each by itself: what cannot leave stays, with its reason. Pressed
 * again, what has left is no longer among them.
 */
export const shipLabelled = repeatable({
  name: 'labels.ship',
  permission: 'labels.change',
  input: { day: DayIn.describe('出荷日'), key: Text(8, 120).describe('この操作のキー（8〜120文字、UUIDなど）') },
  refusals: noRefusals,
  run: async (ctx, { day, key }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    const { orders } = await labelDay(ctx, day)
    const done: LabelledShipment[] = []
    for (const { id: orderId, number, restaurant, parcels } of orders) {
      if (parcels.some(({ label }) => !label)) continue
      const sent = parcels.flatMap(({ id: parcelId, label }) => (label ? [{ parcelId, ...label }] : []))
      const shipped = await shipOrder(ctx, { orderId, key: `${key}-${orderId}`, parcels: sent })
      done.push({
        orderId,
        number,
        restaurant,
        refused: shipped.ok ? null : refusalText(shipped.refusal, shipped.detail),
      })
    }
    return ok({ orders: done })
  },
})
