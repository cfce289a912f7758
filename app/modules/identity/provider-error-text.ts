const texts: Record<string, string> = {
  'auth/invalid-credential': 'メールアドレスかパスワードがちがいます。もう一度たしかめてください。',
}
const other = 'ログイン中に問題が発生しました。時間をおいてもう一度お試しください。'

/** The sentence for a code of the SDK. */
export const providerErrorText = (code: string): string => texts[code] ?? other
