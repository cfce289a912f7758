import { boxed } from '#modules/products/catalog/box-size.ts'
import type { Item } from '#modules/products/catalog/produce.ts'
import { temperatureOf } from '#modules/products/catalog/produce.ts'
import pieceGrams from './data/piece-grams.json' with { type: 'json' }
import type { Random } from './random.ts'

/** How one sale unit is packed, and its price within the price band. */
export type Pack = {
  unitLabel: string
  packLabel: string
  netGrams: number | null
  pieceCount: number | null
  tolerancePercent: number | null
  grossGrams: number
  sizePoints: number
  /** how many of the price band's units are in it; for catch weight 1, as the price is per kg */
  bandUnits: number
}

/** 箱 of a crop: a few kilograms, or so many bundles, heads or bags. */
export function packOf(item: Item, random: Random): Pack {
  const options = item.catchWeight ? weighedPacks(item, random) : fixedPacks(item, random)
  const shippable = options.filter((pack) => pack.grossGrams <= (temperatureOf(item) === 'chilled' ? 14_500 : 24_500))
  const worthwhile = shippable.filter((pack) => isWorthSending(item, pack.bandUnits))
  return random.pick(worthwhile.length > 0 ? worthwhile : shippable)
}

/** A box of ¥200 is unrealistic, and few kitchens buy one product for more than ¥12,000. */
function isWorthSending(item: Item, bandUnits: number): boolean {
  const usualYen = (bandUnits * (item.priceBand.low + item.priceBand.high)) / 2
  return usualYen >= 600 && (usualYen <= 12_000 || item.catchWeight)
}

const weights: Readonly<Record<string, number>> = pieceGrams.grams
const pieceWeight = (item: Item) => weights[item.id] ?? 200

type WeighedForm = { unit: string; grams: number; label: string }

const weighedForms: Readonly<Record<string, readonly WeighedForm[]>> = pieceGrams.weighed

/** 不定貫: `1羽 約1.8kg`, priced per kg, billed by measured weight. */
function weighedPacks(item: Item, random: Random): Pack[] {
  return (weighedForms[item.id] ?? []).map(({ unit, grams, label }) => ({
    unitLabel: unit,
    packLabel: label,
    netGrams: grams,
    pieceCount: 1,
    tolerancePercent: random.pick([5, 8, 10, 10, 12, 15]),
    ...boxed(item, grams),
    bandUnits: item.priceBand.unit === 'kg' ? 1 : 1000 / grams,
  }))
}

function fixedPacks(item: Item, random: Random): Pack[] {
  const { unit: bandUnit } = item.priceBand
  return item.units
    .filter(
      ({ code }) => bandUnit === 'kg' || bandUnit === 'L' || code === bandUnit || code === 'case' || code === 'tray',
    )
    .flatMap((unit) => {
      if (unit.netMl) return [bottles(item, unit.label, unit.netMl)]
      if (unit.code === 'kg' || unit.code === 'L') return bandUnit === 'kg' ? [loose(item, random)] : []
      const inner = unit.netGrams ?? (unit.count ?? 1) * pieceWeight(item)
      if (inner >= 900 && unit.netGrams) return [crate(item, unit.label, inner)]
      return [several(item, unit.code, unit.label, inner, unit.count ?? 1, random)]
    })
}

const bandUnitsOf = (item: Item, netGrams: number, pieces: number) =>
  item.priceBand.unit === 'kg' ? netGrams / 1000 : pieces

/** A crate as it leaves the farm: 4kg箱・20〜22玉. */
function crate(item: Item, label: string, netGrams: number): Pack {
  const [, unitLabel = '箱', amount = ''] = /^(.+?)（(.+)）$/.exec(label) ?? []
  const pieces = Math.round(netGrams / pieceWeight(item))
  const counter = counterOf(item)
  const counted =
    counter && pieces >= 4 && pieces <= 60
      ? `・${Math.floor(pieces * 0.95)}〜${Math.ceil(pieces * 1.06)}${counter}`
      : ''
  return {
    unitLabel,
    packLabel: `${amount}${unitLabel}${counted}`,
    netGrams,
    pieceCount: null,
    tolerancePercent: null,
    ...boxed(item, netGrams),
    bandUnits: bandUnitsOf(item, netGrams, pieces),
  }
}

