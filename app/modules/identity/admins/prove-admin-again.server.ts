import type { SessionFacts } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { Forbidden, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { proofLimit } from '../account-limits.ts'
import type { PasskeyAnswer, PasskeySite } from '../factors/passkey-answer.server.ts'
import { askForPasskey } from '../factors/prove-passkey.server.ts'
import { spendSecondFactor } from '../factors/prove-second-factor.server.ts'
import { verifyOrPretend } from '../password.server.ts'
import { type Proved, renewSession } from '../prove-again.server.ts'
import { forget, waitAfter } from '../throttle.server.ts'

/** The password with a code of the app or a backup code; or a passkey, which verifies its owner. */
export type AdminProof = { password: string; code: string } | { passkey: PasskeyAnswer }

export type AdminProofRefusal = 'wrong_proof' | 'too_many_tries'

/**
 * Both factors again, during a staff session: the session gets a new token and counts as fresh. Ten attempts in 15
 * minutes. A wrong password does not use up the code.
 */
export const proveAdminAgain = step(
  'own',
  async (ctx: Ctx, encryption: Encryption, proof: AdminProof): Promise<Result<Proved, AdminProofRefusal>> => {
    const { adminId, session } = adminOf(ctx)
    const wait = await waitAfter(ctx, 'proof', `admin:${adminId}`, proofLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    if ('password' in proof && !(await isPasswordOfAdmin(ctx, adminId, proof.password))) return refuse('wrong_proof')
    const answer = 'passkey' in proof ? proof : { code: proof.code }
    const proved = await ctx.db
      .transaction()
      .execute(async (db) =>
        (await spendSecondFactor(db, ctx.now, encryption, { adminId }, answer))
          ? renewSession(db, ctx.now, session)
          : null,
      )
    if (!proved) return refuse('wrong_proof')
    await forget(ctx, 'proof', `admin:${adminId}`)
    return ok(proved)
  },
)

/** The passkey challenge for the signed-in administrator. */
export const askAdminForPasskey = step('own', async (ctx: Ctx, site: PasskeySite) => {
  return askForPasskey(ctx.db, ctx.now, site, { adminId: adminOf(ctx).adminId })
})

async function isPasswordOfAdmin({ db }: Ctx, adminId: AdminId, password: string): Promise<boolean> {
  const admin = await db
    .selectFrom('admins')
    .select('phc')
    .where('id', '=', adminId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  return verifyOrPretend(admin?.phc, password)
}

function adminOf({ actor }: Ctx): { adminId: AdminId; session: SessionFacts } {
  if (actor.kind !== 'staff') throw new Forbidden('staff')
  if (!actor.session) throw new Unauthenticated('session')
  return { adminId: actor.adminId, session: actor.session }
}
