import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok } from '#kernel/result.ts'
import { KitchenChoice } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { holdFrom } from '#modules/products/catalog/checkout-hold.ts'
import { holdsOfCart, keepHolds } from '#modules/products/catalog/checkout-holds.server.ts'
import { lockStock } from '#modules/products/catalog/stock.server.ts'
import { cartQuote } from './cart-queries.server.ts'
import { cartIdOf } from './cart-store.server.ts'
import { cartRefusals } from './refusal-text.ts'

/**
 * Holds the content of the cart for a buyer on the last page before the order: for ten minutes it is not available to
 * others. Repeating it keeps the same hold, for what is in the cart now. Returns until when all of it is held; null if
 * some is not, because others have it or the buyer's time is over (products/catalog/checkout-hold.ts).
 */
export const holdCart = repeatable({
  name: 'cart.hold',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice },
  refusals: cartRefusals(),
  run: async (ctx, { kitchenId: named }) => {
    const buyer = requireBuyer(ctx.actor)
    const kitchenId = kitchenOf(buyer, named)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'cart.change', { personId: buyer.personId, restaurantId: buyer.restaurantId })
    return ctx.db.transaction().execute(async (db) => {
      const inside: Ctx = { ...ctx, db }
      const cartId = await cartIdOf(inside, buyer, kitchenId)
      // the lock order of placing an order: the cart first, then the products
      await db.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()
      await lockStock(db, await productsIn(db, cartId))
      const quote = await cartQuote(inside, kitchenId)
      const before = new Map((await holdsOfCart(db, cartId)).map((hold) => [hold.productId, hold]))
      const rows = quote.farms.flatMap(({ day, lines }) =>
        lines.flatMap(({ productId, qty, problem }) => {
          const hold = holdFrom(before.get(productId) ?? null, ctx.now)
          if (!day || problem || !hold) return []
          return {
            cartId,
            productId,
            qty,
            shipOn: day.shipOn,
            takenAt: hold.takenAt,
            until: hold.until,
          }
        }),
      )
      await keepHolds(db, rows)
      const isAll = rows.length > 0 && rows.length === quote.lineCount
      return ok({ until: isAll ? new Date(Math.min(...rows.map(({ until }) => until.getTime()))) : null })
    })
  },
})

const productsIn = async (db: Ctx['db'], cartId: Awaited<ReturnType<typeof cartIdOf>>) =>
  (await db.selectFrom('cartLines').select('productId').where('cartId', '=', cartId).execute()).map(
    (row) => row.productId,
  )
