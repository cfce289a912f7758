import { authorize } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type AdminId, type FactorResetId, newId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Vault } from '#kernel/vault.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { resetFactors } from './invite-admin.server.tsx'

export type FactorResetRefusal = 'reason_missing' | 'asked_already' | 'disabled' | 'own_request' | 'ended'

/** How long a request waits for the second pair of eyes, in milliseconds. */
export const resetWaitsMs = 24 * 3_600_000

/** Asks for a colleague whose second factor is lost; nothing happens until another one confirms it. Never for oneself. */
export async function askForReset(
  ctx: Ctx,
  { adminId, reason }: { adminId: AdminId; reason: string },
): Promise<Result<null, FactorResetRefusal>> {
  authorize(ctx.actor, 'admin.reset_factor', { adminId })
  const me = staffOf(ctx)
  const why = reason.trim().slice(0, 400)
  if (why === '') return refuse('reason_missing')
  return ctx.db.transaction().execute(async (db) => {
    const target = await db
      .selectFrom('admins')
      .select('disabled_at')
      .where('id', '=', adminId)
      .forUpdate()
      .executeTakeFirst()
    if (!target) throw new NotFound('admin')
    if (target.disabled_at) return refuse('disabled')
    await db
      .updateTable('factor_resets')
      .set({ ended_at: ctx.now })
      .where('admin_id', '=', adminId)
      .where('ended_at', 'is', null)
      .where('expires_at', '<=', ctx.now)
      .execute()
    const asked = await db
      .insertInto('factor_resets')
      .values({
        id: newId<'factorReset'>(),
        admin_id: adminId,
        person_id: null,
        proof: null,
        reason: why,
        asked_by: me,
        asked_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + resetWaitsMs),
        confirmed_by: null,
        ended_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) return refuse('asked_already')
    await recordEvent(db, ctx, { kind: 'factor_reset_asked', aboutAdminId: adminId, reason: why })
    return ok(null)
  })
}

/**
 * The second pair of eyes: takes the lost factor away and mails its owner the way to a new one. Neither by who asked
 * nor by whom it is for; of two at once only the first does it.
 */
export async function confirmReset(
  ctx: Ctx,
  { resetId, vault }: { resetId: FactorResetId; vault: Vault },
): Promise<Result<null, FactorResetRefusal>> {
  const reset = await readReset(ctx, resetId)
  authorize(ctx.actor, 'admin.reset_factor', reset)
  const me = staffOf(ctx)
  if (reset.askedBy === me) return refuse('own_request')
  return ctx.db.transaction().execute(async (db) => {
    const confirmed = await db
      .updateTable('factor_resets')
      .set({ confirmed_by: me, ended_at: ctx.now })
      .where('id', '=', resetId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', ctx.now)
      .returning('id')
      .executeTakeFirst()
    if (!confirmed) return refuse('ended')
    const name = ctx.actor.kind === 'staff' ? ctx.actor.name : ''
    await resetFactors(db, ctx.now, { adminId: reset.adminId, vault, confirmedBy: name })
    await recordEvent(db, ctx, { kind: 'factor_reset_confirmed', aboutAdminId: reset.adminId })
    return ok(null)
  })
}

/** Takes a request back, or turns it down: whoever sees something odd may, also whom it is for. */
export async function withdrawReset(ctx: Ctx, resetId: FactorResetId): Promise<Result<null, FactorResetRefusal>> {
  authorize(ctx.actor, 'admins.list', null)
  const reset = await readReset(ctx, resetId)
  return ctx.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('factor_resets')
      .set({ ended_at: ctx.now })
      .where('id', '=', resetId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return refuse('ended')
    await recordEvent(db, ctx, { kind: 'factor_reset_withdrawn', aboutAdminId: reset.adminId })
    return ok(null)
  })
}

async function readReset(ctx: Ctx, resetId: FactorResetId) {
  authorize(ctx.actor, 'admins.list', null)
  const { adminId, askedBy } = await ctx.db
    .selectFrom('factor_resets')
    .select(['admin_id as adminId', 'asked_by as askedBy'])
    .where('id', '=', resetId)
    .where('admin_id', 'is not', null)
    .executeTakeFirstOrThrow(() => new NotFound('factor reset'))
  if (!adminId) throw new NotFound('factor reset')
  return { adminId, askedBy }
}

/** The administrator who acts; the rules above have let nobody else through. */
function staffOf({ actor }: Ctx): AdminId {
  if (actor.kind !== 'staff') throw new TypeError(`${actor.kind} is no administrator`)
  return actor.adminId
}
