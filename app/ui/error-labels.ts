import { type ErrorKind, errorKind, errorTitle } from './error-title.ts'

const later = '時間をおいて、もう一度開いてください。何度も起きるときは、下の番号をお知らせください。'
const advice: Readonly<Record<ErrorKind, string>> = {
  notFound: 'アドレスが変わったか、見る権限がないかもしれません。',
  forbidden: 'いまのサインインでは、この画面を使えません。',
  missingPart: '電波の届くところで、もう一度開いてください。入力して送ったものは残っています。',
  failed: later,
  bug: `こちらの不具合です。${later}`,
}

/** The text on the page, and what to do. */
export const wordsFor = (error: unknown): { title: string; advice: string } => ({
  title: errorTitle(error),
  advice: advice[errorKind(error)],
})
