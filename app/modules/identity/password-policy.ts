import { isCommonPassword } from './common-passwords.server.ts'
import { lengthProblem } from './password-length.ts'

/**
 * Why a new password is not acceptable, as a sentence; null if it is. No rules about digits and symbols: they lead to
 * passwords that are hard to remember and easy to guess. For the server: the list of common passwords is not sent to
 * browsers.
 */
export function passwordProblem(password: string, email: string): string | null {
  const text = password.normalize('NFKC')
  const wrongLength = lengthProblem(text)
  if (wrongLength) return wrongLength
  if (isOwnAddress(text, email))
    return 'メールアドレスと同じパスワードは使用できません。他の言葉を組み合わせてください。'
  if (isMadeOfOurWords(text)) return 'サービス名などから推測されやすいパスワードです。他の言葉を組み合わせてください。'
  if (isCommonPassword(text) || new Set(text).size === 1)
    return 'よく使われているパスワードのため、推測されるおそれがあります。他の言葉を組み合わせてください。'
  return null
}

/** The whole address, or the part before the @. */
function isOwnAddress(text: string, email: string): boolean {
  const [password, address] = [text.trim().toLowerCase(), email.normalize('NFKC').trim().toLowerCase()]
  return address !== '' && (password === address || password === address.slice(0, address.lastIndexOf('@')))
}

/** What an attacker who knows this site would try first: its names, and its kinds of users. */
const ourWords = [
  'unetosara',
  'une-to-sara',
  'une to sara',
  '畝と皿',
  'うねとさら',
  'ウネトサラ',
  'restaurant',
  'farmer',
  'market',
  'admin',
  '飲食店',
  '生産者',
  '農園',
  '運営',
]

/** Whether a password consists only of our words, digits and symbols. */
function isMadeOfOurWords(text: string): boolean {
  const rest = ourWords.reduce((left, word) => left.replaceAll(word, ''), text.toLowerCase())
  return rest.length < text.length && !/\p{L}/u.test(rest)
}
