import { formatDay, formatMinute, formatYen } from '#kernel/format.ts'
import type { FarmPanel } from '../product-page.server.ts'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** A farm's shipping rules in sentences. */
export function ShippingRules({ farm }: { farm: FarmPanel }) {
  const { policy } = farm
  const cutoff = cutoffWords(policy.packingMinute - policy.cutoffHoursBeforePacking * 60)
  const facts: [string, string][] = [
    ['出荷曜日', `${weekdayWords(policy.shipWeekdays)}${policy.shipsOnHolidays ? '（祝日も出荷）' : '（祝日は休み）'}`],
    ['締切', `出荷日の${cutoff}まで`],
    ['回答', `締切から${policy.answerHoursAfterCutoff}時間以内に、出荷できる数量を回答します`],
    [
      '送料',
      farm.freeFreightFromYen === null
        ? '箱の大きさと届け先で決まります'
        : farm.freeFreightFromYen === 0
          ? '常に無料です'
          : `${formatYen(farm.freeFreightFromYen)}（税抜）から無料`,
    ],
    ['最低注文', farm.minOrderYen > 0 ? `${formatYen(farm.minOrderYen)}（税抜）から` : 'なし'],
    ['休業', vacationWords(farm.vacations)],
  ]
  return (
    <dl className="border-t border-line">
      {facts.map(([word, said]) => (
        <div key={word} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-b border-line py-3">
          <dt className="font-bold">{word}</dt>
          <dd className="whitespace-pre-line">{said}</dd>
        </div>
      ))}
    </dl>
  )
}

export const weekdayWords = (days: readonly number[]): string =>
  days.length === 7 ? '毎日' : days.map((day) => weekdays[day]).join('・')

/** Minutes before or after midnight of the ship day as 前日の12:00, 5:00 … */
export function cutoffWords(minuteOfShipDay: number): string {
  const daysBefore = Math.max(0, Math.ceil((1 - minuteOfShipDay) / 1440))
  const time = formatMinute(minuteOfShipDay + daysBefore * 1440)
  return daysBefore === 0 ? time : daysBefore === 1 ? `前日の${time}` : `${daysBefore}日前の${time}`
}

const vacationWords = (vacations: FarmPanel['vacations']): string =>
  vacations.length === 0
    ? '予定はありません'
    : vacations
        .map(({ from, to }) =>
          from === to ? `${formatDay(from)}は休業` : `${formatDay(from)}〜${formatDay(to)}は休業`,
        )
        .join('\n')
