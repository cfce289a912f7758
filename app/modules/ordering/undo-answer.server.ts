import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Proposal } from '#kernel/enums.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { lockStock, releaseStock, reserveAgain } from '#modules/products/catalog/stock.server.ts'
import type { OrderLine, Parcel } from './order.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, writeQuantities } from './order-store.server.ts'
import { orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { replaceBoxes } from './write-change.server.ts'

/** What the chef's answer to a question of the farm ended (transition 7), as its event keeps it. */
export type AnsweredProposal = {
  proposal: Proposal
  dueAt: string
  lines: readonly { lineId: OrderLineId; held: number; confirmed: number | null; orderedBefore: number | null }[]
  /** The boxes as they were planned when it was ordered, and what counted for their freight; not in older events. */
  boxes?: readonly Pick<Parcel, 'temperature' | 'sizeClass' | 'freightYen' | 'coolYen' | 'waived'>[]
  shortGoodsYen?: Yen
}

/**
 * The chef takes their answer back while there is time to give another (transition 7a): the question is open again, and
 * what the answer had returned to stock is held again.
 */
export const undoAnswer = mutation({
  name: 'order.reopen',
  permission: 'order.reopen',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'nothing_to_undo', 'too_late', 'out_of_stock', 'key_reused'),
  run: async (ctx, { orderId }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.reopen', order)
    const judged = checkTransition(order, 'reopen', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    const answered = await lastAnswer(ctx, order)
    const changes = changesOf((await linesOf(ctx.db, [order.id])).get(order.id) ?? [], answered)
    const missing = await holdAgain(ctx, order, changes)
    if (missing.length > 0) return refuse('out_of_stock', { products: missing })
    const { eventId } = await moveOrder(ctx, order, 'reopen', {
      facts: { proposal: answered.proposal, proposalDueAt: new Date(answered.dueAt) },
    })
    await writeQuantities(
      ctx,
      changes
        .filter(({ before, confirmed }) => before !== confirmed)
        .map(({ line, confirmed }) => ({
          lineId: line.id,
          stage: 'confirmed' as const,
          quantity: nominalQuantity(line, confirmed),
          reason: '回答の取り消し',
          eventId,
        })),
    )
    for (const { line, orderedBefore } of changes)
      if (orderedBefore !== line.orderedBefore)
        await ctx.db.updateTable('orderLines').set({ orderedBefore }).where('id', '=', line.id).execute()
    await restoreFreight(ctx, order, answered)
    return ok({ orderId: order.id })
  },
})

/** Neither the catalogue nor the farm's terms of today count: the boxes are those of the order. */
async function restoreFreight(ctx: Ctx, { id }: Order, { boxes = [], shortGoodsYen }: AnsweredProposal): Promise<void> {
  if (boxes.length > 0) await replaceBoxes(ctx, id, boxes)
  if (shortGoodsYen !== undefined)
    await ctx.db.updateTable('orders').set({ shortGoodsYen }).where('id', '=', id).execute()
}

/**
 * `confirmed`: what the farm had accepted, which is less than is held where it was increased since. `free`: how many of
 * them the answer had returned to stock.
 */
type Change = {
  line: OrderLine
  before: number
  confirmed: number
  free: number
  orderedBefore: number | null
}

function changesOf(lines: readonly OrderLine[], { proposal, lines: then }: AnsweredProposal): Change[] {
  return lines.map((line) => {
    const before = reservedQuantity(line)
    const was = then.find(({ lineId }) => lineId === line.id)
    // a line that came only with the answer goes with it
    const after = was?.held ?? 0
    const stated = proposal.lines.find(({ lineId }) => lineId === line.id)?.stated ?? after
    return {
      line,
      before,
      confirmed: was?.confirmed ?? after,
      free: (proposal.gone ? stated : after) - before,
      orderedBefore: was?.orderedBefore ?? null,
    }
  })
}

async function holdAgain(ctx: Ctx, order: Order, changes: readonly Change[]) {
  await lockStock(ctx.db, [...new Set(changes.map(({ line }) => line.productId))])
  const again = changes.flatMap(({ line, free }) =>
    free > 0 ? [{ productId: line.productId, qty: free, orderLineId: line.id, shipOn: order.shipOn }] : [],
  )
  const missing = await reserveAgain(ctx, again)
  if (missing.length > 0) return missing
  await releaseStock(
    ctx,
    changes.map(({ line, free }) => ({ productId: line.productId, qty: -free, orderLineId: line.id })),
  )
  return missing
}

async function lastAnswer(ctx: Ctx, order: Order): Promise<AnsweredProposal> {
  const { data } = await ctx.db
    .selectFrom('events')
    .select('data')
    .where('orderId', '=', order.id)
    .where('kind', '=', 'order_agreed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Stored.parse(data).answered
}

const Stored = z.object({ answered: z.custom<AnsweredProposal>((it) => typeof it === 'object' && it !== null) })
