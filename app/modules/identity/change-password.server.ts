import type { Ctx } from '#access/ctx.ts'
import { requireFreshPerson } from '#access/fresh.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { hashPassword } from './password.server.ts'
import { passwordProblem } from './password-policy.ts'
import { lockPerson } from './people-store.server.ts'
import { renewSession } from './prove-again.server.ts'
import { setPassword, tellPasswordChanged } from './reset-password.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

/**
 * A new password: every other session ends, this one goes on under a new token, and the address is told. Links that
 * were asked for before open nothing any more.
 */
export async function changePassword(
  ctx: Ctx,
  { password }: { password: string },
): Promise<Result<{ token: string }, 'password_refused'>> {
  const { personId, session } = requireFreshPerson(ctx.actor, ctx.now)
  const mine = await ctx.db
    .selectFrom('people')
    .select(['email', 'email_verified_at'])
    .where('id', '=', personId)
    .executeTakeFirst()
  const sentence = passwordProblem(password, mine?.email ?? '')
  if (sentence) return refuse('password_refused', { sentence })
  // one signs in with both; and at the provider an address with a password of ours counts as proven
  if (!mine?.email) return refuse('password_refused', { sentence: '先に、メールアドレスを登録してください。' })
  if (ctx.firebase && !mine.email_verified_at)
    return refuse('password_refused', {
      sentence: '先に、登録のメールのリンクを開いて、メールアドレスを確認してください。',
    })
  const phc = ctx.firebase ? null : await hashPassword(password)
  return ctx.db.transaction().execute(async (db) => {
    const person = await lockPerson(db, personId)
    if (!person) throw new NotFound('person')
    await setPassword({ ...ctx, db }, person, { password, phc })
    await closeSessionsOf(db, { personId }, session.key)
    const { token } = await renewSession(db, ctx.now, session)
    await recordEvent(db, ctx, { kind: 'password_changed', aboutPersonId: personId })
    await tellPasswordChanged(db, ctx.now, person)
    return ok({ token })
  })
}
