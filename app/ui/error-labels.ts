import { type ErrorKind, errorKind, errorTitle } from './error-title.ts'

const later = '時間をおいて、もう一度開いてください。繰り返し発生する場合は、下の番号をお知らせください。'
const advice: Readonly<Record<ErrorKind, string>> = {
  notFound: 'アドレスが変更されたか、閲覧権限がない可能性があります。',
  forbidden: '現在のサインインでは、この画面を使用できません。',
  missingPart: '通信できる場所で、もう一度開いてください。入力して送信した内容は保存されています。',
  failed: later,
  bug: `システムの不具合です。${later}`,
}

/** The text on the page, and what to do. */
export const wordsFor = (error: unknown): { title: string; advice: string } => ({
  title: errorTitle(error),
  advice: advice[errorKind(error)],
})
