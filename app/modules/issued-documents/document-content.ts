import type { FarmId, OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type { RunFreightLine } from '#modules/runs/run-freight-lines.ts'

/**
 * All that a document says, as it is stored when it is issued: its PDF, XML and CSV and its page are made from this alone,
 * so that a name or a price that changes later does not reach it. Amounts in yen; days are days in Japan.
 */
export type DocumentContent = InvoiceContent | StatementContent | ReceiptContent | DeliverySlipContent

/** A party that a document names, as it was on the day of issue. */
export type PrintedParty = {
  name: string
  postalCode: string
  address: string
  phone: string
  /** T and 13 digits; null: not registered. */
  registrationNumber: string | null
}

export type PrintedLine = {
  /** Variety and pack: 「フルーツトマト 1kg箱」. */
  name: string
  qty: number
  unit: string
  /** Of a weighed line: what is billed. */
  grams: number | null
  /** A unit, or a kilogram of a weighed line, without tax. */
  priceYen: Yen
  yen: Yen
  taxPercent: number
}

/** One 納品書, or one adjustment of it: its tax is rounded once per rate, and the documents only add. */
export type PrintedSlip = {
  orderId: OrderId
  /** The number of the order, or of the adjustment. */
  number: string
  kind: 'sale' | 'adjustment' | 'cancel_fee'
  /** The day of supply; of an adjustment that of the original sale. */
  suppliedOn: JstDate
  bookedOn: JstDate
  farmId: FarmId
  farm: string
  farmNumber: string | null
  kitchen: string
  reason: string
  lines: PrintedLine[]
  freightYen: Yen
  untaxedYen: Yen
  perRate: TaxOfRate[]
  totalYen: Yen
}

/** 遅延損害金 of an invoice that was overdue: the platform's own, outside of consumption tax. */
export type PrintedLateCharge = {
  /** The invoice that was overdue. */
  invoice: string
  dueOn: JstDate
  fromOn: JstDate
  toOn: JstDate
  /** Between them, how many were charged. */
  days: number
  yen: Yen
}

export type InvoiceContent = {
  kind: 'invoice'
  issuer: PrintedParty
  to: PrintedParty
  fromOn: JstDate
  toOn: JstDate
  dueOn: JstDate
  slips: PrintedSlip[]
  /** Absent: none. */
  lateCharges?: PrintedLateCharge[]
  /** Sums of the slips of registered sellers: sales, and returns apart (返還). */
  sales: TaxOfRate[]
  returns: TaxOfRate[]
  /** Of sellers that were not registered on the day of supply: without the totals of a qualified invoice. */
  unregistered: { percent: number; deductiblePercent: number; totalYen: Yen; taxPartYen: Yen }[]
  /** Of the slips. */
  untaxedYen: Yen
  periodYen: Yen
  previousYen: Yen
  paidYen: Yen
  /** What staff have written off since the last invoice; below zero: taken back. Absent: nothing. */
  settledYen?: Yen
  carriedYen: Yen
  dueYen: Yen
  /** Where to pay; null: collected by card or direct debit. */
  payTo: { bank: string; branch: string; type: string; number: string; holder: string } | null
}

export type StatementContent = {
  kind: 'statement'
  issuer: PrintedParty
  to: PrintedParty
  fromOn: JstDate
  toOn: JstDate
  payOn: JstDate
  /** The slips, as they were billed to the restaurants for the farm. */
  slips: (PrintedSlip & { restaurant: string; feeYen: Yen; farmYen: Yen })[]
  sales: TaxOfRate[]
  returns: TaxOfRate[]
  untaxedYen: Yen
  /** With tax: what the farm earned before the fee, including what the platform bore of claims. */
  grossYen: Yen
  borneYen: Yen
  /** The platform's own supply: a qualified invoice of its fee. */
  fee: TaxOfRate
  /** 共同便の運賃: earned as the runner above zero, owed to one below. Absent: none. */
  runFreights?: RunFreightLine[]
  carriedYen: Yen
  /** What is paid; below zero it is carried to the next period. */
  netYen: Yen
  /** Without an answer until this day it counts as confirmed. */
  confirmBy: JstDate
  /** Masked: 三井住友銀行 大阪本店 普通 ****001. */
  account: string | null
}

export type ReceiptContent = {
  kind: 'receipt'
  issuer: PrintedParty
  to: PrintedParty
  paidOn: JstDate
  method: string
  /** The invoice that was paid. */
  invoice: string
  yen: Yen
  /** Of the sales of registered sellers. */
  perRate: TaxOfRate[]
  /** With tax, of sellers that were not registered. Absent: none. */
  unregisteredYen?: Yen
  /** Outside of the tax: fees of cancellation and late charges. Absent: none. */
  untaxedYen?: Yen
}

export type DeliverySlipContent = {
  kind: 'delivery_slip'
  /** The seller. */
  issuer: PrintedParty
  to: PrintedParty
  shipOn: JstDate
  deliveryOn: JstDate
  order: string
  /** Of a divided order: what left first, or the rest, whose tax is that of the order less that of the first. */
  part?: 'first' | 'rest'
  /** `facts`: what the law wants to be said of the food; slips that were issued before it was asked have none. */
  lines: (PrintedLine & { origin: string; lots: string[]; facts?: string[] })[]
  freightYen: Yen
  perRate: TaxOfRate[]
  totalYen: Yen
}
