import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, type KitchenId, newId, type RequestId, type RestaurantId } from '#kernel/ids.ts'
import { addHours, type JstDate } from '#kernel/jst.ts'
import { nameRefusal } from '#kernel/name.ts'
import type { WishedMethod } from '#kernel/request-enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { lengthOf } from '#kernel/text.ts'
import type { Yen } from '#kernel/yen.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { findItem, temperatureOf } from '#modules/products/catalog/produce.ts'
import { produceItems } from '#modules/products/catalog/vocabulary.server.ts'
import { answerUntil } from './closing.ts'
import { askableDays, farmsToAsk, kitchenThatAsks } from './farms-to-ask.server.ts'
import { kindsWithin, matchProduce } from './match-produce.ts'
import type { RequestRefusal } from './refusal-text.ts'
import { tellFarms } from './request-mails.server.tsx'
import { lockOwnRequest, whyClosed } from './request-store.server.ts'
import { inOrder, lastCutoff, type Told, whoIsTold } from './who-is-told.ts'

/** What a chef looks for. `category`: chosen if the text alone does not identify the food. */
export type Asked = {
  words: string
  category: Category | null
  qty: number
  unit: string
  days: readonly JstDate[]
  /** With freight and tax. */
  ceilingYen: Yen | null
  method: WishedMethod | null
  note: string
  /** null: until the last 締切. */
  until: Date | null
}

/** Maximum of open requests per restaurant: our choice, to limit noise. */
const mostOpen = 20
/** Each is mailed to up to thirty farms; the limit per restaurant, counting open ones and those of the last day. */
const mostTellings = 60
const mostDays = 7

type Made = { requestId: RequestId; told: number }

/**
 * A chef asks for what they did not find; the farms that could supply it are notified (who-is-told.ts). Once per key.
 */
export const askRequest = (
  ctx: Ctx,
  { kitchenId, key, ...asked }: Asked & { kitchenId: KitchenId; key: string },
): Promise<Result<Made, RequestRefusal>> =>
  idempotent<Made, RequestRefusal>(ctx, 'request.ask', key, { kitchenId, ...asked }, async (ctx) => {
    const buyer = requireBuyer(ctx.actor)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'request.ask', buyer)
    if (await hasTooMany(ctx, buyer.restaurantId)) return refuse('too_many_requests')
    if (await tellsTooOften(ctx, buyer.restaurantId)) return refuse('asked_too_often')
    const read = await readAsked(ctx, { ...asked, kitchenId, restaurantId: buyer.restaurantId })
    if (!read.ok) return read
    const { row, told } = read.value
    const id = newId<'request'>()
    await ctx.db
      .insertInto('requests')
      .values({
        id,
        restaurant_id: buyer.restaurantId,
        kitchen_id: kitchenId,
        person_id: buyer.personId,
        ...row,
        timer_at: row.answer_until,
        state: 'open',
        created_at: ctx.now,
        closed_at: null,
        removed_reason: null,
        accepted_answer_id: null,
        purchase_id: null,
      })
      .execute()
    await tell(ctx, id, 1, told)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_asked',
      aboutRestaurantId: buyer.restaurantId,
      data: { id, words: row.words, qty: row.qty, unit: row.unit_label, days: row.days, told: told.length },
    })
    return ok({ requestId: id, told: told.length })
  })

/**
 * Changes a request as long as no farm has answered. Farms that can supply it only now are notified as well, and those
 * notified before learn of the change. `version`: what the page has seen.
 */
export const changeRequest = (
  ctx: Ctx,
  { requestId, key, version, ...asked }: Asked & { requestId: RequestId; key: string; version: number },
): Promise<Result<Made, RequestRefusal>> =>
  idempotent<Made, RequestRefusal>(ctx, 'request.change', key, { requestId, version, ...asked }, async (ctx) => {
    const request = await lockOwnRequest(ctx, requestId)
    authorize(ctx.actor, 'request.ask', { restaurantId: request.restaurant_id })
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    if (request.version !== version) return refuse('request_changed')
    const answered = await ctx.db
      .selectFrom('request_answers')
      .select('id')
      .where('request_id', '=', requestId)
      .where('state', '=', 'offered')
      .executeTakeFirst()
    if (answered) return refuse('answered_already')
    if (await tellsTooOften(ctx, request.restaurant_id)) return refuse('asked_too_often')
    const { kitchen_id: kitchenId, restaurant_id: restaurantId } = request
    const read = await readAsked(ctx, { ...asked, kitchenId, restaurantId })
    if (!read.ok) return read
    const { row, told } = read.value
    await ctx.db
      .updateTable('requests')
      .set({ ...row, timer_at: row.answer_until, version: version + 1 })
      .where('id', '=', requestId)
      .execute()
    await tell(ctx, requestId, version + 1, told)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_changed',
      aboutRestaurantId: restaurantId,
      data: { id: requestId, words: row.words, qty: row.qty, unit: row.unit_label, days: row.days, told: told.length },
    })
    return ok({ requestId, told: told.length })
  })

