import type { DayReason } from './delivery-days.ts'

/** Why a day cannot be chosen: `short` is for the cell of the calendar, `long` says what the buyer can do. */
export const deliveryDayText: Readonly<Record<DayReason, { short: string; long: string }>> = {
  kitchen_closed: {
    short: '店の休み',
    long: 'お店の受取日ではありません。受け取れる場合は、厨房の受取曜日と休業日を変更してください。',
  },
  lead_days: {
    short: '間に合わず',
    long: '今日発送しても、この日までに届きません。もっと後の日を選んでください。',
  },
  farm_vacation: {
    short: '農園の休み',
    long: 'この日に届けるための発送日が、農園の休業期間にあたります。休業期間の後に届く日を選んでください。',
  },
  farm_holiday: {
    short: '祝日休み',
    long: 'この日に届けるための発送日が祝日で、農園は出荷しません。前後の日を選んでください。',
  },
  farm_does_not_ship: {
    short: '出荷なし',
    long: 'この日に届けるための発送日は、農園が出荷しない曜日です。前後の日を選んでください。',
  },
  past_cutoff: {
    short: '締切すぎ',
    long: 'この日の注文の締切を過ぎました。次に選べる日を選ぶか、農園にメッセージで相談してください。',
  },
  no_harvest: {
    short: '収穫なし',
    long: 'この日に届けるための発送日は、収穫がないか、足りません。ほかの日を選ぶか、数をへらしてください。',
  },
}
