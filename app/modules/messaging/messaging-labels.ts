import type { ReportReason, WordAct } from '#kernel/enums.ts'

/** Why a message or a conversation is reported, as shown; `word`: a word that staff watch for. */
export const reasonWord: Record<ReportReason | 'word', string> = {
  rude: '不適切な発言・嫌がらせ',
  fraud: '詐欺のおそれ',
  outside: '畝と皿の外での取引の勧誘',
  unwanted: '迷惑な宣伝',
  other: 'その他',
  word: '監視対象の語句',
}

export const wordActWord: Record<WordAct, string> = { stop: '送信不可', watch: '送信し、運営に通知' }
