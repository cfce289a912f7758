import type { ActorKind, OrderState, Quantity, Stage } from '#kernel/enums.ts'
import { grams, priceOfWeight } from '#kernel/grams.ts'
import type { EventId } from '#kernel/ids.ts'
import { addDays, momentOf } from '#kernel/jst.ts'
import { timesYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { askDueAt, usualAskUntil } from '#modules/ordering/instruction.ts'
import { shortageReasons } from '#modules/ordering/order-labels.ts'
import { nextTimer } from '#modules/ordering/order-process.ts'
import { ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { type TaxRateRow, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import type { Row } from '../bulk.ts'
import { boxesFor } from '../engine.ts'
import { aboutNothing } from '../event.ts'
import type { MakeId } from '../ids.ts'
import type { LotBook } from '../lots.ts'
import type { Random } from '../random.ts'
import { trackingNumber } from '../tracking-number.ts'
import { type Line, newBoxes, newLine, newOrder } from './new-order.ts'
import type { OrderBook } from './order-book.ts'
import type { OrderPlan, PurchasePlan } from './plan.ts'

export type WriteTools = {
  book: OrderBook
  now: Date
  id: MakeId
  random: Random
  lots: LotBook
  taxRates: readonly TaxRateRow[]
}

const declineReasons = [
  '霜で出せる株が足りません。',
  '出荷の車が点検に入ります。',
  '選別したところ、秀品がそろいませんでした。',
]

/** Writes one order with its whole history up to now: rows, quantities, events, boxes, lots, stock. */
export function writeOrder(
  plan: OrderPlan,
  purchase: Row<'purchases'>,
  of: PurchasePlan,
  number: string,
  tools: WriteTools,
): void {
  const { book, now, id, random } = tools
  const { course, farm } = plan
  const order = newOrder(plan, purchase, of, number, id(purchase.placedAt))
  const lines = plan.wanted.map((planned, index) => newLine(order, planned, index + 1, tools))
  const boxes = newBoxes(order, plan, of, id)
  book.orders.push(order)
  book.lines.push(...lines.map(({ row }) => row))
  book.parcels.push(...boxes)

  const goesOn = (at: Date, state: OrderState) => at <= now && order.state !== plan.upTo && reaches(plan.upTo, state)
  const buyer = {
    actorKind: 'buyer' as const,
    actorName: of.restaurant.buyer.name,
    personId: of.restaurant.buyer.id,
  }
  const grower = { actorKind: 'farm' as const, actorName: farm.owner.name, personId: farm.owner.id }
  const actors: Record<'buyer' | 'farm' | 'system', Who> = { buyer, farm: grower, system: nobody }

  const record = (at: Date, kind: string, by: Who, more: Partial<Row<'events'>> = {}): EventId => {
    const event: Row<'events'> = {
      id: id(at),
      at,
      kind,
      ...by,
      adminId: null,
      ...aboutNothing,
      purchaseId: more.orderLineId ? null : purchase.id,
      orderId: order.id,
      ...more,
    }
    book.events.push(event)
    return event.id
  }
  const move = (at: Date, kind: string, to: OrderState, by: Who, reason: string | null = null): EventId => {
    const from_state = kind === 'order_placed' || kind === 'order_approval_asked' ? 'draft' : order.state
    order.state = to
    return record(at, kind, by, { fromState: from_state, toState: to, reason })
  }
  const state = (
    { row }: Line,
    stage: Stage,
    quantity: Quantity,
    at: Date,
    event_id: EventId,
    reason: string | null = null,
    billed: Yen | null = null,
  ) => {
    row[`${stage}Qty`] = quantity.qty
    row[`${stage}Grams`] = quantity.grams === null ? null : grams(quantity.grams)
    if (billed !== null) row.billedYen = billed
    book.quantities.push({
      orderLineId: row.id,
      stage,
      qty: quantity.qty,
      grams: row[`${stage}Grams`],
      missing: null,
      missingOf: null,
      yen: billed,
      reason,
      eventId: event_id,
      at,
    })
  }
  const stock = ({ row }: Line, delta: number, cause: 'reserved' | 'released', at: Date) => {
    if (delta !== 0) book.stock.push({ productId: row.productId, delta, cause, orderLineId: row.id, at })
  }
  const endWithout = (at: Date) => {
    for (const line of lines) stock(line, line.row.confirmedQty ?? line.planned.qty, 'released', at)
    for (const box of boxes) box.unusedAt = at
  }

  const asked = plan.upTo === 'pending_approval'
  const begun = asked
    ? move(order.placedAt, 'order_approval_asked', 'pending_approval', buyer)
    : move(order.placedAt, 'order_placed', 'placed', buyer)
  for (const line of lines) {
    const qty =
      plan.changedAt && line === lines[0] ? line.planned.qty - line.planned.product.row.orderStep : line.planned.qty
    state(line, 'ordered', nominalQuantity(line.terms, qty), order.placedAt, begun)
    if (!asked) stock(line, -qty, 'reserved', order.placedAt)
  }
  if (plan.changedAt) change(plan.changedAt)
  if (!asked) advance()
  order.timerAt = nextTimer(factsOf(order))?.at ?? null

  /** One step more of the first product, as ordering/change-order.server.ts writes it. */
  function change(at: Date): void {
    const [line] = lines
    if (!line) return
    const [before, now] = [line.row.orderedQty ?? 0, line.planned.qty]
    const changes = [{ lineId: line.row.id, name: line.row.name, before, now }]
    const event = record(at, 'line_changed', buyer, { orderLineId: line.row.id, data: { before, now } })
    record(at, 'order_changed', buyer, { fromState: 'placed', toState: 'placed', data: { version: 2, changes } })
    state(line, 'ordered', nominalQuantity(line.terms, now), at, event, '飲食店が変更しました')
    stock(line, before - now, 'reserved', at)
    Object.assign(order, { version: 2, changedAt: at })
    line.row.orderedBefore = before
  }

  /** There is one step less of the first product than was ordered, and the chef is asked until the evening. */
  function propose(at: Date): void {
    const [line] = lines
    if (!line) return
    const until = askDueAt(usualAskUntil, at, order.packAt)
    if (!until) return
    const stated = Math.max(0, line.planned.qty - line.planned.product.row.orderStep)
    move(at, 'order_proposed', 'proposed', grower)
    order.proposal = { lines: [{ lineId: line.row.id, stated, reason: shortageReasons.harvest, substitute: null }] }
    order.proposalDueAt = until
  }

  function advance(): void {
    if (plan.upTo === 'proposed') {
      propose(course.answeredAt)
      return
    }
    if (course.cancelledAt && course.cancelledAt <= course.answeredAt) {
      cancel(course.cancelledAt)
      return
    }
    if (!goesOn(course.answeredAt, 'accepted')) return
    if (course.end === 'expired' || course.end === 'declined') {
      const reason = course.end === 'declined' ? random.pick(declineReasons) : null
      move(course.answeredAt, `order_${course.end}`, course.end, actors[course.answeredBy], reason)
      endWithout(course.answeredAt)
      return
    }
    accept()
    if (course.cancelledAt) {
      cancel(course.cancelledAt)
      return
    }
    if (!goesOn(course.preparingAt, 'preparing')) return
    move(course.preparingAt, 'order_preparing', 'preparing', actors[course.preparingBy])
    if (!goesOn(course.weighedAt, 'shipped')) return
    weigh()
    if (!goesOn(course.shippedAt, 'shipped')) return
    ship()
    if (!goesOn(course.deliveredAt, 'delivered')) return
    move(course.deliveredAt, 'order_delivered', 'delivered', actors[course.deliveredBy])
    order.deliveredAt = course.deliveredAt
    if (!goesOn(course.inspectedAt, 'inspected')) return
    inspect()
    bill()
  }

  function cancel(at: Date): void {
    if (at > now) return
    move(at, 'order_cancelled', 'cancelled', buyer, random.pick(['予約が減ったため', '日を改めます', null]))
    endWithout(at)
  }

  function accept(): void {
    const at = course.answeredAt
    const accepted = move(at, 'order_accepted', 'accepted', actors[course.answeredBy])
    order.acceptedAt = at
    for (const line of lines) {
      const { qty, reason } =
        course.answeredBy === 'farm' ? line.fate.confirmed : { qty: line.planned.qty, reason: null }
      const data = { ordered: line.planned.qty, stated: qty }
      const event =
        reason === null
          ? accepted
          : record(at, 'line_confirmed_less', grower, { orderLineId: line.row.id, reason, data })
      state(line, 'confirmed', nominalQuantity(line.terms, qty), at, event, reason)
      stock(line, line.planned.qty - qty, 'released', at)
    }
  }

  function weigh(): void {
    const at = course.weighedAt
    for (const line of lines) {
      const confirmed = line.row.confirmedQty ?? 0
      const qty = Math.min(confirmed, line.fate.shipped.qty)
      if (line.terms.catchWeight) {
        const weight = Math.round(((line.terms.nominalGrams ?? 0) * qty * line.fate.weightPermille) / 1_000)
        const event = record(at, 'line_weighed', grower, { orderLineId: line.row.id, data: { grams: weight } })
        state(line, 'shipped', { qty, grams: grams(weight) }, at, event)
      } else if (qty < confirmed) {
        const { reason } = line.fate.shipped
        const event = record(at, 'line_short', grower, {
          orderLineId: line.row.id,
          reason,
          data: { confirmed, shipped: qty },
        })
        state(line, 'shipped', { qty, grams: null }, at, event, reason)
      }
    }
  }

  function ship(): void {
    const at = course.shippedAt
    const shipped = move(at, 'order_shipped', 'shipped', grower)
    for (const line of lines) {
      if (line.row.shippedQty === null)
        state(line, 'shipped', { qty: line.row.confirmedQty ?? 0, grams: null }, at, shipped)
      nameLots(line, order, tools)
    }
    const sent = lines.map(({ row, planned }) => ({ product: planned.product, qty: row.shippedQty ?? 0 }))
    const needed = boxesFor(farm, of.kitchen, sent).map(({ temperature }) => temperature)
    for (const box of boxes) {
      const index = needed.indexOf(box.temperature)
      if (index < 0) box.unusedAt = at
      else {
        needed.splice(index, 1)
        Object.assign(box, { carrier: farm.carrier, trackingNumber: trackingNumber(random), shippedAt: at })
      }
    }
  }

  function inspect(): void {
    const at = course.inspectedAt
    const inspected = move(at, 'order_inspected', 'inspected', actors[course.inspectedBy])
    for (const line of lines) {
      const shipped = { qty: line.row.shippedQty ?? 0, grams: line.row.shippedGrams }
      const looked = course.inspectedBy === 'buyer' && line.fate.received.verdict !== 'ok'
      const qty = looked ? Math.min(shipped.qty, line.fate.received.qty) : shipped.qty
      const verdict = qty < shipped.qty ? line.fate.received.verdict : 'ok'
      line.row.verdict = verdict
      const reason = verdict === 'damaged' ? '傷み' : verdict === 'short' ? '不足' : null
      state(line, 'received', { qty, grams: shipped.grams }, at, inspected, reason)
    }
  }

  function bill(): void {
    const at = course.inspectedAt
    const finalized = move(at, 'order_finalized', 'finalized', nobody)
    order.finalizedAt = at
    for (const line of lines) {
      const quantity = { qty: line.row.receivedQty ?? 0, grams: line.row.receivedGrams }
      state(line, 'billed', quantity, at, finalized, null, billedYen(line, quantity))
    }
    const freight = boxes.flatMap((box) => (box.waived || box.unusedAt ? [] : yen(box.freightYen + box.coolYen)))
    order.totalIncYen = taxOfDocument([
      ...lines.map(({ row }) => ({ amountYen: row.billedYen ?? zeroYen, percent: row.taxPercent })),
      ...freight.map((amountYen) => ({ amountYen, percent: order.freightTaxPercent })),
    ]).totalIncYen
  }
}

type Who = { actorKind: ActorKind; actorName: string; personId: Row<'events'>['personId'] }
const nobody: Who = { actorKind: 'system', actorName: '自動', personId: null }

const steps: readonly OrderState[] = [
  'placed',
  'accepted',
  'preparing',
  'shipped',
  'delivered',
  'inspected',
  'finalized',
]
const reaches = (upTo: OrderState, state: OrderState) => steps.indexOf(state) <= steps.indexOf(upTo)

/** At the agreed price; by weight never above the ceiling of the confirmed quantity. */
function billedYen({ terms, row }: Line, quantity: Quantity): Yen {
  if (quantity.grams === null) return timesYen(terms.priceYen, quantity.qty)
  const weighed = priceOfWeight(quantity.grams, terms.priceYen)
  return yen(Math.min(weighed, ceilingOf(terms, row.confirmedQty ?? 0)))
}

/** Harvested this morning or yesterday; now and then some of both. */
function nameLots({ row, planned, fate }: Line, order: Row<'orders'>, { book, lots, random }: WriteTools): void {
  const qty = row.shippedQty ?? 0
  if (qty === 0) return
  const add = (daysBefore: number, count: number) => {
    const lot = lots.harvested(planned.product, addDays(order.shipOn, -daysBefore))
    book.lineLots.push({ orderLineId: row.id, lotId: lot.id, qty: count, namedAt: order.packAt })
  }
  if (fate.splitLots && qty >= 2) {
    add(0, qty - 1)
    add(1, 1)
    return
  }
  add(order.packAt < momentOf(order.shipOn, 10 * 60) || random.chance(0.3) ? 1 : 0, qty)
}

const factsOf = (order: Row<'orders'>) => ({
  state: order.state,
  deliveryOn: order.deliveryOn,
  cutoffAt: order.cutoffAt,
  answerDueAt: order.answerDueAt,
  packAt: order.packAt,
  deliveredAt: order.deliveredAt,
  inspectHours: order.inspectHours,
  closingDay: order.closingDay,
  proposalDueAt: order.proposalDueAt ?? null,
})
