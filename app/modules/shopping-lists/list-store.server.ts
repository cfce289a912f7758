import { type SelectQueryBuilder, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, ProductId, ShoppingListId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, type Weekday } from '#kernel/jst.ts'
import { IdOf } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import type { Came } from './lists-from-history.ts'

export type ShoppingList = {
  id: ShoppingListId
  kitchenId: KitchenId
  name: string
  weekdays: Weekday[]
  version: number
}

/** The list that it is about; in the API a part of the path. */
export const ListIdIn = IdOf<'shoppingList'>('リスト')

/** A kitchen of the user's own restaurant, for which they may manage lists; by default the first. */
export function kitchenForLists(
  ctx: Ctx,
  named: KitchenId | undefined,
  operation: 'list.see' | 'list.change',
): BuyerActor & { kitchenId: KitchenId } {
  const buyer = requireBuyer(ctx.actor)
  const kitchenId = buyer.kitchenIds.find((own) => named === undefined || own === named)
  if (!kitchenId) throw new NotFound('kitchen')
  authorize(ctx.actor, operation, buyer)
  return { ...buyer, kitchenId }
}

/** A list of the user's own restaurant; `change` locks it, so that concurrent changes are serialised. */
export async function ownList(ctx: Ctx, id: ShoppingListId, what: 'see' | 'change'): Promise<ShoppingList> {
  requireBuyer(ctx.actor)
  const found = ctx.db.selectFrom('shoppingLists').selectAll().where('id', '=', id)
  const row = await (what === 'change' ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new NotFound('list')
  seeOrNotFound(ctx.actor, 'list.see', { restaurantId: row.restaurantId })
  if (what === 'change') authorize(ctx.actor, 'list.change', { restaurantId: row.restaurantId })
  return { id: row.id, kitchenId: row.kitchenId, name: row.name, weekdays: row.weekdays, version: row.version }
}

type ListEvent = 'list_made' | 'list_changed' | 'list_removed' | 'list_used'

/** Records a list's event in the history of its restaurant. */
export const noted = (ctx: Ctx, kind: ListEvent, data: Record<string, unknown>) =>
  recordEvent(ctx.db, ctx, { kind, aboutRestaurantId: requireBuyer(ctx.actor).restaurantId, data })

/** With the price per unit, or per kg. */
type CameAt = Came & { priceYen: Yen }

/** How many weeks of deliveries are used. */
const weeksOfMemory = 8

/**
 * What this kitchen has received, or will receive, by day and product, newest first. Products that were finally not
 * ordered, and substitutes, are left out, because they say nothing about what is usual.
 */
export async function cameToKitchen(
  ctx: Ctx,
  kitchenId: KitchenId,
  productIds?: readonly ProductId[],
): Promise<CameAt[]> {
  if (productIds?.length === 0) return []
  const rows = await only(
    ctx.db
      .selectFrom('orders')
      .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
      .select([
        'orders.deliveryOn',
        'orderLines.productId',
        sql<number>`sum(order_lines.ordered_qty)::int`.as('qty'),
        sql<Yen>`max(order_lines.price_yen)`.as('price'),
      ])
      .where('orders.kitchenId', '=', kitchenId)
      .where('orders.deliveryOn', '>=', memorySince(ctx.now))
      .where('orders.state', 'not in', ['draft', 'pending_approval', 'declined', 'expired', 'cancelled'])
      .where('orderLines.orderedQty', '>', 0)
      .where('orderLines.substituteFor', 'is', null)
      .groupBy(['orders.deliveryOn', 'orderLines.productId'])
      .orderBy('orders.deliveryOn', 'desc')
      .orderBy('orderLines.productId'),
    productIds,
  ).execute()
  return rows.map((row) => ({ on: row.deliveryOn, productId: row.productId, qty: row.qty, priceYen: row.price }))
}

export const memorySince = (now: Date): JstDate => addDays(jstDateOf(now), -7 * weeksOfMemory)

const only = <O>(
  query: SelectQueryBuilder<Database, 'orders' | 'orderLines', O>,
  productIds: readonly ProductId[] | undefined,
) => (productIds ? query.where('orderLines.productId', 'in', productIds) : query)
