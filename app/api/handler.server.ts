import { hash } from 'node:crypto'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { parse } from 'hono/utils/cookie'
import type { Actor } from '#authorization/actor.ts'
import { markOf } from '#authorization/mark-of.server.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Log } from '#infra/log.server.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { Cards } from '#kernel/cards.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { Busy, orBusy } from '#kernel/errors.ts'
import type { Firebase } from '#kernel/firebase.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'
import { readApiToken } from '#modules/identity/api-tokens.server.ts'
import { adminCookie, apiTokenPrefix, impersonationCookie, sessionCookie } from '#modules/identity/session.ts'
import { actorOf } from '#modules/identity/session-store.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import type { ApiContext } from './context.ts'
import { handleDocs } from './docs.server.ts'
import { Picked } from './picked.ts'
import { foreseen, problem, problemBody, problemText, retryAfterOf } from './problems.server.ts'
import { router } from './router.server.ts'
import { Written } from './written.ts'

/** What is known of the body of a response, so that it need not be read back. */
export type KnownBody = { bytes: Buffer<ArrayBuffer> | null; hash: string | null }

export type ApiParts = {
  db: Db
  clock: Clock
  log: Log
  operator: Operator
  encryption: Encryption
  files: FileStore
  /** null: this process has no live updates. */
  live: LiveHub | null
  requestId: string
  ip: string | null
  /** Our origin, for the addresses in responses. */
  site: string
  /** null: the embedded provider stores the passwords. */
  firebase: Firebase | null
  cards: Cards | null
  environment?: 'development' | 'test' | 'production'
}

type Asked = ApiContext & {
  unforeseen: (error: unknown) => void
  retryAfter: { seconds: number | null }
  /** What is sent in place of a body: a response that was written before, or the JSON of this one. */
  sent: { written: Written | null; json: Buffer<ArrayBuffer> | null }
}

const handler = new OpenAPIHandler<Asked>(router, {
  customErrorResponseBodyEncoder: problemBody,
  interceptors: [
    // Errors of handlers are mapped below; a SyntaxError here is JSON.parse complaining about the body.
    ({ next, context }) =>
      next().catch((error: unknown) => {
        if (error instanceof ORPCError) throw error
        if (error instanceof SyntaxError) throw problem('BAD_JSON', 400)
        context.unforeseen(error)
        throw problem('INTERNAL_ERROR', 500)
      }),
    async ({ next, context }) => {
      const result = await next()
      if (!result.matched) return result
      const { body } = result.response
      if (body instanceof Written) context.sent.written = body
      else if (isForJson(body)) {
        context.sent.json = Buffer.from(JSON.stringify(body))
        return { ...result, response: { ...result.response, body: undefined } }
      }
      return result
    },
  ],
  clientInterceptors: [
    ({ next, context }) =>
      next().catch((caught: unknown) => {
        const error = orBusy(caught)
        if (error !== caught) context.unforeseen(caught)
        const known = foreseen(error)
        if (known) {
          context.retryAfter.seconds = retryAfterOf(known)
          throw known
        }
        context.unforeseen(error)
        throw problem('INTERNAL_ERROR', 500)
      }),
  ],
})

/** Not a file, a stream or a response without a body. */
const isForJson = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && (Array.isArray(body) || body instanceof Picked || isPlain(body))
const isPlain = (body: object): boolean =>
  Object.getPrototypeOf(body) === Object.prototype && !(Symbol.asyncIterator in body)

/** Answers /api/*: the documentation, then the contract. The response is JSON, or a file. */
export async function handleApi(request: Request, parts: ApiParts): Promise<Response> {
  const unforeseen = (error: unknown) =>
    parts.log.error({ err: error, requestId: parts.requestId, path: new URL(request.url).pathname }, 'api failed')
  try {
    return openToAll(request, await answer(asRead(request), parts, unforeseen))
  } catch (error) {
    unforeseen(error)
    const busy = orBusy(error)
    if (!(busy instanceof Busy)) return answerProblem(500, 'INTERNAL_ERROR', parts)
    const answer = answerProblem(503, 'BUSY', parts)
    answer.headers.set('retry-after', String(busy.seconds))
    return answer
  }
}

