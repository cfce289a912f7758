import type { CommissionAnswer } from '#kernel/enums.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

/** 1250 → 12.5%. */
export const rateText = (commissionBp: number): string => `${commissionBp / 100}%`

/** What a farm agrees to at its sign-up, beside the terms. */
export const commissionTitle = '手数料率'

/** What a rate is of: one sentence for the sign-up, the farm's page and the mail. The terms say the same (第14条). */
export const commissionRule =
  '手数料は、金額の確定した商品の税抜の代金に率をかけた額（1円未満切り捨て）と、その消費税です。送料に手数料はかからず、全額が農園の収入になります。'

export const commissionAnswerWord: Record<CommissionAnswer, string> = {
  agreed: '同意済み',
  declined: '同意しない',
  withdrawn: '取り下げ',
}

export type CommissionRefusal =
  | 'not_later'
  | 'same_rate'
  | 'proposal_open'
  | 'answered'
  | 'changed_meanwhile'
  | IdempotencyRefusal

const refusalText: Record<CommissionRefusal, string> = {
  not_later: '適用開始日は、明日以降の日付を入力してください。農園が適用前に確認できるようにするためです。',
  same_rate: '現在の手数料率と同じです。新しい率を入力してください。',
  proposal_open: '回答待ちの提案があります。農園の回答を待つか、先に取り下げてください。',
  answered: 'この提案は、すでに回答または取り下げの済んだものです。',
  changed_meanwhile: '他の担当者が先に変更しました。現在の内容を確認し、もう一度入力してください。',
  key_reused: 'この画面の情報が古くなっています。開き直して、もう一度お試しください。',
}

export const commissionRefusals = <R extends CommissionRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: CommissionRefusal): string => refusalText[refusal],
})
