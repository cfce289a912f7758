import { z } from 'zod'
import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { endKeys, KeysIn } from './access-keys.server.ts'
import { hashPassword } from './password.server.ts'
import { passwordProblem } from './password-policy.ts'
import { lockPerson } from './people-store.server.ts'
import { renewSession } from './prove-again.server.ts'
import { setPassword, tellPasswordChanged } from './reset-password.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

/**
 * Sets a new password: every other session ends, this one gets a new token, and the address is notified. Links
 * requested earlier stop working. `keys`: which tokens, calendar feeds and passkeys end with it.
 */
export const changePassword = repeatable({
  name: 'person.change_password',
  permission: 'own_account.change',
  input: { password: z.string(), keys: KeysIn },
  refusals: { codes: ['password_refused'], text: (_, detail) => String(detail?.sentence) },
  run: async (ctx, { password, keys }) => {
    const { personId, session } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
    const mine = await ctx.db
      .selectFrom('people')
      .select(['email', 'emailVerifiedAt'])
      .where('id', '=', personId)
      .executeTakeFirst()
    const sentence = passwordProblem(password, mine?.email ?? '')
    if (sentence) return refuse('password_refused', { sentence })
    // signing in needs both; and at the provider an address with a password made by us counts as proven
    if (!mine?.email) return refuse('password_refused', { sentence: '先にメールアドレスを登録してください。' })
    if (ctx.firebase && !mine.emailVerifiedAt)
      return refuse('password_refused', {
        sentence: '先に確認メールのリンクを開き、メールアドレスを確認してください。',
      })
    const phc = ctx.firebase ? null : await hashPassword(password)
    return ctx.db.transaction().execute(async (db) => {
      const person = await lockPerson(db, personId)
      if (!person) throw new NotFound('person')
      await setPassword({ ...ctx, db }, person, { password, phc })
      await closeSessionsOf(db, { personId }, session.key)
      const { token } = await renewSession(db, ctx.now, session)
      const ended = await endKeys(db, personId, keys)
      await recordEvent(db, ctx, { kind: 'password_changed', aboutPersonId: personId, data: { ended } })
      await tellPasswordChanged(db, ctx.now, person, ended)
      return ok({ token })
    })
  },
})
