import type { OrderId, OrderLineId, ParcelId } from '#kernel/ids.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { zeroYen } from '#kernel/yen.ts'
import { ceilingOf, type LineTerms } from '#modules/pricing/line-terms.ts'
import { resolveTaxPercent, type TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import type { Row } from '../bulk.ts'
import { boxesFor, termsOf } from '../engine.ts'
import type { MakeId } from '../ids.ts'
import type { Random } from '../random.ts'
import { inspectHours } from './course.ts'
import { fateOf, type LineFate } from './line-fates.ts'
import type { OrderPlan, PurchasePlan } from './plan.ts'

export type Line = { row: Row<'orderLines'>; planned: OrderPlan['wanted'][number]; terms: LineTerms; fate: LineFate }

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
    purchaseId: purchase.id,
    farmId: plan.farm.row.id,
    restaurantId: of.restaurant.row.id,
    kitchenId: kitchen.id,
    state: 'placed',
    deliveryOn: plan.day.deliveryOn,
    shipOn: plan.day.shipOn,
    slot: plan.slot,
    placedAt: purchase.placedAt,
    cutoffAt: plan.day.cutoffAt,
    answerDueAt: plan.day.answerDueAt,
    packAt: plan.day.packAt,
    inspectHours,
    closingDay: of.restaurant.row.closingDay,
    deliveredAt: null,
    finalizedAt: null,
    timerAt: null,
    way: null,
    freightTaxPercent: 10,
    note: plan.note,
    version: 1,
    changedAt: null,
    acceptedAt: null,
    cancelPercent: plan.farm.row.lateCancelPercent,
    cancelAskedAt: null,
    cancelFeeYen: null,
    proposal: null,
    proposalDueAt: null,
    answerUndoUntil: null,
    acceptUndoUntil: null,
    reschedule: null,
    proposedDay: null,
    shortGoodsYen: zeroYen,
    totalIncYen: null,
    partWaitDays: 1,
    partFreight: false,
    restOn: null,
    claimId: null,
    shipTo: {
      restaurant: of.restaurant.row.name,
      kitchen: kitchen.name,
      postalCode: kitchen.postalCode,
      prefectureCode: kitchen.prefectureCode,
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
  const terms = termsOf(planned.product, resolveTaxPercent(taxRates, product.taxKind, order.deliveryOn))
  const row: Row<'orderLines'> = {
    id: id<'orderLine'>(order.placedAt) satisfies OrderLineId,
    orderId: order.id,
    restaurantId: order.restaurantId,
    ordinal,
    productId: product.id,
    name: product.name,
    packLabel: product.packLabel,
    unitLabel: product.unitLabel,
    picture: product.picture,
    category: product.category,
    temperature: product.temperature,
    catchWeight: product.catchWeight,
    nominalGrams: product.netGrams,
    tolerancePercent: product.tolerancePercent,
    priceYen: product.priceYen,
    taxPercent: terms.taxPercent,
    ceilingYen: ceilingOf(terms, planned.qty),
    commissionBp: planned.product.farm.commissionBp,
    free: false,
    priceFromQty: null,
    onShortage: planned.onShortage,
    shortageTerms: planned.onShortage === 'ask' ? { askUntil: minuteOfDay('20:00'), otherwise: 'drop_line' } : {},
    orderedBefore: null,
    substituteFor: null,
    priceWhy: 'list',
    listYen: product.priceYen,
    orderedQty: null,
    confirmedQty: null,
    shippedQty: null,
    receivedQty: null,
    billedQty: null,
    orderedGrams: null,
    confirmedGrams: null,
    shippedGrams: null,
    receivedGrams: null,
    billedGrams: null,
    billedYen: null,
    receivedMissing: null,
    receivedMissingOf: null,
    billedMissing: null,
    billedMissingOf: null,
    verdict: null,
  }
  return { row, planned, terms, fate: fateOf(planned, random) }
}

/** The boxes and their freight as agreed when ordering. */
export const newBoxes = (order: Row<'orders'>, plan: OrderPlan, of: PurchasePlan, id: MakeId): Row<'parcels'>[] =>
  boxesFor(plan.farm, of.kitchen, plan.wanted).map((box, index) => ({
    id: id<'parcel'>(order.placedAt) satisfies ParcelId,
    orderId: order.id,
    ordinal: index + 1,
    ...box,
    carrier: null,
    trackingNumber: null,
    trackingPage: null,
    shippedAt: null,
    unusedAt: null,
    tracked: true,
    sentFirst: false,
    forRest: false,
    name: '',
    byFarm: false,
    labelCarrier: null,
    labelNumber: null,
    trackedState: null,
    trackedWords: null,
    trackedPlace: null,
    trackedAt: null,
  }))
