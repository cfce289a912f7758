import { formatNumber, formatYen } from '#kernel/format.ts'
import { yen } from '#kernel/yen.ts'
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
