import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { OrderId, OrderLineId, ProductId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, OrderIdIn, Quantity, ShortageReasonIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { type Answered, acceptLocked, decideAnswers, releaseHeld, shortageLocked } from './accept-order.server.ts'
import { lineWithoutMoney } from './hide-money.ts'
import { instructionOf, instructionText } from './instruction.ts'
import { offersOf, type Substitute, substitutesFor } from './offers.server.ts'
import type { OrderLine } from './order.ts'
import { OrderVersion } from './order-input.ts'
import { shortageReasons } from './order-labels.ts'
import { checkTransition } from './order-process.ts'
import { type OrderSummary, orderRows, summarise } from './order-queries.server.ts'
import { linesOf, lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { proposableDays } from './proposable-days.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** As many as a farm answers in one press. */
export const mostShortOrders = 200

/** Goods that cannot be harvested for boxes of these ship days, both included. */
export type MissingGoods = { productIds: readonly ProductId[]; from: JstDate; to: JstDate }

/** What follows for an order: settled by its instructions, its chef asked, cancelled by its instruction, or declined. */
export type ShortOutcome = Answered['outcome'] | 'declined'

type ShortLine = {
  lineId: OrderLineId
  name: string
  unitLabel: string
  wanted: number
  instruction: string
  /** What the chef allows the farm to send instead, and the one that is proposed. */
  substitutes: Substitute[]
  proposed: { productId: ProductId; qty: number } | null
}

export type ShortOrder = {
  orderId: OrderId
  number: string
  version: number
  restaurantId: RestaurantId
  restaurant: string
  kitchen: string
  shipOn: JstDate
  accepted: boolean
  /** The days that can be proposed instead, together with the acceptance if it is new; empty: its day cannot be moved. */
  otherDays: JstDate[]
  /** The day that is proposed already and waits for the restaurant's answer; null: none is. */
  proposedOn: JstDate | null
  lines: ShortLine[]
  /** What follows if nothing of these goods is sent, as proposed; null: the order cannot be changed any more. */
  outcome: ShortOutcome | null
}

/** The orders that a missing harvest touches, in the order of their days, with what would be proposed; a preview. */
export const shortOrders = query('harvest.allot', async (ctx, goods: MissingGoods): Promise<ShortOrder[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'harvest.allot', { farmId })
  if (goods.productIds.length === 0) return []
  const orders = await summarise(ctx, await touchedRows(ctx, goods))
  const stored = await linesOf(
    ctx.db,
    orders.map(({ id }) => id),
  )
  const short: ShortOrder[] = []
  for (const order of orders) short.push(await shortOrder(ctx, order, stored.get(order.id) ?? [], goods))
  return short.filter(({ lines }) => lines.length > 0)
})

/** Open orders of the farm with one of the goods that are not being packed yet. */
const touchedRows = (ctx: Ctx, { productIds, from, to }: MissingGoods) =>
  orderRows(ctx)
    .where('orders.farmId', '=', requireFarm(ctx.actor).farmId)
    .where('orders.shipOn', '>=', from)
    .where('orders.shipOn', '<=', to)
    .where('orders.state', 'in', ['placed', 'accepted'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orderLines')
          .select('orderLines.id')
          .whereRef('orderLines.orderId', '=', 'orders.id')
          .where('orderLines.productId', 'in', productIds),
      ),
    )
    .orderBy('orders.shipOn')
    .orderBy('orders.number')
    .limit(mostShortOrders)
    .execute()

async function shortOrder(
  ctx: Ctx,
  order: OrderSummary,
  stored: readonly OrderLine[],
  { productIds }: MissingGoods,
): Promise<ShortOrder> {
  const missing = stored.filter((line) => productIds.includes(line.productId) && reservedQuantity(line) > 0)
  const allowed = await substitutesFor(ctx, order, missing)
  const lines = missing.map((line): ShortLine => {
    // not another product that cannot be harvested either
    const substitutes = (allowed.get(line.id) ?? []).filter(({ productId }) => !productIds.includes(productId))
    const [first] = substitutes
    const wanted = reservedQuantity(line)
    const shown = can(ctx.actor, 'order_money.see', order) ? line : lineWithoutMoney(line)
    return {
      lineId: line.id,
      name: line.name,
      unitLabel: line.unitLabel,
      wanted,
      instruction: instructionText(instructionOf(shown)),
      substitutes,
      proposed: first ? { productId: first.productId, qty: Math.min(first.most, wanted) } : null,
    }
  })
  const answers = lines.map(({ lineId, proposed }) => ({
    lineId,
    qty: 0,
    reason: 'harvest' as const,
    substitute: proposed,
  }))
  const { id: orderId, number, version, restaurantId, restaurant, shipTo, shipOn } = order
  return {
    ...{ orderId, number, version, restaurantId, shipOn, lines },
    restaurant: restaurant.name,
    kitchen: shipTo.kitchen,
    accepted: order.acceptedAt !== null,
    otherDays: proposableDays(order, ctx.now),
    proposedOn: order.proposedDay?.deliveryOn ?? null,
    outcome: await outcomeOf(ctx, order, stored, answers),
  }
}

type Proposed = { lineId: OrderLineId; qty: number; reason: 'harvest'; substitute: ShortLine['proposed'] }

async function outcomeOf(
  ctx: Ctx,
  order: Order,
  lines: readonly OrderLine[],
  answers: readonly Proposed[],
): Promise<ShortOutcome | null> {
  const step = order.state === 'placed' ? 'accept' : 'cover'
  if (!checkTransition(order, step, actorKindOf(ctx.actor), ctx.now).ok) return null
  const offers = await offersOf(ctx, order, answers)
  const said = decideAnswers(lines, answers, { now: ctx.now, packAt: order.packAt, offers })
  if (!said.ok) return null
  const { outcome } = said.value.decision
  return outcome === 'nothing' ? (order.acceptedAt ? 'end' : 'declined') : outcome
}

/** How many of a line can still be sent, and what instead; only what the chef has approved counts. */
export const ShortAnswer = Body({
  lineId: IdOf<'orderLine'>('明細'),
  qty: Quantity(0),
  substitute: Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1) })
    .nullable()
    .default(null),
})

