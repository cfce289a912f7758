import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { releaseStock } from '#modules/products/catalog/stock.server.ts'
import { releasePlaces } from '#modules/runs/places.server.ts'
import { type Decision, decideShortage, type Offer, readStatements, type Statement } from './decide-shortage.ts'
import { notToBeHad, offersOf } from './offers.server.ts'
import type { OrderLine } from './order.ts'
import { askGuards } from './order-guards.ts'
import { LineAnswer, OrderVersion } from './order-input.ts'
import { shortageReasons } from './order-labels.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { tellAsked } from './proposal-mails.server.tsx'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { writeSettled } from './settle-shortage.server.ts'

/** The result for the order: it continues, the chef is asked, or their instruction has ended it. */
export type Answered = {
  orderId: OrderId
  outcome: 'settled' | 'ask' | 'end'
  /** It can be taken back for some seconds (undo-accept.server.ts). */
  undoable?: true
}

/**
 * The farm answers (transition 3): everything, or less of some lines. Less than ordered is fine: what the chef allowed
 * in advance (不足時の指示) then decides immediately; only chefs who want to be asked are asked, until the hour that they set
 * (transition 6). Lines that are not mentioned are confirmed as ordered. What is not confirmed returns to stock.
 */
export const acceptOrder = mutation({
  name: 'order.accept',
  permission: 'order.accept',
  input: {
    orderId: OrderIdIn,
    version: OrderVersion.optional().describe('表示していた注文の version。変更されていた場合は拒否します'),
    lines: z.array(LineAnswer).max(500).default([]),
    undoable: z.boolean().optional().describe('農園の画面から、10秒間取り消せるように受注する'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'reason_missing',
    'more_than_ordered',
    'nothing_confirmed',
    'unknown_line',
    'changed_meanwhile',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.accept', order)
    if (input.version !== undefined && input.version !== order.version) return refuse('changed_meanwhile')
    const isAll = input.lines.length === 0
    return acceptLocked(ctx, order, input.lines, input.undoable && isAll ? { undoUntil: undoUntilOf(ctx, order) } : {})
  },
})

/** Seconds that the page offers, and those that an answer may take to get through. */
const undoSeconds = 10
const underwaySeconds = 3

/**
 * Until when a complete first acceptance can be taken back; null: it cannot. What was pressed offline long ago stays, and
 * nothing returns to a farm whose time to answer is over.
 */
function undoUntilOf({ now, pressedAt = now }: Ctx, { acceptedAt, answerDueAt }: Order): Date | null {
  const until = new Date(pressedAt.getTime() + (undoSeconds + underwaySeconds) * 1_000)
  return acceptedAt || until <= now || until > answerDueAt ? null : until
}

type Special = {
  /** What is missing was not harvested: it does not return to stock. */
  gone?: boolean
  undoUntil?: Date | null
}

/** The same for an order already locked in this transaction: automatic acceptance (S), a divided harvest. */
export async function acceptLocked(
  ctx: Ctx,
  order: Order,
  answers: readonly LineAnswer[],
  more: Special = {},
): Promise<Result<Answered, OrderingRefusal>> {
  const judged = checkTransition(order, 'accept', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  return decideLocked(ctx, order, answers, { name: 'accept', ...more })
}

/**
 * After accepting, and before packing, the farm finds that there is less (transitions 6 and 6a). The instructions
 * decide as above; an order of which nothing would be left is cancelled at no cost to the restaurant.
 */
export const reportShortage = mutation({
  name: 'order.shortage',
  permission: 'order.propose',
  input: { orderId: OrderIdIn, version: OrderVersion.optional(), lines: z.array(LineAnswer).min(1).max(500) },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'reason_missing',
    'more_than_ordered',
    'unknown_line',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.propose', order)
    if (input.version !== undefined && input.version !== order.version) return refuse('changed_meanwhile')
    return shortageLocked(ctx, order, input.lines)
  },
})

export async function shortageLocked(
  ctx: Ctx,
  order: Order,
  answers: readonly LineAnswer[],
  more: { gone?: boolean } = {},
): Promise<Result<Answered, OrderingRefusal>> {
  const judged = checkTransition(order, 'cover', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  return decideLocked(ctx, order, answers, { name: 'cover', ...more })
}

async function decideLocked(
  ctx: Ctx,
  order: Order,
  answers: readonly LineAnswer[],
  { name, gone, undoUntil = null }: Special & { name: 'accept' | 'cover' },
): Promise<Result<Answered, OrderingRefusal>> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const offers = await offersOf(ctx, order, answers)
  const said = decideAnswers(lines, answers, { now: ctx.now, packAt: order.packAt, offers })
  if (!said.ok) return said
  const { statements, decision } = said.value
  const settled = decision.outcome === 'settled' ? decision.lines : []
  const missing = await notToBeHad(ctx, order, { lines, settled })
  if (missing.length > 0) return refuse('out_of_stock', { products: missing })
  // an accepted order can no longer be declined: with nothing left it ends
  if (decision.outcome === 'nothing' && !order.acceptedAt)
    return askGuards('accept', { moving: [] }) ?? ok({ orderId: order.id, outcome: 'settled' })
  if (decision.outcome === 'ask') {
    const moved = await ask(ctx, order, statements, decision.until, gone)
    await tellAsked(ctx, moved, statements)
    return ok({ orderId: order.id, outcome: 'ask' })
  }
  if (decision.outcome !== 'settled') {
    await endByInstruction(ctx, await ask(ctx, order, statements, ctx.now, gone), 'instruction')
    return ok({ orderId: order.id, outcome: 'end' })
  }
  const { eventId } = await moveOrder(ctx, order, name, undoUntil ? { facts: { acceptUndoUntil: undoUntil } } : {})
  await writeSettled(ctx, { order, settled: decision.lines, eventId, ...(gone && { gone }) })
  return ok({ orderId: order.id, outcome: 'settled', ...(undoUntil && { undoable: true as const }) })
}

async function ask(
  ctx: Ctx,
  order: Order,
  statements: readonly Statement[],
  until: Date,
  gone: boolean | undefined,
): Promise<Order> {
  const short = statements.filter(({ line, stated }) => stated < reservedQuantity(line))
  const { order: moved } = await moveOrder(ctx, order, 'propose', {
    data: { until: until.toISOString() },
    facts: {
      proposal: {
        ...(gone && { gone }),
        lines: short.map(({ line, stated, reason, offer }) => ({
          lineId: line.id,
          stated,
          reason: reason ?? '',
          substitute: offer && { productId: offer.productId, qty: offer.qty },
        })),
      },
      proposalDueAt: until,
    },
  })
  return moved
}

/** It is not all, or nothing is left of it (transition 8): the whole order is cancelled, with the farm as the cause. */
export async function endByInstruction(
  ctx: Ctx,
  order: Order,
  as: 'instruction' | 'buyer' | 'system',
  reason?: string,
): Promise<void> {
  await moveOrder(ctx, order, 'turnDown', { as, ...(reason && { reason }) })
  const { gone, lines = [] } = order.proposal ?? {}
  await releaseHeld(ctx, order, new Map(gone ? lines.map(({ lineId, stated }) => [lineId, stated]) : []))
}

/**
 * Returns what the order still holds to stock; of a line that was not fully harvested, or fell short during packing,
 * only what exists. Then its places on a van: in this order they were taken, which avoids deadlock.
 */
export async function releaseHeld(
  ctx: Ctx,
  order: Order,
  there: ReadonlyMap<OrderLineId, number> = new Map(),
): Promise<void> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const held = order.claimId ? await reservedOf(ctx, lines) : lines
  await releaseStock(
    ctx,
    held.map((line) => ({
      productId: line.productId,
      qty: there.get(line.id) ?? line.quantities.shipped?.qty ?? reservedQuantity(line),
      orderLineId: line.id,
    })),
  )
  await releasePlaces(ctx, order.id)
}

