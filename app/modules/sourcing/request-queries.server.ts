import { sql } from 'kysely'
import { authorize, requireBuyer, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Category, Method, Temperature } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, PurchaseId, RequestAnswerId, RequestId } from '#kernel/ids.ts'
import { addHours, type JstDate, weekdayOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { AnswerState, BoxSize, RequestState, WishedMethod } from '#kernel/request-enums.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { drawingOf } from '#modules/products/catalog/drawing-of.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { untilChoices } from './closing.ts'
import { askableDays, daysOfFarm, kitchenThatAsks, possibleOf } from './farms-to-ask.server.ts'
import { usualBox } from './one-off-goods.ts'
import {
  blockersOfOrdering,
  goodsYenOf,
  type OfferedAnswer,
  offerOf,
  quoteAnswers,
  totalOf,
} from './quote-answers.server.ts'
import { type RequestRefusal, requestRefusalText } from './refusal-text.ts'
import { type RequestRow, whyClosed } from './request-store.server.ts'

/** A request as every list shows it. */
export type ShownRequest = {
  id: RequestId
  words: string
  category: Category
  picture: string
  qty: number
  unit: string
  days: JstDate[]
  ceilingYen: Yen | null
  method: WishedMethod | null
  note: string
  state: RequestState
  answerUntil: Date
  lastOrderAt: Date
  createdAt: Date
  closedAt: Date | null
}

const shown = (row: Omit<RequestRow, 'personId'>): ShownRequest => ({
  id: row.id,
  words: row.words,
  category: row.category,
  picture: drawingOf({ item: findItem(row.itemKey ?? ''), category: row.category }),
  qty: row.qty,
  unit: row.unitLabel,
  days: row.days,
  ceilingYen: row.ceilingYen,
  method: row.method,
  note: row.note,
  state: row.state,
  answerUntil: row.answerUntil,
  lastOrderAt: row.lastOrderAt,
  createdAt: row.createdAt,
  closedAt: row.closedAt,
})

export type OwnRequest = ShownRequest & { by: string; kitchenId: KitchenId; told: number; offers: number }

const mostShown = 100

/** The requests of the user's restaurant, newest first, with the number of notified farms and of offers. */
export const ownRequests = query('request.see', async (ctx): Promise<OwnRequest[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'request.see', { restaurantId })
  const rows = await ctx.db
    .selectFrom('requests')
    .innerJoin('people', 'people.id', 'requests.personId')
    .selectAll('requests')
    .select('people.name as by')
    .select([
      sql<number>`(select count(*)::int from request_farms t where t.request_id = requests.id)`.as('told'),
      sql<number>`(select count(*)::int from request_answers a where a.request_id = requests.id and a.state = 'offered')`.as(
        'offers',
      ),
    ])
    .where('requests.restaurantId', '=', restaurantId)
    .orderBy('requests.createdAt', 'desc')
    .orderBy('requests.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({
    ...shown(row),
    by: row.by,
    kitchenId: row.kitchenId,
    told: row.told,
    offers: row.offers,
  }))
})

/** An answer as the chef compares it with the others. */
export type ShownAnswer = {
  id: RequestAnswerId
  version: number
  farm: { id: FarmId; name: string; crest: string; place: string }
  priceYen: Yen
  qty: number
  deliveryOn: JstDate
  method: Method
  temperature: Temperature
  boxSize: BoxSize
  words: string
  goodsYen: Yen
  /** Added freight without tax; negative if joining an open order makes the whole free. */
  freightYen: number
  taxYen: Yen
  /** With freight and tax: what accepting it adds to the bill. */
  totalYen: Yen
  /** The number of the open order that it would join. */
  joins: string | null
  cutoffAt: Date | null
  aboveCeiling: boolean
  /** The code of why it cannot be ordered now; null: it can. */
  problem: RequestRefusal | null
  /** The same as a sentence. */
  hindered: string | null
}

