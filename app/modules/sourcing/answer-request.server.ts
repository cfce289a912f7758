import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { methods, temperatures } from '#kernel/enums.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import { type FarmId, newId, type RequestId } from '#kernel/ids.ts'
import { boxSizes } from '#kernel/request-enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayOr, Quantity, Text } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { isHubHeld } from '#modules/organisations/hub.server.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { refusedClaim } from '#modules/products/catalog/marketing-claims.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { daysOfFarm, kitchenThatAsks, possibleOf } from './farms-to-ask.server.ts'
import { type Offer, travels } from './one-off-goods.ts'
import { type RequestRefusal, requestRefusals, requestRefusalText } from './refusal-text.ts'
import { tellAnswered } from './request-mails.server.tsx'
import {
  type AnswerRow,
  closedRefusals,
  lockAskedRequest,
  RequestIdIn,
  type RequestRow,
  setTimer,
  whyClosed,
} from './request-store.server.ts'

type Answered = Result<{ version: number }, RequestRefusal>

const boxText = 'すべてが入る箱の大きさ（サイズ）。60・80・100・120・140・160。冷蔵と冷凍は120まで'

/** What a farm offers; the types of a product are those of one-off-goods.ts. */
const offered = {
  priceYen: z
    .int(requestRefusalText('bad_price'))
    .transform((amount) => yen(amount))
    .describe('1単位の価格（税抜）'),
  qty: Quantity(1),
  deliveryOn: DayOr(requestRefusalText('bad_day')),
  method: z.enum(methods).describe('慣行・特別栽培・有機JAS・自然栽培'),
  temperature: z.enum(temperatures).describe('常温・冷蔵・冷凍'),
  boxSize: z.literal(boxSizes, { error: boxText }).describe(boxText),
}

/**
 * A farm states at which price it can send how many, and on which of the days; a new answer replaces it, until the chef
 * accepts one or the time for answers is over. Once per key.
 */
export const answerRequest = mutation({
  name: 'request.answer',
  permission: 'request.answer',
  input: { requestId: RequestIdIn, ...offered, words: Text(0, 300).optional() },
  refusals: requestRefusals(
    ...closedRefusals,
    'answers_over',
    'bad_price',
    'more_than_asked',
    'bad_day',
    'box_too_big',
    'method_not_shown',
    'forbidden_claim',
    'organic_without_jas',
    'permit_lapsed',
    'hub_sells_nothing',
    'key_reused',
  ),
  run: async (ctx, { requestId, key: _, words: said = '', ...offer }): Promise<Answered> => {
    const words = said.trim()
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'request.answer', { farmId })
    const { request, answer } = await lockAskedRequest(ctx.db, requestId, farmId)
    const refused = whyNoAnswer(request, ctx.now) ?? (await checkOffer(ctx, request, farmId, { ...offer, words }))
    if (refused) return refused
    const version = await say(ctx, requestId, answer, {
      state: 'offered',
      priceYen: offer.priceYen,
      qty: offer.qty,
      deliveryOn: offer.deliveryOn,
      method: offer.method,
      temperature: offer.temperature,
      boxSize: offer.boxSize,
      words,
    })
    await setTimer(ctx.db, request)
    await tellAnswered(ctx, request, {
      farmId,
      version,
      words,
      facts: [
        ['出荷できる数量', `${offer.qty}${request.unitLabel}`],
        ['価格（税抜）', `1${request.unitLabel} ${formatYen(offer.priceYen)}`],
        ['お届け日', formatDay(offer.deliveryOn)],
      ],
    })
    await recordEvent(ctx.db, ctx, {
      kind: 'request_answered',
      aboutFarmId: farmId,
      aboutRestaurantId: request.restaurantId,
      data: { id: requestId, version, ...offer, words },
    })
    return ok({ version })
  },
})

/** 出荷できません: the chef need not wait for this farm. It may still answer differently later. */
export const declineRequest = mutation({
  name: 'request.decline',
  permission: 'request.answer',
  input: { requestId: RequestIdIn },
  refusals: requestRefusals(...closedRefusals, 'answers_over', 'key_reused'),
  run: async (ctx, { requestId }): Promise<Answered> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'request.answer', { farmId })
    const { request, answer } = await lockAskedRequest(ctx.db, requestId, farmId)
    const refused = whyNoAnswer(request, ctx.now)
    if (refused) return refused
    const version = await say(ctx, requestId, answer, { ...nothing, state: 'declined' })
    await setTimer(ctx.db, request)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_declined',
      aboutFarmId: farmId,
      aboutRestaurantId: request.restaurantId,
      data: { id: requestId, version },
    })
    return ok({ version })
  },
})

