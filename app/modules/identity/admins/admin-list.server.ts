import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** All administrators, with what protects their accounts. */
export const adminList = query('admins.list', async (ctx: Ctx) => {
  authorize(ctx.actor, 'admins.list', null)
  return ctx.db
    .selectFrom('admins as a')
    .leftJoin('totpSecrets as t', (join) => join.onRef('t.adminId', '=', 'a.id').on('t.confirmedAt', 'is not', null))
    .select(['a.id', 'a.name', 'a.email', 'a.role', 'a.createdAt', 'a.disabledAt', 't.confirmedAt as totpSince'])
    .select([
      sql<number>`(select count(*) from passkeys where admin_id = a.id)`.as('passkeys'),
      sql<number>`(select count(*) from backup_codes where admin_id = a.id and used_at is null)`.as('backupCodes'),
      sql<Date | null>`(select max(at) from events where about_admin_id = a.id and kind = 'admin_signed_in')`.as(
        'cameAt',
      ),
    ])
    .orderBy('a.disabledAt', (order) => order.desc().nullsFirst())
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .execute()
})

export type AdminRow = Awaited<ReturnType<typeof adminList>>[number]
