import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type MailedCodeId, newId, type PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { notify, takeBackMail } from '#modules/notifications/notify.server.ts'
import { resetPasswordAsked } from './account-mails.server.tsx'
import { isKnownNetwork } from './known-networks.server.ts'
import { mayMail } from './mail-throttle.server.ts'
import { issueMailedCode, voidCodes } from './one-time-code.server.ts'
import { normaliseEmail } from './sign-in.server.ts'

export type ResetRequest = {
  email: string
  ip: string | null
  encryption: Encryption
  /** The number of a device on which this account has signed in before (`knownDevice`). */
  device?: string | null
}
type Recipient = { id: PersonId; name: string; email: string }

/**
 * Sends the link for a new password, if the address has an account. Neither the answer nor the work reveals whether it
 * has: for an address without an account a secret is made and a mail is written, too, but not sent; the same happens if
 * a mail was sent recently. Requests by strangers do not void links that others have asked for.
 */
export const requestPasswordReset = step(
  'public',
  async (
    { db, now }: Pick<Ctx, 'db' | 'now'>,
    { email: typed, ip, encryption, device = null }: ResetRequest,
  ): Promise<Result<null, 'too_many_tries'>> => {
    const email = normaliseEmail(typed)
    const isKnown = device !== null || (await isKnownNetwork({ db, now }, { email }, ip))
    const answer = await mayMail({ db, now }, { kind: 'reset_password', email, ip, own: device, isKnown })
    if (answer.may === 'too_many') return refuseFor('too_many_tries', answer.waitSeconds)
    const person = await db
      .selectFrom('people')
      .select(['id', 'name', 'email'])
      .where('email', '=', email)
      .where('closedAt', 'is', null)
      .where('suspendedAt', 'is', null)
      .executeTakeFirst()
    await db.transaction().execute(async (db) => {
      if (person && answer.may === 'send')
        await sendResetMail(db, now, { ...person, email }, { encryption, forced: false, keepsOthers: !isKnown })
      else await pretend(db, now, encryption)
    })
    return ok(null)
  },
)

/**
 * The mail with the link, which voids all earlier ones unless it `keepsOthers`. `forced`: the old password has already
 * been removed.
 */
export async function sendResetMail(
  db: DbOrTx,
  now: Date,
  person: Recipient,
  { encryption, forced, keepsOthers = false }: { encryption: Encryption; forced: boolean; keepsOthers?: boolean },
): Promise<void> {
  if (!keepsOthers) await voidCodes(db, now, 'reset_password', { personId: person.id })
  const { id } = await issueMailedCode(db, now, encryption, {
    purpose: 'reset_password',
    owner: { personId: person.id },
    email: person.email,
  })
  await queueResetMail(db, now, person, { forced, codeId: id })
}

async function queueResetMail(
  db: DbOrTx,
  now: Date,
  person: Recipient,
  { forced, codeId }: { forced: boolean; codeId: MailedCodeId },
): Promise<string> {
  const key = `person:${person.id}:reset:${newId()}`
  await notify(db, now, {
    key,
    kind: resetPasswordAsked,
    to: person.email as Email,
    data: { name: person.name, codeId, forced },
  })
  return key
}

/**
 * The same steps without an account: a secret that is of no use, and a mail that is rolled back before it is stored.
 */
async function pretend(db: DbOrTx, now: Date, encryption: Encryption): Promise<void> {
  const nobody = { id: newId<'person'>(), name: '山田 太郎', email: 'nobody@closed.invalid' }
  await voidCodes(db, now, 'reset_password', { personId: nobody.id })
  const wanted = { purpose: 'reset_password', owner: null, email: nobody.email } as const
  const { id } = await issueMailedCode(db, now, encryption, wanted)
  const key = await queueResetMail(db, now, nobody, { forced: false, codeId: id })
  await takeBackMail(db, key)
}
