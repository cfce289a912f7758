import { isCommonPassword } from './common-passwords.server.ts'
import { lengthProblem } from './password-length.ts'

/**
 * What speaks against a new password, as a sentence; null if nothing does. No rules about digits and signs: they make
 * passwords that are hard to keep and easy to guess. For the server: the list of common ones is not sent to browsers.
 */
export function passwordProblem(password: string, email: string): string | null {
  const text = password.normalize('NFKC')
  const wrongLength = lengthProblem(text)
  if (wrongLength) return wrongLength
  if (isOwnAddress(text, email)) return 'メールアドレスと同じパスワードは使えません。ほかの言葉を組み合わせてください。'
  if (isCommonPassword(text) || new Set(text).size === 1)
    return 'とてもよく使われているパスワードなので、当てられてしまいます。ほかの言葉を組み合わせてください。'
  return null
}

/** The whole address, or what stands before the @. */
function isOwnAddress(text: string, email: string): boolean {
  const [password, address] = [text.trim().toLowerCase(), email.normalize('NFKC').trim().toLowerCase()]
  return address !== '' && (password === address || password === address.slice(0, address.lastIndexOf('@')))
}
