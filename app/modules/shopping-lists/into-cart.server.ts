import type { Ctx } from '#authorization/ctx.ts'
import type { ShoppingListId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Goods } from '#modules/cart/cart-store.server.ts'
import { putGoods } from '#modules/cart/put-goods.server.ts'
import type { Reordered } from '#modules/cart/reorder.server.ts'
import { noted, ownList } from './list-store.server.ts'
import { openList } from './shopping-lists.server.ts'

/**
 * Puts a list into the cart of its kitchen: the products and quantities that the chef has kept, or, if none are given,
 * everything available, in the usual quantities of that day. `on`: the day, if chosen. The use is recorded: of several
 * lists for a day, the most recently used opens by default.
 */
export async function listIntoCart(
  ctx: Ctx,
  { listId, on, goods }: { listId: ShoppingListId; on?: JstDate | undefined; goods?: readonly Goods[] | undefined },
): Promise<Reordered> {
  const list = await ownList(ctx, listId, 'see')
  const chosen = goods ?? (await openList(ctx, { listId, on })).awake.map(({ productId, qty }) => ({ productId, qty }))
  const reordered = await putGoods(ctx, { kitchenId: list.kitchenId, goods: chosen, wishedOn: on })
  if (reordered.put > 0) await noted(ctx, 'list_used', { listId, name: list.name, lines: reordered.put })
  return reordered
}
