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
  not_finalized: '評価は、金額が確定した注文に書けます。確定するまでお待ちください。',
  too_late: '評価を書ける日をすぎました。次の注文のあとに書いてください。',
  shown_already: 'もう公開されたので、書き直せません。',
  nothing_written: 'どうだったか、ひとことでも書いてください。',
  too_long: '長すぎます（500文字まで）。短くして、もう一度送ってください。',
  voice_too_long: '品ごとのひとことが長すぎます（200文字まで）。',
  goods_of_others: 'その品は、この注文で届いていません。',
  word_stopped: '公開できないことばが入っています。言いかえてから、もう一度送ってください。',
  not_shown: 'まだ公開されていない評価には、返事を書けません。',
  reply_too_long: '返事が長すぎます（300文字まで）。',
  reported_already: 'このことは、もう知らせてあります。運営が見ています。',
  reason_missing: '理由を書いてください。',
  hidden_already: 'この評価は、もうかくしてあります。',
  not_hidden: 'この評価は、かくされていません。',
  report_closed: 'この報告は、もう終わっています。',
  key_reused: '同じ送信の番号で、ちがう内容が届きました。画面を開き直してください。',
}

export const reviewRefusalText = (refusal: ReviewRefusal): string => sentences[refusal]

export const reviewRefusals = (...codes: ReviewRefusal[]) => ({ codes, text: reviewRefusalText })
