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
  // a piece that was too light counts as a piece, and a part of a box as a box: neither is sold by itself
  const qty = Math.max(1, claim.claimed.qty + (claim.claimed.part ? 1 : 0))
  const reservation = { productId: line.productId, qty, orderLineId: lineId, shipOn: day.shipOn }
  const reserved = await reserveIfThere(system, reservation)
  const purchase = await writePurchase(system, order, goods.personId)
  await ctx.db
    .insertInto('orders')
    .values({
      id: orderId,
      number: `${purchase.number}-1`,
      purchaseId: purchase.id,
      farmId: order.farmId,
      restaurantId: order.restaurantId,
      kitchenId: order.kitchenId,
      state,
      deliveryOn: day.deliveryOn,
      shipOn: day.shipOn,
      slot: order.slot,
      placedAt: ctx.now,
      cutoffAt: ctx.now,
      answerDueAt: ctx.now,
      packAt: day.packAt,
      inspectHours: order.inspectHours,
      acceptedAt: ctx.now,
      timerAt: nextTimer({ ...facts, state })?.at ?? null,
      deliveredAt: null,
      finalizedAt: null,
      freightTaxPercent: order.freightTaxPercent,
      note: `報告 ${claim.number} の代替品です（無料）。`,
      shipTo: JSON.stringify(order.shipTo),
      cancelPercent: 0,
      partWaitDays: null,
      claimId: claim.id,
    })
    .execute()
  const again = { ...line, priceYen: yen(0), ceilingYen: yen(0) }
  await ctx.db
    .insertInto('orderLines')
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
  const { farmPrefecture, kitchenPrefecture, ...row } = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchenId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('products', (join) => join.on('products.id', '=', line.productId))
    .select(policyColumns.map((column) => `farms.${column}` as const))
    .select([
      'purchases.personId',
      'farms.prefectureCode as farmPrefecture',
      'kitchens.prefectureCode as kitchenPrefecture',
      'kitchens.receivingWeekdays',
      'products.airAllowed',
      'products.sizePoints',
      'products.grossGrams',
      'products.ownCarton',
    ])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const closures = await ctx.db
    .selectFrom('kitchenClosures')
    .select('closedOn')
    .where('kitchenId', '=', order.kitchenId)
    .execute()
  const [from, to] = [parsePrefCode(farmPrefecture), parsePrefCode(kitchenPrefecture)]
  return {
    ...row,
    lane: from && to ? { from: zoneOf(from), to: zoneOf(to) } : null,
    closedDays: new Set(closures.map(({ closedOn }) => closedOn)),
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
      restaurantId: order.restaurantId,
      kitchenId: order.kitchenId,
      personId,
      placedAt: ctx.now,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

const rowOf = (line: OrderLine, orderId: OrderId, lineId: OrderLine['id']) => ({
  id: lineId,
  orderId,
  ordinal: 1,
  productId: line.productId,
  name: line.name,
  packLabel: line.packLabel,
  unitLabel: line.unitLabel,
  picture: line.picture,
  category: line.category,
  temperature: line.temperature,
  catchWeight: line.catchWeight,
  nominalGrams: line.nominalGrams,
  tolerancePercent: line.tolerancePercent,
  priceYen: line.priceYen,
  taxPercent: line.taxPercent,
  ceilingYen: line.ceilingYen,
  free: true,
  priceFromQty: null,
  onShortage: 'ship_what_there_is' as const,
  priceWhy: null,
  listYen: null,
  shortageTerms: JSON.stringify({}),
  verdict: null,
})

/** The farm pays for them. */
async function writeBoxes(
  ctx: Ctx,
  orderId: OrderId,
  { id, temperature }: OrderLine,
  { sizePoints, grossGrams, ownCarton, qty }: Goods & { qty: number },
): Promise<void> {
  const planned = planParcels([{ lineKey: id, temperature, sizePoints, grossGrams, ownCarton, count: qty }])
  const sizes = planned.ok ? planned.value.map(({ size }) => size) : [120]
  await ctx.db
    .insertInto('parcels')
    .values(
      sizes.map((size, index) => ({
        id: newId<'parcel'>(),
        orderId,
        ordinal: index + 1,
        temperature,
        sizeClass: size,
        freightYen: yen(0),
        coolYen: yen(0),
        waived: true,
        carrier: null,
        trackingNumber: null,
        shippedAt: null,
        unusedAt: null,
      })),
    )
    .execute()
}
