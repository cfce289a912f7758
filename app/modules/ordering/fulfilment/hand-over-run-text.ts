import { formatNumber } from '#kernel/format.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'

/** An order that the driver could not record as delivered: of which farm, and why. */
export type NotRecorded = { farm: string; refusal: OrderingRefusal }

/** What the driver reads afterwards: how many orders are recorded as delivered, and which are not. */
export function handOverRunText({ orders, notRecorded }: { orders: number; notRecorded: readonly NotRecorded[] }) {
  const [carried, late] = [
    notRecorded.filter(({ refusal }) => refusal === 'handed_over_by_carrier'),
    notRecorded.filter(({ refusal }) => refusal !== 'handed_over_by_carrier'),
  ]
  return [
    `${formatNumber(orders)}件の納品を記録しました。飲食店の画面に表示されています。`,
    ...(late.length > 0
      ? [
          `${counted(late)}は、納品の時刻より後に出荷が登録されているため、記録していません。時刻を確認し、もう一度記録してください。`,
        ]
      : []),
    ...(carried.length > 0 ? [`${counted(carried)}は、配送会社が届けるため、記録していません。`] : []),
  ].join('')
}

/** 2件（にの畑、さんの畑）: three farms by name, since a message is short. */
function counted(orders: readonly NotRecorded[]): string {
  const farms = [...new Set(orders.map(({ farm }) => farm))]
  return `${formatNumber(orders.length)}件（${farms.slice(0, 3).join('、')}${farms.length > 3 ? 'ほか' : ''}）`
}
