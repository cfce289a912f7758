import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { addHours, addMinutes } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, KitchenChoice, Slot, Text, Whole } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { cartIdOf, takeFarmFromCart } from '#modules/cart/cart-store.server.ts'
import { whyNot } from './check-goods.server.ts'
import { newCode } from './code.server.ts'
import { leastOpenMinutes, mostKitchens, mostOpen } from './group-buy.ts'
import { readGroup, writeGoods } from './group-store.server.ts'
import { type GroupRefusal, goodsRefusals, groupRefusals } from './refusal-text.ts'

/**
 * A chef opens a box of one farm to neighbours: what is in the cart from this farm becomes the kitchen's own goods in it, and
 * leaves the cart. The box comes to this kitchen on the stated day; until the closing, which lies before the farm's cutoff,
 * others join by the code.
 */
export const openGroupBuy = mutation({
  name: 'group_buy.open',
  permission: 'group_buy.join',
  input: {
    kitchenId: KitchenChoice,
    farmId: IdOf<'farm'>('農園', '農園を選択してください。'),
    deliveryOn: DayIn.describe('お届け日'),
    slot: Slot,
    closeHours: Whole({ min: 1, max: 72, unit: '時間' }).describe('農園の締切の何時間前に締め切るか'),
    leastKitchens: Whole({ min: 1, max: mostKitchens, unit: '店舗' }).describe(
      '成立に必要な店舗数。自店を含む。1は自店のみでも注文する',
    ),
    message: Text(0, 200).default('').describe('参加する店舗へのメッセージ'),
  },
  refusals: groupRefusals('too_many_open', 'closes_too_soon', ...goodsRefusals),
  run: async (ctx, input): Promise<Result<{ code: string }, GroupRefusal>> => {
    const buyer = requireBuyer(ctx.actor)
    const { personId, restaurantId } = buyer
    const kitchenId = kitchenOf(buyer, input.kitchenId)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'group_buy.join', { restaurantId })
    if ((await openOnes(ctx, restaurantId)) >= mostOpen) return refuse('too_many_open')
    const cartId = await cartIdOf(ctx, buyer, kitchenId)
    await ctx.db.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()
    const goods = await takeFarmFromCart(ctx.db, cartId, input.farmId)
    if (goods.length === 0) return refuse('nothing_chosen')
    const { farmId, deliveryOn, slot, leastKitchens, message } = input
    const group = {
      ...{ id: newId<'groupBuy'>(), code: newCode(), farmId, restaurantId, kitchenId, personId },
      ...{ deliveryOn, slot, leastKitchens, message: message.trim(), createdAt: ctx.now },
      // not known before the day is asked for
      ...{ closesAt: ctx.now, endedAt: null, ending: null },
    }
    const member = { kitchenId, restaurantId, personId, joinedAt: ctx.now, goods }
    const { quote } = await readGroup(ctx, group, [member])
    const problem = await whyNot(ctx, buyer, kitchenId, quote)
    if (problem) return problem
    if (!quote?.day) return refuse('day_impossible')
    const closesAt = addHours(quote.day.cutoffAt, -input.closeHours)
    if (closesAt < addMinutes(ctx.now, leastOpenMinutes)) return refuse('closes_too_soon')
    await ctx.db
      .insertInto('groupBuys')
      .values({ ...group, closesAt })
      .execute()
    await writeGoods(ctx.db, group.id, member)
    await recordEvent(ctx.db, ctx, {
      kind: 'group_buy_opened',
      aboutRestaurantId: restaurantId,
      aboutFarmId: farmId,
      data: { groupBuyId: group.id, deliveryOn },
    })
    return ok({ code: group.code })
  },
})

/** The restaurant is locked, so that two that open at once are counted one after the other. */
async function openOnes({ db }: Ctx, restaurantId: RestaurantId): Promise<number> {
  await db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()
  const rows = await db
    .selectFrom('groupBuys')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .where('endedAt', 'is', null)
    .execute()
  return rows.length
}
