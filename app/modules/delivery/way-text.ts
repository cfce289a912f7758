import { formatNumber } from '#kernel/format.ts'
import type { DeliveryWay, OrderWay, OrderWayKind } from './ways.ts'

export const wayWord: Readonly<Record<OrderWayKind, string>> = {
  own_van: '自社配送',
  pickup: '引き取り',
  market: '市場便',
  shared: '共同購入',
}

/** Every farm has it. */
export const parcelWord = '宅配便'

/** As a chef chooses it and a slip says it: 「自社配送（東京便）10:00〜12:00」. */
export function wayText(way: Pick<OrderWay, 'kind' | 'name' | 'hours' | 'place'> | null): string {
  if (!way) return parcelWord
  const name = way.name === wayWord[way.kind] ? '' : `（${way.name}）`
  return [`${wayWord[way.kind]}${name}`, way.place, way.hours].filter((it) => it !== '').join(' ')
}

/** What it costs, without tax. */
export function wayFeeText({
  kind,
  feeYen,
  freeFromYen,
}: Pick<DeliveryWay, 'kind' | 'feeYen' | 'freeFromYen'>): string {
  if (feeYen === 0) return '送料なし'
  const fee = `${kind === 'market' ? '1個口' : '1注文'}${formatNumber(feeYen)}円（税抜）`
  return freeFromYen === null ? fee : `${fee}、${formatNumber(freeFromYen)}円以上で無料`
}
