/** One sentence for every reason, so that it reveals none. */
export const tokenRefusedText = 'このトークンは使用できません。もう一度サインインしてください。'

export const exchangeNeedsStepText =
  'この利用者は二段階認証を使用しています。引き継ぎトークンは、サインインの画面で使用してください。'
