import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { cartIdOf, returnToCart } from '#modules/cart/cart-store.server.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { buyerOf } from '#modules/shopping-lists/buyer-of.server.ts'
import { CodeIn } from './code.server.ts'
import type { GroupEnding } from './group-buy.ts'
import { tellEnded } from './group-mails.server.tsx'
import { type GroupMember, type GroupRow, lockGroup, membersOf } from './group-store.server.ts'
import { groupRefusals } from './refusal-text.ts'

/** The kitchen that opened the box calls it off before the closing: nothing is ordered yet. */
export const cancelGroupBuy = mutation({
  name: 'group_buy.cancel',
  permission: 'group_buy.join',
  input: { code: CodeIn },
  refusals: groupRefusals('closed'),
  run: async (ctx, { code }) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'group_buy.join', { restaurantId })
    const group = await lockGroup(ctx.db, code)
    if (group.restaurantId !== restaurantId) throw new NotFound('group buy')
    if (group.endedAt !== null || ctx.now >= group.closesAt) return refuse('closed')
    await endWithoutOrders(ctx, group, { ending: 'cancelled', members: await membersOf(ctx.db, group.id) })
    return ok({ code })
  },
})

type End = { ending: Exclude<GroupEnding, 'ordered'>; members: readonly GroupMember[] }

/** It ends without any order: everyone is told, and has the goods in the cart, to order them alone. */
export async function endWithoutOrders(ctx: Ctx, group: GroupRow, { ending, members }: End): Promise<void> {
  await ctx.db.updateTable('groupBuys').set({ endedAt: ctx.now, ending }).where('id', '=', group.id).execute()
  await recordEvent(ctx.db, ctx, {
    kind: ending === 'cancelled' ? 'group_buy_cancelled' : 'group_buy_lapsed',
    aboutRestaurantId: group.restaurantId,
    aboutFarmId: group.farmId,
    data: { groupBuyId: group.id, ending },
  })
  for (const member of members) {
    const returned = await putBack(ctx, group, member)
    await tellEnded(ctx, group, { member, ending, returned })
  }
}

/** Puts the goods of a kitchen into the cart of who stated them; false: they no longer order there. */
export async function putBack(ctx: Ctx, group: GroupRow, member: GroupMember): Promise<boolean> {
  const buyer = await buyerOf(ctx, member)
  if (typeof buyer === 'string') return false
  const asBuyer = { ...ctx, actor: buyer }
  const { farms } = await readCart(asBuyer, buyer, member.kitchenId, member.goods)
  const farm = farms.find(({ farmId }) => farmId === group.farmId)
  const lines = farm?.lines.filter(({ listed }) => listed) ?? []
  if (lines.length === 0) return false
  await returnToCart(ctx, await cartIdOf(ctx, buyer, member.kitchenId), {
    farmId: group.farmId,
    slot: group.slot,
    note: '',
    wayId: null,
    lines: lines.map(({ productId, qty, onShortage, shortageTerms, listYen }) => ({
      productId,
      qty,
      onShortage,
      shortageTerms: JSON.stringify(shortageTerms),
      seenPriceYen: listYen,
    })),
  })
  return true
}
