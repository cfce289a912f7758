import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { type Email, maskEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { mailLimits } from './account-limits.ts'
import { changeEmailAsked, emailTaken } from './account-mails.server.tsx'
import { mayMail } from './mail-throttle.server.ts'
import { issueMailedCode, voidCodes } from './one-time-code.server.ts'
import { lockPerson, type OpenPerson } from './people-store.server.ts'
import { normaliseEmail } from './sign-in.server.ts'
import { waitAfter } from './throttle.server.ts'

const sentences = {
  same_email: '現在のアドレスと同じです。新しいアドレスを入力してください。',
  too_many_tries: '本日の送信回数が上限に達しました。しばらく待ってから、もう一度お試しください。',
}

const emailChangeRefusals = {
  codes: ['same_email', 'too_many_tries'],
  text: (refusal: keyof typeof sentences): string => sentences[refusal],
} as const

/**
 * Sends the new address a link to confirm it; nothing changes until the link is used. If the address has an account,
 * its owner is notified instead, and the requester gets the same answer.
 */
export const requestEmailChange = repeatable({
  name: 'person.request_email_change',
  permission: 'own_account.change',
  input: { email: EmailIn.prefault('') },
  refusals: emailChangeRefusals,
  run: async (ctx, { email: typed }, { ip, encryption }: { ip: string | null; encryption: Encryption }) => {
    const { personId } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
    const email = normaliseEmail(typed)
    const current = await ctx.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst()
    if (current?.email === email) return refuse('same_email')
    // per requester as well: trying many addresses must not reveal which have accounts
    const wait = await waitAfter(ctx, 'change-mail-person', personId, mailLimits.address)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const answer = await mayMail(ctx, { kind: 'change_email', email, ip, own: personId })
    if (answer.may === 'too_many') return refuseFor('too_many_tries', answer.waitSeconds)
    if (answer.may === 'sent') return ok(null)
    return ctx.db.transaction().execute(async (db) => {
      const person = await lockPerson(db, personId)
      if (!person) throw new NotFound('person')
      await sendEmailChangeMail(db, ctx.now, person, { email, encryption })
      await recordEvent(db, ctx, {
        kind: 'email_change_asked',
        aboutPersonId: personId,
        data: { to: maskEmail(email) },
      })
      return ok(null)
    })
  },
})

/**
 * The link to the new address, which voids earlier ones; or a notification to the address that already has an account.
 */
export async function sendEmailChangeMail(
  db: DbOrTx,
  now: Date,
  person: OpenPerson,
  { email, encryption }: { email: string; encryption: Encryption },
): Promise<void> {
  await voidCodes(db, now, 'change_email', { personId: person.id })
  const { id: codeId } = await issueMailedCode(db, now, encryption, {
    purpose: 'change_email',
    owner: { personId: person.id },
    email,
  })
  const taken = await ownerOf(db, email)
  const receiver = { key: `person:${person.id}:change-email:${newId()}`, to: email as Email }
  if (taken) await notify(db, now, { ...receiver, kind: emailTaken, data: {} })
  else await notify(db, now, { ...receiver, kind: changeEmailAsked, data: { name: person.name, codeId } })
}

async function ownerOf(db: DbOrTx, email: string): Promise<PersonId | undefined> {
  return (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst())?.id
}
