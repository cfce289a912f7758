import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requireUnproven } from '#authorization/recent-auth.ts'
import type { Email } from '#kernel/email.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { mailLimits } from '#modules/identity/account-limits.ts'
import { freeAddress, subjectOf } from '#modules/identity/firebase/provider-passwords.server.ts'
import { changeEmbeddedAddress, changePerson, lockPerson } from '#modules/identity/people-store.server.ts'
import { normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { countNextMail, type Sending, sendLinkTo } from './link-mail.server.ts'
import { unprovenRefusals } from './unproven-labels.ts'

/**
 * Changes the address of an account whose address is not proven: the link goes there, earlier links stop working, and
 * the account takes the address when the link is confirmed. The answer is the same for an address that has an account;
 * its owner is told by mail.
 */
export const changeUnprovenAddress = repeatable({
  name: 'email_verification.change_address',
  permission: 'own',
  input: { email: EmailIn },
  refusals: unprovenRefusals('too_soon', 'already_proven'),
  run: async (ctx, { email: typed }, { ip, encryption }: Sending) => {
    const { personId } = requireUnproven(ctx.actor)
    const email = normaliseEmail(typed) as Email
    // per account as well: trying many addresses must not reveal which have accounts
    const wait =
      (await waitAfter(ctx, 'change-mail-person', personId, mailLimits.address)) ||
      (await countNextMail(ctx, email, ip))
    if (wait > 0) return refuseFor('too_soon', wait)
    return ctx.db.transaction().execute(async (db) => {
      const person = await lockPerson(db, personId)
      if (!person || person.isProven) return refuse('already_proven')
      await sendLinkTo(db, ctx.now, { email, personId }, encryption)
      return ok({ email })
    })
  },
})

/**
 * Stores the address that a link was mailed to in an account that has none proven; false if another account took it
 * meanwhile. In the transaction that proves it, with the person's row locked.
 */
export async function takeAddress(
  { db, firebase }: { db: DbOrTx; firebase?: Ctx['firebase'] },
  personId: PersonId,
  email: string,
): Promise<boolean> {
  const owner = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (owner) return owner.id === personId
  const subject = firebase ? await subjectOf(db, firebase, personId) : null
  if (firebase && subject) {
    await freeAddress(db, firebase, email, { isProven: true })
    if (!(await firebase.accounts.change(subject, { email }))) return false
  }
  await changePerson(db, personId, { email })
  await changeEmbeddedAddress(db, personId, email)
  return true
}
