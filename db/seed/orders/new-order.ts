import type { OrderId, OrderLineId, ParcelId } from '#kernel/ids.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { ceilingOf, type LineTerms } from '#modules/pricing/line-terms.ts'
import { resolveTaxPercent, type TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import type { Row } from '../bulk.ts'
import { boxesFor, termsOf } from '../engine.ts'
import type { MakeId } from '../ids.ts'
import type { Random } from '../random.ts'
import { inspectHours } from './course.ts'
import { fateOf, type LineFate } from './line-fates.ts'
import type { OrderPlan, PurchasePlan } from './plan.ts'

export type Line = { row: Row<'order_lines'>; planned: OrderPlan['wanted'][number]; terms: LineTerms; fate: LineFate }

type LineTools = { id: MakeId; random: Random; taxRates: readonly TaxRateRow[] }

/** The order at the moment of ordering. */
export function newOrder(
  plan: OrderPlan,
  purchase: Row<'purchases'>,
  of: PurchasePlan,
  number: string,
  id: OrderId,
): Row<'orders'> {
  const { row: kitchen } = of.kitchen
  return {
    id,
    number,
    purchase_id: purchase.id,
    farm_id: plan.farm.row.id,
    restaurant_id: of.restaurant.row.id,
    kitchen_id: kitchen.id,
    state: 'placed',
    delivery_on: plan.day.deliveryOn,
    ship_on: plan.day.shipOn,
    slot: plan.slot,
    placed_at: purchase.placed_at,
    cutoff_at: plan.day.cutoffAt,
    answer_due_at: plan.day.answerDueAt,
    pack_at: plan.day.packAt,
    inspect_hours: inspectHours,
    delivered_at: null,
    finalized_at: null,
    timer_at: null,
    commission_bp: plan.farm.row.commission_bp,
    freight_tax_percent: 10,
    note: plan.note,
    version: 1,
    changed_at: null,
    accepted_at: null,
    cancel_percent: plan.farm.row.late_cancel_percent,
    cancel_asked_at: null,
    cancel_fee_yen: null,
    proposal: null,
    proposal_due_at: null,
    total_inc_yen: null,
    part_wait_days: 1,
    part_freight: false,
    rest_on: null,
    claim_id: null,
    ship_to: {
      restaurant: of.restaurant.row.name,
      kitchen: kitchen.name,
      postalCode: kitchen.postal_code,
      prefectureCode: kitchen.prefecture_code,
      city: kitchen.city,
      street: kitchen.street,
      building: kitchen.building,
      place: kitchen.place,
      phone: kitchen.phone,
    },
  }
}

/** A line before any quantity was stated. */
export function newLine(
  order: Row<'orders'>,
  planned: Line['planned'],
  ordinal: number,
  { id, random, taxRates }: LineTools,
): Line {
  const { row: product } = planned.product
  const terms = termsOf(planned.product, resolveTaxPercent(taxRates, product.tax_kind, order.delivery_on))
  const row: Row<'order_lines'> = {
    id: id<'orderLine'>(order.placed_at) satisfies OrderLineId,
    order_id: order.id,
    restaurant_id: order.restaurant_id,
    ordinal,
    product_id: product.id,
    name: product.name,
    pack_label: product.pack_label,
    unit_label: product.unit_label,
    picture: product.picture,
    category: product.category,
    temperature: product.temperature,
    catch_weight: product.catch_weight,
    nominal_grams: product.net_grams,
    tolerance_percent: product.tolerance_percent,
    price_yen: product.price_yen,
    tax_percent: terms.taxPercent,
    ceiling_yen: ceilingOf(terms, planned.qty),
    free: false,
    price_from_qty: null,
    on_shortage: planned.onShortage,
    shortage_terms: planned.onShortage === 'ask' ? { askUntil: minuteOfDay('20:00'), otherwise: 'drop_line' } : {},
    ordered_before: null,
    substitute_for: null,
    price_why: 'list',
    list_yen: product.price_yen,
    ordered_qty: null,
    confirmed_qty: null,
    shipped_qty: null,
    received_qty: null,
    billed_qty: null,
    ordered_grams: null,
    confirmed_grams: null,
    shipped_grams: null,
    received_grams: null,
    billed_grams: null,
    billed_yen: null,
    verdict: null,
  }
  return { row, planned, terms, fate: fateOf(planned, random) }
}

/** The boxes and their freight as agreed when ordering. */
export const newBoxes = (order: Row<'orders'>, plan: OrderPlan, of: PurchasePlan, id: MakeId): Row<'parcels'>[] =>
  boxesFor(plan.farm, of.kitchen, plan.wanted).map((box, index) => ({
    id: id<'parcel'>(order.placed_at) satisfies ParcelId,
    order_id: order.id,
    ordinal: index + 1,
    ...box,
    carrier: null,
    tracking_number: null,
    shipped_at: null,
    unused_at: null,
    sent_first: false,
    for_rest: false,
  }))
