import { sql } from 'kysely'
import type { BuyerActor } from '#access/actor.ts'
import { authorize, requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type OrderId, type OrderLineId, type ParcelId, type PurchaseId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { ShipTo } from '#kernel/words.ts'
import { readCart } from '#modules/cart/cart-store.server.ts'
import { type Quote, type QuotedFarm, type QuotedLine, quoteCart } from '#modules/cart/quote.ts'
import { changesSince, type SeenQuote } from '#modules/cart/seen-quote.ts'
import { noteReservations, reserveStock } from '#modules/catalog/stock.server.ts'
import { once } from '#modules/history/once.server.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { acceptLocked } from './accept-order.server.ts'
import { askOwners } from './approval-mails.server.tsx'
import { holdFarmsInCart, holdRestaurant } from './hold-places.server.ts'
import { judge, nextTimer, ruleOf } from './order-process.ts'
import { eventKind, lockOrder, type NewQuantity, writeQuantities } from './order-store.server.ts'
import type { OrderingRefusal } from './refusal-text.ts'

export type PlaceInput = {
  kitchenId: KitchenId
  key: string
  seen: SeenQuote
  /** Above one's limit an owner is asked, by mail; `site` is where our pages are. Without it that is refused. */
  approval?: { site: string }
}
export type Placed = { purchaseId: PurchaseId; number: string; orderIds: OrderId[]; pending: boolean }

/**
 * The chef confirms (transition 1): one purchase with one number, an order per farm. All in
 * one transaction: the stock is taken, prices, tax, freight and days are written down as they
 * are now. If anything differs from what the chef saw, nothing is ordered and it is shown.
 * The places are held while it is written (hold-places.server.ts), so that none closes meanwhile.
 * Above the chef's limit it waits for an owner instead (transition 1a): everything is written down,
 * and nothing is taken from the stock before the owner's word (approve-purchase.server.ts).
 */
export const placeOrder = (ctx: Ctx, { approval, ...input }: PlaceInput): Promise<Result<Placed, OrderingRefusal>> =>
  once(ctx, 'order.place', input.key, input, async (ctx) => {
    const buyer = requireBuyer(ctx.actor)
    if (!buyer.kitchenIds.includes(input.kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'order.place', { personId: buyer.personId, restaurantId: buyer.restaurantId })

    const { orderLimitYen: limit } = await holdRestaurant(ctx, buyer)
    const cart = await lockCart(ctx, buyer, input.kitchenId)
    if (!cart) return refuse('cart_empty')
    await holdFarmsInCart(ctx, cart.id)
    const quote = quoteCart({
      now: ctx.now,
      ...(await readCart(ctx, buyer, input.kitchenId)),
      taxRates: await taxRates(ctx),
    })
    const refused = whyNot(quote, input.seen)
    if (refused) return refused
    const pending = limit !== null && quote.ceilingTotalYen > limit
    if (pending && !approval) return refuse('over_order_limit', { limit })

    const plan = planPurchase(quote)
    const reserved = plan.flatMap(({ lines, day }) => lines.map((planned) => reservationOf(planned, day.shipOn)))
    const missing = pending ? [] : await reserveStock(ctx, reserved)
    if (missing.length > 0) return refuse('out_of_stock', { products: missing })
    const purchase = await writePurchase(ctx, buyer, input.kitchenId, { plan, name: pending ? 'request' : 'place' })
    await ctx.db.deleteFrom('cart_lines').where('cart_id', '=', cart.id).execute()
    await ctx.db.deleteFrom('cart_farms').where('cart_id', '=', cart.id).execute()
    if (pending && approval) {
      const until = new Date(Math.min(...plan.map(({ day }) => day.cutoffAt.getTime())))
      await askOwners(ctx, buyer, { ...purchase, totalYen: quote.ceilingTotalYen, until, ...approval })
    }
    if (!pending) {
      await noteReservations(ctx, reserved)
      for (const { farm, orderId } of plan) if (farm.autoAccept) await acceptByItself(ctx, orderId)
    }
    return ok({ ...purchase, pending })
  })

/** Two tabs that confirm the same cart with two keys: the second waits here, then finds it empty. */
const lockCart = (ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId) =>
  ctx.db
    .selectFrom('carts')
    .select('id')
    .where('person_id', '=', buyer.personId)
    .where('kitchen_id', '=', kitchenId)
    .forUpdate()
    .executeTakeFirst()

function whyNot(quote: Quote, seen: SeenQuote) {
  if (quote.lineCount === 0) return refuse('cart_empty')
  const short = quote.farms.flatMap((farm) => farm.lines.filter((line) => line.problem === 'out_of_stock'))
  if (short.length > 0) return refuse('out_of_stock', { products: short.map((line) => line.productId) })
  if (changesSince(seen, quote).length > 0) return refuse('changed')
  if (!quote.orderable) return refuse('not_orderable')
  return null
}

type PlannedLine = { lineId: OrderLineId; line: QuotedLine }
type PlannedOrder = {
  orderId: OrderId
  farm: QuotedFarm
  day: NonNullable<QuotedFarm['day']>
  lines: PlannedLine[]
}

const planPurchase = (quote: Quote): PlannedOrder[] =>
  quote.farms.flatMap((farm) =>
    farm.day
      ? [
          {
            orderId: newId<'order'>(),
            farm,
            day: farm.day,
            lines: farm.lines.map((line) => ({ lineId: newId<'orderLine'>(), line })),
          },
        ]
      : [],
  )

const reservationOf = ({ lineId, line }: PlannedLine, shipOn: JstDate) => ({
  productId: line.productId,
  qty: line.qty,
  orderLineId: lineId,
  shipOn,
})

/** Writes purchase, orders, lines, quantities, parcels and history: one statement for each table. */
async function writePurchase(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  { plan, name }: { plan: readonly PlannedOrder[]; name: 'place' | 'request' },
): Promise<Omit<Placed, 'pending'>> {
  const { to: state } = ruleOf(name)
  const purchaseId = newId<'purchase'>()
  const { number } = await ctx.db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      number: sql<string>`to_char(${jstDateOf(ctx.now)}::date, 'YYMMDD') || '-' || to_char(nextval('purchase_number'), 'FM99999999900000')`,
      restaurant_id: buyer.restaurantId,
      kitchen_id: kitchenId,
      person_id: buyer.personId,
      placed_at: ctx.now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const shipTo = JSON.stringify(await shipToOf(ctx, kitchenId))
  await ctx.db
    .insertInto('orders')
    .values(
      plan.map(({ orderId, farm, day }, index) => {
        const facts = {
          state,
          deliveryOn: day.deliveryOn,
          cutoffAt: day.cutoffAt,
          answerDueAt: day.answerDueAt,
          packAt: day.packAt,
          deliveredAt: null,
          inspectHours: 48,
        }
        // The quote has asked the day engine already; the process has the last word.
        const judged = judge({ ...facts, state: 'draft' }, name, 'buyer', ctx.now)
        if (!judged.ok) throw new Error(`a quoted day was refused: ${judged.refusal}`)
        return {
          id: orderId,
          number: `${number}-${index + 1}`,
          purchase_id: purchaseId,
          farm_id: farm.farmId,
          restaurant_id: buyer.restaurantId,
          kitchen_id: kitchenId,
          state: facts.state,
          delivery_on: day.deliveryOn,
          ship_on: day.shipOn,
          slot: farm.slot,
          placed_at: ctx.now,
          cutoff_at: day.cutoffAt,
          answer_due_at: day.answerDueAt,
          pack_at: day.packAt,
          timer_at: nextTimer(facts)?.at ?? null,
          delivered_at: null,
          finalized_at: null,
          commission_bp: farm.commissionBp,
          freight_tax_percent: farm.freightTaxPercent,
          note: farm.note,
          ship_to: shipTo,
        }
      }),
    )
    .execute()
  await ctx.db.insertInto('order_lines').values(plan.flatMap(lineRows)).execute()
  await ctx.db.insertInto('parcels').values(plan.flatMap(parcelRows)).execute()
  const quantities: NewQuantity[] = []
  for (const { orderId, lines } of plan) {
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: eventKind[name],
      purchaseId,
      orderId,
      fromState: 'draft',
      toState: state,
    })
    for (const { lineId, line } of lines)
      quantities.push({ lineId, stage: 'ordered', quantity: nominalQuantity(line.terms, line.qty), eventId })
  }
  await writeQuantities(ctx, quantities)
  return { purchaseId, number, orderIds: plan.map(({ orderId }) => orderId) }
}

