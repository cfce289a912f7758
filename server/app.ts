import * as build from 'virtual:react-router/server-build'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { bodyOf, handleApi } from '#api/handler.server.ts'
import { answerLive, handleLive, type LiveAnswer, wantsStream } from '#api/live.server.ts'
import { type Actor, viewerOf } from '#authorization/actor.ts'
import { ctxOf } from '#authorization/ctx-of.server.ts'
import { markOf } from '#authorization/mark-of.server.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Log } from '#infra/log.server.ts'
import type { ProxyWatch } from '#infra/proxy-watch.server.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { PublicChanges } from '#infra/realtime/public-changes.server.ts'
import type { HttpConnection } from '#infra/realtime/taken-connection.server.ts'
import type { Cards } from '#kernel/cards.ts'
import type { CarrierTracking } from '#kernel/carrier-tracking.ts'
import { changesOf } from '#kernel/changes.ts'
import type { Ringing } from '#kernel/channel.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { Busy, orBusy } from '#kernel/errors.ts'
import type { Firebase } from '#kernel/firebase.ts'
import { type Forwarded, readForwarded } from '#kernel/forwarded.server.ts'
import type { Operator } from '#kernel/operator.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { impersonatedActor, noteSeenPage } from '#modules/identity/impersonation/impersonated-actor.server.ts'
import type { LoginMethods } from '#modules/identity/login-methods/login-methods.ts'
import { carriesSecrets, pathWithoutSecrets } from '#modules/identity/mail-links.ts'
import { adminCookie, draftCookie, impersonationCookie, sessionCookie } from '#modules/identity/session.ts'
import { actorOf } from '#modules/identity/session-store.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { answerSession } from '../app/routes/auth/session-sync.server.ts'
import { placeOf } from '../app/web/page.server.ts'
import { requestCtx, requestFacts } from '../app/web/request-context.ts'
import { retryAfter } from '../app/web/retry-after.ts'
import { type Sharing, sharedPage, sharedReads } from '../app/web/shared-page.ts'
import { writtenPages } from '../app/web/written-pages.ts'
import { bodyLimits } from './body-limits.ts'
import { compressed, compressedAnswer } from './compress.ts'
import { policyFor } from './content-policy.ts'
import { originOf } from './origin.ts'
import { pageCache } from './page-cache.ts'
import { readsOwnWrites } from './read-own-writes.ts'
import { methodNotAllowed } from './refused-request.ts'
import { bodyGate, requestGate } from './request-gate.ts'
import { pagesBySection } from './route-sections.ts'
import { securityEventOf } from './security-log.ts'
import { readsUntilChange } from './shared-reads.ts'
import { pagesWritten } from './written-pages.ts'

export type AppParts = {
  db: Db
  clock: Clock
  log: Log
  /** The public origin of our pages: behind a proxy we see http only. null: in development (origin.ts). */
  origin: string | null
  trustedProxies: number
  /** Records how requests come through the proxies. */
  proxyWatch?: ProxyWatch
  environment: 'development' | 'test' | 'production'
  operator: Operator
  searchEngines: boolean
  /** Where scripts find the API, if not below /api/ of this host. */
  apiUrl?: string | null
  clientFolder: string
  files: FileStore
  encryption: Encryption
  loginMethods: LoginMethods
  /** Committed events, for open pages. */
  live: LiveHub
  /** Other processes answer at the same address. */
  isOneOfSeveral?: boolean
  /** Changes of what visitors see: with it, their pages are sent from memory. */
  publicChanges?: PublicChanges
  mail: { description: string; verify(): Promise<boolean> }
  /** null: the embedded identity provider. */
  firebase: Firebase | null
  /** null: cards are not offered. */
  cards: Cards | null
  /** null: parcels are followed on the carriers' own pages only. */
  tracking: CarrierTracking | null
  /** Calls URLs given by members. */
  safeFetch: SafeFetch
  /** The notification channels, and what pages show of them. */
  ringing: Ringing
}

const filesByName = [
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/apple-touch-icon.png',
  '/share.png',
  '/manifest.webmanifest',
  '/push/worker.js',
  '/offline.html',
  '/third-party-notices.txt',
]

/** `from`: the client's address, according to our proxies. */
type Vars = { Variables: { requestId: string; from: Forwarded } }