/** A replacement may have been promised without reserving stock. */
async function reservedOf(ctx: Ctx, lines: readonly OrderLine[]): Promise<OrderLine[]> {
  const ids = lines.map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('stockEntries')
    .select('orderLineId')
    .where('orderLineId', 'in', ids)
    .where('cause', '=', 'reserved')
    .execute()
  return lines.filter(({ id }) => rows.some((row) => row.orderLineId === id))
}

type Moment = { now: Date; packAt: Date; offers?: ReadonlyMap<OrderLineId, Offer> }

/** Pure: the farm's statements, checked against the lines, and the result by the chef's instructions. */
export function decideAnswers(
  lines: readonly OrderLine[],
  answers: readonly LineAnswer[],
  moment: Moment,
): Result<{ statements: Statement[]; decision: Decision }, OrderingRefusal> {
  const said = answers.map(({ reason, ...it }) => ({ ...it, reason: reason ? shortageReasons[reason] : null }))
  const statements = readStatements(lines, said, moment.offers)
  if (!statements.ok) return statements
  return ok({ statements: statements.value, decision: decideShortage(statements.value, moment) })
}

/** A farm that automatically accepts every order whose stock is certain (transition 3 by S). */
export async function acceptByItself(ctx: Ctx, orderId: OrderId): Promise<void> {
  const system: Ctx = { ...ctx, actor: { kind: 'system' } }
  const accepted = await acceptLocked(system, await lockOrder(ctx.db, orderId), [])
  if (!accepted.ok) throw new Error(`a fresh order was not accepted: ${accepted.refusal}`)
}
