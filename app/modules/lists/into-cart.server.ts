import type { Ctx } from '#access/ctx.ts'
import type { UsualListId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Goods } from '#modules/cart/cart-store.server.ts'
import { putGoods } from '#modules/cart/put-goods.server.ts'
import type { Reordered } from '#modules/cart/reorder.server.ts'
import { noted, ownList } from './list-store.server.ts'
import { openList } from './usual-lists.server.ts'

/**
 * A list into the cart of its kitchen: the goods and numbers that the chef left standing, or, where none are named, all
 * that is awake, as it is usual on that day. `on`: the day, where one was chosen. That it was used is noted: of several
 * lists that are for a day, the one used last opens by itself.
 */
export async function listIntoCart(
  ctx: Ctx,
  { listId, on, goods }: { listId: UsualListId; on?: JstDate | undefined; goods?: readonly Goods[] | undefined },
): Promise<Reordered> {
  const list = await ownList(ctx, listId, 'see')
  const chosen = goods ?? (await openList(ctx, { listId, on })).awake.map(({ productId, qty }) => ({ productId, qty }))
  const reordered = await putGoods(ctx, { kitchenId: list.kitchenId, goods: chosen, wishedOn: on })
  if (reordered.put > 0) await noted(ctx, 'list_used', { listId, name: list.name, lines: reordered.put })
  return reordered
}
