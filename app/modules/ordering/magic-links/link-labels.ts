import type { OrderState } from '#kernel/enums.ts'

/** What users see when they are too late, or open the link again: what happened to the order, and what follows. */
export const becameOf: Record<OrderState, string> = {
  draft: 'この注文は、まだ農園に届いていません。',
  pending_approval: 'この注文は、まだ農園に届いていません。',
  placed: 'この注文は、まだ回答待ちです。新しく届いたお知らせから回答してください。',
  accepted: 'この注文は、受注が確定しています。',
  proposed:
    '出荷できる数量が不足しているため、飲食店に確認中です。回答がない場合も、決められた時刻に自動で決定します。',
  preparing: 'この注文は、受注が確定し、箱詰めの開始時刻を過ぎています。',
  partly_shipped: 'この注文は、一部を出荷済みです。残りは、サインイン後、注文の画面から登録してください。',
  shipped: 'この注文は、出荷済みです。ありがとうございました。',
  delivered: 'この注文は、飲食店に届いています。ありがとうございました。',
  inspected: 'この注文は、飲食店の検収が完了しています。ありがとうございました。',
  finalized: 'この注文は、金額が確定しています。ありがとうございました。',
  declined: 'この注文は、農園が辞退しました。飲食店には通知済みです。',
  expired: '回答期限を過ぎたため、この注文は期限切れになりました。飲食店には通知済みです。費用はかかりません。',
  cancelled: 'この注文は、キャンセルされています。出荷しないでください。',
  sent_back: 'この荷物は、農園に返送されています。',
}

/** Why a link accepts no answer. `other`: the requested step is no longer its order's next one. */
export type LinkRefusal = 'used' | 'ended' | 'other' | 'late'

export const linkRefusalText: Record<LinkRefusal, string> = {
  used: 'このリンクからの回答は受付済みです。同じリンクで再度回答することはできません。',
  ended: 'このリンクの有効期限が過ぎました。',
  other: 'このリンクで確認していた内容は、すでに決定しています。',
  late: '回答期限を過ぎました。',
}

/** Whether a refusal is about the link, or about the order behind it. */
export const isLinkRefusal = (refusal: string): refusal is LinkRefusal => refusal in linkRefusalText
