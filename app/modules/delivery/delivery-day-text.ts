import type { DayReason } from './delivery-days.ts'

/** Why a day cannot be chosen: `short` is for the cell of the calendar, `long` says what the buyer can do. */
export const deliveryDayText: Readonly<Record<DayReason, { short: string; long: string }>> = {
  kitchen_closed: {
    short: '店舗休業',
    long: '店舗の受取日ではありません。受け取れる場合は、店舗の受取曜日と休業日を変更してください。',
  },
  lead_days: {
    short: '間に合わず',
    long: '今日発送しても、この日までに届きません。さらに後の日を選択してください。',
  },
  farm_vacation: {
    short: '農園休業',
    long: 'この日に届けるための発送日が、農園の休業期間にあたります。休業期間後のお届け日を選択してください。',
  },
  farm_holiday: {
    short: '祝日休み',
    long: 'この日に届けるための発送日が祝日のため、農園は出荷しません。前後の日を選択してください。',
  },
  farm_does_not_ship: {
    short: '出荷なし',
    long: 'この日に届けるための発送日は、農園が出荷しない曜日です。前後の日を選択してください。',
  },
  past_cutoff: {
    short: '締切後',
    long: 'この日の注文の締切を過ぎました。次に選択できる日を選ぶか、農園にメッセージでご相談ください。',
  },
  no_harvest: {
    short: '収穫なし',
    long: 'この日に届けるための発送日は、収穫がないか、収穫量が不足しています。他の日を選択するか、数量を減らしてください。',
  },
  no_run: {
    short: '便なし',
    long: 'この日は、選択した共同便の運行日ではありません。他の日を選択するか、宅配便に変更してください。',
  },
  run_full: {
    short: '満載',
    long: 'この日の共同便は満載です。他の日を選択するか、数量を減らすか、宅配便に変更してください。',
  },
  other_order: {
    short: '別の注文',
    long: 'この日は、同じ農園への別のご注文があります。まとめてお届けする場合は、この注文をキャンセルし、かごから同じ日に注文してください。',
  },
}

export const isDayReason = (word: string): word is DayReason => word in deliveryDayText
