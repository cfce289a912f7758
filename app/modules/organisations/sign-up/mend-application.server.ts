import { authorize } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { aboutOrg, type OrgRef, sideOf } from '../org-ref.ts'
import { registerAsStated } from '../registration/registrations.server.ts'
import { ownOrganisation, sidesOf, typedOf } from './my-application.server.ts'
import { organisationHead } from './organisation-head.server.ts'
import { farmColumns, kitchenColumns, restaurantColumns } from './organisation-rows.ts'
import { changesBetween } from './profile.ts'
import { type Profile, ProfileIn } from './read-profile.server.ts'
import { handIn } from './submit.server.ts'

/**
 * Changes an application that was sent back and submits it again. Previous values stay in the history, field by field.
 * `version`: the one the owner has seen.
 */
export const mendApplication = repeatable({
  name: 'application.mend',
  permission: 'application.change',
  input: { version: RowVersion, profile: ProfileIn },
  refusals: {
    codes: ['changed_meanwhile'],
    text: () => '別の画面で変更されました。画面を開き直して、もう一度修正してください。',
  },
  run: async (ctx, { version, profile }) => {
    const org = ownOrganisation(ctx)
    authorize(ctx.actor, 'application.change', sidesOf(org))
    const { actor } = ctx
    if (!('personId' in actor) || sideOf(org) !== profile.side) throw new Forbidden('application')
    return ctx.db.transaction().execute(async (db) => {
      const head = await organisationHead(db, org, true)
      if (head.status !== 'returned' || head.version !== version) return refuse('changed_meanwhile')
      const before = await typedOf(db, org)
      await writeProfile(db, org, profile)
      const changes = changesBetween(before, await typedOf(db, org))
      if (Object.keys(changes).length > 0)
        await recordEvent(db, ctx, { kind: 'profile_changed', ...aboutOrg(org), data: { changes } })
      await handIn({ ...ctx, db }, { personId: actor.personId, org })
      return ok(null)
    })
  },
})

async function writeProfile(db: DbOrTx, org: OrgRef, profile: Profile): Promise<void> {
  if ('farmId' in org && profile.side === 'farm') {
    await db.updateTable('farms').set(farmColumns(profile)).where('id', '=', org.farmId).execute()
    await registerAsStated(db, org.farmId, profile)
  }
  if ('restaurantId' in org && profile.side === 'restaurant') {
    await db.updateTable('restaurants').set(restaurantColumns(profile)).where('id', '=', org.restaurantId).execute()
    const first = db.selectFrom('kitchens').select('id').where('restaurantId', '=', org.restaurantId).orderBy('id')
    await db.updateTable('kitchens').set(kitchenColumns(profile)).where('id', '=', first.limit(1)).execute()
  }
}
