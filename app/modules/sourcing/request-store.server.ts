import type { Selectable } from 'kysely'
import { requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, RequestId } from '#kernel/ids.ts'
import type { RequestState } from '#kernel/request-enums.ts'
import { refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { closesAt } from './closing.ts'

/** The request that it is about; in the API a part of the path. */
export const RequestIdIn = IdOf<'request'>('リクエスト')

/** Why a request takes no more changes. */
export const closedRefusals = ['request_accepted', 'request_withdrawn', 'request_expired', 'request_removed'] as const

export type RequestRow = Selectable<Database['requests']>
export type AnswerRow = Selectable<Database['requestAnswers']>

/**
 * A request of the user's own restaurant, locked: every change of a request or of one of its answers locks the request
 * first, so that concurrent changes are serialised.
 */
export async function lockOwnRequest(ctx: Ctx, id: RequestId): Promise<RequestRow> {
  requireBuyer(ctx.actor)
  const row = await lockRequest(ctx.db, id)
  if (!row) throw new NotFound('request')
  seeOrNotFound(ctx.actor, 'request.see', { restaurantId: row.restaurantId })
  return row
}

export const lockRequest = async (db: DbOrTx, id: RequestId): Promise<RequestRow | null> =>
  (await db.selectFrom('requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** A request that this farm was notified of, locked, with the farm's answer; NotFound for others. */
export async function lockAskedRequest(
  db: DbOrTx,
  id: RequestId,
  farmId: FarmId,
): Promise<{ request: RequestRow; answer: AnswerRow | null }> {
  const told = await db
    .selectFrom('requestFarms')
    .select('farmId')
    .where('requestId', '=', id)
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  const request = told ? await lockRequest(db, id) : null
  if (!request) throw new NotFound('request')
  const answer = await db
    .selectFrom('requestAnswers')
    .selectAll()
    .where('requestId', '=', id)
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  return { request, answer: answer ?? null }
}

const closedRefusal = {
  accepted: 'request_accepted',
  withdrawn: 'request_withdrawn',
  expired: 'request_expired',
  removed: 'request_removed',
} as const satisfies Record<Exclude<RequestState, 'open'>, string>

/** Why nothing more can be done to it; null while it is open. Based on the current time, not on when the job runs. */
export function whyClosed({ state, lastOrderAt }: Pick<RequestRow, 'state' | 'lastOrderAt'>, now: Date) {
  if (state !== 'open') return refuse(closedRefusal[state])
  return now > lastOrderAt ? refuse('request_expired') : null
}

/** Whether a chef may still accept an answer of this farm. */
export const hasOpenOffer = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, farmId: FarmId): Promise<boolean> =>
  (await db
    .selectFrom('requestAnswers')
    .innerJoin('requests', 'requests.id', 'requestAnswers.requestId')
    .select('requestAnswers.id')
    .where('farmId', '=', farmId)
    .where('requestAnswers.state', '=', 'offered')
    .where('requests.state', '=', 'open')
    .where('lastOrderAt', '>=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Sets when it closes automatically, given its current answers; for a caller that holds its lock. */
export async function setTimer(db: DbOrTx, request: RequestRow): Promise<void> {
  const { offers } = await db
    .selectFrom('requestAnswers')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('offers'))
    .where('requestId', '=', request.id)
    .where('state', '=', 'offered')
    .executeTakeFirstOrThrow()
  const timer = closesAt({ answerUntil: request.answerUntil, lastOrderAt: request.lastOrderAt, offers })
  await db.updateTable('requests').set({ timerAt: timer }).where('id', '=', request.id).execute()
}