/** Withdraws an offer; possible until the chef has accepted one, also after the time for answers. */
export const withdrawAnswer = mutation({
  name: 'request.withdraw_answer',
  permission: 'request.answer',
  input: { requestId: RequestIdIn },
  refusals: requestRefusals(...closedRefusals, 'nothing_to_withdraw', 'key_reused'),
  run: async (ctx, { requestId }): Promise<Answered> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'request.answer', { farmId })
    const { request, answer } = await lockAskedRequest(ctx.db, requestId, farmId)
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    if (answer?.state !== 'offered') return refuse('nothing_to_withdraw')
    const version = await say(ctx, requestId, answer, { ...nothing, state: 'withdrawn' })
    await setTimer(ctx.db, request)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_answer_withdrawn',
      aboutFarmId: farmId,
      aboutRestaurantId: request.restaurantId,
      data: { id: requestId, version },
    })
    return ok({ version })
  },
})

const nothing = {
  priceYen: null,
  qty: null,
  deliveryOn: null,
  method: null,
  temperature: null,
  boxSize: null,
  words: '',
}

function whyNoAnswer(request: RequestRow, now: Date) {
  const closed = whyClosed(request, now)
  if (closed) return closed
  return now > request.answerUntil ? refuse('answers_over') : null
}

async function checkOffer(ctx: Ctx, request: RequestRow, farmId: FarmId, offer: Offer & { words: string }) {
  if (await isHubHeld(ctx.db, farmId)) return refuse('hub_sells_nothing')
  if (offer.priceYen < 1 || offer.priceYen * offer.qty > 10_000_000) return refuse('bad_price')
  if (offer.qty > request.qty) return refuse('more_than_asked', { max: `${request.qty}${request.unitLabel}` })
  if (!travels(offer.boxSize, offer.temperature)) return refuse('box_too_big')
  if (offer.method !== 'conventional' && !(await methodsOf(ctx, farmId)).includes(offer.method))
    return refuse('method_not_shown')
  const claim = refusedClaim(offer.words, offer.method)
  if (claim) return refuse(claim.refusal, { word: claim.word })
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['prefectureCode', ...policyColumns])
    .select(sql<boolean>`goods_lapsed(id, ${request.category}, ${request.itemKey ?? ''})`.as('lapsed'))
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  if (farm.lapsed) return refuse('permit_lapsed')
  if (!request.days.includes(offer.deliveryOn)) return refuse('bad_day')
  const kitchen = await kitchenThatAsks(ctx, request.kitchenId)
  const vacations = await vacationsOf(ctx, [farmId])
  const possible = possibleOf(
    daysOfFarm(
      ctx.now,
      { zone: zoneOfPrefecture(farm.prefectureCode), policy: policyOf(farm), vacations: vacations.get(farmId) ?? [] },
      { kitchen, temperature: offer.temperature, days: [offer.deliveryOn] },
    ),
  )
  return possible.length > 0 ? null : refuse('bad_day')
}

type Said = Omit<
  AnswerRow,
  'id' | 'requestId' | 'farmId' | 'personId' | 'version' | 'answeredAt' | 'productId' | 'putAwayAt'
>

/** Stores its current answer; earlier ones are in the history. Returns the number of the version. */
async function say(ctx: Ctx, requestId: RequestId, before: AnswerRow | null, said: Said): Promise<number> {
  const { farmId, personId } = requireFarm(ctx.actor)
  const version = (before?.version ?? 0) + 1
  const word = { ...said, personId, version, answeredAt: ctx.now }
  await ctx.db
    .insertInto('requestAnswers')
    .values({
      id: newId<'requestAnswer'>(),
      requestId,
      farmId,
      productId: null,
      putAwayAt: null,
      ...word,
    })
    .onConflict((conflict) => conflict.columns(['requestId', 'farmId']).doUpdateSet(word))
    .execute()
  return version
}
