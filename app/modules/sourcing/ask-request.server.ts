import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, type KitchenId, newId, type RequestId, type RestaurantId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { nameRefusal } from '#kernel/name.ts'
import { wishedMethods } from '#kernel/request-enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Category, DayIn, KitchenChoice, Quantity, RowVersion, Text } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { daysFromTomorrow } from '#modules/cart/offered-days.ts'
import { findItem, temperatureOf } from '#modules/products/catalog/produce.ts'
import { produceItems } from '#modules/products/catalog/vocabulary.server.ts'
import { answerUntil } from './closing.ts'
import { farmsToAsk, kitchenThatAsks } from './farms-to-ask.server.ts'
import { kindsWithin, matchProduce } from './match-produce.ts'
import { type RequestRefusal, requestRefusals, requestRefusalText } from './refusal-text.ts'
import { tellFarms } from './request-mails.server.tsx'
import { closedRefusals, lockOwnRequest, RequestIdIn, whyClosed } from './request-store.server.ts'
import { inOrder, lastCutoff, type Told, whoIsTold } from './who-is-told.ts'

const mostDays = 7
const ceilingText = '1円から10,000,000円までの整数で入力するか、空欄のままにしてください（例 3000）'

/** What a chef looks for. */
const asked = {
  words: Text(1, 60, requestRefusalText('words_missing')).describe('探している食材（例 ズッキーニの花）'),
  category: Category.nullish().describe('名前から判別できない場合の種類'),
  qty: Quantity(1, '数量は1から9,999までの整数で入力してください（例 20）。'),
  unit: Text(1, 10, requestRefusalText('unit_missing')),
  days: z
    .array(DayIn)
    .min(1, requestRefusalText('days_missing'))
    .max(mostDays, requestRefusalText('days_too_far'))
    .describe('明日から13日後まで'),
  ceilingYen: z
    .int(ceilingText)
    .min(1, ceilingText)
    .max(10_000_000, ceilingText)
    .transform((amount) => yen(amount))
    .nullish()
    .describe('税・送料込'),
  method: z.enum(wishedMethods).nullish(),
  note: Text(0, 300).optional(),
  answerUntil: z.iso
    .datetime({ offset: true, error: '時刻は ISO 8601 で入力してください。' })
    .transform((moment) => new Date(moment))
    .nullish(),
}
export type Asked = z.output<z.ZodObject<typeof asked>>

const askRefusals = [
  'kind_unknown',
  'words_missing',
  'name_hidden_character',
  'name_with_url',
  'unit_missing',
  'days_missing',
  'days_too_far',
  'nobody_to_ask',
  'until_too_soon',
  'asked_too_often',
  'key_reused',
] as const

/** Maximum of open requests per restaurant: our choice, to limit noise. */
const mostOpen = 20
/** Each is mailed to up to thirty farms; the limit per restaurant, counting open ones and those of the last day. */
const mostTellings = 60

type Made = { requestId: RequestId; told: number }

/**
 * A chef asks for what they did not find; the farms that could supply it are notified (who-is-told.ts). Once per key.
 */
export const askRequest = mutation({
  name: 'request.ask',
  permission: 'request.ask',
  input: { kitchenId: KitchenChoice, ...asked },
  refusals: requestRefusals(...askRefusals, 'too_many_requests'),
  run: async (ctx, input): Promise<Result<Made, RequestRefusal>> => {
    const buyer = requireBuyer(ctx.actor)
    const kitchenId = buyer.kitchenIds.find((own) => input.kitchenId === undefined || own === input.kitchenId)
    if (!kitchenId) throw new NotFound('kitchen')
    authorize(ctx.actor, 'request.ask', buyer)
    if (await hasTooMany(ctx, buyer.restaurantId)) return refuse('too_many_requests')
    if (await tellsTooOften(ctx, buyer.restaurantId)) return refuse('asked_too_often')
    const read = await readAsked(ctx, { ...input, kitchenId, restaurantId: buyer.restaurantId })
    if (!read.ok) return read
    const { row, told } = read.value
    const id = newId<'request'>()
    await ctx.db
      .insertInto('requests')
      .values({
        id,
        restaurantId: buyer.restaurantId,
        kitchenId,
        personId: buyer.personId,
        ...row,
        timerAt: row.answerUntil,
        state: 'open',
        createdAt: ctx.now,
        closedAt: null,
        removedReason: null,
        acceptedAnswerId: null,
        purchaseId: null,
      })
      .execute()
    await tell(ctx, id, 1, told)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_asked',
      aboutRestaurantId: buyer.restaurantId,
      data: { id, words: row.words, qty: row.qty, unit: row.unitLabel, days: row.days, told: told.length },
    })
    return ok({ requestId: id, told: told.length })
  },
})

