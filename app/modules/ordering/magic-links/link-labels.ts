import type { OrderState } from '#kernel/enums.ts'

/** What users see when they are too late, or open the link again: what happened to the order, and what follows. */
export const becameOf: Record<OrderState, string> = {
  draft: 'この注文は、まだ農園に届いていません。',
  pending_approval: 'この注文は、まだ農園に届いていません。',
  placed: 'この注文は、まだ返事を待っています。新しく届いたお知らせから答えてください。',
  accepted: 'この注文は、受注が確定しています。',
  proposed: '出せる数が足りないので、お店に聞いています。返事がなくても、決まった時刻に自動で決まります。',
  preparing: 'この注文は、受注が確定して、箱づめの時刻になっています。',
  partly_shipped: 'この注文は、一部が発送ずみです。残りは、サインインして、注文の画面から知らせてください。',
  shipped: 'この注文は、発送ずみです。ありがとうございました。',
  delivered: 'この注文は、お店に届いています。ありがとうございました。',
  inspected: 'この注文は、お店の検収がすんでいます。ありがとうございました。',
  finalized: 'この注文は、金額まで決まっています。ありがとうございました。',
  declined: 'この注文は、農園が辞退しています。お店には知らせてあります。',
  expired: '答える時刻をすぎたので、この注文は期限切れになりました。お店には知らせてあります。お金はかかりません。',
  cancelled: 'この注文は、取り消しになっています。何も送らないでください。',
  sent_back: 'この荷物は、農園にもどされています。',
}

/** Why a link accepts no answer. `other`: the requested step is no longer its order's next one. */
export type LinkRefusal = 'used' | 'ended' | 'other' | 'late'

export const linkRefusalText: Record<LinkRefusal, string> = {
  used: 'このリンクの返事は、もう受けつけました。同じリンクでは、もう一度答えられません。',
  ended: 'このリンクの期限がすぎました。',
  other: 'このリンクで聞いていたことは、もう決まっています。',
  late: '答える時刻をすぎました。',
}

/** Whether a refusal is about the link, or about the order behind it. */
export const isLinkRefusal = (refusal: string): refusal is LinkRefusal => refusal in linkRefusalText
