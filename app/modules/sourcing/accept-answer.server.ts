import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PurchaseId, RequestAnswerId, RequestId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { quoteCart } from '#modules/cart/quote.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { creditRefusalCodes } from '#modules/credit/refusal-text.ts'
import { holdFarms, holdOpenOrders, holdRestaurant } from '#modules/ordering/hold-places.server.ts'
import { placeQuoted } from '#modules/ordering/place-order.server.ts'
import { makeOneOff } from '#modules/products/catalog/one-off-goods.server.ts'
import { type Offer, oneOffGoods } from './one-off-goods.ts'
import { askedFor, blockersOfOrdering, offerOf, totalOf } from './quote-answers.server.ts'
import { type RequestRefusal, requestRefusals } from './refusal-text.ts'
import { tellEnded, whatOf } from './request-mails.server.tsx'
import {
  type AnswerRow,
  closedRefusals,
  lockOwnRequest,
  RequestIdIn,
  type RequestRow,
  whyClosed,
} from './request-store.server.ts'

export type Accepted = { purchaseId: PurchaseId; number: string; pending: boolean }

/**
 * The chef accepts one of the answers: an order in the same way as a checkout, with its prices, tax, freight, minimum,
 * 締切, joining of an open order, limits and approval (docs/decisions/0048). A product is created for it, with that
 * quantity in stock and visible only to this restaurant. The farm has already agreed, so a separate order is accepted
 * immediately; one that joins an open order is answered with it. The other farms that answered are notified that it is
 * over. The request is locked before anything is checked: of two members who accept two answers one succeeds, and a
 * farm can only withdraw its answer before that.
 */
export const acceptAnswer = mutation({
  name: 'request.accept',
  permission: 'request.ask',
  input: {
    requestId: RequestIdIn,
    answerId: IdOf<'requestAnswer'>('回答'),
    version: RowVersion,
    seenTotalYen: z.int('整数を入力してください。').describe('確認した合計。税・送料込。異なる場合は注文しない'),
  },
  refusals: requestRefusals(
    ...closedRefusals,
    'answer_gone',
    'answer_changed',
    'changed',
    'day_over',
    'farm_closed',
    'farm_asks_first',
    'below_farm_minimum',
    'too_big_to_ship',
    'out_of_stock',
    'over_order_limit',
    ...creditRefusalCodes,
    'key_reused',
  ),
  run: async (ctx, input): Promise<Result<Accepted, RequestRefusal>> => {
    const buyer = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'request.ask', buyer)
    const { orderLimitYen: limit } = await holdRestaurant(ctx, buyer)
    const request = await lockOwnRequest(ctx, input.requestId)
    const { kitchenId } = request
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    const answer = await answerOf(ctx, input)
    const offer = offerOf(answer)
    if (!offer) return refuse('answer_gone')
    if (answer.version !== input.version) return refuse('answer_changed')

    await holdFarms(ctx, [answer.farmId])
    await holdOpenOrders(ctx, kitchenId)
    const goods = await makeGoods(ctx, request, answer, offer)
    if (!goods) return refuse('farm_closed')
    const { credit: _, ...cart } = await readCart(ctx, buyer, kitchenId, [goods])
    const question = {
      now: ctx.now,
      ...cart,
      wishedOn: null,
      farms: cart.farms.map((farm) => ({
        ...farm,
        chosenDay: offer.deliveryOn,
        note: `リクエスト「${whatOf(request)}」への回答から`,
      })),
    }
    const [farm] = quoteCart(question).farms
    if (!farm) throw new NotFound('farm')
    const why = blockersOfOrdering(farm)
    if (why) return refuse(why)
    if (totalOf(farm) !== input.seenTotalYen) return refuse('changed')
    const promised = question.farms.map((it) => ({ ...it, autoAccept: it.autoAccept || farm.joins === null }))
    const placed = await placeQuoted(ctx, buyer, {
      kitchenId,
      question: { ...question, farms: promised },
      limit,
      askOwner: true,
    })
    if (!placed.ok) return placed
    const { purchaseId, number, pending } = placed.value
    await ctx.db
      .updateTable('requests')
      .set({
        state: 'accepted',
        timerAt: null,
        closedAt: ctx.now,
        acceptedAnswerId: answer.id,
        purchaseId,
      })
      .where('id', '=', request.id)
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'request_accepted',
      aboutFarmId: answer.farmId,
      aboutRestaurantId: request.restaurantId,
      purchaseId,
      data: { id: request.id, answerId: answer.id, version: answer.version, totalYen: input.seenTotalYen },
    })
    await tellEnded(ctx, request, { ending: 'taken_by_other', except: answer.farmId })
    return ok({ purchaseId, number, pending })
  },
})

async function answerOf(
  { db }: Ctx,
  { requestId, answerId }: { requestId: RequestId; answerId: RequestAnswerId },
): Promise<AnswerRow> {
  const row = await db
    .selectFrom('requestAnswers')
    .selectAll()
    .where('id', '=', answerId)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  if (!row) throw new NotFound('answer')
  return row
}

/** The product of the answer, for this restaurant alone; null if the farm no longer sells. */
async function makeGoods(ctx: Ctx, request: RequestRow, answer: AnswerRow, offer: Offer) {
  const { qty, ...facts } = oneOffGoods(askedFor(request), offer)
  const { farmId, words: description } = answer
  const id = await makeOneOff(ctx, { ...facts, farmId, description }, { qty, restaurantId: request.restaurantId })
  if (!id) return null
  await ctx.db.updateTable('requestAnswers').set({ productId: id }).where('id', '=', answer.id).execute()
  return { productId: id, qty }
}
