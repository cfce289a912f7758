import { sql } from 'kysely'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Method, Temperature } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, PurchaseId, RequestAnswerId, RequestId } from '#kernel/ids.ts'
import { type JstDate, weekdayOf } from '#kernel/jst.ts'
import type { BoxSize } from '#kernel/request-enums.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { daysFromTomorrow } from '#modules/cart/offered-days.ts'
import { untilChoices } from './closing.ts'
import { kitchenThatAsks } from './farms-to-ask.server.ts'
import {
  blockersOfOrdering,
  goodsYenOf,
  type OfferedAnswer,
  offerOf,
  quoteAnswers,
  totalOf,
} from './quote-answers.server.ts'
import { type RequestRefusal, requestRefusalText } from './refusal-text.ts'
import { mostShown, type ShownRequest, shown } from './request-queries.server.ts'
import { type RequestRow, whyClosed } from './request-store.server.ts'

export type OwnRequest = ShownRequest & { by: string; kitchenId: KitchenId; told: number; offers: number }

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
      days: daysFromTomorrow(ctx.now).map((day) => ({
        day,
        closed: !calendar.receivingWeekdays.includes(weekdayOf(day)) || calendar.closedDays.has(day),
      })),
      untils: untilChoices(ctx.now),
    }
  },
)
