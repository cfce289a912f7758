import { randomBytes } from 'node:crypto'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { maskEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { linkLimit } from './account-limits.ts'
import { type LinkRefusal, moveTo } from './change-email.server.ts'
import { forgetOtherIdentities } from './forget-identities.server.ts'
import { useCode } from './one-time-code.server.ts'
import { lockPerson, unlessTaken } from './people-store.server.ts'
import { sendResetMail } from './request-password-reset.server.ts'
import { waitAfter } from './throttle.server.ts'

/**
 * The link in the mail to the old address was used: the account gets that address again. The person who changed it may
 * know the password and may have added login methods, also before the change. So the password, all passkeys, numbers
 * and services are removed, and a second step added since; the old address is sent the link for a new password.
 */
export const recoverEmail = step(
  'public',
  async (
    ctx: Ctx,
    { code, ip, encryption }: { code: string; ip: string | null; encryption: Encryption },
  ): Promise<Result<null, LinkRefusal>> => {
    const wait = await waitAfter(ctx, 'link-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const change = ctx.db.transaction().execute(async (db) => {
      const used = await useCode(db, ctx.now, 'recover_email', code)
      const person = used?.personId ? await lockPerson(db, used.personId) : null
      if (!person || !used?.email) return refuse('code_unusable')
      if (!(await moveTo({ ...ctx, db }, person.id, used.email))) return refuse('code_unusable')
      await voidLaterRecoveries(db, ctx.now, person.id, used.createdAt)
      await removeLoginMethods({ ...ctx, db }, person.id, used.createdAt)
      await recordEvent(db, ctx, {
        kind: 'email_recovered',
        aboutPersonId: person.id,
        data: { ...(person.email && { from: maskEmail(person.email) }), to: maskEmail(used.email) },
      })
      await sendResetMail(db, ctx.now, { ...person, email: used.email }, { encryption, forced: true })
      return ok(null)
    })
    return unlessTaken(change)
  },
)

/**
 * Of several changes in a row, the links sent by later ones are void now; those of earlier ones still lead to addresses
 * used before.
 */
async function voidLaterRecoveries(db: DbOrTx, now: Date, personId: PersonId, since: Date): Promise<void> {
  await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('purpose', '=', 'recover_email')
    .where('personId', '=', personId)
    .where('createdAt', '>=', since)
    .where('usedAt', 'is', null)
    .execute()
}

async function removeLoginMethods(
  { db, now, firebase }: { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] },
  personId: PersonId,
  since: Date,
): Promise<void> {
  // a random password that is never shown
  const password = randomBytes(32).toString('base64url')
  await forgetOtherIdentities({ db, firebase: firebase ?? null }, personId, { password, validSince: now })
  for (const table of ['passwords', 'passkeys'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  for (const table of ['totpSecrets', 'backupCodes'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).where('createdAt', '>=', since).execute()
}
