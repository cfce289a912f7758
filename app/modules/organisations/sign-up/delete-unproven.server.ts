import { accountOf, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { findDraft } from './draft.server.ts'
import { removeUnproven } from './remove-unproven.server.ts'

export type DeleteUnprovenRefusal = 'not_confirmed' | 'nothing_to_delete'

/**
 * Deletes the account whose address the signed-in person has not proven, with the organisation that was to come of it,
 * and the sign-up of this browser (`draftToken`). A browser that is not signed in deletes what its own sign-up created;
 * the answer is the same if that created nothing, because the address has an account.
 */
export async function deleteUnproven(
  ctx: Ctx,
  { draftToken, confirmed }: { draftToken: string | null; confirmed: boolean },
): Promise<Result<null, DeleteUnprovenRefusal>> {
  if (!confirmed) return refuse('not_confirmed')
  return ctx.db.transaction().execute(async (db) => {
    const draft = await sentDraft({ ...ctx, db }, draftToken)
    // The page shows the draft's address, so what the draft created is deleted rather than the signed-in account.
    const account = unprovenAccountOf(ctx.actor)
    const personId = account?.personId ?? draft?.personId ?? (draft && accountOf(ctx.actor)?.personId) ?? null
    const isGone = personId !== null && (await removeUnproven(db, ctx.now, personId))
    if (!isGone && (personId !== null || draft === null)) return refuse('nothing_to_delete')
    if (draft) await db.deleteFrom('signupDrafts').where('idHash', '=', draft.hash).execute()
    return ok(null)
  })
}

/** The sign-up of this browser, if it was submitted. */
async function sentDraft(ctx: Ctx, token: string | null) {
  const draft = await findDraft(ctx, token, true)
  return draft !== null && draft !== 'expired' && draft.committedAt !== null ? draft : null
}
