import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay } from '#kernel/format.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { tellReleased, tellStopped } from './credit-mails.server.tsx'
import { creditOf, creditsOf } from './credit-standing.server.ts'
import { staffCreditRefusals } from './refusal-text.ts'
import { holdForCredit, ReasonIn, RestaurantIdIn, staffName } from './set-limit.server.ts'

/** Staff stop the ordering of a restaurant, whatever it owes. What is ordered already is delivered. */
export const stopOrdering = mutation({
  name: 'credit.stop_ordering',
  permission: 'credit.change',
  input: { restaurantId: RestaurantIdIn, reason: ReasonIn },
  refusals: staffCreditRefusals('stopped_already'),
  run: async (ctx, { restaurantId, reason }) => {
    seeOrNotFound(ctx.actor, 'credit.list_all', null)
    authorize(ctx.actor, 'credit.change', null)
    if (!(await stopByStaff(ctx, { restaurantId, reason }))) return refuse('stopped_already')
    return ok({ restaurantId })
  },
})

/** The same inside of another use case, which has asked for the permission. False: staff have stopped it before. */
export async function stopByStaff(
  ctx: Ctx,
  { restaurantId, reason }: { restaurantId: RestaurantId; reason: string },
): Promise<boolean> {
  await holdForCredit(ctx, restaurantId)
  const open = await openStop(ctx, restaurantId)
  if (open?.kind === 'staff') return false
  if (open) await release(ctx, open, { by: null, reason: '運営による停止に切り替え' })
  await stop(ctx, restaurantId, { kind: 'staff', reason, stoppedBy: staffName(ctx) })
  return true
}

/** Staff let a restaurant order again; the invoices that are overdue now do not stop it again. */
export const releaseOrdering = mutation({
  name: 'credit.release_ordering',
  permission: 'credit.change',
  input: { restaurantId: RestaurantIdIn, reason: ReasonIn },
  refusals: staffCreditRefusals('not_stopped'),
  run: async (ctx, { restaurantId, reason }) => {
    seeOrNotFound(ctx.actor, 'credit.list_all', null)
    authorize(ctx.actor, 'credit.change', null)
    await holdForCredit(ctx, restaurantId)
    // the restaurant is refused from the first minute of the day; the job writes it down later
    await stopIfOverdue(ctx, restaurantId)
    const open = await openStop(ctx, restaurantId)
    if (!open) return refuse('not_stopped')
    await release(ctx, open, { by: staffName(ctx), reason })
    await tellReleased(ctx, { restaurantId, cause: open.id })
    return ok({ restaurantId })
  },
})

/**
 * Writes down whom overdue invoices stop now, and who has paid since, and tells the owners. Orders do not wait for it:
 * they ask the invoices themselves (credit-standing.server.ts). How many were stopped and released.
 */
export async function writeOrderStops(parts: Omit<Ctx, 'actor'>): Promise<{ stopped: number; released: number }> {
  const blocked = await creditsOf(
    parts,
    sql`(late.blocking is not null and r.payment_method <> 'card')
      or exists (select from order_stops s where s.restaurant_id = r.id and s.released_at is null and s.kind = 'overdue')`,
  )
  const done = { stopped: 0, released: 0 }
  for (const { restaurantId } of blocked)
    await parts.db.transaction().execute(async (db) => {
      const ctx: Ctx = { ...parts, db, actor: { kind: 'system' } }
      await holdForCredit(ctx, restaurantId)
      if (await stopIfOverdue(ctx, restaurantId)) done.stopped++
      if (await releaseIfPaid(ctx, restaurantId)) done.released++
    })
  return done
}

async function stopIfOverdue(ctx: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const { onAccount, blocking } = await creditOf(ctx, restaurantId)
  if (!onAccount || !blocking || (await openStop(ctx, restaurantId))) return false
  const reason = `支払期日（${formatDay(blocking.dueOn)}）を過ぎた請求書 ${blocking.number} のご入金を確認できていません。`
  await stop({ ...ctx, actor: { kind: 'system' } }, restaurantId, { kind: 'overdue', reason, stoppedBy: null })
  return true
}

async function releaseIfPaid(ctx: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const open = await openStop(ctx, restaurantId)
  const { onAccount, blocking } = await creditOf(ctx, restaurantId)
  if (open?.kind !== 'overdue' || (onAccount && blocking)) return false
  await release(ctx, open, { by: null, reason: onAccount ? '未払いの解消を確認' : 'お支払い方法をカードに変更' })
  await tellReleased(ctx, { restaurantId, cause: open.id })
  return true
}

const openStop = ({ db }: Ctx, restaurantId: RestaurantId) =>
  db
    .selectFrom('orderStops')
    .select(['id', 'kind', 'restaurantId'])
    .where('restaurantId', '=', restaurantId)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()

type Stop = { kind: 'overdue' | 'staff'; reason: string; stoppedBy: string | null }

async function stop(ctx: Ctx, restaurantId: RestaurantId, given: Stop): Promise<void> {
  const id = newId<'orderStop'>()
  const open = { releasedAt: null, releasedBy: null, releaseReason: null }
  await ctx.db
    .insertInto('orderStops')
    .values({ id, restaurantId, ...given, ...open, at: ctx.now })
    .execute()
  await recordEvent(ctx.db, ctx, {
    kind: 'ordering_stopped',
    aboutRestaurantId: restaurantId,
    reason: given.reason,
  })
  await tellStopped(ctx, { restaurantId, cause: id }, given.reason)
}

type OpenStop = NonNullable<Awaited<ReturnType<typeof openStop>>>

async function release(
  ctx: Ctx,
  { id, restaurantId }: OpenStop,
  { by, reason }: { by: string | null; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('orderStops')
    .set({ releasedAt: ctx.now, releasedBy: by, releaseReason: reason })
    .where('id', '=', id)
    .execute()
  await recordEvent(ctx.db, ctx, { kind: 'ordering_released', aboutRestaurantId: restaurantId, reason })
}
