import type { Temperature } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import { yen } from '#kernel/yen.ts'
import { defaultMaxHeldDays, deliveryDays, type PossibleDay } from '#modules/delivery/delivery-days.ts'
import { freightOf } from '#modules/delivery/freight.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { amountOf, type LineTerms, nominalQuantity } from '#modules/pricing/line-terms.ts'
import type { SeedFarm } from './farms.ts'
import { demoRates } from './freight.ts'
import type { SeedProduct } from './products.ts'
import type { SeedKitchen } from './restaurants.ts'

/** The market's own rules, applied to the demo's orders, so that no demo order breaks them. */

export type Wanted = { product: SeedProduct; qty: number }

const zoneAt = (prefectureCode: string): Zone => {
  const code = parsePrefCode(prefectureCode)
  if (!code) throw new RangeError(`no prefecture: ${prefectureCode}`)
  return zoneOf(code)
}

function laneOf(farm: SeedFarm, kitchen: SeedKitchen, wanted: readonly Wanted[]) {
  const temperature: Temperature =
    wanted.map(({ product }) => product.row.temperature).find((word) => word !== 'ambient') ?? 'ambient'
  const [from, to] = [zoneAt(farm.row.prefectureCode), zoneAt(kitchen.row.prefectureCode)]
  const airAllowed = wanted.every(({ product }) => product.row.airAllowed)
  return { from, to, temperature, lead: leadDays({ from, to, temperature, airAllowed }) }
}

/** The days on which this farm could deliver these products to this kitchen, if they were ordered at this moment. */
export function possibleDays(farm: SeedFarm, kitchen: SeedKitchen, wanted: readonly Wanted[], at: Date): PossibleDay[] {
  const { row } = farm
  const { lead, temperature } = laneOf(farm, kitchen, wanted)
  const days = deliveryDays({
    now: at,
    lead,
    policy: {
      shipWeekdays: row.shipWeekdays,
      shipsOnHolidays: row.shipsOnHolidays,
      packingMinute: minuteOfDay(
        `${Math.floor(row.packingMinute / 60)}:${String(row.packingMinute % 60).padStart(2, '0')}`,
      ),
      cutoffHoursBeforePacking: row.cutoffHoursBeforePacking,
      answerHoursAfterCutoff: row.answerHoursAfterCutoff,
    },
    vacations: farm.vacations.map(({ fromOn, toOn }) => ({ from: fromOn, to: toOn })),
    kitchen: { receivingWeekdays: kitchen.row.receivingWeekdays, closedDays: kitchen.closedDays },
    isHoliday,
    maxHeldDays: defaultMaxHeldDays[temperature],
  })
  return days.filter((day) => day.possible)
}

export const termsOf = ({ row }: SeedProduct, taxPercent: number): LineTerms => ({
  catchWeight: row.catchWeight,
  nominalGrams: row.netGrams,
  tolerancePercent: row.tolerancePercent,
  priceYen: row.priceYen,
  taxPercent,
})

/** The price of the products as ordered, catch weight at its nominal weight. */
export function goodsYenOf(wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { product, qty }) => {
    const terms = termsOf(product, 0)
    return sum + amountOf(terms, nominalQuantity(terms, qty))
  }, 0)
}

/** The boxes for these products with their freight; waived from the farm's free-freight amount on. */
export function boxesFor(farm: SeedFarm, kitchen: SeedKitchen, wanted: readonly Wanted[]) {
  const plan = planParcels(
    wanted.map(({ product, qty }) => ({
      lineKey: product.row.id,
      temperature: product.row.temperature,
      sizePoints: product.row.sizePoints,
      grossGrams: grams(product.row.grossGrams),
      count: qty,
    })),
  )
  if (!plan.ok) throw new RangeError(`does not fit into a box: ${plan.detail?.lineKeys}`)
  const free = farm.row.freeFreightFromYen
  const waived = free !== null && goodsYenOf(wanted) >= free
  const { from, to } = laneOf(farm, kitchen, wanted)
  return freightOf(plan.value, demoRates(from, to)).lines.map((line) => ({
    temperature: line.temperature,
    sizeClass: line.size,
    freightYen: yen(line.freightYen),
    coolYen: yen(line.coolYen),
    waived,
  }))
}