async function hasTooMany({ db }: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('state', '=', 'open')
    .limit(mostOpen)
    .execute()
  return rows.length === mostOpen
}

/** Asked and changed too often: the version of a request is how often its farms were notified. */
async function tellsTooOften({ db, now }: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const { tellings } = await db
    .selectFrom('requests')
    .select((it) => it.cast<number>(it.fn.coalesce(it.fn.sum('version'), it.lit(0)), 'integer').as('tellings'))
    .where('restaurant_id', '=', restaurantId)
    .where((is) => is.or([is('state', '=', 'open'), is('created_at', '>', addHours(now, -24))]))
    .executeTakeFirstOrThrow()
  return tellings >= mostTellings
}

type Place = { kitchenId: KitchenId; restaurantId: RestaurantId }

/** The whole request, checked, with the farms to notify. */
async function readAsked(ctx: Ctx, { kitchenId, restaurantId, ...asked }: Asked & Place) {
  const words = asked.words.trim()
  if (words === '' || lengthOf(words) > 60) return refuse('words_missing')
  const wrongName = nameRefusal(words)
  if (wrongName) return refuse(wrongName)
  if (!Number.isInteger(asked.qty) || asked.qty < 1 || asked.qty > 9_999) return refuse('bad_amount')
  const unit = asked.unit.trim()
  if (unit === '' || lengthOf(unit) > 10) return refuse('unit_missing')
  const days = inOrder(asked.days)
  if (days.length === 0) return refuse('days_missing')
  const askable = askableDays(ctx.now)
  if (days.length > mostDays || !days.every((day) => askable.includes(day))) return refuse('days_too_far')

  const items = await produceItems(ctx)
  const matched = matchProduce(items, words)
  // the category chosen by the chef wins: コーンの花 may be no corn
  const kind = matched && (asked.category === null || asked.category === matched.category) ? matched : null
  const category = asked.category ?? kind?.category
  // the tax rate of unknown food is unknown, and some of this category is not food by law
  if (!category || (category === 'processed' && !kind)) return refuse('kind_unknown')
  const item = kind && findItem(kind.itemKey)
  const farms = await farmsToAsk(ctx, {
    restaurantId,
    kitchen: await kitchenThatAsks(ctx, kitchenId),
    itemKeys: kind ? kindsWithin(items, kind.itemKey) : [],
    category,
    temperature: item ? temperatureOf(item) : 'chilled',
    days,
  })
  const told = whoIsTold(farms, item)
  const lastOrderAt = lastCutoff(farms.filter(({ farmId }) => told.some((it) => it.farmId === farmId)))
  if (!lastOrderAt) return refuse('nobody_to_ask')
  const until = answerUntil(ctx.now, asked.until, lastOrderAt)
  if (!until) return refuse('until_too_soon')
  const row = {
    words,
    item_key: kind?.itemKey ?? null,
    category,
    qty: asked.qty,
    unit_label: unit,
    days,
    ceiling_yen: asked.ceilingYen,
    method: asked.method,
    note: asked.note.trim().slice(0, 300),
    answer_until: until,
    last_order_at: lastOrderAt,
  }
  return ok({ row, told })
}

/** Records who is notified, and notifies them. Farms notified of an earlier version are told of the change. */
async function tell(ctx: Ctx, id: RequestId, version: number, told: readonly Told[]): Promise<void> {
  if (told.length > 0)
    await ctx.db
      .insertInto('request_farms')
      .values(told.map(({ farmId }) => ({ request_id: id, farm_id: farmId, told_at: ctx.now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const all = await ctx.db.selectFrom('request_farms').select('farm_id').where('request_id', '=', id).execute()
  await tellFarms(
    ctx,
    id,
    all.map(({ farm_id }): FarmId => farm_id),
    { kind: version === 1 ? 'asked' : 'changed', version },
  )
}
