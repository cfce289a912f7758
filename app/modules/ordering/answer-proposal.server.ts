import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, OrderIdIn, Text } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { endByInstruction } from './accept-order.server.ts'
import { asInstructed, type ChefAnswer, chefAnswers, decideShortage, type Statement } from './decide-shortage.ts'
import { notToBeHad, offersOf } from './offers.server.ts'
import type { Parcel } from './order.ts'
import { checkTransition } from './order-process.ts'
import { requireSignedIn } from './order-queries.server.ts'
import { linesOf, lockOrder, moveOrder, type Order, parcelsOf } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { writeSettled } from './settle-shortage.server.ts'
import type { AnsweredProposal } from './undo-answer.server.ts'

type Answered = Result<{ orderId: OrderId }, OrderingRefusal>

/** One line that the farm asked about, with what the chef had agreed to in advance. */
export type ProposalChoice = {
  lineId: OrderLineId
  held: number
  stated: number
  reason: string
  /** The answer that says what the instruction says. */
  agreed: ChefAnswer
  /** What follows from the instruction: how many of the line, and what comes instead. */
  confirmed: number
  substitute: { name: string; qty: number } | null
}

/** The farm's question, line by line; empty while there is none. */
export const proposalChoices = query('order.see', async (ctx, order: Order): Promise<ProposalChoice[]> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  if (!order.proposal) return []
  const asked = new Set(order.proposal.lines.map(({ lineId }) => lineId))
  return (await statementsOf(ctx, order))
    .filter(({ line }) => asked.has(line.id))
    .map((statement) => {
      const { settled, answer } = asInstructed(statement)
      return {
        lineId: statement.line.id,
        held: reservedQuantity(statement.line),
        stated: statement.stated,
        reason: statement.reason ?? '',
        agreed: answer,
        confirmed: settled.confirmed,
        substitute: settled.offer && { name: settled.offer.name, qty: settled.offer.qty },
      }
    })
})

/**
 * The chef decides every line that the farm asked about (transition 7): to take what there is, to drop the line, or as
 * they had instructed. Nothing is decided by leaving it out. If nothing is left the order is cancelled (transition 8)
 * free of charge.
 */
export const answerProposal = mutation({
  name: 'order.agree',
  permission: 'order.agree',
  input: {
    orderId: OrderIdIn,
    answers: z
      .array(
        Body({
          lineId: IdOf<'orderLine'>('明細'),
          answer: z.enum(chefAnswers, { error: 'take、drop、instruction のいずれかを指定してください。' }),
        }),
      )
      .max(500),
  },
  refusals: orderRefusals('wrong_state', 'unknown_line', 'answer_missing', 'key_reused'),
  run: async (ctx, input) => {
    const order = await seen(ctx, input.orderId, 'agree')
    const judged = checkTransition(order, 'agree', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    const asked = (order.proposal?.lines ?? []).map(({ lineId }) => lineId)
    const answers = new Map(input.answers.map(({ lineId, answer }) => [lineId, answer]))
    if (input.answers.some(({ lineId }) => !asked.includes(lineId))) return refuse('unknown_line')
    const silent = asked.find((lineId) => !answers.has(lineId))
    if (silent) return refuse('answer_missing', { line: silent })
    return settleLocked(ctx, order, answers)
  },
})

/** The chef cancels the rest of the order (transition 8). */
export const turnDownProposal = mutation({
  name: 'order.turn_down',
  permission: 'order.turnDown',
  input: { orderId: OrderIdIn, reason: Text(0, 400).optional() },
  refusals: orderRefusals('wrong_state', 'key_reused'),
  run: async (ctx, input) => {
    const order = await seen(ctx, input.orderId, 'turnDown')
    const judged = checkTransition(order, 'turnDown', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    await endByInstruction(ctx, order, 'buyer', input.reason?.trim() || undefined)
    return ok({ orderId: order.id })
  },
})

/** The chef has not answered in time: their instruction decides (transition 7 by S). */
export async function settleProposal(ctx: Ctx, order: Order): Promise<Answered> {
  authorize(ctx.actor, 'order.agree', order)
  const judged = checkTransition(order, 'agree', actorKindOf(ctx.actor), ctx.now)
  return judged.ok ? settleLocked(ctx, order, new Map()) : judged
}

async function seen(ctx: Ctx, orderId: OrderId, name: 'agree' | 'turnDown'): Promise<Order> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, `order.${name}`, order)
  return order
}

async function settleLocked(ctx: Ctx, order: Order, answers: ReadonlyMap<OrderLineId, ChefAnswer>): Promise<Answered> {
  const statements = await statementsOf(ctx, order)
  const decide = (of: readonly Statement[]) =>
    decideShortage(of, { now: ctx.now, packAt: order.packAt, answers, timeIsUp: true })
  const asOffered = decide(statements)
  const missing = await notToBeHad(ctx, order, {
    lines: statements.map(({ line }) => line),
    settled: asOffered.outcome === 'settled' ? asOffered.lines : [],
  })
  // the substitute has been sold meanwhile: continues as if it had never been offered
  const decision =
    missing.length === 0
      ? asOffered
      : decide(statements.map((it) => (it.offer && missing.includes(it.offer.productId) ? { ...it, offer: null } : it)))
  if (decision.outcome !== 'settled') {
    await endByInstruction(ctx, order, ctx.actor.kind === 'system' ? 'instruction' : 'buyer')
    return ok({ orderId: order.id })
  }
  const { eventId } = await moveOrder(ctx, order, 'agree', {
    data: { answered: answeredOf(order, statements, (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []) },
    facts: { answerUndoUntil: ctx.actor.kind === 'system' ? null : order.proposalDueAt },
  })
  const { gone } = order.proposal ?? {}
  await writeSettled(ctx, { order, settled: decision.lines, eventId, ...(gone && { gone }) })
  return ok({ orderId: order.id })
}

/** What the answer changes, to be restored if the chef takes it back. */
const answeredOf = (
  { proposal, proposalDueAt, shortGoodsYen }: Order,
  statements: readonly Statement[],
  parcels: readonly Parcel[],
): AnsweredProposal | null =>
  proposal &&
  proposalDueAt && {
    proposal,
    dueAt: proposalDueAt.toISOString(),
    lines: statements.map(({ line }) => ({
      lineId: line.id,
      held: reservedQuantity(line),
      confirmed: line.quantities.confirmed?.qty ?? null,
      orderedBefore: line.orderedBefore,
    })),
    boxes: parcels
      .filter(({ unused }) => !unused)
      .map(({ temperature, sizeClass, freightYen, coolYen, waived }) => ({
        temperature,
        sizeClass,
        freightYen,
        coolYen,
        waived,
      })),
    shortGoodsYen,
  }

/** The farm's statements, as stored with the order when it asked. */
async function statementsOf(ctx: Ctx, order: Order): Promise<Statement[]> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const proposed = new Map(order.proposal?.lines.map((line) => [line.lineId, line]))
  const offers = await offersOf(ctx, order, order.proposal?.lines ?? [])
  return lines.map((line) => {
    const said = proposed.get(line.id)
    return {
      line,
      stated: said?.stated ?? reservedQuantity(line),
      reason: said?.reason ?? null,
      offer: offers.get(line.id) ?? null,
    }
  })
}
