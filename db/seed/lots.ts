import { addDays, type JstDate, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'
import { lotCodeOf } from '#modules/traceability/lot.server.ts'
import type { Row } from './bulk.ts'
import { demoLotFacts } from './food-facts.ts'
import type { MakeId } from './ids.ts'
import type { SeedProduct } from './products.ts'
import type { Random } from './random.ts'

type Lot = Row<'lots'>

/** The best-before date in days after the harvest; null where none is printed. */
const bestBeforeDays: Partial<Record<SeedProduct['row']['category'], number>> = {
  egg: 14,
  meat: 6,
  fish: 3,
  processed: 180,
  rice: 180,
}

/** The lots of all products; the same harvest of the same product is one lot. */
export function lotBook(id: MakeId, now: Date) {
  const lots = new Map<string, Lot>()
  const harvested = ({ row }: SeedProduct, on: JstDate): Lot => {
    const code = lotCodeOf(on)
    const known = lots.get(`${row.id} ${code}`)
    if (known) return known
    const morning = momentOf(on, 6 * 60)
    const createdAt = morning < now ? morning : now
    const days = bestBeforeDays[row.category]
    const lot: Lot = {
      id: id(createdAt),
      farmId: row.farmId,
      productId: row.id,
      code,
      harvestedOn: on,
      bestBeforeOn: days === undefined ? null : addDays(on, days),
      createdAt,
      qty: null,
      note: '',
      facts: demoLotFacts(row, on),
      recalledAt: null,
    }
    lots.set(`${row.id} ${code}`, lot)
    return lot
  }
  return { harvested, all: () => [...lots.values()] }
}

export type LotBook = ReturnType<typeof lotBook>

/** One to three harvests of the last days for everything in season; today's for about a third. */
export function recentLots(products: readonly SeedProduct[], book: LotBook, now: Date, random: Random): void {
  const today = jstDateOf(now)
  const inSeason = products.filter(({ row }) => row.status === 'listed' && row.seasonMonths.includes(monthOf(today)))
  for (const product of inSeason) {
    const count = products.length > 5_000 ? 1 : random.int(1, 3)
    const newest = random.chance(0.35) ? 0 : random.int(1, 3)
    for (let days = newest; days < newest + count; days++) book.harvested(product, addDays(today, -days))
  }
}
