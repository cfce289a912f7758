import type { CostBearer } from '#kernel/enums.ts'
import type { AdjustmentId, FarmId, OrderId, OrderLineId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import type { NewCharge } from '#modules/ledger/record-charge.server.ts'
import { type Registration, registeredOn } from '#modules/organisations/registration/registration.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { type AdjustmentLine, taxOfAdjustment } from '../adjustments/adjustment.ts'
import { amountAt, figuresOf, freightOfParcels, type OrderLine, type Parcel } from '../order.ts'
import { payoutOf } from '../payout.ts'

/** A claim that was settled before the bill was final, and lowered it. */
export type ClaimOnBill = {
  lineId: OrderLineId
  wholeOrder: boolean
  /** Without tax, of the line, or of all lines. */
  yen: Yen
  freightOffYen: Yen
  borneBy: CostBearer
}

/** An order with everything from which its charges follow. */
export type Bill = {
  id: OrderId
  restaurantId: RestaurantId
  farmId: FarmId
  deliveryOn: JstDate
  freightTaxPercent: number
  /** Null: it is not billed, or not yet. */
  billedAt: Date | null
  cancelFeeYen: Yen | null
  /** When the farm agreed to the late cancellation. */
  cancelledAt: Date | null
  lines: readonly OrderLine[]
  /** The commission of each line in basis points. */
  rates: ReadonlyMap<OrderLineId, number>
  parcels: readonly Parcel[]
  claims: readonly ClaimOnBill[]
  /** Oldest first. `borneBy`: of the claim that caused it. */
  adjustments: readonly { id: AdjustmentId; at: Date; borneBy: CostBearer | null; lines: readonly AdjustmentLine[] }[]
  /** Of the farm. */
  registrations: readonly Registration[]
}

/** All charges of an order, oldest first. What changes no amount, such as a free replacement, has none. */
export function chargesOf(bill: Bill): NewCharge[] {
  const charges = [...cancelFeeOf(bill), ...salesOf(bill)]
  return charges.filter(({ totalYen, farmYen }) => totalYen !== 0 || farmYen !== 0)
}

const commonOf = ({ id, restaurantId, farmId, registrations }: Bill, suppliedOn: JstDate) => ({
  orderId: id,
  restaurantId,
  farmId,
  suppliedOn,
  sellerNumber: registeredOn(registrations, suppliedOn),
  untaxedYen: zeroYen,
  adjustmentId: null,
})

/** Compensation for the farm: no tax and no commission. */
function cancelFeeOf(bill: Bill): NewCharge[] {
  const { cancelFeeYen, cancelledAt } = bill
  if (cancelFeeYen === null || cancelledAt === null) return []
  return [
    {
      ...commonOf(bill, jstDateOf(cancelledAt)),
      eventKey: `cancel_fee:${bill.id}`,
      kind: 'cancel_fee',
      goodsYen: zeroYen,
      freightYen: zeroYen,
      untaxedYen: cancelFeeYen,
      perRate: [],
      taxYen: zeroYen,
      totalYen: cancelFeeYen,
      farmYen: cancelFeeYen,
      feeYen: zeroYen,
      at: cancelledAt,
    },
  ]
}

/** The bill, and the corrections of it. */
function salesOf(bill: Bill): NewCharge[] {
  if (bill.billedAt === null) return []
  const common = commonOf(bill, bill.deliveryOn)
  const { goodsYen, freightYen, perRate, taxYen, totalIncYen } = billedOf(bill)
  let earned = earnedOf(bill)
  const freightOff = sumYen(bill.claims.filter(isCompensated).map(({ freightOffYen }) => freightOffYen))
  const farm = taxOfDocument([
    ...bill.lines.map(({ id, taxPercent }) => ({ amountYen: earned.get(id) ?? zeroYen, percent: taxPercent })),
    { amountYen: yen(freightYen + freightOff), percent: bill.freightTaxPercent },
  ])
  const sale: NewCharge = {
    ...common,
    eventKey: `order:${bill.id}`,
    kind: 'sale',
    goodsYen,
    freightYen,
    perRate,
    taxYen,
    totalYen: totalIncYen,
    farmYen: farm.totalIncYen,
    feeYen: feeOf(earned, bill.rates),
    at: bill.billedAt,
  }
  const adjustments = bill.adjustments.map(({ id, at, borneBy, lines }): NewCharge => {
    const tax = taxOfAdjustment(lines)
    const freight = sumYen(lines.filter(({ lineId }) => lineId === null).map((line) => line.yen))
    const before = earned
    if (!isCompensated({ borneBy })) earned = adjusted(earned, lines)
    return {
      ...common,
      eventKey: `adjustment:${id}`,
      kind: 'adjustment',
      adjustmentId: id,
      goodsYen: yen(tax.totalExYen - freight),
      freightYen: freight,
      perRate: tax.perRate,
      taxYen: tax.taxYen,
      totalYen: tax.totalIncYen,
      farmYen: isCompensated({ borneBy }) ? zeroYen : tax.totalIncYen,
      // so that the fee of all that the farm earned is right to the yen after any number of corrections
      feeYen: yen(feeOf(earned, bill.rates) - feeOf(before, bill.rates)),
      at,
    }
  })
  return [sale, ...adjustments]
}

const billedOf = ({ lines, parcels, freightTaxPercent }: Bill) => {
  const figures = figuresOf({ state: 'finalized', freightTaxPercent }, lines, parcels, 'billed')
  return { ...figures, freightYen: freightOfParcels(parcels) }
}

/** The platform pays the farm for what it, or the carrier, is at fault for. */
const isCompensated = ({ borneBy }: { borneBy: CostBearer | null }): boolean =>
  borneBy === 'platform' || borneBy === 'carrier'

type Earned = ReadonlyMap<OrderLineId, Yen>

/** What the farm earns by each line, without tax: what is billed, and what it is compensated for, up to what it sent. */
function earnedOf({ lines, claims }: Bill): Earned {
  const compensated = claims.filter(isCompensated)
  return new Map(
    lines.map((line) => {
      const billed = amountAt(line, 'billed')
      const back = sumYen(
        compensated.filter(({ lineId, wholeOrder }) => !wholeOrder && lineId === line.id).map(({ yen }) => yen),
      )
      const whole = compensated.some(({ wholeOrder }) => wholeOrder)
      const sent = amountAt(line, 'shipped')
      return [line.id, yen(whole ? sent : back > 0 ? Math.min(sent, billed + back) : billed)]
    }),
  )
}

function adjusted(earned: Earned, lines: readonly AdjustmentLine[]): Earned {
  const after = new Map(earned)
  for (const { lineId, yen: amount } of lines)
    if (lineId !== null) after.set(lineId, yen((after.get(lineId) ?? 0) + amount))
  return after
}

/** The commission of the products, rounded down once for each rate. */
export function feeOf(earned: Earned, rates: ReadonlyMap<OrderLineId, number>): Yen {
  const byRate = Map.groupBy(earned, ([lineId]) => rates.get(lineId) ?? 0)
  return sumYen(
    [...byRate].map(([rate, lines]) => payoutOf(sumYen(lines.map(([, amount]) => amount)), rate).commissionYen),
  )
}
