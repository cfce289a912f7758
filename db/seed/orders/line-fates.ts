import type { Verdict } from '#kernel/enums.ts'
import type { Random } from '../random.ts'
import type { OrderPlan } from './plan.ts'

/** What deviates from the order for one line, and why. Mostly nothing. */
export type LineFate = {
  confirmed: { qty: number; reason: string | null }
  shipped: { qty: number; reason: string | null }
  received: { qty: number; verdict: Verdict }
  /** the measured weight relative to the nominal weight, in per mille */
  weightPermille: number
  splitLots: boolean
}

const reasons = ['収穫不足', '品質不良', '天候', '鳥獣害'] as const

/** Never for open orders: there the demo's users decide. */
export function fateOf(line: OrderPlan['wanted'][number], random: Random): LineFate {
  const { qty, onShortage, product } = line
  const tolerance = (product.row.tolerancePercent ?? 0) * 10
  const overCeiling = random.chance(0.04)
  const weightPermille = overCeiling
    ? 1_000 + tolerance + random.int(5, 20)
    : 1_000 + random.int(-tolerance * 0.8, tolerance * 0.8)
  const divisible = qty >= 2 && onShortage === 'ship_what_there_is' && !product.row.catchWeight
  const dice = divisible ? random.next() : 1
  const less = random.int(1, qty - 1)
  const confirmed = dice < 0.03 ? qty - less : qty
  const shipped = dice >= 0.03 && dice < 0.07 ? confirmed - less : confirmed
  const bad = dice >= 0.07 && dice < 0.1
  return {
    confirmed: { qty: confirmed, reason: confirmed < qty ? random.pick(reasons) : null },
    shipped: { qty: shipped, reason: shipped < confirmed ? random.pick(reasons) : null },
    received: bad
      ? { qty: shipped - 1, verdict: random.pick(['damaged', 'damaged', 'short']) }
      : { qty: shipped, verdict: 'ok' },
    weightPermille: Math.round(weightPermille),
    splitLots: shipped >= 2 && random.chance(0.15),
  }
}
