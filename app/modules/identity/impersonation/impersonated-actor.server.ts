import type { Actor, ImpersonatedBy } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { roleMay } from '#authorization/staff-roles.ts'
import { adminRoles } from '#kernel/enums.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { pathWithoutSecrets } from '../mail-links.ts'
import { actorOfImpersonation, hashOf } from '../session-store.server.ts'

/** Another role ends a view at once, as it ends everything else. */
const viewers = adminRoles.filter((role) => roleMay(role, 'person.view'))

/**
 * The person whose pages staff view, if the view is valid: presented with the staff session it was begun in, which must
 * be valid, too. null if there is no such view (any more).
 */
export async function impersonatedActor(
  { db, now }: { db: DbOrTx; now: Date },
  shown: { impersonationToken: string; adminToken: string },
): Promise<Actor | null> {
  const hash = hashOf(shown.impersonationToken)
  const view = await db
    .selectFrom('impersonations')
    .innerJoin('sessions', 'sessions.idHash', 'impersonations.sessionHash')
    .innerJoin('admins', 'admins.id', 'impersonations.adminId')
    .select([
      'impersonations.id as impersonationId',
      'impersonations.until',
      'admins.id as adminId',
      'admins.name as adminName',
    ])
    .where('impersonations.hash', '=', hash)
    .where('impersonations.endedAt', 'is', null)
    .where('impersonations.until', '>', now)
    .where('sessions.idHash', '=', hashOf(shown.adminToken))
    .whereRef('sessions.adminId', '=', 'impersonations.adminId')
    .where('sessions.idleUntil', '>', now)
    .where('sessions.absUntil', '>', now)
    .where('sessions.aal', '=', 2)
    .where('admins.disabledAt', 'is', null)
    .where('admins.role', 'in', viewers)
    .executeTakeFirst()
  return view ? actorOfImpersonation({ db, now }, hash, view) : null
}

/** Records that a page was viewed; once, however often it is loaded in a row. */
export async function noteSeenPage(
  { db, now }: Omit<Ctx, 'actor'>,
  impersonatedBy: ImpersonatedBy,
  place: string,
): Promise<void> {
  const path = pathWithoutSecrets(place)
  const { impersonationId, adminId, adminName } = impersonatedBy
  const changed = await db
    .updateTable('impersonations')
    .set({ lastPath: path })
    .where('id', '=', impersonationId)
    .where((is) => is('lastPath', 'is distinct from', path))
    .returning('personId')
    .executeTakeFirst()
  if (!changed) return
  const actor: Actor = { kind: 'staff', adminId, name: adminName, role: 'support' }
  await recordEvent(db, { actor, now }, { kind: 'view_page_seen', aboutPersonId: changed.personId, data: { path } })
}
