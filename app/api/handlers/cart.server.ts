import { api, kitchenOf } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { setCartLine, setFarmWish, setShortageInstruction, setWishedDay } from '#modules/cart/change-cart.server.ts'
import { holdCart } from '#modules/cart/hold-cart.server.ts'
import { cartRefusalText } from '#modules/cart/refusal-text.ts'
import { cartAnswer } from './cart-answer.ts'

export const cartHandlers = {
  hold: api.cart.hold.handler(({ context: { ctx }, input: { body } }) =>
    holdCart(ctx, { kitchenId: kitchenOf(ctx.actor, body.kitchenId) }),
  ),
  show: api.cart.show.handler(({ context: { ctx }, input }) => cart(ctx, kitchenOf(ctx.actor, input.query.kitchenId))),
  setLine: api.cart.setLine.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    granted(await setCartLine(ctx, { ...params, kitchenId, qty: body.qty }), cartRefusalText)
    return cart(ctx, kitchenId)
  }),
  removeLine: api.cart.removeLine.handler(async ({ context: { ctx }, input: { params, query } }) => {
    const kitchenId = kitchenOf(ctx.actor, query.kitchenId)
    granted(await setCartLine(ctx, { ...params, kitchenId, qty: 0 }), cartRefusalText)
    return cart(ctx, kitchenId)
  }),
  setShortage: api.cart.setShortage.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    const { onShortage, substitutes, substituteMaxYen, askUntil, otherwise } = body
    const terms = {
      ...(substitutes && { substitutes }),
      ...(substituteMaxYen !== undefined && { substituteMaxYen: yen(substituteMaxYen) }),
      ...(askUntil !== undefined && { askUntil: askUntil as MinuteOfDay }),
      ...(otherwise && { otherwise }),
    }
    granted(await setShortageInstruction(ctx, { ...params, kitchenId, onShortage, terms }), cartRefusalText)
    const changed = await cart(ctx, kitchenId)
    const isThere = changed.farms.some((farm) => farm.lines.some((line) => line.productId === params.productId))
    if (!isThere) throw new NotFound('cart line')
    return changed
  }),
  setWishedDay: api.cart.setWishedDay.handler(async ({ context: { ctx }, input: { body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    granted(await setWishedDay(ctx, { kitchenId, day: body.day }), cartRefusalText)
    return cart(ctx, kitchenId)
  }),
  setFarm: api.cart.setFarm.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    granted(await setFarmWish(ctx, { ...body, ...params, kitchenId }), cartRefusalText)
    return cart(ctx, kitchenId)
  }),
}

const cart = async (ctx: Ctx, kitchenId: KitchenId) => cartAnswer(await cartQuote(ctx, kitchenId))
