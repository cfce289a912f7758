import { createHash } from 'node:crypto'

/** The mark of an answer: another one as soon as anything in it is another. */
export const etagOf = (answer: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 27)}"`

/** Whether what stands there now is what If-Match asks for; a weak mark never is (RFC 9110). */
export const isMatch = (ifMatch: string, etag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === etag)
