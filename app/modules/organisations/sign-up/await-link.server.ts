import type { Ctx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import type { Vault } from '#kernel/vault.ts'
import { endOf, findDraft } from './draft.server.ts'
import { countNextMail, sendLink, type WaitForMail, waitForMail } from './link-mail.server.ts'

/** Whom this browser waits for a link with: the sign-up it has sent, or the unproven account it is signed in to. */
async function waitingFor(ctx: Ctx, token: string | null): Promise<{ email: Email; personId: PersonId | null } | null> {
  if ('personId' in ctx.actor) {
    const { personId } = ctx.actor
    const person = await ctx.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', personId)
      .where('email_verified_at', 'is', null)
      .executeTakeFirst()
    if (!person) return null
    if (person.email) return { email: person.email as Email, personId }
  }
  const draft = await findDraft(ctx, token)
  if (draft === null || draft === 'expired' || !draft.committedAt || !draft.email) return null
  return { email: draft.email, personId: draft.personId }
}

export type AwaitedLink = { email: Email; wait: WaitForMail; hasDraft: boolean }

/** What the page 「メールを送りました」 says. The same whether or not the address had an account before. */
export async function awaitedLink(ctx: Ctx, token: string | null, ip: string | null): Promise<AwaitedLink | null> {
  const waiting = await waitingFor(ctx, token)
  if (!waiting) return null
  const draft = await findDraft(ctx, token)
  return {
    email: waiting.email,
    wait: await waitForMail(ctx, waiting.email, ip),
    hasDraft: draft !== null && draft !== 'expired' && draft.committedAt !== null,
  }
}

/** Sends the link once more; the one before no longer works. */
export async function resendLink(
  ctx: Ctx,
  { token, ip, vault }: { token: string | null; ip: string | null; vault: Vault },
): Promise<Result<null, 'nothing_to_prove' | 'too_soon'>> {
  const waiting = await waitingFor(ctx, token)
  if (!waiting) return refuse('nothing_to_prove')
  const wait = await countNextMail(ctx, waiting.email, ip)
  if (wait > 0) return refuseFor('too_soon', wait)
  await ctx.db.transaction().execute(async (db) => {
    const draft = await findDraft({ ...ctx, db }, token, true)
    if (draft !== null && draft !== 'expired')
      await db
        .updateTable('signup_drafts')
        .set({ expires_at: endOf(ctx.now) })
        .where('id_hash', '=', draft.hash)
        .execute()
    await sendLink(db, ctx.now, waiting, vault)
  })
  return ok(null)
}
