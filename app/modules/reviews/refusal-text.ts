export type ReviewRefusal =
  | 'not_finalized'
  | 'too_late'
  | 'shown_already'
  | 'nothing_written'
  | 'too_long'
  | 'voice_too_long'
  | 'goods_of_others'
  | 'word_stopped'
  | 'not_shown'
  | 'reply_too_long'
  | 'reported_already'
  | 'reason_missing'
  | 'hidden_already'
  | 'not_hidden'
  | 'report_closed'
  | 'key_reused'

const sentences: Record<ReviewRefusal, string> = {
  not_finalized: '評価は、金額が確定した注文に投稿できます。確定するまでお待ちください。',
  too_late: '評価の投稿期限を過ぎました。次の注文の後に投稿してください。',
  shown_already: 'すでに公開されているため、修正できません。',
  nothing_written: 'コメントを入力してください。',
  too_long: '500文字以内で入力してください。',
  voice_too_long: '商品ごとのコメントは200文字以内で入力してください。',
  goods_of_others: 'その商品は、この注文では届いていません。',
  word_stopped: '公開できない語句が含まれています。表現を変えてから、もう一度送信してください。',
  not_shown: '公開前の評価には、返信できません。',
  reply_too_long: '返信は300文字以内で入力してください。',
  reported_already: 'この内容は、すでに報告済みです。運営が確認しています。',
  reason_missing: '理由を入力してください。',
  hidden_already: 'この評価は、すでに非公開です。',
  not_hidden: 'この評価は、非公開ではありません。',
  report_closed: 'この報告は、すでに対応が終了しています。',
  key_reused: '同じ送信番号で、異なる内容が届きました。画面を開き直してください。',
}

export const reviewRefusalText = (refusal: ReviewRefusal): string => sentences[refusal]

export const reviewRefusals = (...codes: ReviewRefusal[]) => ({ codes, text: reviewRefusalText })