function loose(item: Item, random: Random): Pack {
  const dear = item.priceBand.high > 1500
  const kilograms = dear ? random.pick([0.5, 1, 1]) : random.pick([1, 2, 3, 5])
  const netGrams = kilograms * 1000
  return {
    unitLabel: '袋',
    packLabel: kilograms < 1 ? `${netGrams}g袋` : `${kilograms}kg袋`,
    netGrams,
    pieceCount: null,
    tolerancePercent: null,
    ...boxed(item, netGrams),
    bandUnits: kilograms,
  }
}

function bottles(item: Item, label: string, netMl: number): Pack {
  const amount = netMl >= 1000 ? `${netMl / 1000}L` : `${netMl}ml`
  return {
    unitLabel: label.slice(0, 1),
    packLabel: `1本 ${amount}`,
    netGrams: null,
    pieceCount: 1,
    tolerancePercent: null,
    ...boxed(item, Math.round(netMl * 1.5)),
    bandUnits: item.priceBand.unit === 'L' ? netMl / 1000 : netMl > 1000 ? 2 : 1,
  }
}

/** Small units by the box: 20束（1束 約300g）, 8玉（1玉 約1.2kg）, 6パック（1パック 10個）. */
function several(
  item: Item,
  code: string,
  label: string,
  innerGrams: number,
  innerCount: number,
  random: Random,
): Pack {
  const [, word = label] = /^(.+?)（/.exec(label) ?? []
  const counts = [30, 24, 20, 12, 10, 8, 6, 5, 4].filter((count) => {
    const grams = count * innerGrams
    return grams <= 6_000 && (innerGrams < 60 || grams >= 400)
  })
  const bandUnitsIn = (units: number) => {
    if (item.priceBand.unit === 'kg') return (units * innerGrams) / 1000
    return item.priceBand.unit === code && code !== 'sheet' ? units : units * innerCount
  }
  const worthwhile = counts.filter((units) => isWorthSending(item, bandUnitsIn(units)))
  const otherwise = isWorthSending(item, bandUnitsIn(1)) ? 1 : (counts[0] ?? 1)
  const count = random.pick(worthwhile.length > 0 ? worthwhile : [otherwise])
  const netGrams = count * innerGrams
  const about = innerCount > 1 ? ` ${innerCount}${innerPieceWord(code, label)}` : ` 約${kilogramsText(innerGrams)}`
  return {
    unitLabel: count === 1 ? word : '箱',
    packLabel: count === 1 ? `1${word}${about}` : `${count}${word}（1${word}${about}）`,
    netGrams,
    pieceCount: count * innerCount,
    tolerancePercent: null,
    ...boxed(item, netGrams),
    bandUnits: bandUnitsIn(count),
  }
}

const innerPieceWord = (code: string, label: string) =>
  /\d+([^\d）]+)）/.exec(label)?.[1] ?? (code === 'sheet' ? '枚' : '個')

const kilogramsText = (grams: number) => (grams >= 1000 ? `${Math.round(grams / 100) / 10}kg` : `${grams}g`)

function counterOf(item: Item): string | null {
  if (item.units.some(({ code }) => code === 'head')) return '玉'
  if (item.units.some(({ code }) => code === 'stick')) return '本'
  if (item.units.some(({ code }) => code === 'kabu')) return '株'
  if (item.units.some(({ code }) => code === 'bunch')) return '房'
  const round = ['pome', 'stone', 'citrus', 'other', 'melon', 'tropical'].includes(item.subcategory)
  return round || item.id === 'tomato' ? '玉' : null
}
