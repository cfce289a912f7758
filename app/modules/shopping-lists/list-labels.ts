import type { Blocker } from '#kernel/enums.ts'
import type { Weekday } from '#kernel/jst.ts'
import type { Learned } from './learn-qty.ts'

/** A week starting on Monday. */
export const weekdaysInOrder: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
export const weekdayWord: Record<Weekday, string> = { 0: '日', 1: '月', 2: '火', 3: '水', 4: '木', 5: '金', 6: '土' }

/** 「火・金」 */
export const weekdaysText = (weekdays: readonly Weekday[]): string =>
  weekdaysInOrder
    .filter((day) => weekdays.includes(day))
    .map((day) => weekdayWord[day])
    .join('・')

export const blockerLabel: Record<Blocker, string> = {
  gone: '販売が終わりました',
  farm_closed: '農園が注文を受けていません',
  out_of_season: '旬ではありません',
  not_listed: 'いま販売していません',
  sold_out: '売り切れています',
  no_delivery: 'その日に届けられません',
  answer_first: '農園の相談に先に答えてください',
  below_min_order: '農園の最低注文に足りません',
  too_big_to_ship: '大きすぎて送れません',
  above_ceiling: '一回の上限をこえます',
}

/** The source of the number, briefly. */
export function learnedText({ why, of }: Learned, weekday: Weekday): string {
  if (why === 'kept') return '決めた数'
  if (why === 'weekday') return `${weekdayWord[weekday]}曜の${of}回から`
  if (why === 'lately') return `このごろの${of}回から`
  return 'はじめの数'
}
