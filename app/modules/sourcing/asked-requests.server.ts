import { sql } from 'kysely'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Method, Temperature } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, RequestId } from '#kernel/ids.ts'
import { addHours, type JstDate } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { AnswerState, BoxSize } from '#kernel/request-enums.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { daysOfFarm, kitchenThatAsks, possibleOf } from './farms-to-ask.server.ts'
import { usualBox } from './one-off-goods.ts'
import type { RequestRefusal } from './refusal-text.ts'
import { mostShown, type ShownRequest, shown } from './request-queries.server.ts'
import { whyClosed } from './request-store.server.ts'

/** A request as a farm sees it: the location, but not the restaurant, until there is an order. */
export type AskedRequest = ShownRequest & {
  place: string
  businessType: string
  version: number
  answer: {
    state: AnswerState
    version: number
    priceYen: Yen | null
    qty: number | null
    deliveryOn: JstDate | null
  } | null
  /** The chef accepted this farm's answer. */
  taken: boolean
  open: boolean
}

/** Two months. */
const shownHours = 62 * 24

/**
 * What this farm was asked for: what waits for its answer first, then the rest of the last two months. Empty for a farm
 * that is not active.
 */
export const askedRequests = query('asked_request.see', async (ctx): Promise<AskedRequest[]> => {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'asked_request.see', { farmId })) return []
  const since = addHours(ctx.now, -shownHours)
  const rows = await asked(ctx, farmId).where('t.toldAt', '>', since).limit(mostShown).execute()
  return rows
    .map((row) => toAsked(ctx, row))
    .toSorted(
      (a, b) => Number(isWaiting(b, ctx.now)) - Number(isWaiting(a, ctx.now)) || Number(b.open) - Number(a.open),
    )
})

const isWaiting = ({ open, answer, answerUntil }: AskedRequest, now: Date) =>
  open && answer === null && answerUntil >= now

/** How many requests wait for this farm's answer. */
export const requestsWaiting = query('asked_request.see', async (ctx): Promise<number> => {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'asked_request.see', { farmId })) return 0
  const { waiting } = await ctx.db
    .selectFrom('requestFarms as t')
    .innerJoin('requests as r', 'r.id', 't.requestId')
    .innerJoin('restaurants', 'restaurants.id', 'r.restaurantId')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('waiting'))
    .where('t.farmId', '=', farmId)
    .where('restaurants.status', '=', 'approved')
    .where('r.state', '=', 'open')
    .where('r.answerUntil', '>=', ctx.now)
    .where(sql<boolean>`not exists (select from request_answers a where a.request_id = r.id and a.farm_id = t.farm_id)`)
    .executeTakeFirstOrThrow()
  return waiting
})

const asked = ({ db }: Ctx, farmId: FarmId) =>
  db
    .selectFrom('requestFarms as t')
    .innerJoin('requests', 'requests.id', 't.requestId')
    .innerJoin('kitchens', 'kitchens.id', 'requests.kitchenId')
    .innerJoin('restaurants', 'restaurants.id', 'requests.restaurantId')
    .leftJoin('requestAnswers as a', (join) =>
      join.onRef('a.requestId', '=', 't.requestId').onRef('a.farmId', '=', 't.farmId'),
    )
    .selectAll('requests')
    .select([
      'kitchens.prefectureCode',
      'kitchens.city',
      'restaurants.businessType',
      'a.id as answerId',
      'a.state as answerState',
      'a.version as answerVersion',
      'a.priceYen',
      'a.qty as answerQty',
      'a.deliveryOn',
      'a.method as answerMethod',
      'a.temperature',
      'a.boxSize',
      'a.words as answerWords',
    ])
    .where('t.farmId', '=', farmId)
    .where('restaurants.status', '=', 'approved')
    .orderBy('t.toldAt', 'desc')
    .orderBy('requests.id', 'desc')

type AskedRow = Awaited<ReturnType<ReturnType<typeof asked>['executeTakeFirstOrThrow']>>

function toAsked(ctx: Ctx, row: AskedRow): AskedRequest {
  const code = parsePrefCode(row.prefectureCode)
  return {
    ...shown(row),
    place: `${code ? prefectureOf(code).name : ''}${row.city}`,
    businessType: row.businessType,
    version: row.version,
    answer:
      row.answerState === null
        ? null
        : {
            state: row.answerState,
            version: row.answerVersion ?? 1,
            priceYen: priceOf(ctx, row),
            qty: row.answerQty,
            deliveryOn: row.deliveryOn,
          },
    taken: row.acceptedAnswerId !== null && row.acceptedAnswerId === row.answerId,
    open: whyClosed(row, ctx.now) === null,
  }
}

/** What the farm answered: the price of the order that may become of it. */
const priceOf = ({ actor }: Ctx, { priceYen, restaurantId }: AskedRow): Yen | null =>
  can(actor, 'order_money.see', { farmId: requireFarm(actor).farmId, restaurantId }) ? priceYen : null

export type RequestForFarm = AskedRequest & {
  /** Why it cannot be answered (any more); null: it can. */
  closed: RequestRefusal | null
  /** The wished days on which this farm can deliver, and until when each must be ordered. */
  possible: { deliveryOn: JstDate; cutoffAt: Date }[]
  /** The growing methods that this farm may state. */
  methods: Method[]
  /** The initial values of the fields: its answer, else how it is usually sent. */
  offer: {
    price: number | null
    qty: number
    day: JstDate | null
    method: Method
    temperature: Temperature
    boxSize: BoxSize
    words: string
  }
}

/** One request that this farm was notified of, with everything that its answer needs; NotFound for others. */
export const askedRequest = query('asked_request.see', async (ctx, id: RequestId): Promise<RequestForFarm> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'asked_request.see', { farmId })
  const row = await asked(ctx, farmId).where('requests.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('request')
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['prefectureCode', ...policyColumns])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const vacations = await vacationsOf(ctx, [farmId])
  const kitchen = await kitchenThatAsks(ctx, row.kitchenId)
  const usual = usualBox({ itemKey: row.itemKey, unitLabel: row.unitLabel, qty: row.qty })
  const temperature = row.temperature ?? usual.temperature
  const possible = possibleOf(
    daysOfFarm(
      ctx.now,
      { zone: zoneOfPrefecture(farm.prefectureCode), policy: policyOf(farm), vacations: vacations.get(farmId) ?? [] },
      { kitchen, temperature, days: row.days },
    ),
  )
  const methods = await methodsOf(ctx, farmId)
  const closed = whyClosed(row, ctx.now)?.refusal ?? (ctx.now > row.answerUntil ? 'answers_over' : null)
  return {
    ...toAsked(ctx, row),
    closed,
    possible,
    methods: ['conventional', ...methods.filter((method) => method !== 'conventional')],
    offer: {
      price: priceOf(ctx, row),
      qty: row.answerQty ?? row.qty,
      day: row.deliveryOn ?? possible[0]?.deliveryOn ?? null,
      method: row.answerMethod ?? 'conventional',
      temperature,
      boxSize: row.boxSize ?? usual.boxSize,
      words: row.answerWords ?? '',
    },
  }
})
