import type { Context } from 'hono'
import { problemText } from '#api/contract/endpoint.ts'

type Refused = { status: 400 | 405 | 413; code: keyof typeof problemText; sentence: string }

/**
 * The answer to a request that goes no further than the edge. A program reads a code; a person without script, and our
 * script on a page, read a sentence.
 */
export const refuseRequest = (c: Context, { status, code, sentence }: Refused) =>
  /^\/api(\/|$)/i.test(c.req.path) ? c.json({ code, message: problemText[code] }, status) : c.text(sentence, status)

/** `allow`: the methods that the address knows, as the header says them. */
export function methodNotAllowed(c: Context, allow: string) {
  c.header('allow', allow)
  return refuseRequest(c, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    sentence: 'この操作は受け付けていません。前の画面に戻り、もう一度お試しください。',
  })
}
