import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { isKept } from '#kernel/changes.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { usualQty } from './learn-qty.ts'
import { cameToKitchen } from './list-store.server.ts'

type Asked = { kitchenId: KitchenId; productIds: readonly ProductId[] }

/** How many of these products the kitchen usually orders, by product; without those that it has no habit of. One query, or memory. */
export const usualQuantities = query(
  'cart.see',
  async (ctx, { kitchenId, productIds }: Asked): Promise<Record<string, number>> => {
    const buyer = requireBuyer(ctx.actor)
    if (!can(buyer, 'cart.see', buyer)) return {}
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    if (productIds.length === 0) return {}
    const usual = (await isKept(ctx.db))
      ? await allUsual(ctx, buyer.restaurantId, kitchenId)
      : usualIn(await cameToKitchen(ctx, kitchenId, productIds))
    return Object.fromEntries(
      productIds.flatMap((id) => {
        const qty = usual.get(id)
        return qty === undefined ? [] : [[id, qty]]
      }),
    )
  },
)

type Usual = ReadonlyMap<ProductId, number>

const keptUsual = keptRows<{ restaurantId: RestaurantId; usual: Usual }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`, `bought:${restaurantId}`],
  most: 2_000,
})

/** Of all that a kitchen orders. */
async function allUsual(ctx: Ctx, restaurantId: RestaurantId, kitchenId: KitchenId): Promise<Usual> {
  const { usual } = await keptUsual.one(ctx.db, `${kitchenId} ${jstDateOf(ctx.now)}`, async () => ({
    restaurantId,
    usual: usualIn(await cameToKitchen(ctx, kitchenId)),
  }))
  return usual
}

const usualIn = (came: Awaited<ReturnType<typeof cameToKitchen>>): Usual =>
  new Map(
    [...Map.groupBy(came, ({ productId }) => productId)].flatMap(([productId, history]): [ProductId, number][] => {
      const qty = usualQty(history)
      return qty === null ? [] : [[productId, qty]]
    }),
  )
