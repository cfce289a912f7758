import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type Email, maskEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { formatMoment } from '#kernel/format.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { linkLimit } from './account-limits.ts'
import { emailChanged } from './account-mails.server.tsx'
import { freeAddress, subjectOf } from './firebase/provider-passwords.server.ts'
import { issueMailedCode, useCode, voidCodes } from './one-time-code.server.ts'
import { changeEmbeddedAddress, changePerson, lockPerson, type OpenPerson, unlessTaken } from './people-store.server.ts'
import { closeSessionsOf } from './session-store.server.ts'
import { waitAfter } from './throttle.server.ts'
import { voidIfUnproven } from './void-before-proof.server.ts'

export type LinkRefusal = 'code_unusable' | 'too_many_tries'
type Pressed = { code: string; ip: string | null; encryption: Encryption }

/**
 * The link in the mail to the new address was used, in any browser: the address changes, every session ends, and the
 * old address can be restored for seven days.
 */
export const changeEmail = step(
  'public',
  async (ctx: Ctx, { code, ip, encryption }: Pressed): Promise<Result<{ email: string }, LinkRefusal>> => {
    const wait = await waitAfter(ctx, 'link-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const change = ctx.db.transaction().execute(async (db) => {
      const used = await useCode(db, ctx.now, 'change_email', code)
      const person = used?.personId ? await lockPerson(db, used.personId) : null
      if (!person || !used?.email) return refuse('code_unusable')
      if (!(await moveTo({ ...ctx, db }, person.id, used.email))) return refuse('code_unusable')
      await recordEvent(db, ctx, {
        kind: 'email_changed',
        aboutPersonId: person.id,
        data: { ...(person.email && { from: maskEmail(person.email) }), to: maskEmail(used.email) },
      })
      if (person.email)
        await tellOldAddress(db, ctx.now, { ...person, email: person.email }, { to: used.email, encryption })
      return ok({ email: used.email })
    })
    return unlessTaken(change)
  },
)

/**
 * Stores an address; false if another account has it by now. It counts as proven. Links sent to the previous address
 * stop working, and every session ends. If the previous address was not proven, everything that was made with it ends
 * as well.
 */
export async function moveTo(
  { db, now, firebase }: { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] },
  personId: PersonId,
  email: string,
): Promise<boolean> {
  const owner = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (owner) return false
  const subject = firebase ? await subjectOf(db, firebase, personId) : null
  const wanted = { email, emailVerified: true, validSince: now }
  if (firebase && subject) {
    await freeAddress(db, firebase, email, { isProven: false })
    if (!(await firebase.accounts.change(subject, wanted))) return false
  }
  await voidIfUnproven({ db, now, firebase: firebase ?? null }, personId)
  await changePerson(db, personId, { email, emailVerifiedAt: now })
  await changeEmbeddedAddress(db, personId, email)
  for (const purpose of ['change_email', 'reset_password', 'verify_email', 'second_factor'] as const)
    await voidCodes(db, now, purpose, { personId })
  await closeSessionsOf(db, { personId })
  return true
}

/** Notifies the old address, with the link that restores it within seven days. */
export async function tellOldAddress(
  db: DbOrTx,
  now: Date,
  person: OpenPerson & { email: string },
  { to, encryption }: { to: string; encryption: Encryption },
): Promise<void> {
  const { id: codeId } = await issueMailedCode(db, now, encryption, {
    purpose: 'recover_email',
    owner: { personId: person.id },
    email: person.email,
    data: { changedTo: to },
  })
  await notify(db, now, {
    key: `person:${person.id}:email-changed:${newId()}`,
    kind: emailChanged,
    to: person.email as Email,
    data: { name: person.name, when: formatMoment(now), to, codeId },
  })
}
