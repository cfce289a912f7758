import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { newId, type OrderId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { parsePrefCode, zoneOf } from '#kernel/place.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { defaultMaxHeldDays, deliveryDays } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { noteReservations, type Reservation, reserveStock } from '#modules/products/catalog/stock.server.ts'
import type { OrderLine } from '../order.ts'
import { checkTransition, nextTimer, type OrderFacts } from '../order-process.ts'
import { type Order, writeQuantities } from '../order-store.server.ts'
import { noteNews } from '../record-order-notification.server.ts'
import type { Claim } from './claim-store.server.ts'

/** How many days ahead the farm's next delivery is searched. */
const horizonDays = 28

/**
 * A free replacement: a separate order that begins accepted, on the next day on which the farm can deliver to the
 * kitchen, and continues with the usual steps (transition 20a). It takes what is in stock; if there is none, the farm
 * has promised to send it all the same.
 */
export async function orderReplacement(
  ctx: Ctx,
  { order, claim, line }: { order: Order; claim: Claim; line: OrderLine },
): Promise<OrderId> {
  const system: Ctx = { ...ctx, actor: { kind: 'system' } }
  const goods = await goodsOf(system, order, line)
  const day = dayFor(system, goods, line)
  const facts: OrderFacts = {
    state: 'draft',
    deliveryOn: day.deliveryOn,
    cutoffAt: ctx.now,
    answerDueAt: ctx.now,
    packAt: day.packAt,
    deliveredAt: null,
    inspectHours: order.inspectHours,
  }
  const judged = checkTransition(facts, 'replace', 'system', ctx.now)
  if (!judged.ok) throw new Error(`no replacement for claim ${claim.number}: ${judged.refusal}`)
  const { to: state } = judged.value
  const orderId: OrderId = newId<'order'>()
  const lineId = newId<'orderLine'>()
  // for products sold by weight a piece that was too light counts as a piece
  const qty = Math.max(1, claim.claimed.qty)
  const reservation = { productId: line.productId, qty, orderLineId: lineId, shipOn: day.shipOn }
  const reserved = await reserveIfThere(system, reservation)
  const purchase = await writePurchase(system, order, goods.personId)
  await ctx.db
    .insertInto('orders')
    .values({
      id: orderId,
      number: `${purchase.number}-1`,
      purchase_id: purchase.id,
      farm_id: order.farmId,
      restaurant_id: order.restaurantId,
      kitchen_id: order.kitchenId,
      state,
      delivery_on: day.deliveryOn,
      ship_on: day.shipOn,
      slot: order.slot,
      placed_at: ctx.now,
      cutoff_at: ctx.now,
      answer_due_at: ctx.now,
      pack_at: day.packAt,
      inspect_hours: order.inspectHours,
      accepted_at: ctx.now,
      timer_at: nextTimer({ ...facts, state })?.at ?? null,
      delivered_at: null,
      finalized_at: null,
      commission_bp: goods.commissionBp,
      freight_tax_percent: order.freightTaxPercent,
      note: `申し出 ${claim.number} のかわりの品です（無料）。`,
      ship_to: JSON.stringify(order.shipTo),
      cancel_percent: 0,
      part_wait_days: null,
      claim_id: claim.id,
    })
    .execute()
  const again = { ...line, priceYen: yen(0), ceilingYen: yen(0) }
  await ctx.db
    .insertInto('order_lines')
    .values(rowOf(again, orderId, lineId))
    .execute()
  await writeBoxes(system, orderId, line, { ...goods, qty })
  if (reserved) await noteReservations(system, [reservation])
  const eventId = await recordEvent(ctx.db, system, {
    kind: judged.value.event,
    purchaseId: purchase.id,
    orderId,
    fromState: 'draft',
    toState: state,
    data: { claim: claim.number, of: order.number },
  })
  const quantity = nominalQuantity(line, qty)
  await writeQuantities(system, [
    { lineId, stage: 'ordered', quantity, eventId },
    { lineId, stage: 'confirmed', quantity, eventId },
  ])
  await noteNews(system, [{ name: 'replace', orderId, eventId }])
  return orderId
}

type Goods = Awaited<ReturnType<typeof goodsOf>>

async function goodsOf(ctx: Ctx, order: Order, line: OrderLine) {
  const { farm_prefecture, kitchen_prefecture, ...row } = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farm_id')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchen_id')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .innerJoin('products', (join) => join.on('products.id', '=', line.productId))
    .select(policyColumns.map((column) => `farms.${column}` as const))
    .select([
      'orders.commission_bp as commissionBp',
      'purchases.person_id as personId',
      'farms.prefecture_code as farm_prefecture',
      'kitchens.prefecture_code as kitchen_prefecture',
      'kitchens.receiving_weekdays as receivingWeekdays',
      'products.air_allowed as airAllowed',
      'products.size_points as sizePoints',
      'products.gross_grams as grossGrams',
    ])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const closures = await ctx.db
    .selectFrom('kitchen_closures')
    .select('closed_on')
    .where('kitchen_id', '=', order.kitchenId)
    .execute()
  const [from, to] = [parsePrefCode(farm_prefecture), parsePrefCode(kitchen_prefecture)]
  return {
    ...row,
    lane: from && to ? { from: zoneOf(from), to: zoneOf(to) } : null,
    closedDays: new Set(closures.map(({ closed_on }) => closed_on)),
    vacations: (await vacationsOf(ctx, [order.farmId])).get(order.farmId) ?? [],
  }
}

