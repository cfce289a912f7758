import type { RouterContextProvider } from 'react-router'
import { accountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isProviderUnavailable, providerWaitSeconds } from '#kernel/errors.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { type SyncRefusal, syncRefusals, unavailableText } from '#modules/identity/firebase/sync-labels.ts'
import { type Synced, syncSession } from '#modules/identity/firebase/sync-session.server.ts'
import { sessionCookie, ticketCookie } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { memberFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'
import { cookiesOfEntry } from '#web/enter.server.ts'
import { firstPageOf } from '#web/first-page.server.ts'
import { safeReturn } from '#web/page.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import { forgetCookie, keepCookie, readCookie } from '#web/session-cookie.server.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * The session endpoint for the identity provider's script: GET returns the current user, POST signs in, DELETE signs
 * out.
 */
export async function answerSession(asked: Asked): Promise<Response> {
  const answer = await answers[asked.request.method]?.(asked)
  return answer ?? problem(405, 'METHOD_NOT_ALLOWED', 'この方法では使用できません。')
}

const answers: Record<string, (asked: Asked) => Promise<Response>> = {
  GET: async ({ context }) => told(200, await whoIsHere(context.get(requestCtx))),
  HEAD: async ({ context }) => told(200, await whoIsHere(context.get(requestCtx))),
  POST: open,
  DELETE: end,
}

async function open(asked: Asked): Promise<Response> {
  const { request, context } = asked
  const { ip, logError } = context.get(requestFacts)
  const ctx = context.get(requestCtx)
  const { firebase } = ctx
  if (!firebase) return problem(404, 'NOT_FOUND', '見つかりません。')
  if (!isOwnPage(asked)) return wrongOrigin()
  if (hasBody(request)) return problem(415, 'UNSUPPORTED_MEDIA_TYPE', '内容が空のものだけを受け付けます。')
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) return refused('TOKEN_REFUSED')
  try {
    const result = await syncSession(ctx, firebase, { token, ip, userAgent: request.headers.get('user-agent') })
    if (result.ok) return await opened(ctx, asked, result.value)
    if (result.refusal !== 'TOO_MANY_TRIES') return refused(result.refusal)
    return later(tryLater(waitSecondsOf(result)), result.refusal, syncRefusals[result.refusal][1])
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    logError(error)
    return later(tryLater(providerWaitSeconds, 503), 'PROVIDER_UNAVAILABLE', unavailableText)
  }
}

/** The session's cookie, and where to go with it. A second step comes first, if it is turned on. */
async function opened(ctx: Ctx, asked: Asked, synced: Synced): Promise<Response> {
  const { search, searchParams } = new URL(asked.request.url)
  const returnTo = searchParams.get('returnTo')
  if (synced === 'extended') return told(200, { ...(await whoIsHere(ctx)), to: safeReturn(returnTo, '/auth') })
  if ('ticket' in synced)
    return told(202, { to: `/auth/signIn/code${search}` }, { 'set-cookie': keepCookie(ticketCookie, synced.ticket) })
  const { token, personId } = synced
  const email = synced.email ?? `person:${personId}`
  const headers = await cookiesOfEntry(ctx, asked, 'people', { token, email })
  const status = statusOf(await memberFacts(ctx, personId))
  return told(201, { status, to: firstPageOf(synced, returnTo) }, headers)
}

async function end(asked: Asked): Promise<Response> {
  if (!isOwnPage(asked)) return wrongOrigin()
  const token = readCookie(asked.request, sessionCookie)
  if (token) await closeSession(asked.context.get(requestCtx), token)
  const headers = new Headers({ 'clear-site-data': '"cache", "storage"', 'set-cookie': forgetCookie(sessionCookie) })
  return new Response(null, { status: 204, headers: notKept(headers) })
}

async function whoIsHere({ db, actor }: Ctx) {
  const account = accountOf(actor)
  if (!account) return { user: null, status: null, aal: 0 }
  const status = statusOf(await memberFacts({ db }, account.personId))
  const kind = actor.kind === 'visitor' ? 'person' : actor.kind
  return { user: { kind, name: account.name }, status, aal: account.session?.aal ?? 1 }
}

function statusOf(facts: Awaited<ReturnType<typeof memberFacts>>): string | null {
  if (!facts) return null
  if (!facts.emailVerified) return 'registered'
  const { organisation } = facts
  if (organisation === 'submitted') return 'profile_submitted'
  if (organisation === 'approved' || organisation === 'suspended') return organisation
  return organisation === 'returned' || organisation === 'rejected' ? 'rejected' : 'email_verified'
}

/** Same-origin only, with or without a cookie. */
function isOwnPage({ request, context }: Asked): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== 'null') return origin === context.get(requestFacts).secureOrigin
  return request.headers.get('sec-fetch-site') === 'same-origin'
}

const hasBody = ({ headers }: Request) =>
  headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0

const refused = (code: SyncRefusal) => {
  const [status, message] = syncRefusals[code]
  return problem(status, code, message)
}
/** What may be retried after some seconds. */
const later = ({ status, headers }: ReturnType<typeof tryLater>, code: string, message: string) =>
  told(status, { code, message }, headers)
const wrongOrigin = () => problem(403, 'WRONG_ORIGIN', 'この画面からは送信できません。サイトを開き直してください。')
const problem = (status: number, code: string, message: string) => told(status, { code, message })
const told = (status: number, body: object, headers?: HeadersInit) =>
  Response.json(body, { status, headers: notKept(new Headers(headers)) })

function notKept(headers: Headers): Headers {
  headers.set('cache-control', 'private, no-store')
  return headers
}
