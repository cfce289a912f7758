import type { Actor, ViewedBy } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { pathWithoutSecrets } from '../mail-links.ts'
import { actorOfView, hashOf } from '../session-store.server.ts'

/**
 * The person whose pages staff view, if the view is valid: presented with the staff session it was begun in, which must
 * be valid, too. null if there is no such view (any more).
 */
export async function viewedActor(
  { db, now }: { db: DbOrTx; now: Date },
  shown: { viewToken: string; adminToken: string },
): Promise<Actor | null> {
  const hash = hashOf(shown.viewToken)
  const view = await db
    .selectFrom('impersonations')
    .innerJoin('sessions', 'sessions.id_hash', 'impersonations.session_hash')
    .innerJoin('admins', 'admins.id', 'impersonations.admin_id')
    .select(['impersonations.id as viewId', 'impersonations.until', 'admins.id as adminId', 'admins.name as adminName'])
    .where('impersonations.hash', '=', hash)
    .where('impersonations.ended_at', 'is', null)
    .where('impersonations.until', '>', now)
    .where('sessions.id_hash', '=', hashOf(shown.adminToken))
    .whereRef('sessions.admin_id', '=', 'impersonations.admin_id')
    .where('sessions.idle_until', '>', now)
    .where('sessions.abs_until', '>', now)
    .where('sessions.aal', '=', 2)
    .where('admins.disabled_at', 'is', null)
    .executeTakeFirst()
  return view ? actorOfView({ db, now }, hash, view) : null
}

/** Records that a page was viewed; once, however often it is loaded in a row. */
export async function noteSeenPage({ db, now }: Omit<Ctx, 'actor'>, viewedBy: ViewedBy, place: string): Promise<void> {
  const path = pathWithoutSecrets(place)
  const { viewId, adminId, adminName } = viewedBy
  const changed = await db
    .updateTable('impersonations')
    .set({ last_path: path })
    .where('id', '=', viewId)
    .where((is) => is('last_path', 'is distinct from', path))
    .returning('person_id')
    .executeTakeFirst()
  if (!changed) return
  const actor: Actor = { kind: 'staff', adminId, name: adminName }
  await recordEvent(db, { actor, now }, { kind: 'view_page_seen', aboutPersonId: changed.person_id, data: { path } })
}