export type RequestForChef = OwnRequest & {
  version: number
  kitchen: string
  removedReason: string | null
  purchaseId: PurchaseId | null
  acceptedAnswerId: RequestAnswerId | null
  declined: number
  answers: ShownAnswer[]
  /** Whether it can still be changed. */
  open: boolean
  itemKey: string | null
}

/** One request with its answers side by side, the cheapest for the kitchen first. */
export const ownRequest = query('request.see', async (ctx, id: RequestId): Promise<RequestForChef> => {
  requireBuyer(ctx.actor)
  const row = await ctx.db
    .selectFrom('requests')
    .innerJoin('people', 'people.id', 'requests.personId')
    .innerJoin('kitchens', 'kitchens.id', 'requests.kitchenId')
    .selectAll('requests')
    .select(['people.name as by', 'kitchens.name as kitchen'])
    .select(sql<number>`(select count(*)::int from request_farms t where t.request_id = requests.id)`.as('told'))
    .where('requests.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('request')
  seeOrNotFound(ctx.actor, 'request.see', { restaurantId: row.restaurantId })
  const rows = await ctx.db
    .selectFrom('requestAnswers')
    .innerJoin('farms', 'farms.id', 'requestAnswers.farmId')
    .selectAll('requestAnswers')
    .select(['farms.name', 'farms.crest', 'farms.place'])
    .where('requestId', '=', id)
    .orderBy('requestAnswers.id')
    .execute()
  const offered = rows.flatMap((answer) => {
    const offer = offerOf(answer)
    return offer ? [{ ...answer, offer }] : []
  })
  const open = whyClosed(row, ctx.now) === null
  const quotes = open ? await quoteAnswers(ctx, row, offered) : new Map()
  const answers = offered.map((answer) => shownAnswer(row, answer, quotes.get(answer.id)))
  return {
    ...shown(row),
    by: row.by,
    kitchenId: row.kitchenId,
    kitchen: row.kitchen,
    version: row.version,
    told: row.told,
    offers: offered.length,
    declined: rows.filter(({ state }) => state === 'declined').length,
    removedReason: row.removedReason,
    purchaseId: row.purchaseId,
    acceptedAnswerId: row.acceptedAnswerId,
    itemKey: row.itemKey,
    open,
    answers: answers.toSorted(
      (a, b) =>
        Number(a.problem !== null) - Number(b.problem !== null) || a.totalYen - b.totalYen || (a.id < b.id ? -1 : 1),
    ),
  }
})

type Quoted = Parameters<typeof blockersOfOrdering>[0]
type FarmWords = { name: string; crest: string; place: string }

function shownAnswer(request: RequestRow, answer: OfferedAnswer & FarmWords, farm: Quoted | undefined): ShownAnswer {
  const { offer } = answer
  const problem = farm ? blockersOfOrdering(farm) : null
  const totalYen = totalOf(farm)
  return {
    ...offer,
    id: answer.id,
    version: answer.version,
    farm: { id: answer.farmId, name: answer.name, crest: answer.crest, place: answer.place },
    words: answer.words,
    goodsYen: farm?.goodsYen ?? goodsYenOf(offer),
    freightYen: farm?.freightYen ?? 0,
    taxYen: farm?.tax.taxYen ?? zeroYen,
    totalYen,
    joins: farm?.joins?.number ?? null,
    cutoffAt: farm?.day?.cutoffAt ?? null,
    aboveCeiling: request.ceilingYen !== null && totalYen > request.ceilingYen,
    problem,
    hindered: problem && requestRefusalText(problem),
  }
}

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
    .map((row) => toAsked(row, ctx.now))
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

function toAsked(row: AskedRow, now: Date): AskedRequest {
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
            priceYen: row.priceYen,
            qty: row.answerQty,
            deliveryOn: row.deliveryOn,
          },
    taken: row.acceptedAnswerId !== null && row.acceptedAnswerId === row.answerId,
    open: whyClosed(row, now) === null,
  }
}

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
    ...toAsked(row, ctx.now),
    closed,
    possible,
    methods: ['conventional', ...methods.filter((method) => method !== 'conventional')],
    offer: {
      price: row.priceYen,
      qty: row.answerQty ?? row.qty,
      day: row.deliveryOn ?? possible[0]?.deliveryOn ?? null,
      method: row.answerMethod ?? 'conventional',
      temperature,
      boxSize: row.boxSize ?? usual.boxSize,
      words: row.answerWords ?? '',
    },
  }
})

