import { randomBytes } from 'node:crypto'
import type { ReactElement } from 'react'
import { renderToReadableStream, renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { PublicFirebase } from './kernel/firebase.ts'
import { CurrentPathContext } from './ui/current-path.ts'
import { FallbackDocument } from './ui/fallback.tsx'
import { writeKeptPartsBy } from './ui/kept.tsx'
import { NonceContext } from './ui/nonce.ts'
import { RequestNumberContext, timingName } from './ui/request-number.ts'
import { SentPartsContext } from './ui/sent-parts.tsx'
import { paintedFirst } from './web/first-paint.server.ts'
import { requestCtx, requestFacts } from './web/request-context.ts'
import { withHashes } from './web/script-hashes.server.ts'
import { isSharedRoute, sharedPage } from './web/shared-page.ts'
import { type PackedPage, type WrittenPage, writtenPages } from './web/written-pages.ts'

writeKeptPartsBy(renderToString)

/**
 * Sends the page in one piece: its data are there before it is rendered, so parts of it would come no sooner. Only
 * scripts with this response's nonce run; in a page that is kept, for other visitors or because it was asked for before with
 * the same data, only those whose hash its policy names.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const { requestId, logError } = context.get(requestFacts)
  const policyWith = (scripts: string) =>
    policyFor(
      scripts,
      askedFirebase(request, context),
      context.get(requestFacts).apiUrl,
      context.get(requestCtx).cards?.pages ?? [],
    )
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policyWith(`'nonce-${nonce}'`))
  const sharing = status === 200 && isShared(entry) ? context.get(sharedPage) : null
  if (askedFirebase(request, context)) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  const data = await textOf(entry.serverHandoffStream)
  const memory = isRepeatable(request, status, entry) && !sharing ? context.get(writtenPages) : null
  const inMemory = memory?.(`${request.url}\n${data}`)
  const sendPacked = ({ body, encoding }: PackedPage) => {
    if (encoding) headers.set('content-encoding', encoding)
    headers.append('vary', 'accept-encoding')
    return new Response(body, { status, headers })
  }
  const send = ({ scripts, ...page }: WrittenPage) => {
    headers.set('content-security-policy', policyWith(scripts))
    return sendPacked(page)
  }
  if (inMemory?.written) return send(inMemory.written)
  const { pathname, search } = entry.staticHandlerContext.location
  const parts = new Set<string>()
  const page = () => (
    <NonceContext value={nonce}>
      <RequestNumberContext value={requestId}>
        <CurrentPathContext value={pathname + search}>
          <SentPartsContext value={(part) => void parts.add(part)}>
            <ServerRouter context={withData(entry, data)} url={request.url} nonce={nonce} />
          </SentPartsContext>
        </CurrentPathContext>
      </RequestNumberContext>
    </NonceContext>
  )
  try {
    const whole = `<!DOCTYPE html>${renderToString(page())}`
    const { html: inOrder, failed } = whole.includes(missingPart)
      ? await written(page(), { nonce, signal: request.signal, logError })
      : { html: whole, failed: false }
    // in development the bundler's own script brings the styles
    const { clientFolder } = context.get(requestFacts)
    const html = import.meta.env.DEV
      ? inOrder
      : paintedFirst(inOrder, { clientFolder, nonce, isShared: sharing !== null, parts: [...parts] })
    if (failed) return new Response(html, { status: 500, headers })
    if (inMemory && !inMemory.isRepeated) return sendPacked(await inMemory.packedOnce(html))
    if (!sharing && !inMemory) return new Response(html, { status, headers })
    const { html: nameless, sources } = withHashes(html, nonce)
    if (inMemory?.isRepeated) return send(await inMemory.keep(nameless, sources))
    headers.set('content-security-policy', policyWith(sources))
    if (sharing) sharing.isShared = true
    return new Response(nameless, { status, headers })
  } catch (error) {
    // a page that fails is rendered once more as the error page; if that fails, too, it is over
    if (!entry.staticHandlerContext.errors) throw error
    return new Response(`<!doctype html>${renderToStaticMarkup(<FallbackDocument />)}`, { status: 500, headers })
  }
}

/**
 * With its own routes alone: the router would build all others anew for each page, and no page that is written needs them. And
 * with the data for the page's script as text: the router writes them as they are, without a pause in which React would
 * have to wait for them. A page that waits for nothing is written as one string.
 */
function withData(entry: EntryContext, data: string): EntryContext {
  const streamCache = [
    { done: false, value: data },
    { done: true, value: '' },
  ].map((result) => Object.assign(Promise.resolve(), { result }))
  return {
    ...entry,
    manifest: ownRoutes(entry),
    serverHandoffStream: new ReadableStream(),
    renderMeta: { streamCache },
  }
}

function ownRoutes({ manifest, staticHandlerContext: { matches } }: EntryContext): EntryContext['manifest'] {
  const routes = matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const)
  return { ...manifest, routes: Object.fromEntries(routes) }
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (stream) for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  return text
}

/** What `renderToString` leaves of a part that failed, or that is not loaded yet (`lazy`, the first time). */
const missingPart = '<!--$!-->'

type Writing = { nonce: string; signal: AbortSignal; logError: (error: unknown) => void }

/** As a stream, which waits for what is not there yet and says what fails. */
async function written(page: ReactElement, { nonce, signal, logError }: Writing) {
  let failed = false
  const body = await renderToReadableStream(page, {
    nonce,
    // large parts would come after the rest, and need a script to move them into place
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    signal,
    onError: (error) => {
      failed = true
      if (!signal.aborted) logError(error)
    },
  })
  await body.allReady
  return { html: await new Response(body).text(), failed }
}

/** A page that was not made of a form or of a failure: it is written from its address and its data alone. */
const isRepeatable = ({ method }: Request, status: number, { staticHandlerContext: { errors } }: EntryContext) =>
  method === 'GET' && status === 200 && !errors

/** Whether the page itself, the innermost route, is the same for all visitors. */
function isShared({ staticHandlerContext: { matches }, routeModules }: EntryContext): boolean {
  const id = matches.at(-1)?.route.id
  return id !== undefined && isSharedRoute(routeModules[id]?.handle)
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

/**
 * `scripts`: the inline scripts that may run. `cardPages`: where the form that saves a card, and that of an order, may
 * lead to.
 */
const policyFor = (
  scripts: string,
  firebase: PublicFirebase | null,
  apiUrl: string | null | undefined,
  cardPages: readonly string[],
) =>
  [
    `default-src 'self'`,
    `script-src 'self' ${scripts}${firebase ? ` ${scriptsOfFirebase}` : ''}`,
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
