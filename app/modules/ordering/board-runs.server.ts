import type { Ctx } from '#authorization/ctx.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { takePlaces } from '#modules/runs/places.server.ts'
import { splitByPoints } from '#modules/runs/shared-freight.ts'
import { parcelsOf } from './order-store.server.ts'
import type { PlannedOrder } from './purchase-rows.ts'

/**
 * The orders of a purchase that go by a run take their places, and what they leave of the shared freight is taken off the
 * kitchen's other orders of the day: theirs falls, and never rises. False: a van is full. The kitchen is locked, so that
 * no other order shares its freight meanwhile.
 */
export async function boardRuns(ctx: Ctx, plan: readonly PlannedOrder[]): Promise<boolean> {
  const riding = plan.flatMap(({ orderId, farm, day }) => (farm.run ? [{ orderId, farm, day, run: farm.run }] : []))
  if (riding.length === 0) return true
  const orders = await ctx.db
    .selectFrom('orders')
    .select(['id', 'kitchenId', 'farmId'])
    .where(
      'id',
      'in',
      riding.map(({ orderId }) => orderId),
    )
    .execute()
  const got = await takePlaces(
    ctx.db,
    riding.flatMap(({ orderId, farm, day, run }) => {
      const order = orders.find(({ id }) => id === orderId)
      if (!order) return []
      const { kitchenId, farmId } = order
      return { ...farm.load, orderId, runId: run.runId, deliveryOn: day.deliveryOn, kitchenId, farmId }
    }),
  )
  if (!got) return false
  const lowered = new Map(riding.flatMap(({ farm }) => farm.share?.lowered ?? []).map((it) => [it.orderId, it]))
  for (const { orderId, before, yen } of lowered.values()) {
    const id = parseId<'order'>(orderId)
    if (id) await lowerFreight(ctx, id, { before, yen })
  }
  return true
}

/** The boxes of the order together cost so much from now on. */
async function lowerFreight(ctx: Ctx, orderId: OrderId, { before, yen }: { before: Yen; yen: Yen }): Promise<void> {
  const boxes = ((await parcelsOf(ctx.db, [orderId])).get(orderId) ?? []).filter(({ unused }) => !unused)
  const parts = splitByPoints(
    yen,
    boxes.map(({ id, freightYen }) => ({ key: id, points: freightYen, boxes: 1 })),
  )
  for (const { id } of boxes)
    await ctx.db
      .updateTable('parcels')
      .set({ freightYen: parts.get(id) ?? yen })
      .where('id', '=', id)
      .execute()
  await recordEvent(ctx.db, ctx, { kind: 'run_freight_shared', orderId, data: { freightYen: [before, yen] } })
}
