import { z } from 'zod'
import type { Actor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { readCode } from '#kernel/code.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { AdminId, PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { signInLimits } from '../account-limits.ts'
import { forget, waitAfter } from '../throttle.server.ts'
import { spendBackupCode } from './backup-codes.server.ts'
import { aboutOwner, type FactorOwner, ownedBy, ownerWord } from './factor-owner.ts'
import { PasskeyAnswerIn } from './passkey-answer.server.ts'
import { provePasskey } from './prove-passkey.server.ts'
import { spendTotpCode } from './totp-secrets.server.ts'

/** Six digits of the app, or a backup code; or a passkey's answer. */
export const SecondFactorIn = z.union([z.object({ passkey: PasskeyAnswerIn }), z.object({ code: z.string() })])
export type SecondFactorAnswer = z.infer<typeof SecondFactorIn>

type SecondFactorRefusal = 'wrong_code' | 'too_many_codes'

/** Which proof the answer is, for the session; null if it is invalid. Uses the code up. */
export async function spendSecondFactor(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  owner: FactorOwner,
  answer: SecondFactorAnswer,
): Promise<'otp' | 'hwk' | null> {
  if ('passkey' in answer) return (await provePasskey(db, now, answer.passkey, owner)) ? 'hwk' : null
  const digits = readCode(answer.code, 6)
  if (digits.ok) return (await spendTotpCode(db, now, encryption, owner, digits.value)) ? 'otp' : null
  if (!(await spendBackupCode(db, now, encryption, owner, answer.code))) return null
  const actor: Actor =
    'adminId' in owner
      ? { kind: 'staff', ...owner, ...(await adminNamed(db, owner.adminId)) }
      : { kind: 'person', ...owner, ...(await personNamed(db, owner.personId)) }
  await recordEvent(db, { actor, now }, { kind: 'backup_code_used', ...aboutOwner(owner) })
  return 'otp'
}

const adminNamed = (db: DbOrTx, id: AdminId) =>
  db.selectFrom('admins').select(['name', 'role']).where('id', '=', id).executeTakeFirstOrThrow()
const personNamed = (db: DbOrTx, id: PersonId) =>
  db.selectFrom('people').select('name').where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Required to remove the second factor or its substitutes: the second factor itself. The proof of an administrator
 * always includes it (prove-admin-again.server.ts), so nothing more is asked of them; nor of an account without an app.
 */
export async function requireSecondFactor(
  ctx: Ctx,
  encryption: Encryption,
  owner: FactorOwner,
  answer: SecondFactorAnswer | null,
): Promise<Result<null, SecondFactorRefusal>> {
  if ('adminId' in owner || !(await usesApp(ctx.db, owner))) return ok(null)
  const whose = ownerWord(owner)
  // Counted separately from sign-ins, so that an attacker who tries codes there does not use up the owner's attempts
  // here.
  const wait = await waitAfter(ctx, 'second-factor-proof', whose, signInLimits.secondStep)
  if (wait > 0) return refuseFor('too_many_codes', wait)
  const proven =
    answer && (await ctx.db.transaction().execute((db) => spendSecondFactor(db, ctx.now, encryption, owner, answer)))
  if (!proven) return refuse('wrong_code')
  await forget(ctx, 'second-factor-proof', whose)
  return ok(null)
}

/** Whether a code is required, even if its secret can no longer be decrypted. */
async function usesApp(db: DbOrTx, owner: FactorOwner): Promise<boolean> {
  const [column, id] = ownedBy(owner)
  const app = await db
    .selectFrom('totpSecrets')
    .select('id')
    .where(column, '=', id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return app !== undefined
}
