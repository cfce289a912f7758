import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { momentOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, NameText, TimeOfDayIn } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { lockOrder, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { RunIdIn } from '#modules/runs/keep-runs.server.ts'
import { mayBeHandedOver, writeHandOver } from './hand-over.server.ts'

/**
 * The driver of a run says that a kitchen has what the run brought it on a day: every order that has left its farm is delivered,
 * as if its farm had recorded it (transition 17a), all of them or none. What has not left, and what the kitchen has received
 * meanwhile, stays as it is.
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
  refusals: orderRefusals('wrong_state', 'handed_over_by_carrier', 'handed_over_when', 'key_reused'),
  run: async (ctx, { runId, rideDay, kitchenId, day, time, receivedBy }) => {
    const run = await ctx.db.selectFrom('runs').select('farmId').where('id', '=', runId).executeTakeFirst()
    if (!run) throw new NotFound('run')
    seeOrNotFound(ctx.actor, 'runs.see', run)
    authorize(ctx.actor, 'runs.handOver', run)
    const riding = await ctx.db
      .selectFrom('runOrders')
      .innerJoin('orders', 'orders.id', 'runOrders.orderId')
      .select('orders.id')
      .where('runOrders.runId', '=', runId)
      .where('runOrders.deliveryOn', '=', rideDay)
      .where('runOrders.releasedAt', 'is', null)
      .where('orders.kitchenId', '=', kitchenId)
      .orderBy('orders.id')
      .execute()
    const ids = riding.map(({ id }) => id)
    const locked = []
    for (const id of ids) locked.push(await lockOrder(ctx.db, id))
    const onTheWay = locked.filter(({ state }) => state === 'shipped')
    if (onTheWay.length === 0) return refuse('wrong_state')
    const parcels = await parcelsOf(ctx.db, ids)
    const handedAt = momentOf(day, time)
    for (const order of onTheWay) {
      const judged = mayBeHandedOver(ctx, order, { parcels: parcels.get(order.id) ?? [], handedAt })
      if (!judged.ok) return judged
    }
    for (const order of onTheWay) await writeHandOver(ctx, order, { handedAt, receivedBy, photoKey: null })
    return ok({ runId, rideDay, orders: onTheWay.length })
  },
})
