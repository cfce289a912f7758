import { formatNumber } from '#kernel/format.ts'
import type { FeeBand } from './distance-fees.ts'
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

type Fee = Pick<DeliveryWay, 'kind' | 'feeYen' | 'freeFromYen'> & Partial<Pick<DeliveryWay, 'distanceFees' | 'km'>>

/** What it costs, without tax: 「1注文500円（税抜）」, 「1注文500円（12km・税抜）」. */
export function wayFeeText({ kind, feeYen, distanceFees, km, freeFromYen }: Fee): string {
  if (!distanceFees && feeYen === 0) return '送料なし'
  const fee = distanceFees
    ? `1注文 ${distanceFees.bands.map(bandText).join('、')}（税抜）`
    : `${kind === 'market' ? '1個口' : '1注文'}${formatNumber(feeYen)}円（${km === undefined ? '' : `${km}km・`}税抜）`
  return freeFromYen === null ? fee : `${fee}、${formatNumber(freeFromYen)}円以上で無料`
}

const bandText = ({ upToKm, feeYen }: FeeBand) => `${upToKm}kmまで${formatNumber(feeYen)}円`
