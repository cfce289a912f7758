/** Characters, after NFKC: what the hash sees. At most 128, so that nobody makes us hash a book. */
export const passwordLength = { least: 10, most: 128 }

/** What a field can say of a new password while it is typed; null if its length is fine. The rest is the server's. */
export function lengthProblem(password: string): string | null {
  const { length } = [...password.normalize('NFKC')]
  if (length === 0) return 'パスワードを入力してください。'
  if (length < passwordLength.least)
    return `パスワードが短すぎます。${passwordLength.least}文字以上にしてください（いまは${length}文字）。`
  return length > passwordLength.most ? `パスワードが長すぎます。${passwordLength.most}文字までにしてください。` : null
}
