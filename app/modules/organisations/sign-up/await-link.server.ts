import { accountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { endOf, findDraft } from './draft.server.ts'
import {
  countNextMail,
  linkedAddress,
  type Sending,
  sendLink,
  sendLinkTo,
  type WaitForMail,
  waitForMail,
} from './link-mail.server.ts'
import { unprovenRefusals } from './unproven-labels.ts'

/** Whose link this browser waits for: the sign-up it has sent, or the unproven account it is signed in to. */
async function waitingFor(ctx: Ctx, token: string | null): Promise<{ email: Email; personId: PersonId | null } | null> {
  const account = accountOf(ctx.actor)
  if (account) {
    const { personId } = account
    const person = await ctx.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', personId)
      .where('emailVerifiedAt', 'is', null)
      .executeTakeFirst()
    if (!person) return null
    if (person.email) return { email: (await linkedAddress(ctx.db, personId)) ?? (person.email as Email), personId }
  }
  const draft = await findDraft(ctx, token)
  if (draft === null || draft === 'expired' || !draft.committedAt || !draft.email) return null
  return { email: draft.email, personId: draft.personId }
}

export type AwaitedLink = { email: Email; wait: WaitForMail; hasDraft: boolean }

/** What the page 「確認メールを送信しました」 says. The same whether or not the address had an account before. */
export const awaitedLink = query(
  'public',
  async (ctx, token: string | null, ip: string | null): Promise<AwaitedLink | null> => {
    const waiting = await waitingFor(ctx, token)
    if (!waiting) return null
    const draft = await findDraft(ctx, token)
    return {
      email: waiting.email,
      wait: await waitForMail(ctx, waiting.email, ip),
      hasDraft: draft !== null && draft !== 'expired' && draft.committedAt !== null,
    }
  },
)

/** Sends the link again; the previous one stops working. */
export const resendLink = repeatable({
  name: 'email_verification.resend',
  permission: 'public',
  input: {},
  refusals: unprovenRefusals('nothing_to_prove', 'too_soon'),
  run: async (ctx, _, { token, ip, encryption }: Sending & { token: string | null }) => {
    const waiting = await waitingFor(ctx, token)
    if (!waiting) return refuse('nothing_to_prove')
    const wait = await countNextMail(ctx, waiting.email, ip)
    if (wait > 0) return refuseFor('too_soon', wait)
    await ctx.db.transaction().execute(async (db) => {
      const draft = await findDraft({ ...ctx, db }, token, true)
      if (draft !== null && draft !== 'expired')
        await db
          .updateTable('signupDrafts')
          .set({ expiresAt: endOf(ctx.now) })
          .where('idHash', '=', draft.hash)
          .execute()
      const { email, personId } = waiting
      if (personId) await sendLinkTo(db, ctx.now, { email, personId }, encryption)
      else await sendLink(db, ctx.now, { email, personId }, encryption)
    })
    return ok(null)
  },
})
