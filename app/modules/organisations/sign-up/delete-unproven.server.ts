import { accountOf, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { ok, refuse } from '#kernel/result.ts'
import { YesNo } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { findDraft } from './draft.server.ts'
import { removeUnproven } from './remove-unproven.server.ts'
import { unprovenRefusals } from './unproven-labels.ts'

/**
 * Deletes the account whose address the signed-in person has not proven, with the organisation that was to come of it,
 * and the sign-up of this browser (`token`). A browser that is not signed in deletes what its own sign-up created;
 * the answer is the same if that created nothing, because the address has an account.
 */
export const deleteUnproven = repeatable({
  name: 'unproven_account.delete',
  permission: 'public',
  input: { confirmed: YesNo },
  refusals: unprovenRefusals('not_confirmed', 'nothing_to_delete'),
  run: async (ctx, { confirmed }, { token }: { token: string | null }) => {
    if (!confirmed) return refuse('not_confirmed')
    return ctx.db.transaction().execute(async (db) => {
      const draft = await sentDraft({ ...ctx, db }, token)
      // The page shows the draft's address, so what the draft created is deleted rather than the signed-in account.
      const account = unprovenAccountOf(ctx.actor)
      const personId = account?.personId ?? draft?.personId ?? (draft && accountOf(ctx.actor)?.personId) ?? null
      const isGone = personId !== null && (await removeUnproven(db, ctx.now, personId))
      if (!isGone && (personId !== null || draft === null)) return refuse('nothing_to_delete')
      if (draft) await db.deleteFrom('signupDrafts').where('idHash', '=', draft.hash).execute()
      return ok(null)
    })
  },
})

/** The sign-up of this browser, if it was submitted. */
async function sentDraft(ctx: Ctx, token: string | null) {
  const draft = await findDraft(ctx, token, true)
  return draft !== null && draft !== 'expired' && draft.committedAt !== null ? draft : null
}
