/** One sentence for every reason, so that it tells nobody which. */
export const tokenRefusedText = 'このトークンは使えません。もう一度サインインしてください。'
