import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId, RequestAnswerId, RequestId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { archiveOneOff } from '#modules/products/catalog/one-off-goods.server.ts'
import { type RequestRefusal, requestRefusals, requestRefusalText } from './refusal-text.ts'
import { tellAskerEnded, tellEnded } from './request-mails.server.tsx'
import {
  closedRefusals,
  lockOwnRequest,
  lockRequest,
  RequestIdIn,
  type RequestRow,
  whyClosed,
} from './request-store.server.ts'

type Closed = Result<{ requestId: RequestId }, RequestRefusal>

/** The chef no longer needs it; the farms that answered are notified. */
export const withdrawRequest = mutation({
  name: 'request.withdraw',
  permission: 'request.ask',
  input: { requestId: RequestIdIn },
  refusals: requestRefusals(...closedRefusals, 'key_reused'),
  run: async (ctx, input): Promise<Closed> => {
    const request = await lockOwnRequest(ctx, input.requestId)
    authorize(ctx.actor, 'request.ask', { restaurantId: request.restaurantId })
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    await close(ctx, request, { state: 'withdrawn' })
    await tellEnded(ctx, request, { ending: 'withdrawn' })
    return ok({ requestId: request.id })
  },
})

/** Staff remove what is no request: abuse, advertising. The requester is given the reason. */
export const removeRequest = mutation({
  name: 'request.remove',
  permission: 'request.remove',
  input: { requestId: RequestIdIn, reason: Text(1, 300, requestRefusalText('reason_missing')) },
  refusals: requestRefusals(...closedRefusals, 'reason_missing', 'key_reused'),
  run: async (ctx, input): Promise<Closed> => {
    authorize(ctx.actor, 'request.remove', null)
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    const request = await lockRequest(ctx.db, input.requestId)
    if (!request) throw new NotFound('request')
    const closed = whyClosed(request, ctx.now)
    if (closed) return closed
    await close(ctx, request, { state: 'removed', reason })
    await tellEnded(ctx, request, { ending: 'removed' })
    await tellAskerEnded(ctx, request, { ending: 'removed', reason })
    return ok({ requestId: request.id })
  },
})

const atOnce = 200

/**
 * Closes expired requests. Idempotent, and safe to run concurrently: each is locked and checked again, and a failing
 * one does not block the others. Returns how many it closed.
 */
export async function closeDueRequests(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const due = await parts.db
    .selectFrom('requests')
    .select('id')
    .where('timerAt', '<', parts.now)
    .orderBy('timerAt')
    .limit(atOnce)
    .execute()
  let done = 0
  const failed: unknown[] = []
  for (const { id } of due)
    try {
      if (await closeIfDue(parts, id)) done++
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} requests could not be closed`)
  return done
}

const closeIfDue = (parts: Omit<Ctx, 'actor'>, id: RequestId): Promise<boolean> =>
  parts.db.transaction().execute(async (db) => {
    const ctx: Ctx = { ...parts, db, actor: { kind: 'system' } }
    const request = await lockRequest(db, id)
    if (!request?.timerAt || request.timerAt >= parts.now) return false
    await close(ctx, request, { state: 'expired' })
    await tellEnded(ctx, request, { ending: 'expired' })
    await tellAskerEnded(ctx, request, { ending: 'expired' })
    return true
  })

type End = { state: 'withdrawn' | 'expired' } | { state: 'removed'; reason: string }

const endKind = {
  withdrawn: 'request_withdrawn',
  expired: 'request_expired',
  removed: 'request_removed',
} as const

async function close(ctx: Ctx, request: RequestRow, end: End): Promise<void> {
  const reason = end.state === 'removed' ? end.reason : null
  await ctx.db
    .updateTable('requests')
    .set({ state: end.state, timerAt: null, closedAt: ctx.now, removedReason: reason })
    .where('id', '=', request.id)
    .execute()
  await recordEvent(ctx.db, ctx, {
    kind: endKind[end.state],
    aboutRestaurantId: request.restaurantId,
    ...(reason && { reason }),
    data: { id: request.id },
  })
}

/**
 * Archives products made for one order the day after its delivery day; until then the order may change, and what an
 * owner refused is in the cart again. Returns how many.
 */
export async function putAwayGoods(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const { rows } = await sql<{ id: RequestAnswerId; farmId: FarmId; productId: ProductId; name: string }>`
    select a.id, a.farm_id, a.product_id, p.name
      from request_answers a join products p on p.id = a.product_id
     where a.product_id is not null and a.put_away_at is null and a.delivery_on < ${jstDateOf(parts.now)}::date
     order by a.id limit ${atOnce}`.execute(parts.db)
  for (const row of rows)
    await parts.db.transaction().execute(async (db) => {
      const ctx: Ctx = { ...parts, db, actor: { kind: 'system' } }
      const mine = await db
        .updateTable('requestAnswers')
        .set({ putAwayAt: parts.now })
        .where('id', '=', row.id)
        .where('putAwayAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!mine) return
      await archiveOneOff(db, row.productId)
      await recordEvent(db, ctx, {
        kind: 'request_goods_put_away',
        aboutFarmId: row.farmId,
        aboutProductId: row.productId,
        data: { name: row.name },
      })
    })
  return rows.length
}
