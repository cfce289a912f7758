import { data, type MiddlewareFunction, redirectDocument } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { guestLanguageFor, parseGuestLanguage } from '#modules/traceability/badges/trace/language.ts'
import { traceDocument } from '#modules/traceability/badges/trace/trace-document.server.tsx'
import { tracePage } from '#modules/traceability/badges/trace.server.ts'
import { placeOf } from '#web/page.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { noteRetryAfter, tryLater } from '#web/retry-after.ts'
import { sharedPage } from '#web/shared-page.ts'

/**
 * The page behind a badge's QR code. Its middleware answers before the layouts, with a document of its own: no layout,
 * no script. Only an unknown address goes on, to the usual 404 page.
 */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, context, params: { token = '' } }) => {
    const url = new URL(request.url)
    // client-side navigation requests data; this page is not part of it
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
    const sharing = context.get(sharedPage)
    if (sharing) sharing.isShared = true
    return new Response(traceDocument({ page, language, today: jstDateOf(ctx.now), origin }), { headers })
  },
]

/**
 * Only failed look-ups are counted: all guests of a restaurant share one address, and a valid token is printed on the
 * door.
 */
const unknownTokens = { most: 60, withinMs: 60_000 }

/**
 * Half a minute: an invalid badge disappears within one minute. Nothing on the page runs, whatever a name contains.
 * `connect-src` is for tools that read /robots.txt from within the page; without a script the page itself asks for
 * nothing.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=30',
  vary: 'accept-language',
  'content-security-policy': [
    `default-src 'none'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `style-src 'unsafe-inline'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}

export default function TracePage() {
  return null
}
