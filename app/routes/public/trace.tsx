import { data, type MiddlewareFunction, redirectDocument } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { guestLanguageFor, parseGuestLanguage } from '#modules/traceability/badges/trace/language.ts'
import { traceDocument } from '#modules/traceability/badges/trace/trace-document.server.tsx'
import { tracePage } from '#modules/traceability/badges/trace.server.ts'
import { placeOf } from '#web/page.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { noteRetryAfter, tryLater } from '#web/retry-after.ts'

/**
 * The page behind a badge's QR code. It answers before the rest of our pages begins, with a document of its own: no layout,
 * no script. Only an address that no badge has goes on, to the usual page that says so.
 */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, context, params: { token = '' } }) => {
    const url = new URL(request.url)
    // a link within our pages asks for data; this one is no page of theirs
    if (url.pathname.endsWith('.data')) throw redirectDocument(placeOf(request))
    const ctx = context.get(requestCtx)
    const { ip, secureOrigin: origin } = context.get(requestFacts)
    const page = await tracePage(ctx, token)
    if (!page) {
      const wait = await waitAfter(ctx, 'trace-unknown', ip, unknownTokens)
      const answer = data(null, wait > 0 ? tryLater(wait) : { status: 404 })
      noteRetryAfter(context, answer)
      throw answer
    }
    const language =
      parseGuestLanguage(url.searchParams.get('lang')) ?? guestLanguageFor(request.headers.get('accept-language'))
    return new Response(traceDocument({ page, language, today: jstDateOf(ctx.now), origin }), { headers })
  },
]

/**
 * Only what leads nowhere is counted: everybody at the tables of a house comes from one address, and a right token is on the
 * door for all to read.
 */
const unknownTokens = { most: 60, withinMs: 60_000 }

/** Half a minute: a badge whose ground is gone is gone within one. Nothing on the page runs, whatever stands in a name. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=30',
  vary: 'accept-language',
  'content-security-policy': [
    `default-src 'none'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `style-src 'unsafe-inline'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}

export default function TracePage() {
  return null
}
