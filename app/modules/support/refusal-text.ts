import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type SendInquiryRefusal = 'too_many_inquiries' | 'photos_gone' | IdempotencyRefusal
type HandleInquiryRefusal =
  | 'changed_meanwhile'
  | 'state_already'
  | 'assigned_already'
  | 'admin_gone'
  | IdempotencyRefusal
export type MessagingRefusal = SendInquiryRefusal | HandleInquiryRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<MessagingRefusal, string> = {
  too_many_inquiries:
    '短時間に多数のお問い合わせが送信されたため、現在は受け付けられません。15分ほど待ってから、もう一度送信してください。',
  photos_gone: '写真の保管時間（1日）を過ぎました。写真を選択し直してください。',
  changed_meanwhile:
    '他の担当者が先に対応したため、まだ送信していません。下の「履歴」を確認し、必要な場合はもう一度押してください。',
  state_already: 'すでにその状態になっています。画面を開き直してください。',
  assigned_already: 'すでにその担当者に割り当てられています。画面を開き直してください。',
  admin_gone: 'その担当者には現在割り当てられません。他の担当者を選択してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export const messagingRefusalText = (refusal: MessagingRefusal): string => sentence[refusal]

/** How a use case about inquiries may refuse (audit-log/use-case.server.ts). */
export const inquiryRefusals = <R extends MessagingRefusal>(...codes: R[]) => ({ codes, text: messagingRefusalText })
