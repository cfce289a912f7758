export type ConversationRefusal =
  | 'nothing_written'
  | 'too_long'
  | 'too_many_photos'
  | 'photos_gone'
  | 'too_fast'
  | 'word_stopped'
  | 'closed_by_you'
  | 'closed_by_them'
  | 'not_reachable'
  | 'order_of_others'
  | 'goods_of_others'
  | 'not_yours'
  | 'too_late'
  | 'removed_already'
  | 'key_reused'
  | 'reported_already'
  | 'reason_missing'
  | 'word_known'
  | 'word_too_short'
  | 'report_closed'

const sentences: Record<ConversationRefusal, string> = {
  nothing_written: 'メッセージを書くか、写真をえらんでください。',
  too_long: 'メッセージが長すぎます（1,000文字まで）。2つに分けて送ってください。',
  too_many_photos: '写真は一度に6枚までです。残りは、次のメッセージで送ってください。',
  photos_gone: '写真が見つかりません。もう一度えらんでください。',
  too_fast: 'つづけて送りすぎています。1分ほど待ってから、もう一度送ってください。',
  word_stopped: '送れないことばが入っています。言いかえてから、もう一度送ってください。',
  closed_by_you: 'この相手とのやりとりを止めています。送るときは、先に「やりとりを再開する」を押してください。',
  closed_by_them: '相手がやりとりを止めているため、送れません。注文のことは、注文の画面から伝えられます。',
  not_reachable: 'この相手には、まだ送れません。',
  order_of_others: 'その注文は、この相手との注文ではありません。',
  goods_of_others: 'その商品は、この農園の商品ではありません。',
  not_yours: '自分が送ったメッセージだけ直せます。',
  too_late: '送ってから5分をすぎたので、直せません。',
  removed_already: 'このメッセージは、もう取り消されています。',
  key_reused: '同じ送信の番号で、ちがう内容が届きました。画面を開き直してください。',
  reported_already: 'このことは、もう知らせてあります。運営が見ています。',
  reason_missing: 'どんなことがあったか、書いてください。',
  word_known: 'そのことばは、もうあります。',
  word_too_short: '2文字以上のことばにしてください。',
  report_closed: 'この報告は、もう終わっています。',
}

export const conversationRefusalText = (refusal: ConversationRefusal): string => sentences[refusal]

/** How a use case about messages may refuse (audit-log/use-case.server.ts). */
export const conversationRefusals = <R extends ConversationRefusal>(...codes: R[]) => ({
  codes,
  text: conversationRefusalText,
})
