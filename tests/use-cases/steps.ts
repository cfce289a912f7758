import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { KitchenId, OrderId, PersonId, ProductId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { newFileKey } from '../../app/modules/photos/file-key.server.ts'
import type { PhotoKey } from '../../app/modules/photos/photo.ts'
import type { FarmShipping } from '../../app/modules/products/farm-shipping.server.ts'
import { aKey, as, type Market } from '../factories/market.ts'

/** The steps of the main job, each through its use case, for tests of a later one. */

export async function fillCart(ctx: Ctx, kitchenId: KitchenId, goods: readonly [ProductId, number][]): Promise<void> {
  for (const [productId, qty] of goods) must(await setCartLine(ctx, { kitchenId, productId, qty }))
}

export async function place(ctx: Ctx, kitchenId: KitchenId, key = aKey()) {
  return placeOrder(ctx, { kitchenId, key, seen: seenOf(await cartQuote(ctx, kitchenId)) })
}

/** One order of every farm of the market, placed: 2 boxes, 3 bundles, 2 birds. */
export async function placeAll(db: Db, market: Market): Promise<OrderId[]> {
  const chef = as(db, market.chef)
  const amounts = [2, 3, 2]
  await fillCart(
    chef,
    market.kitchenId,
    market.farms.map(({ productId }, index): [ProductId, number] => [productId, amounts[index] ?? 1]),
  )
  const { orderIds } = must(await place(chef, market.kitchenId))
  const byFarm = new Map(
    await Promise.all(
      orderIds.map(async (id): Promise<[string, OrderId]> => [(await orderDetail(chef, id)).farmId, id]),
    ),
  )
  return market.farms.map(({ farmId }) => there(byFarm.get(farmId)))
}

export const packingTime = at('2026-11-25 13:00')
export const shippingTime = at('2026-11-25 15:00')
export const arrivalTime = at('2026-11-26 10:00')

/** Accepts, packs (2 birds weigh 3.7 kg), names today's lot and ships with a valid tracking number. */
export async function bringToShipped(db: Db, market: Market, index: number, orderId: OrderId): Promise<void> {
  const farmer = there(market.farms[index]).actor
  must(await acceptOrder(as(db, farmer), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(as(db, farmer, packingTime), { orderId, key: aKey() }))
  const detail = await orderDetail(as(db, farmer, packingTime), orderId)
  must(
    await packOrder(as(db, farmer, packingTime), {
      orderId,
      key: aKey(),
      lines: detail.lines.map((line) => ({
        lineId: line.id,
        qty: line.quantities.confirmed?.qty ?? 0,
        grams: line.catchWeight ? grams(3_700) : null,
        reason: null,
        lot: 'today' as const,
      })),
    }),
  )
  must(
    await shipOrder(as(db, farmer, shippingTime), {
      orderId,
      key: aKey(),
      parcels: detail.parcels.map(({ id: parcelId, tracked }) =>
        tracked
          ? { parcelId, carrier: 'yamato' as const, trackingNumber: '4444-1375-8703', confirmed: true }
          : { parcelId, sent: true as const },
      ),
    }),
  )
}

export function must<T>(result: { ok: true; value: T } | { ok: false; refusal: string; detail?: unknown }): T {
  if (!result.ok) throw new Error(`refused: ${result.refusal} ${JSON.stringify(result.detail ?? {})}`)
  return result.value
}

export function there<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('nothing there')
  return value
}

/** A photo as a form has stored it (photos/keep-photo.server.ts), without its bytes. */
export async function aDraftPhoto(db: Db, formKey: string, personId: PersonId | null = null): Promise<PhotoKey> {
  const key = newFileKey() as PhotoKey
  await db
    .insertInto('photos')
    .values({
      key,
      personId,
      draftOf: formKey,
      width: 10,
      height: 10,
      byteCount: 1,
      createdAt: arrivalTime,
    })
    .execute()
  return key
}

/** The shipping rules of a farm as they are, to be saved with a change. */
export const rulesOf = ({ shipWeekdays, packingMinute, ...rules }: FarmShipping) => ({
  ...rules,
  shipWeekdays: [...shipWeekdays],
  packingHour: packingMinute / 60,
  orders: [],
})
