import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mintCustomToken } from './custom-token.server.ts'
import { subjectOf } from './firebase/provider-passwords.server.ts'
import { normaliseEmail } from './sign-in.server.ts'

const system = { kind: 'system' } as const
const usage = 'npm run token:mint -- address "why"     a link that signs one in, once, for 2 minutes'

/**
 * What support does on the server itself for a user who cannot sign in; it is recorded in their history with its
 * reason. Prints a link for the browser; what follows `#token=` can also be exchanged by a program.
 */
export async function tokenCommand(
  {
    db,
    now,
    firebase,
    encryption,
    site,
  }: Pick<Ctx, 'db' | 'now' | 'firebase'> & { encryption: Encryption; site: string },
  args: readonly string[],
): Promise<{ ok: boolean; lines: string[] }> {
  const [email, reason] = args
  if (args.length !== 2 || !email || !reason) return { ok: false, lines: [usage] }
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where('email', '=', normaliseEmail(email))
      .where('suspendedAt', 'is', null)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    if (!person) return { ok: false, lines: ['There is no active account with this address.'] }
    const about = { aboutPersonId: person.id, reason: reason.slice(0, 400) }
    await recordEvent(tx, { actor: system, now }, { kind: 'custom_token_made', ...about })
    if (!firebase)
      return { ok: true, lines: [`${site}/auth/custom#token=${await mintCustomToken(encryption, now, person.id)}`] }
    const subject = await subjectOf(tx, firebase, person.id)
    if (!subject) return { ok: false, lines: ['This account is not known to the provider.'] }
    return { ok: true, lines: [`${site}/auth/signIn#handover=${await firebase.accounts.customToken(subject, now)}`] }
  })
}
