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
  gone: '販売を終了しました',
  farm_closed: '農園が注文を受け付けていません',
  out_of_season: '旬ではありません',
  not_listed: '現在販売していません',
  sold_out: '売り切れました',
  no_delivery: 'その日にはお届けできません',
  answer_first: '農園の変更依頼に先に回答してください',
  below_min_order: '農園の最低注文金額に達していません',
  too_big_to_ship: 'サイズが大きすぎて発送できません',
  above_ceiling: '1回の上限を超えます',
}

/** The source of the number, briefly. */
export function learnedText({ why, of }: Learned, weekday: Weekday): string {
  if (why === 'kept') return '設定した数量'
  if (why === 'weekday') return `${weekdayWord[weekday]}曜の${of}回の実績から`
  if (why === 'lately') return `直近${of}回の実績から`
  return '最初の数量'
}
