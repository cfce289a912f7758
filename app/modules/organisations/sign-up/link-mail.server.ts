import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { mayMail, waitForMailTo } from '#modules/identity/mail-throttle.server.ts'
import { issueCode, issueMailedCode, voidCodes } from '#modules/identity/one-time-code.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { alreadyRegistered, verifyEmailAsked } from './sign-up-mails.server.tsx'

/** The receiver of a link; without a person the address has its own account, and its owner is notified. */
type Addressee = { email: Email; personId: PersonId | null }

/** Mails the link that proves an address, or that there is already an account; earlier links stop working. */
export async function sendLink(
  db: DbOrTx,
  now: Date,
  { email, personId }: Addressee,
  encryption: Encryption,
): Promise<void> {
  if (personId === null) {
    await notify(db, now, { key: `sign-up:${newId()}`, kind: alreadyRegistered, to: email, data: {} })
    return
  }
  await voidCodes(db, now, 'verify_email', { personId })
  const { id: codeId } = await issueMailedCode(db, now, encryption, {
    purpose: 'verify_email',
    owner: { personId },
    email,
  })
  await notify(db, now, { key: `sign-up:${newId()}`, kind: verifyEmailAsked, to: email, data: { codeId } })
}

/**
 * Mails the link to an address that the account may not have yet. If the address belongs to another account, its owner
 * is notified instead; the code stored then was never mailed, and only records which address is awaited.
 */
export async function sendLinkTo(
  db: DbOrTx,
  now: Date,
  { email, personId }: { email: Email; personId: PersonId },
  encryption: Encryption,
): Promise<void> {
  const owner = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (!owner || owner.id === personId) return sendLink(db, now, { email, personId }, encryption)
  await voidCodes(db, now, 'verify_email', { personId })
  await issueCode(db, now, { purpose: 'verify_email', owner: { personId }, email })
  await sendLink(db, now, { email, personId: null }, encryption)
}

/** What mailing a link needs of the server: the caller, and the key that encrypts it. */
export type Sending = { ip: string | null; encryption: Encryption }

/** The address that a link was last sent to for this account; null if none is pending. */
export async function linkedAddress(db: DbOrTx, personId: PersonId): Promise<Email | null> {
  const code = await db
    .selectFrom('oneTimeCodes')
    .select('email')
    .where('purpose', '=', 'verify_email')
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return (code?.email as Email | null | undefined) ?? null
}

type Asking = Pick<Ctx, 'db' | 'now'>

/**
 * Counts one mail to this address; false if the daily limit is reached, for this network or in total. It also starts
 * the minute until the next.
 */
export async function countFirstMail(ctx: Asking, email: Email, ip: string | null): Promise<boolean> {
  return (await mayMail(ctx, { kind: 'sign_up', email, ip, apart: true })).may === 'send'
}

export type WaitForMail = { kind: 'now' } | { kind: 'soon'; seconds: number } | { kind: 'tomorrow' }

/** Whether another mail may be sent to this address now. The same for an address without an account. */
export async function waitForMail(ctx: Asking, email: Email, ip: string | null): Promise<WaitForMail> {
  const { soon, day } = await waitForMailTo(ctx, { kind: 'sign_up', email, ip })
  if (day > 0) return { kind: 'tomorrow' }
  return soon > 0 ? { kind: 'soon', seconds: soon } : { kind: 'now' }
}

/**
 * Counts another mail: returns the seconds to wait if it may not be sent, else 0. Of concurrent calls only one may
 * send.
 */
export async function countNextMail(ctx: Asking, email: Email, ip: string | null): Promise<number> {
  const asked = { kind: 'sign_up', email, ip } as const
  const answer = await mayMail(ctx, asked)
  if (answer.may === 'send') return 0
  return answer.may === 'too_many' ? answer.waitSeconds : Math.max(1, (await waitForMailTo(ctx, asked)).soon)
}
