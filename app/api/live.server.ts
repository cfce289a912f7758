import type { Actor } from '#authorization/actor.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import { type BeginStream, livePage, liveStream } from '#infra/realtime/live-stream.server.ts'
import type { Clock } from '#kernel/clock.ts'
import { apiTokenHash } from '#modules/identity/api-tokens.server.ts'
import { credentialsOf, isWhoAsked, whoHolds } from './handler.server.ts'
import { liveRoomsOf } from './live-rooms.ts'
import { problemText } from './problems.server.ts'

type LiveParts = { db: Db; clock: Clock; live: LiveHub }
/** The listener, the names under which a change of its session reaches it, and how to authenticate it again. */
type Listener = { actor: Actor; session: string | null; again: () => Promise<Actor> }

/** Whether a stream is requested; a request for JSON is answered as by every other endpoint (contract/talk.ts). */
export const wantsStream = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept')?.includes('text/event-stream') ?? false)

/** A response, or the stream that is sent instead of one. */
export type LiveAnswer = Response | BeginStream

/** `GET /api/live`: for members, by the cookie of our pages or by a token. */
export async function handleLive(request: Request, { db, clock, live }: LiveParts): Promise<LiveAnswer> {
  const credentials = credentialsOf(request)
  const ask = () => whoHolds(credentials, { db, now: clock.now() }, 'ask')
  const { token, actor, scopes } = await ask()
  if (!isWhoAsked(new URL(request.url).searchParams.get('by'), actor)) return problem(401, 'UNAUTHENTICATED')
  if (scopes && !scopes.includes('talk.read')) return problem(403, 'SCOPE_MISSING')
  const session = 'session' in actor ? (actor.session?.key ?? null) : token && scopes ? apiTokenHash(token) : null
  return answerLive(request, live, { actor, session, again: async () => (await ask()).actor })
}

/** The stream of an actor that may listen; or what it missed, if no stream is requested. */
export async function answerLive(
  request: Request,
  live: LiveHub,
  { actor, session, again }: Listener,
): Promise<LiveAnswer> {
  const rooms = liveRoomsOf(actor)
  if (rooms.length === 0) return problem(401, 'UNAUTHENTICATED')
  const after = afterOf(request)
  if (!wantsStream(request))
    return Response.json(await livePage(live, { rooms, after }), { headers: { 'cache-control': 'no-store' } })
  const same = rooms.join(' ')
  // nothing of the request is kept (docs/decisions/0120)
  return liveStream(live, {
    rooms,
    after,
    doors: [...doorsOf(actor), ...(session ? [`session:${session}`] : [])],
    mayStay: async () => liveRoomsOf(await again()).join(' ') === same,
  })
}

const doorsOf = (actor: Actor): string[] => {
  if (actor.kind === 'staff') return [`admin:${actor.adminId}`]
  return 'personId' in actor ? [`person:${actor.personId}`] : []
}

/** A reconnecting browser sends the last id it received; a new page the id at which it was rendered. */
function afterOf(request: Request): number | null {
  const said = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
  return said !== null && /^\d{1,15}$/.test(said) ? Number(said) : null
}

const problem = (status: number, code: 'UNAUTHENTICATED' | 'SCOPE_MISSING') =>
  Response.json({ code, message: problemText[code] }, { status, headers: { 'cache-control': 'no-store' } })