/** The next delivery; if the farm rests for all four weeks, a week from now, for the farm to arrange. */
function dayFor({ now }: Ctx, goods: Goods, line: OrderLine) {
  const policy = policyOf(goods)
  const found =
    goods.lane &&
    deliveryDays({
      now,
      lead: leadDays({ ...goods.lane, temperature: line.temperature, airAllowed: goods.airAllowed }),
      policy,
      vacations: goods.vacations,
      kitchen: { receivingWeekdays: goods.receivingWeekdays, closedDays: goods.closedDays },
      isHoliday,
      maxHeldDays: defaultMaxHeldDays[line.temperature],
      horizonDays,
    }).find((day) => day.possible)
  if (found?.possible) return found
  const shipOn = addDays(jstDateOf(now), 7)
  return { shipOn, deliveryOn: addDays(shipOn, 1), packAt: momentOf(shipOn, policy.packingMinute) }
}

/** In a savepoint: if there is not enough, nothing is changed. */
async function reserveIfThere(ctx: Ctx, wanted: Reservation): Promise<boolean> {
  await sql`savepoint replacement`.execute(ctx.db)
  const missing = await reserveStock(ctx, [wanted])
  if (missing.length > 0) await sql`rollback to savepoint replacement`.execute(ctx.db)
  await sql`release savepoint replacement`.execute(ctx.db)
  return missing.length === 0
}

const writePurchase = (ctx: Ctx, order: Order, personId: Goods['personId']) =>
  ctx.db
    .insertInto('purchases')
    .values({
      id: newId<'purchase'>(),
      number: sql<string>`to_char(${jstDateOf(ctx.now)}::date, 'YYMMDD') || '-' || to_char(nextval('purchase_number'), 'FM99999999900000')`,
      restaurant_id: order.restaurantId,
      kitchen_id: order.kitchenId,
      person_id: personId,
      placed_at: ctx.now,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

const rowOf = (line: OrderLine, orderId: OrderId, lineId: OrderLine['id']) => ({
  id: lineId,
  order_id: orderId,
  ordinal: 1,
  product_id: line.productId,
  name: line.name,
  pack_label: line.packLabel,
  unit_label: line.unitLabel,
  picture: line.picture,
  category: line.category,
  temperature: line.temperature,
  catch_weight: line.catchWeight,
  nominal_grams: line.nominalGrams,
  tolerance_percent: line.tolerancePercent,
  price_yen: line.priceYen,
  tax_percent: line.taxPercent,
  ceiling_yen: line.ceilingYen,
  free: true,
  price_from_qty: null,
  on_shortage: 'ship_what_there_is' as const,
  price_why: null,
  list_yen: null,
  shortage_terms: JSON.stringify({}),
  verdict: null,
})

/** The farm pays for them. */
async function writeBoxes(
  ctx: Ctx,
  orderId: OrderId,
  { id, temperature }: OrderLine,
  { sizePoints, grossGrams, qty }: Goods & { qty: number },
): Promise<void> {
  const planned = planParcels([{ lineKey: id, temperature, sizePoints, grossGrams, count: qty }])
  const sizes = planned.ok ? planned.value.map(({ size }) => size) : [120]
  await ctx.db
    .insertInto('parcels')
    .values(
      sizes.map((size, index) => ({
        id: newId<'parcel'>(),
        order_id: orderId,
        ordinal: index + 1,
        temperature,
        size_class: size,
        freight_yen: yen(0),
        cool_yen: yen(0),
        waived: true,
        carrier: null,
        tracking_number: null,
        shipped_at: null,
        unused_at: null,
      })),
    )
    .execute()
}
