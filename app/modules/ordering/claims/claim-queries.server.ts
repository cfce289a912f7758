import { sql } from 'kysely'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { ClaimState, CostBearer, OrderState, RemedyKind } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ClaimId, OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { saysWord, searchWords } from '#modules/audit-log/says-word.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { claimActionsFor, nextClaimTimer } from '../claim-process.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { anyOf, deliveredOn, partyTexts } from '../search-orders.server.ts'
import { meaningOf } from '../search-word.ts'
import { wholeOrderWord } from './claim-labels.ts'
import { type Claim, claimFacts, toClaim } from './claim-store.server.ts'

export type ClaimPhoto = { key: PhotoKey; width: number; height: number; byFarm: boolean }
export type ClaimEntry = { kind: RemedyKind; yen: Yen; nextStatement: boolean; borneBy: CostBearer; at: Date }

/** A claim as its pages show it: what is claimed of which line, its state, and the possible actions. */
export type ClaimView = Claim & {
  orderNumber: string
  orderState: OrderState
  farm: string
  restaurant: string
  line: { name: string; unitLabel: string; picture: string }
  photos: ClaimPhoto[]
  /** The settled amount; null while it is open, and if it was withdrawn. */
  entry: ClaimEntry | null
  /** The replacement order. */
  again: { id: OrderId; number: string; deliveryOn: JstDate } | null
  /** When its next automatic step is due; null once it is over. */
  dueAt: Date | null
  actions: ReturnType<typeof claimActionsFor>
  /** Above the amount up to which an unanswered claim is granted. */
  large: boolean
  /** False for a helper of the farm who does not see money: every amount is 0. */
  moneyShown: boolean
}

const claimRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('claims')
    .innerJoin('orders', 'orders.id', 'claims.orderId')
    .innerJoin('orderLines', 'orderLines.id', 'claims.orderLineId')
    .innerJoin('farms', 'farms.id', 'claims.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'claims.restaurantId')
    .leftJoin('claimEntries', 'claimEntries.claimId', 'claims.id')
    .leftJoin('orders as again', 'again.claimId', 'claims.id')
    .selectAll('claims')
    .select([
      'orders.number as orderNumber',
      'orders.state as orderState',
      'orders.deliveredAt',
      'orders.inspectHours',
      'orderLines.name as lineName',
      'orderLines.unitLabel',
      'orderLines.picture',
      'farms.name as farmName',
      'restaurants.name as restaurantName',
      'claimEntries.kind as entryKind',
      'claimEntries.yen as entryYen',
      'claimEntries.nextStatement',
      'claimEntries.borneBy',
      'claimEntries.at as entryAt',
      'again.id as againId',
      'again.number as againNumber',
      'again.deliveryOn as againOn',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof claimRows>['execute']>>[number]

/** One more query for any number of claims: their photos. */
async function viewsOf(ctx: Ctx, rows: readonly Row[]): Promise<ClaimView[]> {
  const photos = await photosOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const claim = toClaim(row)
    const order = { state: row.orderState, deliveredAt: row.deliveredAt, inspectHours: row.inspectHours }
    const facts = claimFacts(claim, order)
    const moneyShown = can(ctx.actor, 'order_money.see', { farmId: row.farmId, restaurantId: row.restaurantId })
    const entry = entryOf(row)
    return {
      ...claim,
      ...(!moneyShown && { amountYen: zeroYen, automaticYen: zeroYen, largeYen: zeroYen }),
      large: claim.amountYen > claim.largeYen,
      moneyShown,
      orderNumber: row.orderNumber,
      orderState: row.orderState,
      farm: row.farmName,
      restaurant: row.restaurantName,
      line: {
        name: claim.wholeOrder ? wholeOrderWord : row.lineName,
        unitLabel: claim.wholeOrder ? '点' : row.unitLabel,
        picture: row.picture,
      },
      photos: photos.get(row.id) ?? [],
      entry: entry && !moneyShown ? { ...entry, yen: zeroYen } : entry,
      again:
        row.againId && row.againNumber && row.againOn
          ? { id: row.againId, number: row.againNumber, deliveryOn: row.againOn }
          : null,
      dueAt: nextClaimTimer(facts)?.at ?? null,
      actions: claimActionsFor(facts, actorKindOf(ctx.actor), ctx.now),
    }
  })
}

function entryOf({ entryKind, entryYen, nextStatement, borneBy, entryAt }: Row): ClaimEntry | null {
  if (entryKind === null || entryYen === null || borneBy === null || entryAt === null) return null
  return { kind: entryKind, yen: entryYen, nextStatement: nextStatement ?? false, borneBy: borneBy, at: entryAt }
}

async function photosOf(ctx: Ctx, ids: readonly ClaimId[]): Promise<Map<ClaimId, ClaimPhoto[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('claimPhotos')
    .innerJoin('photos', 'photos.key', 'claimPhotos.photoKey')
    .select(['claimId', 'photos.key', 'photos.width', 'photos.height', 'byFarm'])
    .where('claimId', 'in', ids)
    .orderBy('photos.createdAt')
    .orderBy('photos.key')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, key: row.key as PhotoKey })),
    (row) => row.claimId,
  )
}

