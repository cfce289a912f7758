import type { ReportReason, WordAct } from '#kernel/enums.ts'

/** Why a message or a conversation is reported, as shown; `word`: a word that staff watch for. */
export const reasonWord: Record<ReportReason | 'word', string> = {
  rude: '失礼なことば、いやがらせ',
  fraud: '詐欺のおそれ',
  outside: '畝と皿の外での取引のさそい',
  unwanted: 'ほしくない宣伝',
  other: 'その他',
  word: '見はっていることば',
}

export const wordActWord: Record<WordAct, string> = { stop: '送らせない', watch: '送らせて、運営に知らせる' }
