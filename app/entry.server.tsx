import { randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { PublicFirebase } from './kernel/firebase.ts'
import { FallbackDocument } from './ui/fallback.tsx'
import { NonceContext } from './ui/nonce.ts'
import { RequestNumberContext, timingName } from './ui/request-number.ts'
import { requestCtx, requestFacts } from './web/request-context.ts'

/** Streams the page; bots get it in one piece. Only scripts with this response's nonce run. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const { requestId, logError } = context.get(requestFacts)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    policyFor(
      nonce,
      askedFirebase(request, context),
      context.get(requestFacts).apiUrl,
      context.get(requestCtx).cards?.pages ?? [],
    ),
  )
  if (askedFirebase(request, context)) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  let failed = false
  const page = (
    <NonceContext value={nonce}>
      <RequestNumberContext value={requestId}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </RequestNumberContext>
    </NonceContext>
  )
  try {
    const body = await renderToReadableStream(page, {
      nonce,
      // Parts whose script loads later are large: React would send them after the rest and need a script to move them
      // into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError: (error) => {
        failed = true
        if (!request.signal.aborted) logError(error)
      },
    })
    if (isbot(request.headers.get('user-agent') ?? '')) await body.allReady
    return new Response(body, { status: failed ? 500 : status, headers })
  } catch (error) {
    // a page that fails is rendered once more as the error page; if that fails, too, it is over
    if (!entry.staticHandlerContext.errors) throw error
    return new Response(`<!doctype html>${renderToStaticMarkup(<FallbackDocument />)}`, { status: 500, headers })
  }
}

/** Tells our scripts the id of their request, so that an error page can show it. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const { requestId } = context.get(requestFacts)
  response.headers.set('server-timing', `${timingName};desc="${requestId}"`)
  return response
}

/**
 * Loaders and actions that failed unexpectedly. Refusals and 404s do not get here; what the router itself refuses (a
 * form on a page without an action, 405) does, and is not our failure.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (!request.signal.aborted) context.get(requestFacts).logError(error)
}

/** The pages on which the identity provider's script may run; no other page needs its hosts. */
function askedFirebase(request: Request, context: RouterContextProvider): PublicFirebase | null {
  const { firebase } = context.get(requestCtx)
  return firebase && /^\/auth(\/|$)/i.test(new URL(request.url).pathname) ? firebase.client : null
}

/** `cardPages`: where the form that saves a card, and that of an order, may lead to. */
const policyFor = (
  nonce: string,
  firebase: PublicFirebase | null,
  apiUrl: string | null | undefined,
  cardPages: readonly string[],
) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${firebase ? ` ${scriptsOfFirebase}` : ''}`,
    ...(firebase
      ? workplacesOfFirebase(firebase, apiHost(apiUrl))
      : apiUrl
        ? [`connect-src 'self' ${apiHost(apiUrl)}`]
        : []),
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action ${["'self'", ...cardPages].join(' ')}`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')

const recaptcha = 'https://www.google.com/recaptcha/'
const scriptsOfFirebase = `https://apis.google.com ${recaptcha} https://www.gstatic.com/recaptcha/`

/** The host of the API, if it is not ours. */
const apiHost = (apiUrl: string | null | undefined) => (apiUrl && URL.canParse(apiUrl) ? new URL(apiUrl).origin : '')

const workplacesOfFirebase = ({ authDomain, standIn }: PublicFirebase, api: string) =>
  [
    ['frame-src', `'self'`, `https://${authDomain}`, recaptcha, standIn],
    [
      'connect-src',
      `'self'`,
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      standIn,
      api,
    ],
  ].map((words) => words.filter(Boolean).join(' '))
