import type { Ctx } from '#authorization/ctx.ts'
import type { ShoppingListId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { CartKitchen } from '#modules/cart/quote.ts'
import { nextDelivery } from '#modules/products/catalog/next-delivery.server.ts'
import { listFor, type WhyList } from './default-list.ts'
import { type OpenShoppingList, openList } from './open-list.server.ts'
import { type ListSummary, shoppingLists } from './shopping-lists.server.ts'

type Kitchen = Pick<CartKitchen, 'kitchenId' | 'zone' | 'calendar'>

export type ShoppingListNow = {
  lists: ListSummary[]
  list: OpenShoppingList
  /** Why it is this one; `chosen`: by the user. */
  why: WhyList | 'chosen'
}

/**
 * The list that a kitchen most probably orders from now, opened for the day on which it can be delivered: the chosen
 * one (`listId`), else the one for the day, which is the wished one (`on`), else the first on which any farm of the
 * lists can deliver. Null without any list.
 */
export const shoppingListNow = query(
  'list.see',
  async (
    ctx,
    { kitchen, listId, on }: { kitchen: Kitchen; listId?: ShoppingListId | null; on?: JstDate | undefined },
  ): Promise<ShoppingListNow | null> => {
    const lists = await shoppingLists(ctx, kitchen.kitchenId)
    if (lists.some(({ id }) => id === listId) && listId)
      return { lists, list: await openList(ctx, { listId, on }), why: 'chosen' }
    const day = on ?? (await firstDay(ctx, lists, kitchen))
    const fits = listFor(lists, day)
    if (!fits) return null
    // a list of other weekdays is open for its own, unless the day was wished for
    const list = await openList(ctx, { listId: fits.list.id, on: fits.why === 'last_used' ? on : day })
    const comes = on ? null : comesOnlyOn(list)
    if (!comes) return { lists, list, why: fits.why }
    // nothing of it can be delivered on that day, for instance because its products take longer: then it is the list of
    // the day on which it can
    const later = listFor(lists, comes) ?? fits
    return { lists, list: await openList(ctx, { listId: later.list.id, on: comes }), why: later.why }
  },
)

async function firstDay(ctx: Ctx, lists: readonly ListSummary[], kitchen: Kitchen): Promise<JstDate> {
  const farmIds = [...new Set(lists.flatMap((list) => list.farmIds))]
  const next = await nextDelivery(ctx, farmIds, kitchen)
  return next?.day.deliveryOn ?? addDays(jstDateOf(ctx.now), 1)
}

/** The first day on which something of it can be delivered, if nothing can on the day for which it is open. */
function comesOnlyOn({ awake }: OpenShoppingList): JstDate | null {
  const days = awake.map(({ comesOn }) => comesOn)
  return days.includes(null) ? null : (days.flatMap((day) => day ?? []).sort()[0] ?? null)
}
