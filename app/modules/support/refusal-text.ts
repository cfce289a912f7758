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
    'つづけてたくさん送られたので、いまは受けつけられません。15分ほど待ってから、もう一度送ってください。',
  photos_gone: '写真をおあずかりする時間（1日）がすぎました。写真をえらび直してください。',
  changed_meanwhile:
    'ほかの担当者が先に対応したので、まだ送っていません。下の「これまでのこと」を見てから、必要ならもう一度押してください。',
  state_already: 'もうその状態になっています。画面を開き直してください。',
  assigned_already: 'もうその人が担当です。画面を開き直してください。',
  admin_gone: 'その人はいま担当になれません。ほかの人をえらんでください。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
}

export const messagingRefusalText = (refusal: MessagingRefusal): string => sentence[refusal]

/** How a use case about inquiries may refuse (audit-log/use-case.server.ts). */
export const inquiryRefusals = <R extends MessagingRefusal>(...codes: R[]) => ({ codes, text: messagingRefusalText })
