/** One sentence for every reason, so that it reveals none. */
export const tokenRefusedText = 'このトークンは使えません。もう一度サインインしてください。'

export const exchangeNeedsStepText =
  'この人は二段階確認を使っています。引き継ぎのトークンは、サインインの画面で使ってください。'
