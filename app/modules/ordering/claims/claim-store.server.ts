import type { Selectable } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import {
  type ClaimDecision,
  type ClaimReason,
  type ClaimState,
  type ClaimWish,
  openClaimStates,
  type Part,
  type Quantity,
  type Remedy,
} from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ClaimId, EventId, FarmId, OrderId, OrderLineId, RestaurantId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type ClaimFacts, type ClaimTransition, claimRuleOf, nextClaimTimer } from '../claim-process.ts'
import { lockOrder, type Order, partOf } from '../order-store.server.ts'
import { claimEventKind } from './claim-told.ts'
import { tellingTimes } from './telling-times.ts'

/** Whole units and their weight, and `part` of one more unit. */
export type Claimed = Pick<Quantity, 'qty' | 'grams'> & { part: Part | null }

/** A claim as its use cases see it: about one line of one order. */
export type Claim = {
  id: ClaimId
  number: string
  orderId: OrderId
  lineId: OrderLineId
  farmId: FarmId
  restaurantId: RestaurantId
  state: ClaimState
  reason: ClaimReason
  /** About the boxes, not one line; `lineId` is then the first. */
  wholeOrder: boolean
  claimed: Claimed
  amountYen: Yen
  wish: ClaimWish
  words: string
  hidden: boolean
  automaticYen: Yen
  largeYen: Yen
  rateBelowThreshold: boolean
  photoCount: number
  offer: Remedy | null
  decision: ClaimDecision | null
  rechecked: boolean
  openedAt: Date
  answeredAt: Date | null
  escalatedAt: Date | null
  decidedAt: Date | null
  settledAt: Date | null
}

export const toClaim = (row: Selectable<Database['claims']>): Claim => ({
  id: row.id,
  number: row.number,
  orderId: row.orderId,
  lineId: row.orderLineId,
  farmId: row.farmId,
  restaurantId: row.restaurantId,
  state: row.state,
  reason: row.reason,
  wholeOrder: row.wholeOrder,
  claimed: { qty: row.qty, grams: row.grams, part: partOf(row.part, row.partOf) },
  amountYen: row.amountYen,
  wish: row.wish,
  words: row.words,
  hidden: row.hidden,
  automaticYen: row.automaticYen,
  largeYen: row.largeYen,
  rateBelowThreshold: row.rateBelowThreshold,
  photoCount: row.photoCount,
  offer: row.offer,
  decision: row.decision,
  rechecked: row.rechecked,
  openedAt: row.openedAt,
  answeredAt: row.answeredAt,
  escalatedAt: row.escalatedAt,
  decidedAt: row.decidedAt,
  settledAt: row.settledAt,
})

/** Both rows, locked until the transaction ends, the order's first: every access to a claim locks its order first. */
export async function lockClaim(db: DbOrTx, id: ClaimId): Promise<{ order: Order; claim: Claim }> {
  const found = await db.selectFrom('claims').select('orderId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('claim')
  const order = await lockOrder(db, found.orderId)
  const row = await db.selectFrom('claims').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return { order, claim: toClaim(row) }
}

/** The facts that the process needs. The reporting periods start at the delivery, with the order's own term. */
export const claimFacts = (claim: Claim, order: Pick<Order, 'state' | 'deliveredAt' | 'inspectHours'>): ClaimFacts => ({
  ...claim,
  orderState: order.state,
  photo: claim.photoCount > 0,
  offeredPercent: claim.offer && claim.offer.kind !== 'none' ? claim.offer.percent : null,
  ...tellingTimes(order, claim.openedAt),
})

/** Whether any claim of the order is still open. */
export async function hasOpenClaims(db: DbOrTx, orderId: OrderId): Promise<boolean> {
  const open = await db
    .selectFrom('claims')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', 'in', openClaimStates)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Inserts a new claim; the caller has checked it and holds the lock on its order. */
export const insertClaim = (ctx: Ctx, order: Order, claim: Claim) =>
  ctx.db
    .insertInto('claims')
    .values({
      id: claim.id,
      number: claim.number,
      orderId: claim.orderId,
      orderLineId: claim.lineId,
      farmId: claim.farmId,
      restaurantId: claim.restaurantId,
      state: claim.state,
      reason: claim.reason,
      qty: claim.claimed.qty,
      grams: claim.claimed.grams,
      part: claim.claimed.part?.count ?? null,
      partOf: claim.claimed.part?.of ?? null,
      amountYen: claim.amountYen,
      wish: claim.wish,
      words: claim.words,
      hidden: claim.hidden,
      automaticYen: claim.automaticYen,
      largeYen: claim.largeYen,
      rateBelowThreshold: claim.rateBelowThreshold,
      photoCount: claim.photoCount,
      offer: null,
      decision: null,
      openedAt: claim.openedAt,
      answeredAt: null,
      escalatedAt: claim.escalatedAt,
      decidedAt: null,
      settledAt: null,
      wholeOrder: claim.wholeOrder,
      timerAt: nextClaimTimer(claimFacts(claim, order))?.at ?? null,
    })
    .execute()

type Changes = Partial<Pick<Claim, 'offer' | 'decision'>>

/**
 * Moves a claim along a transition that has been checked: its state, its own moments, the next timer, and the history
 * of its order, in this transaction.
 */
export async function moveClaim(
  ctx: Ctx,
  order: Order,
  claim: Claim,
  name: Exclude<ClaimTransition, 'open' | 'sendBack'>,
  { reason, data, ...changes }: Changes & { reason?: string | undefined; data?: Record<string, unknown> } = {},
): Promise<{ claim: Claim; eventId: EventId }> {
  const { to } = claimRuleOf(name)
  const moved: Claim = {
    ...claim,
    ...changes,
    state: to,
    answeredAt: to === 'answered' ? ctx.now : claim.answeredAt,
    escalatedAt: to === 'escalated' ? ctx.now : claim.escalatedAt,
    decidedAt: to === 'decided' ? ctx.now : claim.decidedAt,
    settledAt: to === 'settled' ? ctx.now : null,
    rechecked: claim.rechecked || name === 'recheck',
  }
  await ctx.db
    .updateTable('claims')
    .set({
      state: moved.state,
      offer: moved.offer && JSON.stringify(moved.offer),
      decision: moved.decision && JSON.stringify(moved.decision),
      rechecked: moved.rechecked,
      answeredAt: moved.answeredAt,
      escalatedAt: moved.escalatedAt,
      decidedAt: moved.decidedAt,
      settledAt: moved.settledAt,
      timerAt: nextClaimTimer(claimFacts(moved, order))?.at ?? null,
    })
    .where('id', '=', claim.id)
    .execute()
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: claimEventKind[name],
    purchaseId: order.purchaseId,
    orderId: order.id,
    orderLineId: claim.lineId,
    ...(reason && { reason }),
    data: { claim: claim.number, from: claim.state, to, ...data },
  })
  return { claim: moved, eventId }
}
