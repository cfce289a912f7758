import { formatYen } from '#kernel/format.ts'
import type { Weekday } from '#kernel/jst.ts'
import type { RunPrice } from './shared-freight.ts'

/** How many stops the form has room for. */
export const mostStops = 4

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** 月・木曜日, Monday first. */
export const weekdaysText = (days: readonly Weekday[]): string =>
  `${([1, 2, 3, 4, 5, 6, 0] as const)
    .filter((day) => days.includes(day))
    .map((day) => weekdays[day])
    .join('・')}曜日`

/** 「1箱 ¥600（1店舗・1日 最低 ¥1,900）税抜」 */
export const priceText = ({ priceBy, unitYen, minimumYen }: RunPrice): string =>
  `${priceBy === 'box' ? '1箱' : '1ポイント'} ${formatYen(unitYen)}（1店舗・1日 最低 ${formatYen(minimumYen)}）税抜`
