import { randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { requestFacts } from './routes/request-context.ts'
import { LastResortDocument } from './ui/last-resort.tsx'
import { NonceContext } from './ui/nonce.ts'
import { RequestNumberContext, timingName } from './ui/request-number.ts'

/** Streams the page; bots get it whole. Only scripts that carry this answer's nonce run. */
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
  headers.set('content-security-policy', policyFor(nonce))
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
      // Parts whose script comes later are large: React would send them after the rest, for a script to put in place.
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
    // a page that fails is rendered once more as the error page; if that fails, too, this is the end
    if (!entry.staticHandlerContext.errors) throw error
    return new Response(`<!doctype html>${renderToStaticMarkup(<LastResortDocument />)}`, { status: 500, headers })
  }
}

/** Tells our scripts the number of their request, so that an error page can name it. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const { requestId } = context.get(requestFacts)
  response.headers.set('server-timing', `${timingName};desc="${requestId}"`)
  return response
}

/** Loaders and actions that failed in a way nobody expected; refusals and 404s do not come here. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestFacts).logError(error)
}

const policyFor = (nonce: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')
