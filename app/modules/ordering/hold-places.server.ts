import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { MemberRole, ShipTo } from '#kernel/enums.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { CartId, FarmId, KitchenId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { askedFirst } from '#modules/audit-log/first-statement.server.ts'
import { type MailReader, type MailWishes, readerWith } from '#modules/notifications/mail-reader.server.ts'

/** What the user may order now, regardless of when their page was requested. */
export type Standing = { role: MemberRole; orderLimitYen: Yen | null }

/**
 * Locks the restaurant that orders until the transaction ends, so that closing or suspending it, and changing who may
 * order there, is serialised with it; and so that of two orders at once the second one counts the first one towards the
 * limit of what the restaurant may owe. Then the user's rights are read again: an owner may have just removed them, or
 * lowered their limit. Locked before the cart and the farms: removing a member also locks the restaurant first, and
 * then clears their cart.
 */
export async function holdRestaurant({ db }: Ctx, { restaurantId, personId }: BuyerActor): Promise<Standing> {
  const restaurant = await db
    .selectFrom('restaurants')
    .select('status')
    .where('id', '=', restaurantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const standing = await db
    .selectFrom('memberships')
    .select(['role', 'orderLimitYen'])
    .where('restaurantId', '=', restaurantId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (restaurant?.status !== 'approved' || !standing) throw new Forbidden('order.place')
  return standing
}

/** Where a user is written to about their order. `reader`: null if no account reads the address. */
export type MailAddress = { email: string | null; reader: MailReader | null }

/** `shipTo`: null if the kitchen is closed. */
type Checkout = Standing & { mailTo: MailAddress; cartId: CartId; shipTo: ShipTo | null }
type Held = {
  restaurantStatus: string | null
  role: MemberRole | null
  orderLimitYen: Yen | null
  email: string | null
  mailWishes: MailWishes | null
  cartId: CartId | null
  shipTo: ShipTo | null
}

/**
 * Locks everything that a checkout locks, by these rules and in one call (db/migrations/0296-stock-and-mail-of-a-checkout.sql): the
 * restaurant, the cart, its farms, the kitchen and its open orders. Two tabs that confirm the same cart with two keys: the second
 * waits here, then finds it empty. Read with the user's rights: how they want to be written to.
 */
export const checkoutHold = ({ now }: Pick<Ctx, 'now'>, { restaurantId, personId }: BuyerActor, kitchenId: KitchenId) =>
  sql<Held>`hold_for_checkout(${restaurantId}, ${personId}, ${kitchenId}, ${now})`

/** What is locked now, with what was read under the locks. Null: there is no cart. */
export async function holdForCheckout(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<Checkout | null> {
  const found = await askedFirst(ctx.db, checkoutHold(ctx, buyer, kitchenId))
  if (found?.restaurantStatus !== 'approved' || !found.role) throw new Forbidden('order.place')
  const { role, cartId, orderLimitYen, email, mailWishes, shipTo } = found
  const mailTo = { email, reader: mailWishes && readerWith('order', buyer.personId, mailWishes) }
  return cartId && { role, cartId, orderLimitYen, mailTo, shipTo }
}

/**
 * One open order per farm, delivery day and kitchen: concurrent orders for a kitchen are serialised, and each sees what
 * the one before has placed. The open orders that may still be extended are locked with it, in a fixed order. Returns where
 * it is delivered to; null: the kitchen is closed.
 */
export async function holdOpenOrders({ db, now }: Ctx, kitchenId: KitchenId): Promise<ShipTo | null> {
  const kitchen = await db
    .selectFrom('kitchens')
    .innerJoin('restaurants', 'restaurants.id', 'kitchens.restaurantId')
    .select(shipToColumns)
    .select('kitchens.closedAt')
    .where('kitchens.id', '=', kitchenId)
    .forNoKeyUpdate('kitchens')
    .executeTakeFirst()
  await db
    .selectFrom('orders')
    .select('id')
    .where('kitchenId', '=', kitchenId)
    .where('state', 'in', ['placed', 'accepted', 'proposed'])
    .where('cutoffAt', '>=', now)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!kitchen) return null
  const { closedAt, ...shipTo } = kitchen
  return closedAt === null ? shipTo : null
}

/** The address of an order, in a query of kitchens and restaurants. */
export const shipToColumns = [
  'restaurants.name as restaurant',
  'kitchens.name as kitchen',
  'kitchens.postalCode',
  'kitchens.prefectureCode',
  'kitchens.city',
  'kitchens.street',
  'kitchens.building',
  'kitchens.place',
  'kitchens.phone',
] as const

/** In a fixed order, which avoids deadlock between callers that lock several of them. */
export async function holdFarms({ db }: Ctx, farmIds: readonly FarmId[]): Promise<void> {
  if (farmIds.length === 0) return
  await db.selectFrom('farms').select('id').where('id', 'in', farmIds).orderBy('id').forShare().execute()
}