/**
 * One order of a missing harvest, in a transaction of its own (transitions 3, 4, 6, 6a and 8): what cannot be harvested
 * does not return to stock. Refused if the restaurant has changed the order since it was shown.
 */
export const shortenOrder = mutation({
  name: 'harvest.shorten',
  permission: 'harvest.allot',
  input: {
    orderId: OrderIdIn,
    version: OrderVersion.describe('表示していた注文の version。変更されていた場合は拒否します'),
    reason: ShortageReasonIn,
    lines: z.array(ShortAnswer).min(1).max(500),
  },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'more_than_ordered',
    'nothing_confirmed',
    'unknown_line',
    'out_of_stock',
    'changed_meanwhile',
    'key_reused',
  ),
  run: async (
    ctx,
    { orderId, version, reason, lines },
  ): Promise<Result<{ outcome: ShortOutcome }, OrderingRefusal>> => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'harvest.allot', order)
    if (version !== order.version) return refuse('changed_meanwhile')
    const said = lines.map((line) => ({ ...line, reason }))
    const answer = order.state === 'placed' ? acceptLocked : shortageLocked
    const answered = await answer(ctx, order, said, { gone: true })
    if (answered.ok) return ok({ outcome: answered.value.outcome })
    if (answered.refusal !== 'nothing_confirmed') return answered
    // nothing would be left of it: the farm cannot accept it
    const judged = checkTransition(order, 'decline', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    await moveOrder(ctx, order, 'decline', { reason: shortageReasons[reason] })
    await releaseHeld(ctx, order, new Map(lines.map(({ lineId, qty }) => [lineId, qty])))
    return ok({ outcome: 'declined' })
  },
})
