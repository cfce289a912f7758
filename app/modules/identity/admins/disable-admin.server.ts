import { z } from 'zod'
import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { adminRoles } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { accountChangeRefusals } from '../account-changes/account-change-labels.ts'
import { closeSessionsOf } from '../session-store.server.ts'

/**
 * Disables another administrator, with immediate effect everywhere and with a reason. Administrators cannot disable
 * themselves.
 */
export const disableAdmin = repeatable({
  name: 'admin.disable',
  permission: 'admin.disable',
  input: { adminId: IdOf<'admin'>('担当者'), reason: z.string().default('') },
  refusals: accountChangeRefusals('reason_missing'),
  run: async (ctx, { adminId, reason }) => {
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
  },
})

/**
 * Locks all enabled administrators in a fixed order until this is decided: of two who disable or demote each other
 * concurrently the second may no longer do so, and at least one who may do everything always remains.
 */
async function lockEnabled(db: DbOrTx, { actor }: Ctx): Promise<void> {
  const enabled = await db
    .selectFrom('admins')
    .select(['id', 'role'])
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (actor.kind !== 'staff' || !enabled.some(({ id, role }) => id === actor.adminId && role === 'full'))
    throw new Unauthenticated('admin')
}

/** Gives another administrator another role, with immediate effect. */
export const changeAdminRole = repeatable({
  name: 'admin.role',
  permission: 'admin.disable',
  input: { adminId: IdOf<'admin'>('担当者'), role: z.enum(adminRoles, { error: '役割を選択してください。' }) },
  refusals: noRefusals,
  run: async (ctx, { adminId, role }) => {
    authorizeProven(ctx, 'admin.disable', { adminId })
    await ctx.db.transaction().execute(async (db) => {
      await lockEnabled(db, ctx)
      const before = await db.selectFrom('admins').select('role').where('id', '=', adminId).executeTakeFirst()
      if (!before) throw new NotFound('admin')
      if (before.role === role) return
      await db.updateTable('admins').set({ role }).where('id', '=', adminId).execute()
      const data = { from: before.role, to: role }
      await recordEvent(db, ctx, { kind: 'admin_role_changed', aboutAdminId: adminId, data })
    })
    return ok(null)
  },
})

/** Enables an administrator again, with their previous password and second factor. */
export const enableAdmin = repeatable({
  name: 'admin.enable',
  permission: 'admin.disable',
  input: { adminId: IdOf<'admin'>('担当者') },
  refusals: noRefusals,
  run: async (ctx, { adminId }) => {
    authorizeProven(ctx, 'admin.disable', { adminId })
    await ctx.db.transaction().execute(async (db) => {
      await lockEnabled(db, ctx)
      if (await switchAdmin(db, adminId, null))
        await recordEvent(db, ctx, { kind: 'admin_enabled', aboutAdminId: adminId })
    })
    return ok(null)
  },
})

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
