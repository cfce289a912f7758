import type { Context } from 'hono'
import { problemText } from '#api/problems.server.ts'

type Refused = { status: 400 | 405 | 413; code: keyof typeof problemText; sentence: string }

export const isForApi = (path: string) => /^\/api(\/|$)/i.test(path)

/**
 * The response to a request that is refused at the edge. A program reads a code; a user without script, and our script
 * on a page, a sentence.
 */
export const refuseRequest = (c: Context, { status, code, sentence }: Refused) =>
  isForApi(c.req.path) ? c.json({ code, message: problemText[code] }, status) : c.text(sentence, status)

/** `allow`: the methods of the address, for the header. */
export function methodNotAllowed(c: Context, allow: string) {
  c.header('allow', allow)
  return refuseRequest(c, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    sentence: 'この操作は受け付けていません。前の画面に戻り、もう一度お試しください。',
  })
}
