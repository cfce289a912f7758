import { ChunkFailure } from './chunk-reload.ts'
import { errorWords } from './constants.ts'
import { carriedStatus, statusOf } from './error-facts.ts'

type Words = { title: string; advice: string }

const notFound: Words = {
  title: errorWords.notFound.ja,
  advice: 'アドレスが変わったか、見る権限がないかもしれません。',
}
const forbidden: Words = { title: 'この操作はできません', advice: 'いまのサインインでは、この画面を使えません。' }
const missingPart: Words = {
  title: '画面を読みこめませんでした',
  advice: '電波の届くところで、もう一度開いてください。入力して送ったものは残っています。',
}
const later = '時間をおいて、もう一度開いてください。何度も起きるときは、下の番号をお知らせください。'
const failed: Words = { title: 'エラーが起きました', advice: later }
const bug: Words = { title: 'エラーが起きました', advice: `こちらの不具合です。${later}` }

/** What a status means to a person; also the title of the window. */
export function errorTitle(error: unknown): string {
  return wordsFor(error).title
}

/** What stands on the page, and what to do. */
export function wordsFor(error: unknown): Words {
  if (error instanceof ChunkFailure) return missingPart
  const status = statusOf(error)
  if (status === 404) return notFound
  if (status === 403) return forbidden
  return carriedStatus(error) === null ? bug : failed
}
