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
  const order = newOrder(plan, purchase, of, number, id(purchase.placed_at))
  const lines = plan.wanted.map((planned, index) => newLine(order, planned, index + 1, tools))
  const boxes = newBoxes(order, plan, of, id)
  book.orders.push(order)
  book.lines.push(...lines.map(({ row }) => row))
  book.parcels.push(...boxes)

  const goesOn = (at: Date, state: OrderState) => at <= now && order.state !== plan.upTo && reaches(plan.upTo, state)
  const buyer = {
    actor_kind: 'buyer' as const,
    actor_name: of.restaurant.buyer.name,
    person_id: of.restaurant.buyer.id,
  }
  const grower = { actor_kind: 'farm' as const, actor_name: farm.owner.name, person_id: farm.owner.id }
  const actors: Record<'buyer' | 'farm' | 'system', Who> = { buyer, farm: grower, system: nobody }

  const record = (at: Date, kind: string, by: Who, more: Partial<Row<'events'>> = {}): EventId => {
    const event: Row<'events'> = {
      id: id(at),
      at,
      kind,
      ...by,
      admin_id: null,
      ...aboutNothing,
      purchase_id: more.order_line_id ? null : purchase.id,
      order_id: order.id,
      ...more,
    }
    book.events.push(event)
    return event.id
  }
  const move = (at: Date, kind: string, to: OrderState, by: Who, reason: string | null = null): EventId => {
    const from_state = kind === 'order_placed' || kind === 'order_approval_asked' ? 'draft' : order.state
    order.state = to
    return record(at, kind, by, { from_state, to_state: to, reason })
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
    row[`${stage}_qty`] = quantity.qty
    row[`${stage}_grams`] = quantity.grams === null ? null : grams(quantity.grams)
    if (billed !== null) row.billed_yen = billed
    book.quantities.push({
      order_line_id: row.id,
      stage,
      qty: quantity.qty,
      grams: row[`${stage}_grams`],
      yen: billed,
      reason,
      event_id,
      at,
    })
  }
  const stock = ({ row }: Line, delta: number, cause: 'reserved' | 'released', at: Date) => {
    if (delta !== 0) book.stock.push({ product_id: row.product_id, delta, cause, order_line_id: row.id, at })
  }
  const endWithout = (at: Date) => {
    for (const line of lines) stock(line, line.row.confirmed_qty ?? line.planned.qty, 'released', at)
    for (const box of boxes) box.unused_at = at
  }

  const asked = plan.upTo === 'pending_approval'
  const begun = asked
    ? move(order.placed_at, 'order_approval_asked', 'pending_approval', buyer)
    : move(order.placed_at, 'order_placed', 'placed', buyer)
  for (const line of lines) {
    const qty =
      plan.changedAt && line === lines[0] ? line.planned.qty - line.planned.product.row.order_step : line.planned.qty
    state(line, 'ordered', nominalQuantity(line.terms, qty), order.placed_at, begun)
    if (!asked) stock(line, -qty, 'reserved', order.placed_at)
  }
  if (plan.changedAt) change(plan.changedAt)
  if (!asked) advance()
  order.timer_at = nextTimer(factsOf(order))?.at ?? null

  /** One step more of the first product, as ordering/change-order.server.ts writes it. */
  function change(at: Date): void {
    const [line] = lines
    if (!line) return
    const [before, now] = [line.row.ordered_qty ?? 0, line.planned.qty]
    const changes = [{ lineId: line.row.id, name: line.row.name, before, now }]
    const event = record(at, 'line_changed', buyer, { order_line_id: line.row.id, data: { before, now } })
    record(at, 'order_changed', buyer, { from_state: 'placed', to_state: 'placed', data: { version: 2, changes } })
    state(line, 'ordered', nominalQuantity(line.terms, now), at, event, 'お店が変えました')
    stock(line, before - now, 'reserved', at)
    Object.assign(order, { version: 2, changed_at: at })
    line.row.ordered_before = before
  }

  /** There is one step less of the first product than was ordered, and the chef is asked until the evening. */
  function propose(at: Date): void {
    const [line] = lines
    if (!line) return
    const until = askDueAt(usualAskUntil, at, order.pack_at)
    if (!until) return
    const stated = Math.max(0, line.planned.qty - line.planned.product.row.order_step)
    move(at, 'order_proposed', 'proposed', grower)
    order.proposal = { lines: [{ lineId: line.row.id, stated, reason: shortageReasons.harvest, substitute: null }] }
    order.proposal_due_at = until
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
    order.delivered_at = course.deliveredAt
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
    order.accepted_at = at
    for (const line of lines) {
      const { qty, reason } =
        course.answeredBy === 'farm' ? line.fate.confirmed : { qty: line.planned.qty, reason: null }
      const data = { ordered: line.planned.qty, stated: qty }
      const event =
        reason === null
          ? accepted
          : record(at, 'line_confirmed_less', grower, { order_line_id: line.row.id, reason, data })
      state(line, 'confirmed', nominalQuantity(line.terms, qty), at, event, reason)
      stock(line, line.planned.qty - qty, 'released', at)
    }
  }

  function weigh(): void {
    const at = course.weighedAt
    for (const line of lines) {
      const confirmed = line.row.confirmed_qty ?? 0
      const qty = Math.min(confirmed, line.fate.shipped.qty)
      if (line.terms.catchWeight) {
        const weight = Math.round(((line.terms.nominalGrams ?? 0) * qty * line.fate.weightPermille) / 1_000)
        const event = record(at, 'line_weighed', grower, { order_line_id: line.row.id, data: { grams: weight } })
        state(line, 'shipped', { qty, grams: grams(weight) }, at, event)
      } else if (qty < confirmed) {
        const { reason } = line.fate.shipped
        const event = record(at, 'line_short', grower, {
          order_line_id: line.row.id,
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
      if (line.row.shipped_qty === null)
        state(line, 'shipped', { qty: line.row.confirmed_qty ?? 0, grams: null }, at, shipped)
      nameLots(line, order, tools)
    }
    const sent = lines.map(({ row, planned }) => ({ product: planned.product, qty: row.shipped_qty ?? 0 }))
    const needed = boxesFor(farm, of.kitchen, sent).map(({ temperature }) => temperature)
    for (const box of boxes) {
      const index = needed.indexOf(box.temperature)
      if (index < 0) box.unused_at = at
      else {
        needed.splice(index, 1)
        Object.assign(box, { carrier: farm.carrier, tracking_number: trackingNumber(random), shipped_at: at })
      }
    }
  }

  function inspect(): void {
    const at = course.inspectedAt
    const inspected = move(at, 'order_inspected', 'inspected', actors[course.inspectedBy])
    for (const line of lines) {
      const shipped = { qty: line.row.shipped_qty ?? 0, grams: line.row.shipped_grams }
      const looked = course.inspectedBy === 'buyer' && line.fate.received.verdict !== 'ok'
      const qty = looked ? Math.min(shipped.qty, line.fate.received.qty) : shipped.qty
      const verdict = qty < shipped.qty ? line.fate.received.verdict : 'ok'
      line.row.verdict = verdict
      const reason = verdict === 'damaged' ? '傷み' : verdict === 'short' ? '足りない' : null
      state(line, 'received', { qty, grams: shipped.grams }, at, inspected, reason)
    }
  }

  function bill(): void {
    const at = course.inspectedAt
    const finalized = move(at, 'order_finalized', 'finalized', nobody)
    order.finalized_at = at
    for (const line of lines) {
      const quantity = { qty: line.row.received_qty ?? 0, grams: line.row.received_grams }
      state(line, 'billed', quantity, at, finalized, null, billedYen(line, quantity))
    }
    const freight = boxes.flatMap((box) => (box.waived || box.unused_at ? [] : yen(box.freight_yen + box.cool_yen)))
    order.total_inc_yen = taxOfDocument([
      ...lines.map(({ row }) => ({ amountYen: row.billed_yen ?? zeroYen, percent: row.tax_percent })),
      ...freight.map((amountYen) => ({ amountYen, percent: order.freight_tax_percent })),
    ]).totalIncYen
  }
}

type Who = { actor_kind: ActorKind; actor_name: string; person_id: Row<'events'>['person_id'] }
const nobody: Who = { actor_kind: 'system', actor_name: '自動', person_id: null }

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
  return yen(Math.min(weighed, ceilingOf(terms, row.confirmed_qty ?? 0)))
}

/** Harvested this morning or yesterday; now and then some of both. */
function nameLots({ row, planned, fate }: Line, order: Row<'orders'>, { book, lots, random }: WriteTools): void {
  const qty = row.shipped_qty ?? 0
  if (qty === 0) return
  const add = (daysBefore: number, count: number) => {
    const lot = lots.harvested(planned.product, addDays(order.ship_on, -daysBefore))
    book.lineLots.push({ order_line_id: row.id, lot_id: lot.id, qty: count })
  }
  if (fate.splitLots && qty >= 2) {
    add(0, qty - 1)
    add(1, 1)
    return
  }
  add(order.pack_at < momentOf(order.ship_on, 10 * 60) || random.chance(0.3) ? 1 : 0, qty)
}

const factsOf = (order: Row<'orders'>) => ({
  state: order.state,
  deliveryOn: order.delivery_on,
  cutoffAt: order.cutoff_at,
  answerDueAt: order.answer_due_at,
  packAt: order.pack_at,
  deliveredAt: order.delivered_at,
  inspectHours: order.inspect_hours,
  proposalDueAt: order.proposal_due_at ?? null,
})
