import { ok, type Result, refuse } from './result.ts'

/** An address as it was typed, trimmed, its host in lower case. */
export type Email = string & { readonly __unit: 'email' }

export type EmailRefusal = 'empty' | 'no_at' | 'several' | 'not_an_address'

const longest = 254

/** `ｃｈｅｆ＠Example.JP ` → chef@example.jp. Checks the form only; whether it exists is found out by writing to it. */
export function readEmail(typed: string): Result<Email, EmailRefusal> {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return refuse('empty')
  const at = text.lastIndexOf('@')
  if (at < 0) return refuse('no_at')
  if (/[,;、]|@.*\s.*@/.test(text)) return refuse('several')
  const address = `${text.slice(0, at)}@${text.slice(at + 1).toLowerCase()}`
  const isAddress = /^[!#-'*+\-./\w=?^`{|}~]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(address)
  return isAddress && address.length <= longest ? ok(address as Email) : refuse('not_an_address')
}

const sentences: Record<EmailRefusal, string> = {
  empty: 'メールアドレスが入力されていません。入力してください（例 yamada@example.jp）',
  no_at: '＠がありません。＠以降も入力してください（例 yamada@example.jp）',
  several: 'アドレスが2つ以上あります。1つだけ入力してください（例 yamada@example.jp）',
  not_an_address: 'メールアドレスの形式が違います。確認してください（例 yamada@example.jp）',
}

export const emailRefusalText = (refusal: EmailRefusal): string => sentences[refusal]

/** For a history that is stored for ever, and for people looking over a user's shoulder: ya…@example.jp. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const shown = at > 3 ? 2 : 1
  return `${address.slice(0, Math.min(shown, at))}…${address.slice(at)}`
}
