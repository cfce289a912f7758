import { z } from 'zod'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, OrderIdIn, Quantity } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { tellNearLimit } from '#modules/credit/credit-mails.server.tsx'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { creditProblem } from '#modules/credit/credit-standing.ts'
import { creditRefusalCodes } from '#modules/credit/refusal-text.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { changePlaces } from '#modules/runs/places.server.ts'
import { acceptByItself } from './accept-order.server.ts'
import { asParcel, type ChangedLine, type ChangedOrder, decideChange } from './change-order.ts'
import { holdFarms, holdRestaurant } from './hold-places.server.ts'
import { figuresOf, type OrderFigures, type OrderLine } from './order.ts'
import { OrderVersion } from './order-input.ts'
import { checkTransition } from './order-process.ts'
import { requireSignedIn } from './order-queries.server.ts'
import { linesOf, lockOrder, moveOrder, type Order, parcelsOf, toOrder } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { asBoxes, knownOf, moveStock, replaceBoxes, told, writeOrdered } from './write-change.server.ts'

const wanted = {
  orderId: OrderIdIn,
  version: OrderVersion.describe('表示していた注文の version。その間に変更されていた場合は拒否します'),
  lines: z
    .array(Body({ lineId: IdOf<'orderLine'>('明細'), qty: Quantity(0) }))
    .min(1, '変更する商品を1つ以上指定してください。')
    .max(500)
    .describe('変更後の数量。0はキャンセル。指定のない商品は変更なし'),
}

type Wanted = InputOf<typeof wanted>

const refusalsOfChange = [
  'wrong_state',
  'too_late',
  'changed_meanwhile',
  'nothing_changed',
  'nothing_left',
  'below_minimum',
  'above_maximum',
  'wrong_step',
  'not_listed',
  'below_min_order',
  'below_price_step',
  'too_big_to_ship',
  'no_freight',
  'unknown_line',
  ...creditRefusalCodes,
] as const satisfies OrderingRefusal[]

/**
 * The restaurant changes its order, until 締切 (transition 2, window W1): quantities are absolute, the price of each line
 * stays as agreed, boxes and freight are planned again. What the farm had accepted stays accepted where it only
 * decreases (2a); increases have to be answered again, and the farm sees one version with the change marked.
 */
export const changeOrder = mutation({
  name: 'order.change',
  permission: 'order.change',
  input: wanted,
  refusals: orderRefusals(...refusalsOfChange, 'out_of_stock', 'over_order_limit', 'run_full', 'key_reused'),
  run: async (ctx, input) => {
    const seen = await seenOrder(ctx, input.orderId)
    const buyer = requireBuyer(ctx.actor)
    const { orderLimitYen: limit } = await holdRestaurant(ctx, buyer)
    await holdFarms(ctx, [seen.farmId])
    const order = await lockOrder(ctx.db, input.orderId)
    const change = await plan(ctx, order, input)
    if (!change.ok) return change
    const { name, planned } = change.value
    if (limit !== null && planned.grows && planned.ceilingIncYen > limit) return refuse('over_order_limit', { limit })
    const owes = await creditAfter(ctx, order, planned)
    const missing = await moveStock(ctx, order, planned.lines)
    if (missing.length > 0) return refuse('out_of_stock', { products: missing })
    if (!owes.ok) return owes

    const version = order.version + 1
    const { order: moved, eventId } = await moveOrder(ctx, order, name, {
      data: { version, changes: planned.lines.flatMap(told) },
      facts: { version, changedAt: ctx.now },
    })
    await writeOrdered(ctx, order, planned.lines, { eventId, stays: name === 'reduce', reason: '飲食店が変更しました' })
    if (!(await changePlaces(ctx.db, order.id, planned.load))) return refuse('run_full')
    await replaceBoxes(ctx, order.id, asBoxes(planned.parcels, planned.waived))
    if (moved.state === 'placed' && (await acceptsByItself(ctx, order))) await acceptByItself(ctx, order.id)
    if (owes.value)
      await tellNearLimit(ctx, { ...order, cause: `change:${eventId}` }, owes.value.credit, owes.value.addedYen)
    return ok({ orderId: order.id, version })
  },
})

export type ChangePreview = { before: OrderFigures; after: OrderFigures; lines: readonly ChangedLine[] }

/** The effect of a change on boxes and money, without doing it. */
export const previewChange = repeatable({
  name: 'order.preview_change',
  permission: 'order.change',
  input: wanted,
  refusals: orderRefusals(...refusalsOfChange),
  run: async (ctx, input): Promise<Result<ChangePreview, OrderingRefusal>> => {
    const order = await seenOrder(ctx, input.orderId)
    const change = await plan(ctx, order, input)
    if (!change.ok) return change
    const { planned } = change.value
    const owes = await creditAfter(ctx, order, planned)
    if (!owes.ok) return owes
    return ok({ lines: planned.lines, ...(await figuresAround(ctx, order, planned)) })
  },
})

/** The money of the order before the change, and after it. */
async function figuresAround(ctx: Ctx, order: Order, planned: ChangedOrder) {
  const [lines, parcels] = [await linesOf(ctx.db, [order.id]), await parcelsOf(ctx.db, [order.id])]
  return {
    before: figuresOf(order, lines.get(order.id) ?? [], parcels.get(order.id) ?? []),
    after: figuresOf(
      { ...order, state: 'placed' },
      planned.lines.map(asOrdered),
      planned.parcels.map(asParcel(planned)),
    ),
  }
}

/** What the restaurant owes, and how much the change adds; null: nothing grows, which is always possible. */
async function creditAfter(ctx: Ctx, order: Order, planned: ChangedOrder) {
  if (!planned.grows) return ok(null)
  const { before, after } = await figuresAround(ctx, order, planned)
  const addedYen = yen(after.totalIncYen - before.totalIncYen)
  const credit = await creditOf(ctx, order.restaurantId)
  return creditProblem(credit, addedYen) ?? ok({ credit, addedYen })
}

const asOrdered = ({ line, after }: ChangedLine): OrderLine => ({
  ...line,
  quantities: { ...line.quantities, ordered: nominalQuantity(line, after), confirmed: null },
})

/** Read without a lock: a change locks restaurant and farm first, as placing an order does. */
export async function seenOrder(ctx: Ctx, orderId: OrderId): Promise<Order> {
  requireSignedIn(ctx)
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  const order = toOrder(row)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.change', order)
  return order
}

async function plan(
  ctx: Ctx,
  order: Order,
  { version, lines: wanted }: Pick<Wanted, 'version' | 'lines'>,
): Promise<Result<{ name: 'change' | 'reduce'; planned: ChangedOrder }, OrderingRefusal>> {
  const inTime = checkTransition(order, 'change', actorKindOf(ctx.actor), ctx.now)
  if (!inTime.ok) return inTime
  if (order.version !== version) return refuse('changed_meanwhile')
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const planned = decideChange(lines, wanted, await knownOf(ctx, order))
  if (!planned.ok) return planned
  const name = planned.value.grows || order.state === 'placed' ? 'change' : 'reduce'
  const judged = checkTransition(order, name, actorKindOf(ctx.actor), ctx.now)
  return judged.ok ? ok({ name, planned: planned.value }) : judged
}

export async function acceptsByItself(ctx: Ctx, order: Pick<Order, 'farmId'>): Promise<boolean> {
  const farm = await ctx.db
    .selectFrom('farms')
    .select('autoAccept')
    .where('id', '=', order.farmId)
    .executeTakeFirstOrThrow()
  return farm.autoAccept
}