/**
 * Changes a request as long as no farm has answered. Farms that can supply it only now are notified as well, and those
 * notified before learn of the change. `version`: what the page has seen.
 */
export const changeRequest = mutation({
  name: 'request.change',
  permission: 'request.ask',
  input: { requestId: RequestIdIn, ...asked, version: RowVersion },
  refusals: requestRefusals(...askRefusals, ...closedRefusals, 'answered_already', 'request_changed'),
  run: async (ctx, input): Promise<Result<Made, RequestRefusal>> => {
    const { requestId, version } = input
    const request = await lockOwnRequest(ctx, requestId)
    authorize(ctx.actor, 'request.ask', { restaurantId: request.restaurantId })
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    if (request.version !== version) return refuse('request_changed')
    const answered = await ctx.db
      .selectFrom('requestAnswers')
      .select('id')
      .where('requestId', '=', requestId)
      .where('state', '=', 'offered')
      .executeTakeFirst()
    if (answered) return refuse('answered_already')
    if (await tellsTooOften(ctx, request.restaurantId)) return refuse('asked_too_often')
    const { kitchenId, restaurantId } = request
    const read = await readAsked(ctx, { ...input, kitchenId, restaurantId })
    if (!read.ok) return read
    const { row, told } = read.value
    await ctx.db
      .updateTable('requests')
      .set({ ...row, timerAt: row.answerUntil, version: version + 1 })
      .where('id', '=', requestId)
      .execute()
    await tell(ctx, requestId, version + 1, told)
    await recordEvent(ctx.db, ctx, {
      kind: 'request_changed',
      aboutRestaurantId: restaurantId,
      data: { id: requestId, words: row.words, qty: row.qty, unit: row.unitLabel, days: row.days, told: told.length },
    })
    return ok({ requestId, told: told.length })
  },
})

async function hasTooMany({ db }: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('restaurantId', '=', restaurantId)
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
    .where('restaurantId', '=', restaurantId)
    .where((is) => is.or([is('state', '=', 'open'), is('createdAt', '>', addHours(now, -24))]))
    .executeTakeFirstOrThrow()
  return tellings >= mostTellings
}

type Place = { kitchenId: KitchenId; restaurantId: RestaurantId }

/** The whole request, checked, with the farms to notify. */
async function readAsked(ctx: Ctx, { kitchenId, restaurantId, ...asked }: Asked & Place) {
  const words = asked.words.trim()
  if (words === '') return refuse('words_missing')
  const wrongName = nameRefusal(words)
  if (wrongName) return refuse(wrongName)
  const unit = asked.unit.trim()
  if (unit === '') return refuse('unit_missing')
  const days = inOrder(asked.days)
  const askable = daysFromTomorrow(ctx.now)
  if (!days.every((day) => askable.includes(day))) return refuse('days_too_far')

  const items = await produceItems(ctx)
  const matched = matchProduce(items, words)
  // the category chosen by the chef wins: コーンの花 may be no corn
  const kind = matched && (!asked.category || asked.category === matched.category) ? matched : null
  const category = asked.category ?? kind?.category
  // the tax rate of unknown food is unknown, and some of this category is not food by law
  if (!category || ((category === 'processed' || category === 'set') && !kind)) return refuse('kind_unknown')
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
  const until = answerUntil(ctx.now, asked.answerUntil ?? null, lastOrderAt)
  if (!until) return refuse('until_too_soon')
  const row = {
    words,
    itemKey: kind?.itemKey ?? null,
    category,
    qty: asked.qty,
    unitLabel: unit,
    days,
    ceilingYen: asked.ceilingYen ?? null,
    method: asked.method ?? null,
    note: asked.note?.trim() ?? '',
    answerUntil: until,
    lastOrderAt,
  }
  return ok({ row, told })
}

/** Records who is notified, and notifies them. Farms notified of an earlier version are told of the change. */
async function tell(ctx: Ctx, id: RequestId, version: number, told: readonly Told[]): Promise<void> {
  if (told.length > 0)
    await ctx.db
      .insertInto('requestFarms')
      .values(told.map(({ farmId }) => ({ requestId: id, farmId, toldAt: ctx.now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const all = await ctx.db.selectFrom('requestFarms').select('farmId').where('requestId', '=', id).execute()
  await tellFarms(
    ctx,
    id,
    all.map(({ farmId }): FarmId => farmId),
    { kind: version === 1 ? 'asked' : 'changed', version },
  )
}
