import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { momentOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, NameText, OrderIdIn, TimeOfDayIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { PhotoForm, PhotoKeys } from '#modules/ordering/claims/claim-input.ts'
import { withoutPhotos } from '#modules/ordering/claims/without-photos.ts'
import { isSent, type Parcel } from '#modules/ordering/order.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { lockOrder, moveOrder, type Order, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import { type PhotoKey, parsePhotoKey } from '#modules/photos/photo.ts'

/**
 * The farm says that it delivered what leaves without a tracking number: when, who took it, and with a photo if there is
 * one (transition 17a). The time for the inspection begins when it is recorded. What a carrier brings is not the farm's to
 * say; and the kitchen's receipt, if it comes first, ends it.
 */
export const handOverOrder = mutation({
  name: 'order.hand_over',
  permission: 'order.handOver',
  input: {
    orderId: OrderIdIn,
    day: DayIn.describe('納品した日'),
    time: TimeOfDayIn.describe('納品した時刻（日本時間）。例 9:30'),
    receivedBy: NameText(1, 60).describe('受取者'),
    // the photos of the form are its drafts; by default the key
    form: PhotoForm.optional(),
    photos: PhotoKeys.optional().describe('写真。1枚まで'),
  },
  refusals: orderRefusals('wrong_state', 'handed_over_by_carrier', 'handed_over_when', 'key_reused'),
  same: withoutPhotos,
  run: async (ctx, { orderId, day, time, receivedBy, form, photos = [], key }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.handOver', order)
    const handedAt = momentOf(day, time)
    const parcels = (await parcelsOf(ctx.db, [orderId])).get(orderId) ?? []
    const judged = mayBeHandedOver(ctx, order, { parcels, handedAt })
    if (!judged.ok) return judged
    const [photoKey = null] = await takePhotos(ctx.db, form ?? key, photos.slice(0, 1))
    await writeHandOver(ctx, order, { handedAt, receivedBy, photoKey })
    return ok({ orderId })
  },
})

/** Whether an order can be recorded as delivered at this moment, which lies between leaving its farm and now. */
export function mayBeHandedOver(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  order: Order,
  { parcels, handedAt }: { parcels: readonly Parcel[]; handedAt: Date },
) {
  const judged = checkTransition(order, 'handOver', actorKindOf(actor), now)
  if (!judged.ok) return judged
  const used = parcels.filter(({ unused }) => !unused)
  if (used.some(({ tracked }) => tracked)) return refuse('handed_over_by_carrier')
  const leftAt = Math.min(...used.filter(isSent).map(({ shippedAt }) => shippedAt?.getTime() ?? 0))
  // the time is stated in whole minutes
  return handedAt > now || handedAt.getTime() < leftAt - 60_000 ? refuse('handed_over_when') : ok(null)
}

/** Moves a locked order, and keeps who recorded when it was delivered to whom. */
export async function writeHandOver(
  ctx: Ctx,
  order: Order,
  { handedAt, receivedBy, photoKey }: HandOver,
): Promise<void> {
  const { personId } = requireFarm(ctx.actor)
  await moveOrder(ctx, order, 'handOver', { data: { handedAt: handedAt.toISOString(), receivedBy } })
  await ctx.db
    .insertInto('handOvers')
    .values({ orderId: order.id, handedAt, receivedBy: receivedBy.trim(), photoKey, personId, recordedAt: ctx.now })
    .execute()
}

export type HandOver = { handedAt: Date; receivedBy: string; photoKey: PhotoKey | null }

/** What the farm recorded of a delivery; null: nothing. */
export const handOverOf = query('order.see', async (ctx, order: Order): Promise<HandOver | null> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  const row = await ctx.db
    .selectFrom('handOvers')
    .select(['handedAt', 'receivedBy', 'photoKey'])
    .where('orderId', '=', order.id)
    .executeTakeFirst()
  return row ? { ...row, photoKey: parsePhotoKey(row.photoKey) } : null
})
