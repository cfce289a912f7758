import type { Category, Method, TaxKind, Temperature } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { RequestId } from '#kernel/ids.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import type { BoxSize } from '#kernel/request-enums.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { largestParcel, sizeLimits } from '#modules/delivery/parcels.ts'
import { boxed } from '#modules/products/catalog/box-size.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { drawingOf } from '#modules/products/catalog/drawing-of.ts'
import { refusedClaim } from '#modules/products/catalog/marketing-claims.ts'
import { findItem, type Item, temperatureOf } from '#modules/products/catalog/produce.ts'

/** The request, as far as it determines the product of an answer. */
export type AskedFor = { id: RequestId; words: string; itemKey: string | null; category: Category; unitLabel: string }

/** What a farm offers. `priceYen`: of one unit, without tax; all of it is sent in one box of this class. */
export type Offer = {
  priceYen: Yen
  qty: number
  deliveryOn: JstDate
  method: Method
  temperature: Temperature
  boxSize: BoxSize
}

/** A product for one order: `qty` units of it are the whole offer. */
export type OneOffGoods = {
  name: string
  itemKey: string
  category: Category
  method: Method
  temperature: Temperature
  taxKind: TaxKind
  unitLabel: string
  packLabel: string
  priceYen: Yen
  qty: number
  grossGrams: Grams
  sizePoints: number
  seasonMonths: number[]
  picture: string
}

/**
 * The product that an accepted answer is ordered as. It is sold by the unit that the chef named, so that a farm which
 * ends up with 18 of 20 can say so; what our model of boxes cannot represent (more units than the box has points) is
 * sold as one lot. Weight and bulk fill the box that the farm named, so the freight is that of the box.
 */
export function oneOffGoods(asked: AskedFor, offer: Offer): OneOffGoods {
  const item = findItem(asked.itemKey ?? '')
  const box = sizeLimits.find(({ size }) => size === offer.boxSize) ?? sizeLimits[0]
  const byUnit = offer.qty <= box.maxSizePoints
  const qty = byUnit ? offer.qty : 1
  return {
    name: nameOf(asked, offer.method, item),
    itemKey: asked.itemKey ?? '',
    category: asked.category,
    method: offer.method,
    temperature: offer.temperature,
    taxKind: item?.taxKind === 'standard' ? 'standard' : 'food',
    unitLabel: byUnit ? asked.unitLabel : '式',
    packLabel: byUnit ? `1${asked.unitLabel}` : `${offer.qty}${asked.unitLabel}`,
    priceYen: byUnit ? offer.priceYen : yen(offer.priceYen * offer.qty),
    qty,
    grossGrams: grams(Math.floor(box.maxGrams / qty)),
    sizePoints: Math.floor(box.maxSizePoints / qty),
    seasonMonths: [monthOf(offer.deliveryOn)],
    picture: drawingOf({ item, category: asked.category }),
  }
}

/** The chef's own text, unless it contains a forbidden word (products/catalog/marketing-claims.ts): then the kind of food. */
const nameOf = ({ words, category }: AskedFor, method: Method, item: Item | null): string =>
  refusedClaim(words, method) ? (item?.baseName ?? categoryWord[category]) : words

/** Whether a box of this class can be sent at this temperature (クール便 ends at 120). */
export const travels = (size: BoxSize, temperature: Temperature): boolean => size <= largestParcel(temperature).size

/** How it is usually sent: the initial values of the fields. */
export function usualBox(asked: Pick<AskedFor, 'itemKey' | 'unitLabel'> & { qty: number }): {
  temperature: Temperature
  boxSize: BoxSize
} {
  const item = findItem(asked.itemKey ?? '')
  if (!item) return { temperature: 'chilled', boxSize: 60 }
  const temperature = temperatureOf(item)
  const perUnit = asked.unitLabel.toLowerCase() === 'kg' ? 1_000 : item.units.find(isCalled(asked.unitLabel))?.netGrams
  const { grossGrams, sizePoints } = boxed(item, (perUnit ?? 100) * asked.qty)
  const fits = sizeLimits.find((it) => grossGrams <= it.maxGrams && sizePoints <= it.maxSizePoints)?.size ?? 160
  return { temperature, boxSize: travels(fits, temperature) ? fits : 120 }
}

const isCalled = (unit: string) => (it: Item['units'][number]) => it.label.replace(/（.*$/, '') === unit
