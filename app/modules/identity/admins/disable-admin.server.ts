import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { closeSessionsOf } from '../session-store.server.ts'

/**
 * Disables another administrator, with immediate effect everywhere and with a reason. Administrators cannot disable
 * themselves.
 */
export async function disableAdmin(
  ctx: Ctx,
  { adminId, reason }: { adminId: AdminId; reason: string },
): Promise<Result<null, 'reason_missing'>> {
  authorizeProven(ctx, 'admin.disable', { adminId })
  const why = reason.trim().slice(0, 400)
  if (why === '') return refuse('reason_missing')
  return ctx.db.transaction().execute(async (db) => {
    await lockEnabled(db, ctx)
    if (!(await switchAdmin(db, adminId, ctx.now))) return ok(null)
    await closeSessionsOf(db, { adminId })
    await recordEvent(db, ctx, { kind: 'admin_disabled', aboutAdminId: adminId, reason: why })
    return ok(null)
  })
}

/**
 * Locks all enabled administrators in a fixed order until this is decided: of two who disable each other concurrently
 * the second is already disabled, so at least one always remains.
 */
async function lockEnabled(db: DbOrTx, { actor }: Ctx): Promise<void> {
  const enabled = await db
    .selectFrom('admins')
    .select('id')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (actor.kind !== 'staff' || !enabled.some(({ id }) => id === actor.adminId)) throw new Unauthenticated('admin')
}

/** Enables an administrator again, with their previous password and second factor. */
export async function enableAdmin(ctx: Ctx, adminId: AdminId): Promise<void> {
  authorizeProven(ctx, 'admin.disable', { adminId })
  await ctx.db.transaction().execute(async (db) => {
    await lockEnabled(db, ctx)
    if (!(await switchAdmin(db, adminId, null))) return
    await recordEvent(db, ctx, { kind: 'admin_enabled', aboutAdminId: adminId })
  })
}

/** Whether it changed anything; NotFound if the administrator does not exist. */
async function switchAdmin(db: DbOrTx, adminId: AdminId, disabledAt: Date | null): Promise<boolean> {
  const row = await db
    .selectFrom('admins')
    .select('disabledAt')
    .where('id', '=', adminId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('admin')
  if ((row.disabledAt === null) === (disabledAt === null)) return false
  await db.updateTable('admins').set({ disabledAt }).where('id', '=', adminId).execute()
  return true
}
