import { z } from 'zod'
import { ok } from '#kernel/result.ts'
import { Body, DayIn, IdOf, Quantity } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { putGoods } from '#modules/cart/put-goods.server.ts'
import { ListIdIn, noted, ownList } from './list-store.server.ts'
import { openList } from './open-list.server.ts'
import { listRefusals } from './refusal-text.ts'

/**
 * Puts a list into the cart of its kitchen: the products and quantities that the chef has kept, or, if none are given,
 * everything available, in the usual quantities of that day. The use is recorded: of several lists for a day, the most
 * recently used opens by default.
 */
export const listIntoCart = repeatable({
  name: 'list.into_cart',
  permission: 'cart.change',
  input: {
    listId: ListIdIn,
    on: DayIn.optional().describe('お届け希望日'),
    lines: z
      .array(Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1) }))
      .min(1)
      .max(200)
      .optional(),
  },
  refusals: listRefusals(),
  run: async (ctx, { listId, on, lines }) => {
    const list = await ownList(ctx, listId, 'see')
    const goods = lines ?? (await openList(ctx, { listId, on })).awake.map(({ productId, qty }) => ({ productId, qty }))
    const reordered = await putGoods(ctx, { kitchenId: list.kitchenId, goods, wishedOn: on })
    if (reordered.put > 0) await noted(ctx, 'list_used', { listId, name: list.name, lines: reordered.put })
    return ok(reordered)
  },
})
