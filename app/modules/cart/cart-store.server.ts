import { type Insertable, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Slot } from '#kernel/enums.ts'
import { type CartId, type DeliveryWayId, type FarmId, type KitchenId, newId, type PurchaseId } from '#kernel/ids.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import { write } from '#modules/audit-log/last-statement.server.ts'
import { chooseRunFor, forgetChoices } from '#modules/runs/run-offers.server.ts'
import type { Goods } from './cart-rows.server.ts'

/** The cart of one person for one kitchen, created when it is first needed. */
export async function cartIdOf(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<CartId> {
  const known = await ctx.db
    .selectFrom('carts')
    .select('id')
    .where('personId', '=', buyer.personId)
    .where('kitchenId', '=', kitchenId)
    .executeTakeFirst()
  if (known) return known.id
  const { personId, restaurantId } = buyer
  const { id } = await ctx.db
    .insertInto('carts')
    .values({ id: newId<'cart'>(), personId, restaurantId, kitchenId, wishedOn: null })
    .onConflict((conflict) => conflict.columns(['personId', 'kitchenId']).doUpdateSet({ kitchenId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The cart, locked before its lines and what is wished of its farms are changed, as when it is ordered: a change then waits for
 * a checkout and comes after it. A part of the statement that makes the change.
 */
export const lockedCart = (db: Pick<DbOrTx, 'selectFrom'>, cartId: CartId) =>
  db.selectFrom('carts').select('carts.id').where('carts.id', '=', cartId).forNoKeyUpdate()

/** The same for the cart of a user and a kitchen, if there is one. */
export const lockedCartOf = (db: Pick<DbOrTx, 'selectFrom'>, { personId }: BuyerActor, kitchenId: KitchenId) =>
  db
    .selectFrom('carts')
    .select('carts.id')
    .where('carts.personId', '=', personId)
    .where('carts.kitchenId', '=', kitchenId)
    .forNoKeyUpdate()

/** All of it was ordered: it is emptied with the last statement of the transaction. */
export async function emptyCart(db: DbOrTx, cartId: CartId): Promise<void> {
  await write(
    db,
    [
      sql`runs_out_of_cart as (${forgetChoices(db, cartId)})`,
      sql`lines_out_of_cart as (${db.deleteFrom('cartLines').where('cartId', '=', cartId)})`,
      sql`farms_out_of_cart as (${db.deleteFrom('cartFarms').where('cartId', '=', cartId)})`,
    ],
    'last',
  )
}

/** Takes the products of one farm out of the cart, for an order of their own; the caller has locked it. */
export async function takeFarmFromCart(db: DbOrTx, cartId: CartId, farmId: FarmId): Promise<Goods[]> {
  const taken = await db
    .deleteFrom('cartLines')
    .using('products')
    .whereRef('products.id', '=', 'cartLines.productId')
    .where('cartId', '=', cartId)
    .where('products.farmId', '=', farmId)
    .returning(['cartLines.productId', 'cartLines.qty'])
    .execute()
  await db.deleteFrom('cartFarms').where('cartId', '=', cartId).where('farmId', '=', farmId).execute()
  await chooseRunFor(db, { cartId, farmId, runId: null })
  return taken
}

/**
 * The cart of the person and the kitchen of a purchase, created if they are still a member and the kitchen is open; null
 * if there is none.
 */
export async function cartOfPurchase(db: DbOrTx, purchaseId: PurchaseId): Promise<CartId | null> {
  await sql`
    insert into carts (id, person_id, restaurant_id, kitchen_id)
    select ${newId<'cart'>()}, p.person_id, p.restaurant_id, p.kitchen_id
      from purchases p
      join memberships m on m.person_id = p.person_id and m.restaurant_id = p.restaurant_id
      join kitchens k on k.id = p.kitchen_id and k.closed_at is null
     where p.id = ${purchaseId}
    on conflict (person_id, kitchen_id) do nothing`.execute(db)
  const cart = await db
    .selectFrom('carts')
    .innerJoin('purchases', (join) =>
      join.onRef('purchases.personId', '=', 'carts.personId').onRef('purchases.kitchenId', '=', 'carts.kitchenId'),
    )
    .select('carts.id')
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst()
  return cart?.id ?? null
}

type Returned = {
  farmId: FarmId
  slot: Slot
  note: string
  wayId: DeliveryWayId | null
  lines: readonly Omit<Insertable<Database['cartLines']>, 'cartId' | 'addedAt'>[]
}

/** Puts the products of one farm back; what has been added meanwhile stays. */
export async function returnToCart(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cartId: CartId,
  { farmId, slot, note, wayId, lines }: Returned,
): Promise<void> {
  await db
    .insertInto('cartLines')
    .values(lines.map((line) => ({ ...line, cartId: lockedCart(db, cartId), addedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('cartFarms')
    .values({ cartId, farmId, deliveryOn: null, slot, note, wayId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function zoneOfPrefecture(code: string): Zone {
  const pref = parsePrefCode(code)
  if (!pref) throw new RangeError(`not a prefecture: ${code}`)
  return zoneOf(pref)
}
