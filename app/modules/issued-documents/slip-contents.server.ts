import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Quantity } from '#kernel/enums.ts'
import { formatGrams } from '#kernel/format.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { LotId, OrderId, OrderLineId } from '#kernel/ids.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { shippedDayOf } from '#modules/ordering/fulfilment/farm-step.ts'
import { pieceWeightsOf } from '#modules/ordering/fulfilment/record-weighing.server.ts'
import { amountAt, figuresOf, freightOfParcels, type OrderLine, type Parcel } from '#modules/ordering/order.ts'
import { linesOf, type Order, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import { type TaxOfRate, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { foodLabelsOf } from '#modules/products/catalog/food-facts/food-label.server.ts'
import { type FoodLabel, labelFacts } from '#modules/products/catalog/food-facts/food-label.ts'
import { factsLine, originOf } from '#modules/products/catalog/food-facts/printed-facts.ts'
import { lotsOfLines, type NamedLot } from '#modules/traceability/lot.server.ts'
import type { DeliverySlipContent } from './document-content.ts'
import { addressLine, farmParty } from './issuer.ts'

export type SlipContents = {
  /** All that leaves, or left, of the order. */
  whole: DeliverySlipContent
  /** What left first; null: the order was not divided. */
  first: DeliverySlipContent | null
  /** What left after it; null: nothing did, or not yet. */
  rest: DeliverySlipContent | null
}

/**
 * What the delivery slips of an order say, with the farm and its registration as they are recorded now. The tax is
 * rounded once per rate for the order, as its bill does: the rest states the difference, so that both parts add up to it.
 */
export async function slipContents(ctx: Ctx, order: Order, sent?: SentGoods): Promise<SlipContents> {
  const { of, origin } = await headOf(ctx, order)
  const { lines, parcels, lots } = sent ?? (await sentGoods(ctx, order))
  const labels = await foodLabelsOf(
    ctx.db,
    lines.map(({ productId }) => productId),
  )
  const left = await firstOf(ctx.db, order.id)
  const weighed = await pieceWeightsOf(
    ctx.db,
    lines.map(({ id }) => id),
  )
  const { perRate, totalIncYen } = figuresOf(order, lines, parcels)
  const all = lines.map((line): Sent => {
    const { qty, grams: weight } = sentOf(line) ?? { qty: 0, grams: null }
    const amount = amountAt(line, line.quantities.shipped ? 'shipped' : 'confirmed')
    return {
      line,
      qty,
      grams: weight,
      yen: amount,
      lots: lots.get(line.id) ?? [],
      label: labels.get(line.productId),
      pieces: weighed.get(line.id) ?? [],
    }
  })
  const whole: DeliverySlipContent = {
    ...of,
    shipOn: order.shipOn,
    deliveryOn: order.deliveryOn,
    lines: all.filter(leaves).map((sent) => printed(sent, origin)),
    freightYen: freightOfParcels(parcels),
    perRate,
    totalYen: totalIncYen,
  }
  if (left.size === 0) return { whole, first: null, rest: null }

  const early = parcels.filter(({ sentFirst }) => sentFirst)
  const going = all.map((sent) => firstPart(sent, left.get(sent.line.id)))
  const freightYen = freightOfParcels(early)
  const tax = taxOfDocument([
    ...going.map(({ line, yen: amountYen }) => ({ amountYen, percent: line.taxPercent })),
    { amountYen: freightYen, percent: order.freightTaxPercent },
  ])
  const first: DeliverySlipContent = {
    ...of,
    part: 'first',
    shipOn: shippedDayOf({ parcels: early }) ?? order.shipOn,
    deliveryOn: order.deliveryOn,
    lines: going.filter(leaves).map((sent) => printed(sent, origin)),
    freightYen,
    perRate: tax.perRate.filter(isCharged),
    totalYen: tax.totalIncYen,
  }
  const later = all.map((sent) => lessFirst(sent, left.get(sent.line.id)))
  if (order.state === 'partly_shipped' || !later.some(leaves)) return { whole, first, rest: null }
  const rates = lessRates(whole.perRate, first.perRate)
  const rest: DeliverySlipContent = {
    ...of,
    part: 'rest',
    shipOn: shippedDayOf({ parcels: parcels.filter(({ sentFirst }) => !sentFirst) }) ?? order.shipOn,
    deliveryOn: order.restOn ?? order.deliveryOn,
    lines: later.filter(leaves).map((sent) => printed(sent, origin)),
    freightYen: yen(whole.freightYen - freightYen),
    perRate: rates,
    totalYen: sumYen(rates.flatMap(({ baseYen, taxYen }) => [baseYen, taxYen])),
  }
  return { whole, first, rest }
}

/** What leaves of an order: its lines, its parcels, and the lots by line. */
type SentGoods = { lines: OrderLine[]; parcels: Parcel[]; lots: Map<OrderLineId, NamedLot[]> }

/** What leaves of an order, for callers that ask before they write its slip (`slipContents`). */
export async function sentGoods(ctx: Ctx, { id }: Pick<Order, 'id'>): Promise<SentGoods> {
  const lines = await sentLines(ctx.db, id)
  const parcels = (await parcelsOf(ctx.db, [id])).get(id) ?? []
  const ids = lines.map((line) => line.id)
  return { lines, parcels, lots: await lotsOfLines(ctx, ids) }
}

/** The lines as they leave, whatever was received of them since. */
async function sentLines(db: DbOrTx, orderId: OrderId): Promise<OrderLine[]> {
  const lines = (await linesOf(db, [orderId])).get(orderId) ?? []
  return lines.map((line) => ({
    ...line,
    billedYen: null,
    quantities: { ...line.quantities, received: null, billed: null },
  }))
}

export const sentOf = ({ quantities }: OrderLine): Quantity | null => quantities.shipped ?? quantities.confirmed

type Sent = Quantity & {
  line: OrderLine
  yen: Yen
  lots: readonly Pick<NamedLot, 'lotId' | 'code' | 'qty' | 'facts' | 'harvestedOn' | 'bestBeforeOn'>[]
  label: FoodLabel | undefined
  /** Each piece that was weighed; of a divided line they are not told apart. */
  pieces: readonly Grams[]
}
type First = Quantity & { lotId: LotId | null }

const leaves = ({ qty }: Sent) => qty > 0
export const isCharged = ({ baseYen, taxYen }: TaxOfRate): boolean => baseYen !== 0 || taxYen !== 0

async function firstOf(db: DbOrTx, orderId: OrderId): Promise<Map<OrderLineId, First>> {
  const rows = await db
    .selectFrom('partLines')
    .select(['orderLineId', 'qty', 'grams', 'lotId'])
    .where('orderId', '=', orderId)
    .execute()
  return new Map(rows.map(({ orderLineId, ...first }) => [orderLineId, first]))
}

/** Of a line, priced as if it were all; a weighed one up to the ceiling of that many units. */
function firstPart({ line, lots, label }: Sent, first: First | undefined): Sent {
  const quantity = first ?? { qty: 0, grams: null }
  const named = lots.filter(({ lotId }) => !first?.lotId || lotId === first.lotId)
  return {
    line,
    qty: quantity.qty,
    grams: quantity.grams,
    yen: amountOf(line, quantity),
    lots: named,
    label,
    pieces: [],
  }
}

/** The rest of a line: whatever rounding or the ceiling took off the whole is taken off here. */
function lessFirst(sent: Sent, first: First | undefined): Sent {
  if (!first) return sent
  const { line, lots, label } = sent
  const weight: Grams | null = sent.grams === null ? null : grams(sent.grams - (first.grams ?? 0))
  return {
    line,
    label,
    pieces: [],
    qty: sent.qty - first.qty,
    grams: weight,
    yen: yen(sent.yen - amountOf(line, first)),
    lots: lots.filter(({ lotId, qty }) => lotId !== first.lotId || qty > first.qty),
  }
}

const lessRates = (whole: readonly TaxOfRate[], first: readonly TaxOfRate[]): TaxOfRate[] =>
  whole
    .map(({ percent, baseYen, taxYen }) => {
      const before = first.find((rate) => rate.percent === percent)
      return {
        percent,
        baseYen: yen(baseYen - (before?.baseYen ?? 0)),
        taxYen: yen(taxYen - (before?.taxYen ?? 0)),
      }
    })
    .filter(isCharged)

const printed = ({ line, qty, grams: weight, yen: amount, lots, label, pieces }: Sent, prefecture: string) => ({
  name: `${line.name} ${line.packLabel}`.trim(),
  qty,
  unit: line.unitLabel,
  grams: line.catchWeight ? weight : null,
  priceYen: line.priceYen,
  yen: amount,
  taxPercent: line.taxPercent,
  origin: label ? originOf(label.facts, prefecture) : prefecture,
  lots: lots.map(({ code }) => code).toSorted(),
  ...labelled(label, { lots, pieces }, prefecture),
})

/** Frozen in the slip as it is issued: what the product's label says now, and the harvests that are in the boxes. */
function labelled(
  label: FoodLabel | undefined,
  { lots, pieces }: Pick<Sent, 'lots' | 'pieces'>,
  prefecture: string,
): { facts?: string[] } {
  if (!label) return {}
  const { facts, sentences } = labelFacts('slip', label, lots, prefecture)
  const weights = pieces.length > 1 ? [`計量 ${pieces.map(formatGrams).join('・')}`] : []
  const lines = [...weights, ...(facts.length > 0 ? [factsLine(facts)] : []), ...sentences]
  return lines.length > 0 ? { facts: lines } : {}
}

async function headOf({ db }: Ctx, { farmId, number, deliveryOn, shipTo }: Order) {
  const farm = await db
    .selectFrom('farms')
    .select(['name', 'legalName', 'postalCode', 'prefectureCode', 'city', 'street', 'building', 'phone'])
    .select(registrationOn(sql.ref('id'), deliveryOn).as('registrationNumber'))
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const code = parsePrefCode(farm.prefectureCode)
  const of = {
    kind: 'delivery_slip' as const,
    issuer: farmParty(farm),
    to: {
      name: `${shipTo.restaurant} ${shipTo.kitchen}`,
      postalCode: shipTo.postalCode,
      address: addressLine(shipTo),
      phone: shipTo.phone,
      registrationNumber: null,
    },
    order: number,
  }
  return { of, origin: code ? prefectureOf(code).name : '' }
}
