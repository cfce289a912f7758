import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatMoment } from '#kernel/format.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { endKeys } from './access-keys.server.ts'
import { accessKeys, type KeyCounts, keysText } from './access-keys.ts'
import { linkLimit } from './account-limits.ts'
import { passwordChanged } from './account-mails.server.tsx'
import { setProviderPassword } from './firebase/provider-passwords.server.ts'
import { inspectCode, useCode, voidCodes } from './one-time-code.server.ts'
import { hashPassword } from './password.server.ts'
import { passwordProblem } from './password-policy.ts'
import { lockPerson, type OpenPerson } from './people-store.server.ts'
import { closeSessionsOf } from './session-store.server.ts'
import { waitAfter } from './throttle.server.ts'
import { voidMadeBeforeProof } from './void-before-proof.server.ts'

export type ResetPasswordRefusal = 'code_unusable' | 'password_refused' | 'too_many_tries'

/**
 * The link of the mail and a new password: all sessions, tokens and calendar feeds end, and passkeys unless the user
 * chooses to keep them; no session is opened, and the address is notified of what was ended. If the address was not
 * proven, everything made with the account until now ends (docs/decisions/0051), and the address still has to be
 * proven. A refused password does not use up the link (`detail.sentence` says why).
 */
export const resetPassword = step(
  'public',
  async (
    ctx: Ctx,
    input: { code: string; password: string; keepPasskeys?: boolean; ip: string | null },
  ): Promise<Result<{ email: string }, ResetPasswordRefusal>> => {
    const wait = await waitAfter(ctx, 'link-ip', input.ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const seen = await inspectCode(ctx.db, ctx.now, 'reset_password', input.code)
    if (!seen?.personId) return refuse('code_unusable')
    const sentence = passwordProblem(input.password, seen.email ?? '')
    if (sentence) return refuse('password_refused', { sentence })
    const phc = ctx.firebase ? null : await hashPassword(input.password)
    return ctx.db.transaction().execute(async (db) => {
      const code = await useCode(db, ctx.now, 'reset_password', input.code)
      const person = code?.personId ? await lockPerson(db, code.personId) : null
      // a link sent to an address that no longer belongs to the account is void
      if (!person?.email || person.email !== code?.email) return refuse('code_unusable')
      await setPassword({ ...ctx, db }, person, { password: input.password, phc })
      const keepPasskeys = input.keepPasskeys === true && person.isProven
      const ended = await endKeys(db, person.id, keepPasskeys ? ['tokens', 'calendars'] : accessKeys)
      if (!person.isProven) await voidMadeBeforeProof({ ...ctx, db }, person.id)
      await closeSessionsOf(db, { personId: person.id })
      await recordEvent(db, ctx, { kind: 'password_reset', aboutPersonId: person.id, data: { ended } })
      await tellPasswordChanged(db, ctx.now, person, ended)
      return ok({ email: person.email })
    })
  },
)

/**
 * Stores a password, replacing any previous one. Pending links become void: a person who knew the old password may have
 * requested another address, or may be at the second step.
 */
export async function setPassword(
  { db, now, firebase }: { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] },
  { id: personId, email }: { id: PersonId; email: string | null },
  /** `phc`: made by hashPassword, before the row was locked; null where the provider stores passwords. */
  { password, phc }: { password: string; phc: string | null },
): Promise<void> {
  if (firebase && email !== null) await setProviderPassword({ db, now, firebase }, personId, { email, password })
  if (phc !== null)
    await db
      .insertInto('passwords')
      .values({ personId, phc, changedAt: now })
      .onConflict((conflict) => conflict.column('personId').doUpdateSet({ phc, changedAt: now }))
      .execute()
  for (const purpose of ['reset_password', 'change_email', 'second_factor'] as const)
    await voidCodes(db, now, purpose, { personId })
}

/** So that a theft is noticed; `ended`: what was ended along with the old password. */
export async function tellPasswordChanged(db: DbOrTx, now: Date, person: OpenPerson, ended: KeyCounts): Promise<void> {
  if (!person.email) return
  await notify(db, now, {
    key: `person:${person.id}:password:${newId()}`,
    kind: passwordChanged,
    to: person.email as Email,
    data: { name: person.name, when: formatMoment(now), ended: keysText(ended) },
  })
}