/** Everything that answers HTTP: files, /api, pages. Holds no state of its own. */
export function createApp(parts: AppParts): Hono<Vars> {
  const app = new Hono<Vars>()
  const pages = pagesBySection(build as unknown as ServerBuild, import.meta.env.MODE)
  const reads = parts.publicChanges ? readsUntilChange(parts.publicChanges) : null
  const written = pagesWritten({ clock: parts.clock })
  const kept = parts.publicChanges ? pageCache({ changes: parts.publicChanges, clock: parts.clock }) : null

  app.use(async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('from', forwardedTo(c, parts.trustedProxies))
    await next()
    setSafetyHeaders(c.res.headers, { requestId, origin: parts.origin, path: c.req.path })
    const { method, path } = c.req
    const { status } = c.res
    const event = securityEventOf({ method, path, status })
    const facts = { requestId, ip: c.get('from').ip, method, path: pathWithoutSecrets(path), status }
    if (event) parts.log.info(facts, event)
    else if (status >= 400 && status < 500) parts.log.debug(facts, 'refused')
  })
  app.use(requestGate)
  app.get('/healthz', (c) => c.json({ ok: true, identity: parts.firebase?.verifier.name ?? 'embedded' }))
  app.get('/readyz', async (c) => {
    await parts.db.selectFrom('taxRates').select('kind').limit(1).execute()
    return c.json({ ok: true })
  })
  app.use(
    '/assets/*',
    serveStatic({
      root: parts.clientFolder,
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.all('/assets/*', (c) => c.text('Not found', 404))
  app.use(
    '/pictures/*',
    serveStatic({ root: parts.clientFolder, onFound: (_, c) => c.header('cache-control', 'public, max-age=604800') }),
  )
  app.all('/pictures/*', (c) => c.text('Not found', 404))
  // By name: checking the folder for every page and every API call would cost more than their query.
  for (const file of ['/fonts/*', ...filesByName])
    app.use(
      file,
      serveStatic({ root: parts.clientFolder, onFound: (_, c) => c.header('cache-control', 'public, max-age=86400') }),
    )

  // Revalidated each time, so that a new version reaches every device; its scope is the whole site.
  app.use('/sw.js', serveStatic({ root: parts.clientFolder, onFound: (_, c) => c.header('cache-control', 'no-cache') }))
  app.all('/sw.js', (c) => c.text('Not found', 404))

  app.use((c, next) => {
    parts.proxyWatch?.note(c.get('from'))
    return next()
  })
  const changes = parts.isOneOfSeveral ? changesOf(parts.db) : null
  if (changes) app.use(readsOwnWrites(changes))
  app.use(bodyLimits)
  // Apple answers with a form from its own page; its contents are passed on like every other service's response
  app.post('/auth/social/:provider/callback', bodyGate, async (c) => {
    const form = await c.req.formData()
    const answer = new URLSearchParams()
    for (const name of ['code', 'state', 'iss', 'error']) {
      const value = form.get(name)
      if (typeof value === 'string') answer.set(name, value)
    }
    return c.redirect(`${c.req.path}?${answer}`, 303)
  })
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isFromHere(c.req.raw, originBehind(c, parts)))
      return next()
    return c.json({ code: 'WRONG_ORIGIN', message: 'この画面からは送信できません。サイトを開き直してください。' }, 403)
  })
  app.use(bodyGate)
  app.all(parts.firebase?.client.syncUrl ?? '/api/auth/session', async (c) => {
    const now = parts.clock.now()
    const actor = await actorBehind(getCookie(c, sessionCookie), { db: parts.db, now })
    return answerSession({ request: c.req.raw, context: contextFor(parts, c, { now, actor }) })
  })
  app.get('/api/live', async (c, next) =>
    wantsStream(c.req.raw) ? sendLive(c, parts, await handleLive(c.req.raw, parts)) : next(),
  )
  // staff have no API, and a separate sign-in
  app.get('/admin/live', async (c) => {
    const token = getCookie(c, adminCookie)
    const again = () => actorBehind(token, { db: parts.db, now: parts.clock.now() }, 'ask')
    const actor = await again()
    const session = 'session' in actor ? (actor.session?.key ?? null) : null
    const listener = { actor: actor.kind === 'staff' ? actor : ({ kind: 'visitor' } as const), session, again }
    return sendLive(c, parts, await answerLive(c.req.raw, parts.live, listener))
  })
  app.all('/api/*', async (c) => {
    const facts = { requestId: c.get('requestId'), ip: c.get('from').ip, site: originBehind(c, parts) }
    const answer = await handleApi(c.req.raw, { ...parts, ...facts })
    const response = await compressed(c.req.raw, answer, bodyOf(answer))
    if (parts.apiUrl) openToOurPages(c.req.raw, response, parts.origin)
    return response
  })

  app.all('*', async (c) => {
    const key = kept?.keyOf(c.req.raw, originBehind(c, parts))
    if (kept && key) return await kept.answer(key, c.req.raw, (sharing) => pageFor(c, sharing))
    return await compressedAnswer(c.req.raw, await pageFor(c, null))
  })

  async function pageFor(c: Context<Vars>, sharing: Sharing | null): Promise<Response> {
    const now = parts.clock.now()
    const { token, actor } = await whoAsks(c, { db: parts.db, now })
    const impersonatedBy = viewerOf(actor)
    if (impersonatedBy && isSeen(c.req.raw))
      await noteSeenPage({ db: parts.db, now }, impersonatedBy, placeOf(c.req.raw))
    const context = contextFor(parts, c, { now, actor })
    context.set(sharedPage, sharing)
    context.set(writtenPages, written(c.req.raw))
    if (reads) context.set(sharedReads, reads)
    const response = await pages(asSent(c.req.raw, originBehind(c, parts)), context)
    // the router's own error names the file of the page; it refuses a form on a page without an action
    if (response.status === 405) return methodNotAllowed(c, 'GET, HEAD')
    const seconds = context.get(retryAfter)
    if (seconds !== null && (response.status === 429 || response.status === 503))
      response.headers.set('retry-after', String(seconds))
    const isKept = response.headers.get('cache-control')?.startsWith('private')
    if ((token || getCookie(c, adminCookie) || getCookie(c, draftCookie)) && !isKept)
      response.headers.set('cache-control', 'private, no-store')
    const mark = markOf(actor)
    if (mark) response.headers.set('x-kept-for', mark)
    return response
  }

  app.onError((error, c) => {
    // an aborted body is not our failure: the client has disconnected
    parts.log[c.req.raw.signal.aborted ? 'debug' : 'error'](
      { err: error, requestId: c.get('requestId'), path: pathWithoutSecrets(c.req.path) },
      'request failed',
    )
    const busy = orBusy(error)
    if (!(busy instanceof Busy)) return c.text('エラーが発生しました。時間をおいて、もう一度お試しください。', 500)
    c.header('retry-after', String(busy.seconds))
    return c.text(busy.message, 503)
  })
  return app
}

