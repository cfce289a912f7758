import type { Quantity } from '../../app/kernel/enums.ts'
import { grams } from '../../app/kernel/grams.ts'
import { newId } from '../../app/kernel/ids.ts'
import { yen } from '../../app/kernel/yen.ts'
import type { OrderLine } from '../../app/modules/ordering/order.ts'
import { ceilingOf } from '../../app/modules/pricing/line-terms.ts'

export const pieces = (qty: number): Quantity => ({ qty, grams: null })
export const weighed = (qty: number, weight: number): Quantity => ({ qty, grams: grams(weight) })

/** A line of an order for the pure rules: boxes of carrots at ¥1,500. */
export function anOrderLine(
  stated: Partial<OrderLine['quantities']> = {},
  overrides: Partial<OrderLine> = {},
): OrderLine {
  const line: OrderLine = {
    id: newId<'orderLine'>(),
    ordinal: 1,
    productId: newId<'product'>(),
    name: '人参',
    packLabel: '5kg箱',
    unitLabel: '箱',
    picture: 'carrot',
    category: 'root',
    temperature: 'ambient',
    catchWeight: false,
    nominalGrams: null,
    tolerancePercent: null,
    priceYen: yen(1_500),
    taxPercent: 8,
    ceilingYen: yen(1),
    priceFromQty: null,
    onShortage: 'ship_what_there_is',
    shortageTerms: {},
    orderedBefore: null,
    substituteFor: null,
    priceWhy: null,
    listYen: null,
    quantities: { ordered: null, confirmed: null, shipped: null, received: null, billed: null, ...stated },
    billedYen: null,
    claimOpen: false,
    verdict: null,
    ...overrides,
  }
  return { ...line, ceilingYen: overrides.ceilingYen ?? ceilingOf(line, stated.ordered?.qty ?? 1) }
}

/** Whole birds by weight (不定貫): nominal 1.8 kg, ±10 %, ¥2,400 a kilogram. */
export const aBirdLine = (stated: Partial<OrderLine['quantities']> = {}, overrides: Partial<OrderLine> = {}) =>
  anOrderLine(stated, {
    name: '地鶏 丸',
    unitLabel: '羽',
    category: 'meat',
    temperature: 'chilled',
    catchWeight: true,
    nominalGrams: grams(1_800),
    tolerancePercent: 10,
    priceYen: yen(2_400),
    ...overrides,
  })
