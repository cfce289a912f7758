import { createHash } from 'node:crypto'

/** The ETag of a response: it changes as soon as anything in the response does. */
export const etagOf = (answer: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 27)}"`

/** Whether the current state is what If-Match asks for; a weak ETag never matches (RFC 9110). */
export const isMatch = (ifMatch: string, etag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === etag)
