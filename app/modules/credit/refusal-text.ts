import { formatDay, formatYen } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import { statutoryRateTenths } from '#kernel/payment-terms.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { CreditProblem } from './credit-standing.ts'

/** Why a restaurant may not order on account. */
export type CreditRefusal = CreditProblem['refusal']
export const creditRefusalCodes = ['over_credit_limit', 'credit_overdue', 'ordering_stopped'] as const

const amount = (value: RefusalDetail[string] | undefined) => formatYen(Number(value ?? 0))

/** The cause, how much is left, and what can be done. */
export const creditSentence: Record<CreditRefusal, (detail: RefusalDetail) => string> = {
  over_credit_limit: ({ limit, used, left, added }) =>
    `掛け払いの限度額（${amount(limit)}）を超えるため、注文できません。利用額は${amount(used)}、今回の注文は${amount(added)}、残り${amount(left)}です。数量を減らすか、請求書をお支払いになるか、「掛け払いの利用状況」の画面から限度額の引き上げを依頼してください。`,
  credit_overdue: ({ number, dueOn, yen }) =>
    typeof number === 'string' && typeof dueOn === 'string'
      ? `支払期日（${formatDay(jstDate(dueOn))}）を過ぎた請求書 ${number} のご入金を確認できないため、注文できません。未入金の合計は${amount(yen)}です。お支払い後、ご入金を確認でき次第、再び注文できます。`
      : '支払期日を過ぎた請求書のご入金を確認できないため、注文できません。お支払い後、ご入金を確認でき次第、再び注文できます。',
  ordering_stopped: ({ reason }) =>
    `運営がこの飲食店からの注文の受け付けを停止しています。${typeof reason === 'string' ? `理由：${reason}　` : ''}再開については、「お問い合わせ」から運営にご連絡ください。`,
}

export type StaffCreditRefusal =
  | 'bad_credit_limit'
  | 'bad_overdue_days'
  | 'bad_late_rate'
  | 'changed_meanwhile'
  | 'stopped_already'
  | 'not_stopped'
  | 'not_higher'
  | 'asked_already'
  | 'answered_already'

const staffSentence: Record<StaffCreditRefusal | IdempotencyRefusal, string> = {
  bad_credit_limit: '限度額は0円から100,000,000円までの整数で入力してください（例 500000）。',
  bad_overdue_days: '日数は1から90までの整数で入力してください（例 14）。',
  bad_late_rate: `遅延損害金の年率は、0から${statutoryRateTenths / 10}（利用規約で定める法定利率）までの、小数第1位までの数で入力してください。0で請求しません。`,
  changed_meanwhile: '表示中に、設定が変更されました。最新の内容を確認し、もう一度操作してください。',
  stopped_already: 'この飲食店の注文は、すでに停止しています。画面を開き直してください。',
  not_stopped: 'この飲食店の注文は、停止していません。画面を開き直してください。',
  not_higher: '現在の限度額より大きい金額を入力してください。',
  asked_already: '回答待ちの依頼があります。回答をお待ちください。',
  answered_already: 'この依頼には、すでに回答しています。画面を開き直してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case of staff about credit may refuse (audit-log/use-case.server.ts). */
export const staffCreditRefusals = (...codes: StaffCreditRefusal[]) => ({
  codes,
  text: (refusal: StaffCreditRefusal | IdempotencyRefusal): string => staffSentence[refusal],
})
