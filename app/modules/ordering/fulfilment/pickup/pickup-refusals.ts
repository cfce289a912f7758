import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type PickupRefusal =
  | 'changed_meanwhile'
  | 'pickup_regular'
  | 'pickup_empty'
  | 'pickup_too_late'
  | 'pickup_not_booked'
  | 'pickup_mail_limit'
  | IdempotencyRefusal

const depot = ({ phone }: RefusalDetail) => (phone ? `営業所（${phone}）に電話で` : '営業所に電話で')

const sentence: Record<PickupRefusal, (detail: RefusalDetail) => string> = {
  changed_meanwhile: () => '表示中に、集荷の設定が変更されました。最新の内容を確認し、もう一度操作してください。',
  pickup_regular: () => '定期集荷のため、依頼は不要です。',
  pickup_empty: () => 'この日にこの配送会社で出荷する箱がないため、依頼できません。',
  pickup_too_late: (detail) =>
    `集荷の受付は${detail.until}に締め切りました。${depot(detail)}相談するか、営業所に持ち込んでください。`,
  pickup_not_booked: () => 'この日の集荷は依頼していません。',
  pickup_mail_limit: (detail) => `この宛先へのメールは1日10通までです。${depot(detail)}連絡してください。`,
  key_reused: () => '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case about pick-ups may refuse (audit-log/use-case.server.ts). */
export const pickupRefusals = <R extends PickupRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: PickupRefusal, detail: RefusalDetail = {}): string => sentence[refusal](detail),
})
