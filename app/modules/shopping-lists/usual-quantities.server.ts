import { requireBuyer } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, ProductId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { usualQty } from './learn-qty.ts'
import { cameToKitchen } from './list-store.server.ts'

type Asked = { kitchenId: KitchenId; productIds: readonly ProductId[] }

/** How many of these products the kitchen usually orders, by product; without those that it has no habit of. One query. */
export const usualQuantities = query(
  'cart.see',
  async (ctx, { kitchenId, productIds }: Asked): Promise<Record<string, number>> => {
    const buyer = requireBuyer(ctx.actor)
    if (!can(buyer, 'cart.see', buyer)) return {}
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    const came = await cameToKitchen(ctx, kitchenId, productIds)
    return Object.fromEntries(
      [...Map.groupBy(came, ({ productId }) => productId)].flatMap(([productId, history]) => {
        const qty = usualQty(history)
        return qty === null ? [] : [[productId, qty]]
      }),
    )
  },
)
