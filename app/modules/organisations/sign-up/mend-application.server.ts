import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { aboutOrg, type OrgRef, sideOf } from '../org-ref.ts'
import { ownOrganisation, sidesOf, typedOf } from './my-application.server.ts'
import { organisationHead } from './organisation-head.server.ts'
import { farmColumns, kitchenColumns, restaurantColumns } from './organisation-rows.ts'
import { changesBetween, type Profile, type TypedProfile } from './profile.ts'
import { readProfile } from './read-profile.server.ts'
import { handIn } from './submit.server.ts'

/**
 * Changes an application that was sent back and submits it again. Previous values stay in the history, field by field.
 * `version`: the one the owner has seen.
 */
export async function mendApplication(
  ctx: Ctx,
  { version, typed }: { version: number; typed: TypedProfile },
): Promise<Result<null, 'changed_meanwhile'> | { ok: false; refusal: 'fields'; fields: Record<string, string> }> {
  const org = ownOrganisation(ctx)
  authorize(ctx.actor, 'application.change', sidesOf(org))
  const { actor } = ctx
  if (!('personId' in actor)) throw new Forbidden('application')
  const read = readProfile(sideOf(org), typed)
  if (!read.ok) return { ok: false, refusal: 'fields', fields: read.fields }
  return ctx.db.transaction().execute(async (db) => {
    const head = await organisationHead(db, org, true)
    if (head.status !== 'returned' || head.version !== version) return refuse('changed_meanwhile')
    const before = await typedOf(db, org)
    await writeProfile(db, org, read.value)
    const changes = changesBetween(before, await typedOf(db, org))
    if (Object.keys(changes).length > 0)
      await recordEvent(db, ctx, { kind: 'profile_changed', ...aboutOrg(org), data: { changes } })
    await handIn({ ...ctx, db }, { personId: actor.personId, org })
    return ok(null)
  })
}

async function writeProfile(db: DbOrTx, org: OrgRef, profile: Profile): Promise<void> {
  if ('farmId' in org && profile.side === 'farm')
    await db.updateTable('farms').set(farmColumns(profile)).where('id', '=', org.farmId).execute()
  if ('restaurantId' in org && profile.side === 'restaurant') {
    await db.updateTable('restaurants').set(restaurantColumns(profile)).where('id', '=', org.restaurantId).execute()
    const first = db.selectFrom('kitchens').select('id').where('restaurantId', '=', org.restaurantId).orderBy('id')
    await db.updateTable('kitchens').set(kitchenColumns(profile)).where('id', '=', first.limit(1)).execute()
  }
}
