import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { momentOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, NameText, TimeOfDayIn } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { lockOrder, type Order, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { RunIdIn } from '#modules/runs/keep-runs.server.ts'
import { mayBeHandedOver, writeHandOver } from './hand-over.server.ts'
import type { NotRecorded } from './hand-over-run-text.ts'

/**
 * The driver of a run says that a kitchen has what the run brought it on a day: every order that has left its farm is delivered,
 * as if its farm had recorded it (transition 17a). What has not left, and what the kitchen has received meanwhile, stays as it
 * is; so does what cannot have been delivered then, because its farm registered the shipment later or a carrier brings it, and
 * the answer says which farm it is of. Refused only if nothing is recorded.
 */
export const handOverRun = mutation({
  name: 'runs.hand_over',
  permission: 'runs.handOver',
  input: {
    runId: RunIdIn,
    rideDay: DayIn.describe('共同便のお届け日'),
    kitchenId: IdOf<'kitchen'>('お届け先'),
    day: DayIn.describe('納品した日'),
    time: TimeOfDayIn.describe('納品した時刻（日本時間）。例 9:30'),
    receivedBy: NameText(1, 60).describe('受取者'),
  },
  refusals: orderRefusals('nothing_to_hand_over', 'handed_over_by_carrier', 'handed_over_when', 'key_reused'),
  run: async (ctx, { runId, rideDay, kitchenId, day, time, receivedBy }) => {
    const run = await ctx.db.selectFrom('runs').select('farmId').where('id', '=', runId).executeTakeFirst()
    if (!run) throw new NotFound('run')
    seeOrNotFound(ctx.actor, 'runs.see', run)
    authorize(ctx.actor, 'runs.handOver', run)
    const riding = await ctx.db
      .selectFrom('runOrders')
      .innerJoin('orders', 'orders.id', 'runOrders.orderId')
      .innerJoin('farms', 'farms.id', 'orders.farmId')
      .select(['orders.id', 'farms.name as farm'])
      .where('runOrders.runId', '=', runId)
      .where('runOrders.deliveryOn', '=', rideDay)
      .where('runOrders.releasedAt', 'is', null)
      .where('orders.kitchenId', '=', kitchenId)
      .orderBy('orders.id')
      .execute()
    const locked = []
    for (const { id, farm } of riding) locked.push({ farm, order: await lockOrder(ctx.db, id) })
    const onTheWay = locked.filter(({ order }) => order.state === 'shipped')
    const parcels = await parcelsOf(
      ctx.db,
      onTheWay.map(({ order }) => order.id),
    )
    const handedAt = momentOf(day, time)
    const delivered: Order[] = []
    const notRecorded: NotRecorded[] = []
    for (const { farm, order } of onTheWay) {
      const judged = mayBeHandedOver(ctx, order, { parcels: parcels.get(order.id) ?? [], handedAt })
      if (judged.ok) delivered.push(order)
      else notRecorded.push({ farm, refusal: judged.refusal })
    }
    if (delivered.length === 0) return refuse(notRecorded[0]?.refusal ?? 'nothing_to_hand_over')
    for (const order of delivered) await writeHandOver(ctx, order, { handedAt, receivedBy, photoKey: null })
    return ok({ runId, rideDay, orders: delivered.length, notRecorded })
  },
})