/**
 * The actor of a page request: staff on their own pages, a user on all others; or the user as whom staff are viewing,
 * as long as both their cookies are valid.
 */
async function whoAsks(
  c: Context,
  asking: { db: Db; now: Date },
): Promise<{ token: string | undefined; actor: Actor }> {
  const forStaff = isForStaff(new URL(c.req.url).pathname)
  const [impersonationToken, adminToken] = [getCookie(c, impersonationCookie), getCookie(c, adminCookie)]
  if (!forStaff && impersonationToken && adminToken) {
    const actor = await impersonatedActor(asking, { impersonationToken, adminToken })
    if (actor) return { token: impersonationToken, actor }
  }
  const token = getCookie(c, forStaff ? adminCookie : sessionCookie)
  return { token, actor: await actorBehind(token, asking) }
}

const actorBehind = async (
  token: string | undefined,
  asking: { db: Db; now: Date },
  how: 'use' | 'ask' = 'use',
): Promise<Actor> => (token ? actorOf(asking, token, 'cookie', how) : { kind: 'visitor' })

/** Whether a page is really viewed: not a form, a picture, or a prefetch of the browser. */
const isSeen = ({ method, url, headers }: Request) =>
  method === 'GET' &&
  !/^\/(media|share)\//.test(new URL(url).pathname) &&
  !/prefetch/i.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`)

/** With an external identity provider, phone and other services are its responsibility, too. */
const noWays: LoginMethods = { sms: null, social: [] }

/** The context of loaders and actions. */
function contextFor(parts: AppParts, c: Context<Vars>, { now, actor }: { now: Date; actor: Actor }) {
  const context = new RouterContextProvider()
  context.set(
    requestCtx,
    ctxOf({
      db: parts.db,
      now,
      firebase: parts.firebase,
      cards: parts.cards,
      tracking: parts.tracking,
      isProduction: parts.environment === 'production',
      actor,
    }),
  )
  context.set(requestFacts, {
    ip: c.get('from').ip,
    trustedProxies: parts.trustedProxies,
    secureOrigin: originBehind(c, parts),
    requestId: c.get('requestId'),
    environment: parts.environment,
    operator: parts.operator,
    clientFolder: parts.clientFolder,
    files: parts.files,
    encryption: parts.encryption,
    loginMethods: parts.firebase ? noWays : parts.loginMethods,
    mail: parts.mail,
    safeFetch: parts.safeFetch,
    ringing: parts.ringing,
    searchEngines: parts.searchEngines,
    apiUrl: parts.apiUrl ?? null,
    logError: (error) =>
      parts.log.error(
        { err: error, requestId: c.get('requestId'), path: pathWithoutSecrets(c.req.path) },
        'page failed',
      ),
  })
  return context
}

/** Paths on which the administrator's own sign-in counts, and a user's does not. */
const isForStaff = (path: string) => /^\/(admin|test)(\/|\.data$|$)/i.test(path)

/** Pages of ours ask an API on a host of its own without cookies. */
function openToOurPages(request: Request, response: Response, origin: string | null): void {
  response.headers.append('vary', 'origin')
  if (origin && request.headers.get('origin') === origin) response.headers.set('access-control-allow-origin', origin)
}

/** A stream writes to the socket itself, so its headers are complete before it begins. */
function sendLive(c: Context<Vars>, { origin }: Pick<AppParts, 'origin'>, answer: LiveAnswer): Response {
  if (typeof answer !== 'function') return answer
  const headers = new Headers()
  setSafetyHeaders(headers, { requestId: c.get('requestId'), origin, path: c.req.path })
  answer(c.env as unknown as HttpConnection, headers)
  return RESPONSE_ALREADY_SENT
}

type Told = { requestId: string; origin: string | null; path: string }

function setSafetyHeaders(headers: Headers, { requestId, origin, path }: Told): void {
  headers.set('x-content-type-options', 'nosniff')
  if (isAsset(headers, path)) {
    headers.delete('last-modified')
    return
  }
  if (origin?.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  headers.set('x-request-id', requestId)
  headers.set('referrer-policy', carriesSecrets(path) ? 'no-referrer' : 'same-origin')
  headers.set('x-frame-options', 'DENY')
  const policy = policyFor(headers, path)
  if (policy) headers.set('content-security-policy', policy)
  headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
}

/**
 * A script or a sheet of the build: public, never a document, and immutable. A page loads dozens of them, so each has only the
 * headers that matter for one.
 */
const isAsset = (headers: Headers, path: string) =>
  path.startsWith('/assets/') && /^text\/(javascript|css)\b/.test(headers.get('content-type') ?? '')

/** Forms and scripts of our own pages only; a bearer token needs no cookie and may come from anywhere. */
function isFromHere(request: Request, origin: string): boolean {
  if (!request.headers.has('cookie') && request.headers.has('authorization')) return true
  if (isOwnUnnamed(request) || provesItself(request)) return true
  const from = request.headers.get('origin')
  if (from) return from === origin
  const site = request.headers.get('sec-fetch-site')
  return site === null ? !request.headers.has('cookie') : site === 'same-origin'
}

/**
 * Paths with a secret in the address, which some mail clients open in a window of their own without an origin. There is
 * no session that an attacker could use.
 */
const provesItself = ({ url }: Request) => /^\/(a|unsubscribe)\//i.test(new URL(url).pathname)

/**
 * A form on a page with `no-referrer` is sent with `Origin: null`. The browser itself says that it is same-origin; no
 * page can set that header.
 */
const isOwnUnnamed = (request: Request) =>
  request.headers.get('origin') === 'null' &&
  (request.headers.get('sec-fetch-site') === 'same-origin' || provesItself(request))

/** The client; `ip` is null if TRUSTED_PROXIES states more proxies than the request came through. */
const forwardedTo = (c: Context, trustedProxies: number): Forwarded =>
  readForwarded(c.req.header('x-forwarded-for'), socketOf(c)?.remoteAddress, trustedProxies)

const originBehind = (c: Context, { origin }: Pick<AppParts, 'origin'>): string =>
  originOf(c.req.url, origin, socketOf(c))

type Socket = { remoteAddress?: string; localAddress?: string; localPort?: number }
const socketOf = (c: Context): Socket | undefined =>
  ((c.env ?? {}) as { incoming?: { socket?: Socket } }).incoming?.socket

/**
 * The original request, if a proxy terminated https or the page sent no origin: React Router compares its address with
 * the Origin header.
 */
function asSent(request: Request, origin: string): Request {
  const unnamed = isOwnUnnamed(request)
  const url = new URL(request.url)
  if (url.origin === origin && !unnamed) return request
  const { method, signal } = request
  const headers = new Headers(request.headers)
  if (unnamed) headers.set('origin', origin)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const sent = new URL(origin)
  sent.pathname = url.pathname
  sent.search = url.search
  return new Request(sent, {
    method,
    headers,
    signal,
    ...(hasBody && { body: request.body, duplex: 'half' }),
  } as RequestInit)
}
