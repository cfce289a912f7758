import type { KnownParcelState } from '#kernel/carrier-tracking.ts'
import type {
  Category,
  OnShortage,
  OrderState,
  Quantity,
  ShortageTerms,
  Stage,
  Temperature,
  Verdict,
} from '#kernel/enums.ts'
import { stages } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type { OrderLineId, ParcelId, ProductId } from '#kernel/ids.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import type { PriceWhy } from '#modules/pricing/agreed-price.ts'
import { amountOf, billableGrams, type LineTerms } from '#modules/pricing/line-terms.ts'
import { type DocumentTax, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { deadStates } from './order-process.ts'

export type OrderLine = LineTerms & {
  id: OrderLineId
  ordinal: number
  productId: ProductId
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  category: Category
  temperature: Temperature
  onShortage: OnShortage
  shortageTerms: ShortageTerms
  /** The quantity ordered before a change that the farm has not answered; 0: the line is new. */
  orderedBefore: number | null
  /** The line that this one replaces, by the chef's instruction. */
  substituteFor: OrderLineId | null
  ceilingYen: Yen
  /** The minimum quantity of the agreed price; null: any quantity. */
  priceFromQty: number | null
  /** The kind of the price, and the list price at that moment; null for lines from before this was stored. */
  priceWhy: PriceWhy | null
  listYen: Yen | null
  quantities: Record<Stage, Quantity | null>
  billedYen: Yen | null
  /** A claim about it is not decided yet: until then nothing is deducted. */
  claimOpen: boolean
  verdict: Verdict | null
}

export type Parcel = {
  id: ParcelId
  ordinal: number
  temperature: Temperature
  sizeClass: number
  freightYen: Yen
  coolYen: Yen
  waived: boolean
  /** One of the enum, or the name of another one; null: it has not left, or not with a carrier. */
  carrier: string | null
  trackingNumber: string | null
  /** When it was sent: `isSent` asks it. */
  shippedAt: Date | null
  /** It is sent with a tracking number of a carrier; the farm's own van and a pick-up have none. */
  tracked: boolean
  unused: boolean
  /** It left before the rest of the order. */
  sentFirst: boolean
  /** Needed only because the order was divided. */
  forRest: boolean
  /** As the farm calls it; empty: its number alone. */
  name: string
  /** Added by the farm while packing: it costs the restaurant nothing. */
  byFarm: boolean
  /** What the farm has put into it, in sale units; empty in all parcels of an order: it has not said. */
  contents: readonly { lineId: OrderLineId; qty: number }[]
  /** What the carrier's program wrote back, before it leaves. */
  label: { carrier: string; trackingNumber: string } | null
  /** The page of its carrier that tracks it; null while it has no number, or if another carrier has no page. */
  trackingUrl: string | null
  /** The last that is known of it on the road: the words and the place are the carrier's. */
  progress: { state: KnownParcelState; words: string; place: string; at: Date } | null
}

/** A carrier with which a farm has sent; its page only of one that is not in the enum. */
export type UsedCarrier = { carrier: string; trackingPage: string | null }

/** A parcel that has left the farm, with a tracking number or without. */
export const isSent = ({ shippedAt }: Pick<Parcel, 'shippedAt'>): boolean => shippedAt !== null

/** The parcels that are still to be sent. */
export const toSend = <P extends Pick<Parcel, 'shippedAt' | 'unused'>>(parcels: readonly P[]): P[] =>
  parcels.filter((parcel) => !isSent(parcel) && !parcel.unused)

/** The last written stage: the line's quantity as far as it is known now. */
export function latestStage(line: Pick<OrderLine, 'quantities'>): Stage {
  return stages.findLast((stage) => line.quantities[stage] !== null) ?? 'ordered'
}

/**
 * The stage to calculate a line at now: what has changed since its confirmation is ordered, and not confirmed yet; what
 * is claimed, and not decided, counts as sent.
 */
export function knownStage(line: OrderLine): Stage {
  if (line.orderedBefore !== null && !line.quantities.shipped) return 'ordered'
  const latest = latestStage(line)
  return latest === 'received' && line.claimOpen ? 'shipped' : latest
}

export function amountAt(line: OrderLine, stage: Stage): Yen {
  if (stage === 'billed' && line.billedYen !== null) return line.billedYen
  const quantity = line.quantities[stage]
  return quantity ? amountOf(line, quantity) : zeroYen
}

/** What is billed: the smaller of shipped and received, up to the ceiling, at the agreed price (claims are deducted later). */
export function billedQuantity(line: OrderLine): Quantity {
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const received = line.quantities.received ?? shipped
  const least = (a: Grams | null, b: Grams | null) => (a === null || b === null ? null : a < b ? a : b)
  const billed = {
    qty: Math.min(shipped.qty, received.qty),
    grams: least(shipped.grams, received.grams),
    ...(received.missing && { missing: received.missing }),
  }
  return { ...billed, grams: billableGrams(line, billed) }
}

/** The charged freight: without boxes that were not needed, and those that the farm pays for. */
export const freightOfParcels = (parcels: readonly Parcel[]): Yen =>
  yen(
    parcels.reduce(
      (sum, parcel) => (parcel.unused || parcel.waived ? sum : sum + parcel.freightYen + parcel.coolYen),
      0,
    ),
  )

/** What the farm pays of the freight: of the boxes that are sent, those that are free for the restaurant. */
export const waivedFreight = (parcels: readonly Parcel[]): Yen =>
  yen(
    parcels.reduce(
      (sum, parcel) => (parcel.unused || !parcel.waived ? sum : sum + parcel.freightYen + parcel.coolYen),
      0,
    ),
  )

/**
 * The fee for a late cancellation (W2): the agreed share of the products' price, without tax and rounded down.
 * Compensation is outside consumption tax.
 */
export const cancelFeeOf = (goodsYen: Yen, percent: number): Yen => yen(Math.floor((goodsYen * percent) / 100))

export type OrderFigures = DocumentTax & { goodsYen: Yen; freightYen: Yen; estimated: boolean }

/**
 * The money of one order, at one stage or as far as it is known now. One order is one
 * delivery slip (納品書), and tax is rounded once per rate on it: docs/decisions/0002.
 */
export function figuresOf(
  order: { state: OrderState; freightTaxPercent: number },
  lines: readonly OrderLine[],
  parcels: readonly Parcel[],
  stage?: Stage,
): OrderFigures {
  const dead = stage === undefined && deadStates.includes(order.state)
  const amounts = lines.map((line) => ({
    amountYen: dead ? zeroYen : amountAt(line, stage ?? knownStage(line)),
    percent: line.taxPercent,
  }))
  const freightYen = dead ? zeroYen : freightOfParcels(parcels)
  const goodsYen = yen(amounts.reduce((sum, line) => sum + line.amountYen, 0))
  const estimated = !dead && lines.some((line) => line.catchWeight && line.quantities.shipped === null)
  return {
    ...taxOfDocument([...amounts, { amountYen: freightYen, percent: order.freightTaxPercent }]),
    goodsYen,
    freightYen,
    estimated,
  }
}