/**
 * The request prepared for the contract's parser, which would otherwise look for a form in a GET that only names a
 * content type, and accept as a file what claims to be one.
 */
function asRead(request: Request): Request {
  const { method } = request
  const unread = [
    ...(method === 'GET' || method === 'HEAD' || method === 'DELETE' ? ['content-type'] : []),
    'content-disposition',
  ].filter((name) => request.headers.has(name))
  if (method !== 'HEAD' && unread.length === 0) return request
  const headers = new Headers(request.headers)
  for (const name of unread) headers.delete(name)
  return new Request(request, { headers, method: method === 'HEAD' ? 'GET' : method })
}

async function answer(request: Request, parts: ApiParts, unforeseen: Asked['unforeseen']): Promise<Response> {
  if (request.method === 'GET') {
    const docs = await handleDocs(new URL(request.url).pathname)
    if (docs) return docs
  }
  if (!isJsonOrEmpty(request)) return answerProblem(415, 'UNSUPPORTED_MEDIA_TYPE', parts)
  const now = parts.clock.now()
  const { token, actor, scopes } = await whoAsks(request, { db: parts.db, now })
  if (!isWhoAsked(request.headers.get('x-pressed-by'), actor)) return answerProblem(401, 'UNAUTHENTICATED', parts)
  const retryAfter: Asked['retryAfter'] = { seconds: null }
  const sent: Asked['sent'] = { written: null, json: null }
  const { matched, response: headed } = await handler.handle(request, {
    prefix: '/api',
    context: {
      ctx: {
        db: parts.db,
        now,
        actor,
        firebase: parts.firebase,
        cards: parts.cards,
        isProduction: parts.environment === 'production',
      },
      token,
      scopes,
      ip: parts.ip,
      site: parts.site,
      operator: parts.operator,
      encryption: parts.encryption,
      files: parts.files,
      live: parts.live,
      userAgent: request.headers.get('user-agent'),
      unforeseen,
      retryAfter,
      sent,
    },
  })
  if (!matched) return answerProblem(404, 'NOT_FOUND', parts)
  const response = sent.json ? jsonAnswer(headed, sent.json) : headed
  if (response.status === 500) return answerProblem(500, 'INTERNAL_ERROR', parts)
  if (retryAfter.seconds !== null) response.headers.set('retry-after', String(retryAfter.seconds))
  if (sent.written) return finished(writtenAnswer(request, sent.written))
  return catalogue.test(new URL(request.url).pathname) ? tagged(request, finished(response)) : finished(response)
}

type Asking = { token: string | null; actor: Actor; scopes: readonly Scope[] | null }

/**
 * A bearer token, an integration's token, or the cookie of our own pages; never one in place of another. Staff have no
 * API but what they read of the books below `/api/admin/`, by the cookie of their own pages alone.
 */
export async function whoAsks(
  request: Request,
  asking: { db: Db; now: Date },
  how: 'use' | 'ask' = 'use',
): Promise<Asking> {
  return whoHolds(credentialsOf(request), asking, how)
}

/** What a request is authenticated by; it keeps nothing of the request itself. */
export type Credentials = { token: string | null; by: 'header' | 'cookie'; forStaff: boolean }

export function credentialsOf(request: Request): Credentials {
  const authorization = request.headers.get('authorization')
  const forStaff = authorization === null && staffReads.test(new URL(request.url).pathname)
  const found = forStaff ? staffCookieOf(request) : authorization === null ? cookieOf(request) : bearerOf(authorization)
  // a part of a string keeps the whole of it in memory, here all cookies
  const token = found && Buffer.from(found).toString()
  return { token, by: authorization === null ? 'cookie' : 'header', forStaff }
}

export async function whoHolds(
  { token, by, forStaff }: Credentials,
  asking: { db: Db; now: Date },
  how: 'use' | 'ask' = 'use',
): Promise<Asking> {
  if (!token) return { token, actor: { kind: 'visitor' }, scopes: null }
  if (by === 'header' && token.startsWith(apiTokenPrefix))
    return { token, ...((await readApiToken(asking, token, how)) ?? { actor: { kind: 'visitor' }, scopes: [] }) }
  const actor = await actorOf(asking, token, by === 'header' ? 'bearer' : 'cookie', how)
  return { token, actor: (actor.kind === 'staff') === forStaff ? actor : { kind: 'visitor' }, scopes: null }
}

