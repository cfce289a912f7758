import { accountOf } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { endOf, findDraft } from './draft.server.ts'
import { organisationOwnedBy } from './organisation-head.server.ts'
import { removeUnproven, takeBackUnproven } from './remove-unproven.server.ts'
import { unprovenRefusals } from './unproven-labels.ts'

/**
 * The address was wrong: the account created with it is removed, and the sign-up is open again with everything but the
 * address. Only the browser that signed up can do so, and only until the address is proven.
 */
export const reopenSignUp = repeatable({
  name: 'sign_up.reopen',
  permission: 'public',
  input: {},
  refusals: unprovenRefusals('draft_gone', 'already_proven'),
  run: async (ctx, _, { token }: { token: string | null }) => {
    return ctx.db
      .transaction()
      .execute(async (db) => {
        const draft = await findDraft({ ...ctx, db }, token, true)
        if (draft === null || draft === 'expired') return refuse('draft_gone')
        if (draft.committedAt === null) return ok(null)
        if (draft.personId) {
          const org = await organisationOwnedBy(db, draft.personId)
          const back = { draftHash: draft.hash, farmId: null, restaurantId: null }
          if (org && 'farmId' in org)
            await db.updateTable('documents').set(back).where('farmId', '=', org.farmId).execute()
          else if (org)
            await db.updateTable('documents').set(back).where('restaurantId', '=', org.restaurantId).execute()
          const own = accountOf(ctx.actor)?.personId === draft.personId
          const takeBack = own && !(await hasPassword(db, draft.personId)) ? takeBackUnproven : removeUnproven
          if (!(await takeBack(db, ctx.now, draft.personId))) throw new AlreadyProven()
        }
        await db
          .updateTable('signupDrafts')
          .set({
            committedAt: null,
            personId: null,
            email: null,
            version: draft.version + 1,
            savedBy: null,
            expiresAt: endOf(ctx.now),
          })
          .where('idHash', '=', draft.hash)
          .execute()
        return ok(null)
      })
      .catch((error: unknown) => {
        if (error instanceof AlreadyProven) return refuse('already_proven')
        throw error
      })
  },
})

/** A user who signed in another way keeps their account; one that was created with the address is removed with it. */
const hasPassword = async (db: DbOrTx, personId: PersonId) =>
  (await db.selectFrom('passwords').select('personId').where('personId', '=', personId).executeTakeFirst()) !==
  undefined

/** Carries the refusal out of the transaction, so that the documents stay with their owner. */
class AlreadyProven extends Error {}
