import type { Ctx } from '#authorization/ctx.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { signInLimits } from './account-limits.ts'
import type { PasskeyAnswer, PasskeySite } from './factors/passkey-answer.server.ts'
import { askForPasskey, provePasskey } from './factors/prove-passkey.server.ts'
import { vouchedBy } from './firebase/provider-passwords.server.ts'
import { openPersonSession, type SignedIn } from './open-person-session.server.ts'
import { waitAfter } from './throttle.server.ts'

type System = Pick<Ctx, 'db' | 'now' | 'firebase'>
export type PasskeySignInRefusal = 'passkey_unknown' | 'too_many_tries'

export const passkeySignInRefusalText: Record<PasskeySignInRefusal, string> = {
  passkey_unknown:
    'このパスキーではサインインできませんでした。もう一度お試しいただくか、メールアドレスとパスワードでサインインしてください。',
  too_many_tries: '短時間に何度も試行されました。1分ほど待ってからもう一度お試しください。',
}

/** The passkey challenge for a visitor who signs in. */
export const offerPasskeySignIn = step('public', async (system: System, site: PasskeySite, ip: string | null) => {
  const wait = await waitAfter(system, 'passkey', ip, signInLimits.passkey)
  if (wait > 0) return refuseFor('too_many_tries', wait)
  return ok(await askForPasskey(system.db, system.now, site, null))
})

/** A passkey is two factors in one: the device, and the PIN, finger or face that unlocks it. So it is sufficient. */
export const signInWithPasskey = step(
  'public',
  async (
    system: System,
    { answer, ip, userAgent }: { answer: PasskeyAnswer; ip: string | null; userAgent: string | null },
  ): Promise<Result<SignedIn & { email: string | null }, PasskeySignInRefusal>> => {
    return system.db.transaction().execute(async (db) => {
      const owner = await provePasskey(db, system.now, answer, null)
      if (!owner || !('personId' in owner)) return refuse('passkey_unknown')
      const { personId } = owner
      const vouched = await vouchedBy({ ...system, db }, personId)
      const from = { personId, channel: 'cookie' as const, ip, userAgent, amr: ['hwk'] as const, ...vouched }
      const signedIn = await openPersonSession({ db, now: system.now }, from)
      if (!signedIn) return refuse('passkey_unknown')
      const { email } = await db
        .selectFrom('people')
        .select('email')
        .where('id', '=', personId)
        .executeTakeFirstOrThrow()
      return ok({ ...signedIn, email })
    })
  },
)
