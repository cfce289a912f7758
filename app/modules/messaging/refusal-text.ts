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
  nothing_written: 'メッセージを入力するか、写真を選択してください。',
  too_long: 'メッセージは1,000文字以内で入力してください。長い場合は2つに分けて送信してください。',
  too_many_photos: '写真は一度に6枚までです。残りは、次のメッセージで送信してください。',
  photos_gone: '写真が見つかりません。もう一度選択してください。',
  too_fast: '短時間に多数のメッセージが送信されました。1分ほど待ってから、もう一度送信してください。',
  word_stopped: '送信できない語句が含まれています。表現を変えてから、もう一度送信してください。',
  closed_by_you: 'この相手とのチャットを停止しています。送信する場合は、先に「チャットを再開する」を押してください。',
  closed_by_them: '相手がチャットを停止しているため、送信できません。注文については、注文の画面から連絡できます。',
  not_reachable: 'この相手には、まだ送信できません。',
  order_of_others: 'その注文は、この相手との注文ではありません。',
  goods_of_others: 'その商品は、この農園の商品ではありません。',
  not_yours: '修正できるのは、自分が送信したメッセージのみです。',
  too_late: '送信から5分を過ぎたため、修正できません。',
  removed_already: 'このメッセージは、すでに取り消されています。',
  key_reused: '同じ送信番号で、異なる内容が届きました。画面を開き直してください。',
  reported_already: 'この内容は、すでに報告済みです。運営が確認しています。',
  reason_missing: 'どのようなことがあったか、入力してください。',
  word_known: 'その語句は、すでに登録されています。',
  word_too_short: '2文字以上の語句を入力してください。',
  report_closed: 'この報告は、すでに対応が終了しています。',
}

export const conversationRefusalText = (refusal: ConversationRefusal): string => sentences[refusal]

/** How a use case about messages may refuse (audit-log/use-case.server.ts). */
export const conversationRefusals = <R extends ConversationRefusal>(...codes: R[]) => ({
  codes,
  text: conversationRefusalText,
})
