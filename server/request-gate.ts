import type { Context, MiddlewareHandler } from 'hono'
import { isCleanText, isPlainJson } from './plain-json.ts'
import { methodNotAllowed, refuseRequest } from './refused-request.ts'

/**
 * The one place where a request is judged by its form alone, before anything reads it: known method, readable address, a
 * body only where one is expected, and everything well-formed Unicode without U+0000. What comes after it may rely on
 * that; what the values mean is the business of the schemas.
 */

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** No operation of the API and no page reads a body with them. */
const withoutBody = ['GET', 'HEAD', 'DELETE']

/** Before everything else: what the first lines of a request say. */
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

/** After the limits of size (body-limits.ts): the body as a whole, of the types that we read. */
export const bodyGate: MiddlewareHandler = async (c, next) => {
  const check = checks.find(({ type }) => type.test(c.req.header('content-type') ?? ''))
  if (withoutBody.includes(c.req.method) || !check) return next()
  const bytes = await c.req.raw.arrayBuffer()
  if (!(await check.isFit(bytes, c))) return refuseRequest(c, { status: 400, code: 'BAD_JSON', sentence: formSentence })
  c.req.raw = new Request(c.req.raw, { body: bytes })
  return next()
}

const formSentence = '送信された内容を読み取れませんでした。前の画面に戻り、入力し直してください。'

const checks: readonly { type: RegExp; isFit: (bytes: ArrayBuffer, c: Context) => boolean | Promise<boolean> }[] = [
  { type: /^application\/json\b/i, isFit: (bytes) => bytes.byteLength === 0 || hasText(bytes, isPlainJson) },
  { type: /^application\/x-www-form-urlencoded\b/i, isFit: (bytes) => hasText(bytes, isReadableEncoding) },
  { type: /^multipart\/form-data\b/i, isFit: isReadableForm },
]

/** `transfer-encoding` says that a body follows whose length is not known yet. */
const hasBody = (headers: Headers) =>
  headers.has('transfer-encoding') || !/^0*$/.test(headers.get('content-length') ?? '')

function isReadableAddress(address: string): boolean {
  if (!address.includes('%')) return true
  const { pathname, search } = new URL(address)
  return isDecodable(pathname) && isReadableEncoding(search)
}

/** Of a query or a form, where a percent sign alone stands for itself: 「50%」 typed into an address bar. */
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
