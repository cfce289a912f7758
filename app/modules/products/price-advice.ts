import type { Temperature } from '#kernel/enums.ts'
import { formatNumber, formatYen } from '#kernel/format.ts'
import type { Grams } from '#kernel/grams.ts'
import { type PrefCode, prefectureOf } from '#kernel/place.ts'
import { yen } from '#kernel/yen.ts'
import { freightOf } from '#modules/delivery/freight.ts'
import type { LaneRates } from '#modules/delivery/freight-rates.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { payoutOf } from '#modules/ordering/payout.ts'

/** What similar products cost per kilogram, yen without tax; `products`: their number, null for usual prices. */
export type PriceBand = { lowPerKg: number; highPerKg: number; products: number | null }

type Pack = { catchWeight: boolean; netGrams: number; unitLabel: string }

/** 類似商品は 280〜420円/kg（12点）。この箱だと 1,400〜2,100円. */
export function bandText(
  { lowPerKg, highPerKg, products }: PriceBand,
  { catchWeight, netGrams, unitLabel }: Pack,
): string {
  const range = `${formatNumber(lowPerKg)}〜${formatNumber(highPerKg)}円/kg`
  const from = products === null ? '通常の相場は' : `類似商品（${products}点）は`
  if (catchWeight || netGrams === 1000) return `${from} ${range} です。`
  const [low, high] = [lowPerKg, highPerKg].map((perKg) => formatNumber(Math.round((perKg * netGrams) / 10_000) * 10))
  return `${from} ${range}。この${unitLabel}では ${low}〜${high}円 です。`
}

/** How a price compares with similar products. */
export function standing(price: number, band: PriceBand, { catchWeight, netGrams }: Pack): 'low' | 'within' | 'high' {
  const perKg = catchWeight ? price : (price * 1000) / netGrams
  if (perKg < band.lowPerKg) return 'low'
  return perKg > band.highPerKg ? 'high' : 'within'
}

export const standingText = {
  low: '類似商品より安めです。手取額を確認してください。',
  within: '類似商品と同程度の価格です。',
  high: '類似商品より高めです。違い（大きさ・甘さ・栽培方法）を「商品」に書くと伝わります。',
} as const

/** 1箱 ¥1,500 のうち、手取額は ¥1,320（手数料12%）です: what the farm receives for one unit, without tax and freight. */
export function payoutText(price: number, commissionBp: number, unit: string): string {
  const { payoutYen } = payoutOf(yen(price), commissionBp)
  return `1${unit} ${formatYen(price)} のうち、手取額は ${formatYen(payoutYen)}（手数料${commissionBp / 100}%）です。`
}

/** What the farm has set: its freight to one prefecture, and from which amount on it pays the freight itself. */
export type FarmFreightTerms = {
  to: PrefCode
  rates: LaneRates | null
  freeFromYen: number | null
  commissionBp: number
}

type Box = {
  priceYen: number
  unitLabel: string
  temperature: Temperature
  grossGrams: Grams
  sizePoints: number
  ownCarton?: boolean
}

/**
 * Who pays the freight and what the carrier takes, as sentences: of one unit to the prefecture, and of the smallest order from
 * which on freight is free. `tooDear`: that freight is more than the farm's share of such an order.
 */
export function freightAdvice(
  { priceYen, unitLabel, ...box }: Box,
  { to, rates, freeFromYen, commissionBp }: FarmFreightTerms,
): { sentences: string[]; tooDear: boolean } {
  const costOf = (count: number) => {
    const plan = planParcels([{ lineKey: '', ...box, count }])
    return plan.ok && rates ? { ...freightOf(plan.value, rates), count } : null
  }
  const one = costOf(1)
  const sizes = one?.lines.map(({ size }) => `${size}サイズ`).join('・')
  const first =
    one && `1${unitLabel}を${prefectureOf(to).name}へ送る送料は ${formatYen(one.totalYen)}（${sizes}）です。`
  if (freeFromYen === null)
    return { sentences: [...(first ? [first] : []), '送料は飲食店が負担します。'], tooDear: false }
  const count = Math.max(1, Math.ceil(freeFromYen / priceYen))
  const free = costOf(count)
  const { payoutYen } = payoutOf(yen(count * priceYen), commissionBp)
  const who = `商品代 ${formatYen(yen(freeFromYen))} 以上の注文では、送料を農園が負担します。`
  if (!free) return { sentences: [...(first ? [first] : []), who], tooDear: false }
  const left = `${prefectureOf(to).name}への${count}${unitLabel}の注文では、手取額 ${formatYen(payoutYen)} から送料 ${formatYen(free.totalYen)} を引いて ${formatYen(yen(payoutYen - free.totalYen))} です。`
  return { sentences: [...(first ? [first] : []), who, left], tooDear: free.totalYen > payoutYen }
}
