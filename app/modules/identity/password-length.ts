/** Characters, after NFKC, as they are hashed. At most 128, so that a client cannot make us hash very long texts. */
export const passwordLength = { least: 10, most: 128 }

/**
 * What a field can report about a new password while it is typed; null if its length is fine. The server checks the
 * rest.
 */
export function lengthProblem(password: string): string | null {
  const { length } = [...password.normalize('NFKC')]
  if (length === 0) return 'パスワードを入力してください。'
  if (length < passwordLength.least)
    return `パスワードが短すぎます。${passwordLength.least}文字以上で入力してください（現在${length}文字）。`
  return length > passwordLength.most
    ? `パスワードが長すぎます。${passwordLength.most}文字以下で入力してください。`
    : null
}