const lineRows = ({ orderId, lines }: PlannedOrder) =>
  lines.map(({ lineId, line }, index) => ({
    id: lineId,
    order_id: orderId,
    ordinal: index + 1,
    product_id: line.productId,
    name: line.name,
    pack_label: line.packLabel,
    unit_label: line.unitLabel,
    picture: line.picture,
    category: line.category,
    temperature: line.temperature,
    catch_weight: line.terms.catchWeight,
    nominal_grams: line.terms.nominalGrams,
    tolerance_percent: line.terms.tolerancePercent,
    price_yen: line.terms.priceYen,
    tax_percent: line.terms.taxPercent,
    ceiling_yen: line.ceilingYen,
    on_shortage: line.onShortage,
    price_why: line.why,
    list_yen: line.listYen,
    verdict: null,
  }))

const parcelRows = ({ orderId, farm }: PlannedOrder) =>
  farm.parcels.map((parcel, index) => ({
    id: newId<'parcel'>() as ParcelId,
    order_id: orderId,
    ordinal: index + 1,
    temperature: parcel.temperature,
    size_class: parcel.size,
    freight_yen: parcel.freightYen,
    cool_yen: parcel.coolYen,
    waived: farm.freightYen === 0 && farm.fullFreightYen > 0,
    carrier: null,
    tracking_number: null,
    shipped_at: null,
    unused_at: null,
  }))

/** Waits for whoever closes the kitchen in this moment, and then does not find it. */
async function shipToOf(ctx: Ctx, kitchenId: KitchenId): Promise<ShipTo> {
  const row = await ctx.db
    .selectFrom('kitchens')
    .innerJoin('restaurants', 'restaurants.id', 'kitchens.restaurant_id')
    .select([
      'restaurants.name as restaurant',
      'kitchens.name as kitchen',
      'kitchens.postal_code as postalCode',
      'kitchens.prefecture_code as prefectureCode',
      'kitchens.city',
      'kitchens.street',
      'kitchens.building',
      'kitchens.place',
      'kitchens.phone',
    ])
    .where('kitchens.id', '=', kitchenId)
    .where('kitchens.closed_at', 'is', null)
    .forKeyShare('kitchens')
    .executeTakeFirstOrThrow(() => new NotFound('kitchen'))
  return row
}

/** A farm that takes every order for which the stock is firm (transition 3 by S). */
export async function acceptByItself(ctx: Ctx, orderId: OrderId): Promise<void> {
  const system: Ctx = { ...ctx, actor: { kind: 'system' } }
  const accepted = await acceptLocked(system, await lockOrder(ctx.db, orderId), [])
  if (!accepted.ok) throw new Error(`a fresh order was not accepted: ${accepted.refusal}`)
}
