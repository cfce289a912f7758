import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { CartId, KitchenId, PersonId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import type { QuotedFarm } from '#modules/cart/quote.ts'
import type { Fact } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { cartCutoff } from './reminder-mails.server.tsx'

/** How many hours before 締切 a chef with products in the cart is reminded. */
export const cutoffHours = 2

/** Carts unchanged for longer are ignored; in days. */
const freshDays = 3

/**
 * Reminds chefs of what is in their cart two hours before its farm's 締切: once per farm and delivery day. Carts filled
 * within those two hours are skipped, because their chefs know about them. Returns the number of reminders. `atOnce`:
 * how many carts are read at a time.
 */
export async function remindFullCarts(system: Omit<Ctx, 'actor'>, atOnce = 500): Promise<number> {
  let told = 0
  let carts = await filledCarts(system, atOnce, null)
  while (carts.length > 0) {
    for (const cart of carts) {
      const actor = buyerOf(cart)
      const quote = await cartQuote({ ...system, actor }, cart.kitchenId)
      for (const farm of quote.farms) told += await remind(system, cart, farm)
    }
    carts = await filledCarts(system, atOnce, carts.at(-1)?.id ?? null)
  }
  return told
}

/** The next of them, after this one. */
const filledCarts = ({ db, now }: Omit<Ctx, 'actor'>, atOnce: number, after: CartId | null) =>
  db
    .selectFrom('carts')
    .innerJoin('people', 'people.id', 'carts.personId')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.personId', '=', 'carts.personId').onRef('m.restaurantId', '=', 'carts.restaurantId'),
    )
    .innerJoin('restaurants', 'restaurants.id', 'carts.restaurantId')
    .innerJoin('kitchens', 'kitchens.id', 'carts.kitchenId')
    .select(['carts.id', 'carts.kitchenId', 'people.id as personId', 'people.name', 'people.email'])
    .select(['m.role', 'm.orderLimitYen', 'restaurants.id as restaurantId'])
    .where('restaurants.status', '=', 'approved')
    .where('kitchens.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('cartLines')
          .select('cartLines.cartId')
          .whereRef('cartLines.cartId', '=', 'carts.id')
          .where('addedAt', '>=', addHours(now, -24 * freshDays)),
      ),
    )
    .where(sql<boolean>`(${after}::uuid is null or carts.id > ${after}::uuid)`)
    .orderBy('carts.id')
    .limit(atOnce)
    .execute()

type Filled = Awaited<ReturnType<typeof filledCarts>>[number] & { id: CartId; kitchenId: KitchenId; personId: PersonId }

const buyerOf = (cart: Filled): BuyerActor => ({
  kind: 'buyer',
  personId: cart.personId,
  name: cart.name,
  role: cart.role,
  restaurantId: cart.restaurantId,
  restaurantApproved: true,
  kitchenIds: [cart.kitchenId],
  orderLimitYen: cart.orderLimitYen,
})

/** 1 if a reminder was sent; its key prevents repeated ones. */
async function remind({ db, now }: Omit<Ctx, 'actor'>, cart: Filled, farm: QuotedFarm): Promise<0 | 1> {
  const { day } = farm
  if (!day || day.cutoffAt <= now || day.cutoffAt > addHours(now, cutoffHours)) return 0
  const since = addHours(day.cutoffAt, -cutoffHours)
  const key = `cart:${cart.id}:${farm.farmId}:${day.deliveryOn}`
  const known = await db.selectFrom('notifications').select('id').where('key', '=', key).executeTakeFirst()
  if (known || !(await wasFilledBefore(db, cart.id, farm, since))) return 0
  await db.transaction().execute((tx) =>
    notify(tx, now, {
      key,
      kind: cartCutoff,
      to: mailToOf(cart),
      concerns: { usefulUntil: day.cutoffAt },
      data: {
        farm: farm.name,
        delivery: formatDay(day.deliveryOn),
        until: formatMoment(day.cutoffAt),
        lines: farm.lines.map((line): Fact => [line.name, `${line.qty}${line.unitLabel}`]),
      },
    }),
  )
  return 1
}

async function wasFilledBefore(db: Ctx['db'], cartId: CartId, farm: QuotedFarm, since: Date): Promise<boolean> {
  const line = await db
    .selectFrom('cartLines')
    .select('productId')
    .where('cartId', '=', cartId)
    .where(
      'productId',
      'in',
      farm.lines.map(({ productId }) => productId),
    )
    .where('addedAt', '<=', since)
    .executeTakeFirst()
  return line !== undefined
}
