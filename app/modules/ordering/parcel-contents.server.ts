import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId, OrderLineId, ParcelId } from '#kernel/ids.ts'
import { linesOf, parcelsOf } from './order-store.server.ts'
import { contentsAfter, isArranged, type PackFacts, type ParcelContent } from './parcel-contents.ts'

/** What lies in the parcels of an order from now on, instead of what lay in them. */
export async function writeContents(
  ctx: Ctx,
  orderId: OrderId,
  contents: ReadonlyMap<ParcelId, readonly ParcelContent[]>,
): Promise<void> {
  await clearContents(ctx, orderId)
  const rows = [...contents].flatMap(([parcelId, lines]) =>
    lines.map(({ lineId, qty }) => ({ parcelId, orderLineId: lineId, qty })),
  )
  if (rows.length > 0) await ctx.db.insertInto('parcelLines').values(rows).execute()
}

/** An order that is divided leaves in two parts, and its arrangement does not hold for either. */
export async function clearContents(ctx: Ctx, orderId: OrderId): Promise<void> {
  await ctx.db
    .deleteFrom('parcelLines')
    .where('parcelId', 'in', ctx.db.selectFrom('parcels').select('id').where('orderId', '=', orderId))
    .execute()
}

/** Keeps the sum over the parcels what ships, after other quantities were packed; nothing where the farm arranged nothing. */
export async function refitContents(ctx: Ctx, orderId: OrderId): Promise<void> {
  const parcels = ((await parcelsOf(ctx.db, [orderId])).get(orderId) ?? []).filter(({ unused }) => !unused)
  if (!isArranged(parcels)) return
  const lines = (await linesOf(ctx.db, [orderId])).get(orderId) ?? []
  await writeContents(ctx, orderId, contentsAfter(parcels, lines))
}

/** How large and heavy the goods of an order are, by the catalogue of today. */
export async function packFacts(ctx: Ctx, orderId: OrderId): Promise<PackFacts> {
  const rows = await ctx.db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .select(['orderLines.id', 'products.sizePoints', 'products.grossGrams', 'products.ownCarton'])
    .where('orderLines.orderId', '=', orderId)
    .execute()
  return new Map(rows.map(({ id, ...facts }): [OrderLineId, typeof facts] => [id, facts]))
}
