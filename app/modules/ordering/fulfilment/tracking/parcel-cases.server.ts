import type { Ctx } from '#authorization/ctx.ts'
import { formatDay } from '#kernel/format.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { parcelStateWord } from '#modules/delivery/tracking/parcel-state-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { mailToOf, notifyEach } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { farmOwners } from '#modules/ordering/answer-links.server.ts'
import type { Parcel } from '#modules/ordering/order.ts'
import type { Order } from '#modules/ordering/order-store.server.ts'
import { parcelTrouble } from './tracking-mails.server.tsx'

/**
 * A parcel is late, or came back: both sides and staff are told, in the transaction that noticed it. Once per parcel and
 * case, however often it is noticed.
 */
export async function openCase(
  ctx: Ctx,
  order: Order,
  parcel: Pick<Parcel, 'id' | 'ordinal' | 'carrier' | 'trackingNumber' | 'progress'>,
  kind: 'late' | 'returned',
): Promise<boolean> {
  const opened = await ctx.db
    .insertInto('parcelCases')
    .values({ parcelId: parcel.id, kind, orderId: order.id, at: ctx.now })
    .onConflict((conflict) => conflict.columns(['parcelId', 'kind']).doNothing())
    .returning('parcelId')
    .executeTakeFirst()
  if (!opened) return false
  const to = await ctx.db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['people.id as personId', 'people.email', 'farms.name as farm', 'restaurants.name as restaurant'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const data = {
    news: kind,
    farm: to.farm,
    restaurant: to.restaurant,
    number: order.number,
    delivery: `${formatDay(order.deliveryOn)} ${slotWord[order.slot]}`,
    box: parcel.ordinal,
    label: [
      parcel.carrier && carrierName(parcel.carrier),
      parcel.trackingNumber && formatTrackingNumber(parcel.trackingNumber),
    ]
      .filter(Boolean)
      .join(' '),
    state: parcel.progress ? parcelStateWord[parcel.progress.state] : '配送会社に登録なし',
  }
  const key = `parcel:${parcel.id}:${kind}`
  const concerns = { orderId: order.id }
  const owners = await farmOwners(ctx.db, order.farmId)
  const page = (side: 'restaurant' | 'farmer' | 'admin') => ourPage(`/${side}/orders/${order.id}`)
  await notifyEach(ctx.db, ctx.now, parcelTrouble, [
    {
      key: `${key}:restaurant`,
      to: mailToOf(to),
      concerns,
      data: { ...data, side: 'restaurant' as const, address: page('restaurant') },
    },
    ...owners.map((owner) => ({
      key: `${key}:${owner.personId}`,
      to: mailToOf(owner),
      concerns,
      data: { ...data, side: 'farm' as const, address: page('farmer') },
    })),
    { key: `${key}:staff`, to: 'staff' as const, data: { ...data, side: 'staff' as const, address: page('admin') } },
  ])
  return true
}
