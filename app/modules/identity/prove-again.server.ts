import { createHash, randomBytes } from 'node:crypto'
import type { SessionFacts } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { proofLimit } from './account-limits.ts'
import { isPasswordOf } from './firebase/provider-passwords.server.ts'
import { forget, waitAfter } from './throttle.server.ts'

export type ProofRefusal = 'wrong_password' | 'too_many_tries'
export type Proved = { token: string; session: SessionFacts }

/** The password again, during a session: the session gets a new token and counts as fresh. */
export const proveAgain = step('own', async (ctx: Ctx, password: string): Promise<Result<Proved, ProofRefusal>> => {
  const { personId, session } = requirePerson(ctx.actor)
  if (!session) throw new Unauthenticated('session')
  const wait = await waitAfter(ctx, 'proof', personId, proofLimit)
  if (wait > 0) return refuseFor('too_many_tries', wait)
  if (!(await isPasswordOf(ctx, personId, password))) return refuse('wrong_password')
  await forget(ctx, 'proof', personId)
  return ok(await renewSession(ctx.db, ctx.now, session))
})

/**
 * The session under a new token, as if signed in just now; the old token stops working. Its strength (`aal`) and its
 * end stay. Throws Unauthenticated if it has ended meanwhile.
 */
export async function renewSession(db: DbOrTx, now: Date, session: SessionFacts): Promise<Proved> {
  const token = randomBytes(32).toString('base64url')
  const idHash = createHash('sha256').update(token).digest()
  const renewed = await db
    .updateTable('sessions')
    .set({ idHash, authTime: now, seenAt: now })
    .where('idHash', '=', Buffer.from(session.key, 'base64url'))
    .where('channel', '=', 'cookie')
    .returning('aal')
    .executeTakeFirst()
  if (!renewed) throw new Unauthenticated('session')
  return { token, session: { ...session, key: idHash.toString('base64url'), authTime: now } }
}
