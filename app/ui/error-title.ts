import { ChunkFailure } from './chunk-reload.ts'
import { errorWords } from './constants.ts'
import { carriedStatus, statusOf } from './error-facts.ts'

export type ErrorKind = 'notFound' | 'forbidden' | 'missingPart' | 'failed' | 'bug'

const titles: Readonly<Record<ErrorKind, string>> = {
  notFound: errorWords.notFound.ja,
  forbidden: 'この操作はできません',
  missingPart: '画面を読みこめませんでした',
  failed: 'エラーが起きました',
  bug: 'エラーが起きました',
}

/** What went wrong, as far as a person has something else to do about it. */
export function errorKind(error: unknown): ErrorKind {
  if (error instanceof ChunkFailure) return 'missingPart'
  const status = statusOf(error)
  if (status === 404) return 'notFound'
  if (status === 403) return 'forbidden'
  return carriedStatus(error) === null ? 'bug' : 'failed'
}

/** What a status means to a person; also the title of the window. */
export const errorTitle = (error: unknown): string => titles[errorKind(error)]
