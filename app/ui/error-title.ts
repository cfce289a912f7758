import { ChunkFailure } from './chunk-reload.ts'
import { errorWords } from './constants.ts'
import { carriedStatus, statusOf } from './error-facts.ts'
import { isUnanswered } from './unanswered.ts'

export type ErrorKind = 'notFound' | 'forbidden' | 'missingPart' | 'failed' | 'bug'

const titles: Readonly<Record<ErrorKind, string>> = {
  notFound: errorWords.notFound.ja,
  forbidden: 'この操作はできません',
  missingPart: '画面を読み込めませんでした',
  failed: 'エラーが発生しました',
  bug: 'エラーが発生しました',
}

/** The kind of error, as far as the user's options differ. */
export function errorKind(error: unknown): ErrorKind {
  if (error instanceof ChunkFailure || isUnanswered(error)) return 'missingPart'
  const status = statusOf(error)
  if (status === 404) return 'notFound'
  if (status === 403) return 'forbidden'
  return carriedStatus(error) === null ? 'bug' : 'failed'
}

/** What a status means to a user; also the title of the window. */
export const errorTitle = (error: unknown): string => titles[errorKind(error)]