/** The claims of one order, oldest first; for either side and staff. */
export const claimsOfOrder = query('order.see', async (ctx, orderId: OrderId): Promise<ClaimView[]> => {
  requireSignedIn(ctx)
  const order = await ctx.db
    .selectFrom('orders')
    .select(['farmId', 'restaurantId', 'state'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new NotFound('order')
  seeOrNotFound(ctx.actor, 'order.see', order)
  const rows = await claimRows(ctx).where('claims.orderId', '=', orderId).orderBy('claims.number').execute()
  return viewsOf(ctx, rows)
})

export type WaitingClaim = { id: ClaimId; orderId: OrderId; line: string; restaurant: string; dueAt: Date | null }

/** Claims that wait for the farm's answer, most urgent first. */
export const claimsToAnswer = query('own', async (ctx): Promise<WaitingClaim[]> => {
  const { farmId } = requireFarm(ctx.actor)
  return ctx.db
    .selectFrom('claims')
    .innerJoin('orderLines', 'orderLines.id', 'claims.orderLineId')
    .innerJoin('restaurants', 'restaurants.id', 'claims.restaurantId')
    .select([
      'claims.id',
      'claims.orderId',
      'orderLines.name as line',
      'restaurants.name as restaurant',
      'claims.timerAt as dueAt',
    ])
    .where('claims.farmId', '=', farmId)
    .where('claims.state', '=', 'opened')
    .orderBy('claims.timerAt')
    .limit(50)
    .execute()
})

export const claimDesks = ['escalated', 'opened', 'answered', 'decided', 'done'] as const
export type ClaimDesk = (typeof claimDesks)[number]

const statesOf: Record<ClaimDesk, readonly ClaimState[]> = {
  escalated: ['escalated'],
  opened: ['opened'],
  answered: ['answered'],
  decided: ['decided'],
  done: ['settled', 'withdrawn'],
}

/** For staff: what they have to decide, longest waiting first; closed ones, newest first. */
export const claimDesk = query(
  'claims.list_all',
  async (ctx, desk: ClaimDesk, limit?: number): Promise<ClaimView[]> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'claims.list_all', null)
    const rows = await claimRows(ctx)
      .where('claims.state', 'in', statesOf[desk])
      .orderBy(desk === 'escalated' ? 'claims.escalatedAt' : 'claims.openedAt', desk === 'done' ? 'desc' : 'asc')
      .orderBy('claims.id')
      .limit(limit ?? 50)
      .execute()
    return viewsOf(ctx, rows)
  },
)

/** For staff: claims in any state that say every word of a search; newest first. */
export const findClaims = query('claims.list_all', async (ctx, typed: string): Promise<ClaimView[]> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'claims.list_all', null)
  const found = searchWords(typed).reduce((rows, word) => rows.where(saying(word)), claimRows(ctx))
  return viewsOf(ctx, await found.orderBy('claims.openedAt', 'desc').orderBy('claims.id').limit(100).execute())
})

function saying(word: string) {
  const { day, yen } = meaningOf(word)
  const texts = [sql`claims.number`, sql`orders.number`, sql`order_lines.name`, ...partyTexts]
  return anyOf([
    saysWord(texts, word),
    ...(day ? [deliveredOn(day)] : []),
    ...(yen ? [sql<boolean>`claims.amount_yen = ${yen}`, sql<boolean>`orders.total_inc_yen = ${yen}`] : []),
  ])
}

/** The number of claims in each list. */
export const claimCounts = query('claims.list_all', async (ctx): Promise<Record<ClaimDesk, number>> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'claims.list_all', null)
  const rows = await ctx.db
    .selectFrom('claims')
    .select((is) => ['state', is.fn.countAll<string>().as('n')] as const)
    .groupBy('state')
    .execute()
  const countOf = (states: readonly ClaimState[]) =>
    rows.reduce((sum, { state, n }) => (states.includes(state) ? sum + Number(n) : sum), 0)
  return {
    escalated: countOf(statesOf.escalated),
    opened: countOf(statesOf.opened),
    answered: countOf(statesOf.answered),
    decided: countOf(statesOf.decided),
    done: countOf(statesOf.done),
  }
})

export type ClaimEvent = { id: string; at: Date; kind: string; actorName: string; reason: string | null }
export type PastDecision = { number: string; kind: RemedyKind; percent: number; words: string; at: Date }

/** One claim for staff: both sides, the history, and earlier decisions about similar claims. */
export const claimDetail = query(
  'claims.list_all',
  async (ctx, id: ClaimId): Promise<{ claim: ClaimView; events: ClaimEvent[]; similar: PastDecision[] }> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'claims.list_all', null)
    const [claim] = await viewsOf(ctx, await claimRows(ctx).where('claims.id', '=', id).execute())
    if (!claim) throw new NotFound('claim')
    const events = await ctx.db
      .selectFrom('events')
      .select(['id', 'at', 'kind', 'actorName', 'reason'])
      .where('orderId', '=', claim.orderId)
      .where(sql<boolean>`data->>'claim' = ${claim.number}`)
      .orderBy('at')
      .orderBy('id')
      .execute()
    const decided = await ctx.db
      .selectFrom('claims')
      .select(['number', 'decision', 'decidedAt'])
      .where('reason', '=', claim.reason)
      .where('decision', 'is not', null)
      .where('id', '<>', id)
      .orderBy('decidedAt', 'desc')
      .limit(5)
      .execute()
    const similar = decided.flatMap(({ number, decision, decidedAt: at }) =>
      decision && at ? [{ number, kind: decision.kind, percent: decision.percent, words: decision.words, at }] : [],
    )
    return { claim, events, similar }
  },
)
