import { randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { requestFacts } from './routes/request-context.ts'
import { NonceContext } from './ui/nonce.ts'

/** Streams the page; bots get it whole. Only scripts that carry this answer's nonce run. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  let failed = false
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError: (error) => {
        failed = true
        if (!request.signal.aborted) context.get(requestFacts).logError(error)
      },
    },
  )
  if (isbot(request.headers.get('user-agent') ?? '')) await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policyFor(nonce))
  return new Response(body, { status: failed ? 500 : status, headers })
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
