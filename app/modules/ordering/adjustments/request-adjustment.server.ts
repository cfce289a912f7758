import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type AdjustmentRequestId, newId, type OrderId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, GramsIn, IdOf, OrderIdIn, Quantity, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { ReasonIn } from '../order-input.ts'
import { linesOf, lockOrder, type Order } from '../order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '../refusal-text.ts'
import { adjustmentsOf } from './adjustment-queries.server.ts'
import { correctableStates, decideRequest, mayAskOn, requestTerms, yenOfChange } from './adjustment-request.ts'
import { tellOfRequest } from './adjustment-request-mails.server.tsx'
import { standsNow } from './adjustment-requests.server.ts'
import { carryOutAgreed } from './carry-out-agreed.server.ts'

const lineId = IdOf<'orderLine'>('明細')
const Change = z.discriminatedUnion('kind', [
  Body({
    lineId,
    kind: z.literal('weight'),
    qty: z.null().default(null),
    grams: GramsIn.describe('出荷した全量の、正しい重さ。不定貫の商品のみ'),
  }),
  Body({
    lineId,
    kind: z.literal('return'),
    qty: Quantity(1).describe('農園に戻った数量'),
    grams: GramsIn.nullable().default(null).describe('農園に戻った重さ。不定貫の商品のみ'),
  }),
])

/**
 * The farm finds after shipping that a weight was wrong, or that goods came back, and asks the restaurant to agree. Nothing
 * changes before; without an answer it stays as it is.
 */
export const requestAdjustment = mutation({
  name: 'order.request_correction',
  permission: 'correction.request',
  input: { orderId: OrderIdIn, lines: z.array(Change).max(500), reason: ReasonIn(400) },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'reason_missing',
    'unknown_line',
    'not_catch_weight',
    'weight_missing',
    'weight_not_believable',
    'more_than_shipped',
    'nothing_changed',
    'no_correction',
    'correction_asked_already',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'correction.request', order)
    if (!correctableStates.includes(order.state)) return refuse('wrong_state', { state: order.state })
    if (!mayAskOn(order.deliveryOn, ctx.now)) return refuse('too_late')
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    if (await openRequest(ctx, order.id)) return refuse('correction_asked_already')
    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const decided = decideRequest(lines, input.lines)
    if (!decided.ok) return decided
    const earlier = order.state === 'finalized' ? await adjustmentsOf(ctx, order) : null
    const changes = decided.value.flatMap((change) => {
      const line = lines.find(({ id }) => id === change.lineId)
      return line ? [{ line, change, yen: yenOfChange(line, change, standsNow(line, { lines, earlier })) }] : []
    })
    if (changes.every(({ yen }) => yen === 0)) return refuse('no_correction')
    const id = newId<'adjustmentRequest'>()
    const dueAt = addHours(ctx.now, requestTerms.answerDays * 24)
    await ctx.db
      .insertInto('adjustmentRequests')
      .values({
        id,
        orderId: order.id,
        state: 'asked',
        reason,
        askedAt: ctx.now,
        dueAt,
        answeredAt: null,
        adjustmentId: null,
      })
      .execute()
    await ctx.db
      .insertInto('adjustmentRequestLines')
      .values(
        changes.map(({ change: { lineId, kind, qty, grams } }) => ({
          requestId: id,
          orderLineId: lineId,
          kind,
          qty,
          grams,
        })),
      )
      .execute()
    const eventId = await record(ctx, order, 'correction_requested', reason)
    await tellOfRequest(ctx, order, { eventId, news: 'asked', reason, words: '', dueAt, changes })
    return ok({ orderId: order.id, requestId: id })
  },
})

const requestId = IdOf<'adjustmentRequest'>('依頼').describe('表示していた依頼の correctionRequests[].id')

/** The farm withdraws what it asked for: nothing changes. */
export const withdrawAdjustmentRequest = mutation({
  name: 'order.withdraw_correction_request',
  permission: 'correction.request',
  input: { orderId: OrderIdIn, requestId },
  refusals: orderRefusals('wrong_state', 'correction_not_open', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'correction.request', order)
    const open = await asked(ctx, order, input.requestId)
    if (!open.ok) return open
    await ctx.db
      .updateTable('adjustmentRequests')
      .set({ state: 'withdrawn' })
      .where('id', '=', input.requestId)
      .execute()
    const eventId = await record(ctx, order, 'correction_withdrawn')
    const { reason, dueAt } = open.value
    await tellOfRequest(ctx, order, { eventId, news: 'withdrawn', reason, words: '', dueAt, changes: [] })
    return ok({ orderId: order.id })
  },
})

/**
 * The restaurant agrees, or does not. What is agreed becomes an entry against the bill: at once if the bill is final,
 * otherwise in the moment in which it becomes final.
 */
export const answerAdjustmentRequest = mutation({
  name: 'order.answer_correction_request',
  permission: 'correction.answer',
  input: {
    orderId: OrderIdIn,
    requestId,
    agree: z.boolean('true か false を指定してください。'),
    words: Text(0, 400).default('').describe('農園に伝えること'),
  },
  refusals: orderRefusals('wrong_state', 'correction_not_open', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'correction.answer', order)
    const open = await asked(ctx, order, input.requestId)
    if (!open.ok) return open
    const words = input.words.trim()
    await ctx.db
      .updateTable('adjustmentRequests')
      .set({ state: input.agree ? 'agreed' : 'declined', words, answeredAt: ctx.now })
      .where('id', '=', input.requestId)
      .execute()
    const news = input.agree ? ('agreed' as const) : ('declined' as const)
    const eventId = await record(ctx, order, `correction_${news}`, words)
    const { reason, dueAt } = open.value
    await tellOfRequest(ctx, order, { eventId, news, reason, words, dueAt, changes: [] })
    if (input.agree) await carryOutAgreed(ctx, order)
    return ok({ orderId: order.id })
  },
})

/** The caller holds the order. An older question whose time is over makes room for another. */
async function openRequest(ctx: Ctx, orderId: OrderId): Promise<boolean> {
  await ctx.db
    .updateTable('adjustmentRequests')
    .set({ state: 'lapsed' })
    .where('orderId', '=', orderId)
    .where('state', '=', 'asked')
    .where('dueAt', '<', ctx.now)
    .execute()
  const open = await ctx.db
    .selectFrom('adjustmentRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', 'in', ['asked', 'agreed'])
    .executeTakeFirst()
  return open !== undefined
}

async function asked(
  ctx: Ctx,
  order: Order,
  id: AdjustmentRequestId,
): Promise<Result<{ reason: string; dueAt: Date }, OrderingRefusal>> {
  if (!correctableStates.includes(order.state)) return refuse('wrong_state', { state: order.state })
  const row = await ctx.db
    .selectFrom('adjustmentRequests')
    .select(['reason', 'dueAt'])
    .where('id', '=', id)
    .where('orderId', '=', order.id)
    .where('state', '=', 'asked')
    .where('dueAt', '>=', ctx.now)
    .executeTakeFirst()
  return row ? ok(row) : refuse('correction_not_open')
}

const record = (ctx: Ctx, order: Order, kind: string, reason = '') =>
  recordEvent(ctx.db, ctx, {
    kind,
    purchaseId: order.purchaseId,
    orderId: order.id,
    ...(reason !== '' && { reason }),
  })