export type StaffRequest = ShownRequest & {
  restaurant: string
  restaurantId: RequestRow['restaurantId']
  place: string
  told: number
  offers: number
  removedReason: string | null
  purchaseId: PurchaseId | null
}

export type StaffRequestWish = { state: RequestState | null; words: string; after: { at: Date; id: RequestId } | null }
const staffPage = 50

/** All requests, newest first, by state and words. */
export const staffRequests = query(
  'requests.list_all',
  async (
    ctx,
    { state, words, after }: StaffRequestWish,
  ): Promise<{ requests: StaffRequest[]; next: { at: Date; id: RequestId } | null }> => {
    authorize(ctx.actor, 'requests.list_all', null)
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const rows = await ctx.db
      .selectFrom('requests')
      .innerJoin('restaurants', 'restaurants.id', 'requests.restaurantId')
      .innerJoin('kitchens', 'kitchens.id', 'requests.kitchenId')
      .selectAll('requests')
      .select(['restaurants.name as restaurant', 'kitchens.prefectureCode', 'kitchens.city'])
      .select([
        sql<number>`(select count(*)::int from request_farms t where t.request_id = requests.id)`.as('told'),
        sql<number>`(select count(*)::int from request_answers a where a.request_id = requests.id and a.state = 'offered')`.as(
          'offers',
        ),
      ])
      .$if(state !== null, (query) => query.where('requests.state', '=', state ?? 'open'))
      .$if(words !== '', (query) =>
        query.where((is) =>
          is.or([
            is('requests.words', 'ilike', like),
            is('requests.note', 'ilike', like),
            is('restaurants.name', 'ilike', like),
          ]),
        ),
      )
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(requests.created_at, requests.id) < (${after?.at}, ${after?.id}::uuid)`),
      )
      .orderBy('requests.createdAt', 'desc')
      .orderBy('requests.id', 'desc')
      .limit(staffPage + 1)
      .execute()
    const requests = rows.slice(0, staffPage).map((row) => {
      const code = parsePrefCode(row.prefectureCode)
      return {
        ...shown(row),
        restaurant: row.restaurant,
        restaurantId: row.restaurantId,
        place: `${code ? prefectureOf(code).name : ''}${row.city}`,
        told: row.told,
        offers: row.offers,
        removedReason: row.removedReason,
        purchaseId: row.purchaseId,
      }
    })
    const last = requests.at(-1)
    return { requests, next: rows.length > staffPage && last ? { at: last.createdAt, id: last.id } : null }
  },
)

/** The choices of the request form: the days, with the kitchen's days off marked. */
export const whatToAsk = query(
  'request.ask',
  async (
    ctx,
    kitchenId: KitchenId,
  ): Promise<{ kitchen: string; days: { day: JstDate; closed: boolean }[]; untils: Date[] }> => {
    const buyer = requireBuyer(ctx.actor)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'request.ask', buyer)
    const { name, calendar } = await kitchenThatAsks(ctx, kitchenId)
    return {
      kitchen: name,
      days: askableDays(ctx.now).map((day) => ({
        day,
        closed: !calendar.receivingWeekdays.includes(weekdayOf(day)) || calendar.closedDays.has(day),
      })),
      untils: untilChoices(ctx.now),
    }
  },
)