/**
 * A page may say for whom it was made (authorization/mark-of.server.ts): meanwhile another user may be signed in on the
 * device, or the same user for another organisation. What was written as the one is never sent as the other.
 */
export const isWhoAsked = (by: string | null, actor: Actor): boolean => by === null || by === markOf(actor)

const bearerOf = (authorization: string) => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

/** Staff who view as a user have no API: they would act as themselves, on the pages of another. */
function cookieOf(request: Request): string | null {
  const cookies = parse(request.headers.get('cookie') ?? '')
  return cookies[impersonationCookie] ? null : cookies[sessionCookie] || null
}

const staffReads = /^\/api\/admin\//
const staffCookieOf = (request: Request) => parse(request.headers.get('cookie') ?? '')[adminCookie] || null

/** Without a body no content type is needed; a body is JSON. */
function isJsonOrEmpty({ method, headers }: Request): boolean {
  if (method === 'GET') return true
  const type = headers.get('content-type')
  if (type !== null) return /^application\/json\s*(;|$)/i.test(type)
  return !headers.has('transfer-encoding') && Number(headers.get('content-length') ?? 0) === 0
}

const answerProblem = (status: number, code: keyof typeof problemText, { requestId }: ApiParts) =>
  finished(Response.json({ code, message: problemText[code], ...(status === 500 && { requestId }) }, { status }))

/** Requests that are repeated often and seldom have a new result. */
const catalogue = /^\/api\/(products|farms|suggestions|favourites|farm\/(?:goods|drafts|page|documents|shipping))(\/|$)/

/**
 * Answers 304 if the client has the current version. Only the client itself may cache it, and has to revalidate each
 * time.
 */
async function tagged(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'GET' || response.status !== 200) return response
  const body = await response.arrayBuffer()
  const digest = hash('sha256', new Uint8Array(body), 'base64url')
  // a list that changes as a whole has its own ETag: that of all its pages
  const tag = response.headers.get('etag') ?? `"${digest.slice(0, 22)}"`
  const headers = new Headers(response.headers)
  headers.set('etag', tag)
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'authorization, cookie')
  if (!isKnown(request, tag)) {
    const whole = new Response(body, { status: 200, headers })
    hashes.set(whole, digest)
    return whole
  }
  headers.delete('content-type')
  headers.delete('content-length')
  return new Response(null, { status: 304, headers })
}

/** The client names the version that it has. */
const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .includes(tag)

/** Neither written nor hashed again; a client that has the current version gets no body. */
function writtenAnswer(request: Request, { bytes, tag }: Written): Response {
  const headers = { etag: `"${tag}"` }
  if (isKnown(request, headers.etag)) return new Response(null, { status: 304, headers })
  const whole = new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'content-type': 'application/json' },
  })
  hashes.set(whole, tag)
  return whole
}

/** Its bytes stay known to what sends it: read back from the response they would come by a stream. */
function jsonAnswer({ status, headers }: Response, json: Buffer<ArrayBuffer>): Response {
  headers.set('content-type', 'application/json')
  const whole = new Response(json, { status, headers })
  bodies.set(whole, json)
  return whole
}

const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>()
const hashes = new WeakMap<Response, string>()
/** The body of a response, if it is known; and the SHA-256 of one with an ETag, or of its parts. */
export const bodyOf = (response: Response): KnownBody => ({
  bytes: bodies.get(response) ?? null,
  hash: hashes.get(response) ?? null,
})

/** The evidence of a badge is public, so pages of other sites may read it. */
const badge = /^\/api\/badges\/[^/]+$/

function openToAll({ method, url }: Request, response: Response): Response {
  if ((method === 'GET' || method === 'HEAD') && badge.test(new URL(url).pathname))
    response.headers.set('access-control-allow-origin', '*')
  return response
}

/** Responses are private: no cache stores them. */
function finished(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  if (response.status === 401) response.headers.set('www-authenticate', 'Bearer')
  return response
}
