import type { Context, MiddlewareHandler } from 'hono'
import { isCleanText, isPlainJson } from './plain-json.ts'
import { isForApi, methodNotAllowed, refuseRequest } from './refused-request.ts'

/**
 * The only place where a request is judged by its form, before anything reads it: known method, readable address, a
 * body only where one is expected, and everything well-formed Unicode without U+0000. Later code may rely on that; the
 * meaning of values is checked by the schemas.
 */

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** No API operation and no page reads a body with these methods. */
const withoutBody = ['GET', 'HEAD', 'DELETE']

/** First: the request line and headers. */
export const requestGate: MiddlewareHandler = async (c, next) => {
  if (!methods.includes(c.req.method)) return methodNotAllowed(c, methods.join(', '))
  if (!isReadableAddress(c.req.url))
    return refuseRequest(c, {
      status: 400,
      code: 'MALFORMED_REQUEST',
      sentence: 'URLに読み取れない文字が含まれています。リンクを開き直してください。',
    })
  if (withoutBody.includes(c.req.method) && hasBody(c.req.raw.headers))
    return refuseRequest(c, { status: 400, code: 'BODY_NOT_ALLOWED', sentence: formSentence })
  return next()
}

/** After the size limits (body-limits.ts): the whole body, of the content types that we read; for the API JSON only. */
export const bodyGate: MiddlewareHandler = async (c, next) => {
  const checks = isForApi(c.req.path) ? [jsonCheck] : [jsonCheck, ...formChecks]
  const check = checks.find(({ type }) => type.test(c.req.header('content-type') ?? ''))
  if (withoutBody.includes(c.req.method) || !check) return next()
  const bytes = await c.req.raw.arrayBuffer()
  if (!(await check.isFit(bytes, c))) return refuseRequest(c, { status: 400, code: 'BAD_JSON', sentence: formSentence })
  const { url, method, headers, signal } = c.req.raw
  // made of its parts: a copy of the request would first build the whole of the one whose body has just been read
  c.req.raw = new Request(url, { method, headers, signal, body: bytes })
  return next()
}

const formSentence = '送信された内容を読み取れませんでした。前の画面に戻り、入力し直してください。'

type Check = { type: RegExp; isFit: (bytes: ArrayBuffer, c: Context) => boolean | Promise<boolean> }
const jsonCheck: Check = {
  type: /^application\/json\b/i,
  isFit: (bytes) => bytes.byteLength === 0 || hasText(bytes, isPlainJson),
}
const formChecks: readonly Check[] = [
  { type: /^application\/x-www-form-urlencoded\b/i, isFit: (bytes) => hasText(bytes, isReadableEncoding) },
  { type: /^multipart\/form-data\b/i, isFit: isReadableForm },
]

/** `transfer-encoding` announces a body of unknown length. */
const hasBody = (headers: Headers) =>
  headers.has('transfer-encoding') || !/^0*$/.test(headers.get('content-length') ?? '')

function isReadableAddress(address: string): boolean {
  if (!address.includes('%')) return true
  const { pathname, search } = new URL(address)
  return isDecodable(pathname) && isReadableEncoding(search)
}

/** For a query or a form, where a single percent sign is allowed: 「50%」 typed into an address bar. */
const isReadableEncoding = (text: string) => isDecodable(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))

function isDecodable(text: string): boolean {
  try {
    return isCleanText(decodeURIComponent(text))
  } catch {
    return false
  }
}

function hasText(bytes: ArrayBuffer, isFit: (text: string) => boolean): boolean {
  try {
    return isFit(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}

async function isReadableForm(bytes: ArrayBuffer, c: Context): Promise<boolean> {
  const headers = { 'content-type': c.req.header('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (!form) return false
  return [...form].every(
    ([name, value]) => isCleanText(name) && isCleanText(typeof value === 'string' ? value : value.name),
  )
}
