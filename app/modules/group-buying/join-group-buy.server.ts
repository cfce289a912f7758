import { z } from 'zod'
import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, IdOf, KitchenChoice, Quantity } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { whyNot } from './check-goods.server.ts'
import { CodeIn } from './code.server.ts'
import { mostKitchens } from './group-buy.ts'
import { tellJoined } from './group-mails.server.tsx'
import { type GroupRow, lockGroup, membersOf, readGroup, writeGoods } from './group-store.server.ts'
import { goodsRefusals, groupRefusals } from './refusal-text.ts'

const isOpen = ({ endedAt, closesAt }: GroupRow, now: Date) => endedAt === null && now < closesAt

/**
 * A kitchen states all that it wants in the box, and so joins, or changes what it wanted. Nothing is taken from stock and
 * nothing is owed before the closing; joining lowers the freight of the others.
 */
export const joinGroupBuy = mutation({
  name: 'group_buy.join',
  permission: 'group_buy.join',
  input: {
    code: CodeIn,
    kitchenId: KitchenChoice,
    lines: z
      .array(Body({ productId: IdOf<'product'>('商品'), qty: Quantity(0) }))
      .max(200)
      .default([])
      .describe('商品と数量。0は不要。前回の内容を置き換えます'),
  },
  refusals: groupRefusals('closed', 'full', ...goodsRefusals),
  run: async (ctx, input) => {
    const { buyer, kitchenId } = whose(ctx, input.kitchenId)
    const group = await lockGroup(ctx.db, input.code)
    if (!isOpen(group, ctx.now)) return refuse('closed')
    const goods = onePerProduct(input.lines)
    if (goods.length === 0) return refuse('nothing_chosen')
    const before = await membersOf(ctx.db, group.id)
    const already = before.find((member) => member.kitchenId === kitchenId)
    if (!already && before.length >= mostKitchens) return refuse('full')
    const { personId, restaurantId } = buyer
    const mine = { kitchenId, restaurantId, personId, joinedAt: already?.joinedAt ?? ctx.now, goods }
    const others = before.filter((member) => member !== already)
    const members = [...others, mine].toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
    const { quote } = await readGroup(ctx, group, members)
    const problem = await whyNot(ctx, buyer, kitchenId, quote)
    if (problem) return problem
    await writeGoods(ctx.db, group.id, mine)
    if (already) return ok({ code: group.code, joined: false })
    await recordEvent(ctx.db, ctx, {
      kind: 'group_buy_joined',
      aboutRestaurantId: restaurantId,
      data: { groupBuyId: group.id, kitchenId },
    })
    await tellJoined(ctx, group, { kitchenId, kitchens: members.length, quote })
    return ok({ code: group.code, joined: true })
  },
})

/** A kitchen leaves before the closing; the freight of the others is divided anew. */
export const leaveGroupBuy = mutation({
  name: 'group_buy.leave',
  permission: 'group_buy.join',
  input: { code: CodeIn, kitchenId: KitchenChoice },
  refusals: groupRefusals('closed', 'not_joined', 'opener_stays'),
  run: async (ctx, input) => {
    const { buyer, kitchenId } = whose(ctx, input.kitchenId)
    const group = await lockGroup(ctx.db, input.code)
    if (!isOpen(group, ctx.now)) return refuse('closed')
    if (group.kitchenId === kitchenId) return refuse('opener_stays')
    const left = await ctx.db
      .updateTable('groupBuyKitchens')
      .set({ leftAt: ctx.now })
      .where('groupBuyId', '=', group.id)
      .where('kitchenId', '=', kitchenId)
      .where('leftAt', 'is', null)
      .returning('kitchenId')
      .executeTakeFirst()
    if (!left) return refuse('not_joined')
    await recordEvent(ctx.db, ctx, {
      kind: 'group_buy_left',
      aboutRestaurantId: buyer.restaurantId,
      data: { groupBuyId: group.id, kitchenId },
    })
    return ok({ code: group.code })
  },
})

/** The kitchen for which the buyer acts. */
function whose(ctx: Ctx, named: KitchenId | undefined) {
  const buyer = requireBuyer(ctx.actor)
  const kitchenId = kitchenOf(buyer, named)
  if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
  authorize(ctx.actor, 'group_buy.join', { restaurantId: buyer.restaurantId })
  return { buyer, kitchenId }
}

/** A product that is named twice counts as it was named last. */
const onePerProduct = <Line extends { productId: string; qty: number }>(lines: readonly Line[]): Line[] =>
  [...new Map(lines.map((line) => [line.productId, line])).values()].filter(({ qty }) => qty > 0)
