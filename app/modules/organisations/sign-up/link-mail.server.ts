import { createElement } from 'react'
import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { mailLink } from '#modules/identity/mail-links.ts'
import { issueCode, voidCodes } from '#modules/identity/one-time-code.server.ts'
import { allowed, secondsToWait } from '#modules/identity/throttle.server.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { linkMailLimits } from './mail-limits.ts'
import { AlreadyRegisteredMail, VerifyEmailMail } from './sign-up-mails.server.tsx'

/** To whom a link goes; without a person the address has an account of its own, and is told so. */
type Addressee = { email: Email; personId: PersonId | null }

/** Mails the link that proves an address, or that there is an account already; links sent before no longer work. */
export async function sendLink(db: DbOrTx, now: Date, { email, personId }: Addressee, site: string): Promise<void> {
  if (personId === null) {
    await queueMail(db, now, {
      key: `sign-up:${newId()}`,
      template: 'already_registered',
      to: email,
      subject: '【畝と皿】すでに登録があります',
      body: createElement(AlreadyRegisteredMail, { site }),
    })
    return
  }
  await voidCodes(db, now, 'verify_email', { personId })
  const code = await issueCode(db, now, { purpose: 'verify_email', owner: { personId }, email })
  const link = mailLink(site, 'verifyEmail', code)
  await queueMail(db, now, {
    key: `sign-up:${newId()}`,
    template: 'verify_email',
    to: email,
    subject: '【畝と皿】メールアドレスの確認をお願いします',
    body: createElement(VerifyEmailMail, { link }),
  })
}

/**
 * Mails the link to an address that the account may not have yet. Where the address is another account's, its owner is
 * told instead; the code that is kept then was mailed to nobody, and only says which address is waited for.
 */
export async function sendLinkTo(
  db: DbOrTx,
  now: Date,
  { email, personId }: { email: Email; personId: PersonId },
  site: string,
): Promise<void> {
  const owner = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (!owner || owner.id === personId) return sendLink(db, now, { email, personId }, site)
  await voidCodes(db, now, 'verify_email', { personId })
  await issueCode(db, now, { purpose: 'verify_email', owner: { personId }, email })
  await sendLink(db, now, { email, personId: null }, site)
}

/** The address that a link was last sent to for this account; null where none waits. */
export async function linkedAddress(db: DbOrTx, personId: PersonId): Promise<Email | null> {
  const code = await db
    .selectFrom('one_time_codes')
    .select('email')
    .where('purpose', '=', 'verify_email')
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return (code?.email as Email | null | undefined) ?? null
}

type Asking = Pick<Ctx, 'db' | 'now'>

/** Counts one mail to this address; false once there were five that day. It also starts the minute until the next. */
export async function countFirstMail(ctx: Asking, email: Email): Promise<boolean> {
  await allowed(ctx, 'link-mail-gap', email, linkMailLimits.gap)
  return allowed(ctx, 'link-mail', email, linkMailLimits.day)
}

export type WaitForMail = { kind: 'now' } | { kind: 'soon'; seconds: number } | { kind: 'tomorrow' }

/** Whether another mail may go to this address now. The same for an address nobody has. */
export async function waitForMail(ctx: Asking, email: Email): Promise<WaitForMail> {
  const day = { what: 'link-mail', whose: email, limit: linkMailLimits.day }
  if ((await secondsToWait(ctx, [day])) > 0) return { kind: 'tomorrow' }
  const seconds = await secondsToWait(ctx, [{ what: 'link-mail-gap', whose: email, limit: linkMailLimits.gap }])
  return seconds > 0 ? { kind: 'soon', seconds } : { kind: 'now' }
}

/** Counts one more, if it may go. Of two at once only one may. */
export async function countNextMail(ctx: Asking, email: Email, ip: string | null): Promise<boolean> {
  if (ip !== null && !(await allowed(ctx, 'link-mail-ip', ip, linkMailLimits.ip))) return false
  if (!(await allowed(ctx, 'link-mail-gap', email, linkMailLimits.gap))) return false
  return allowed(ctx, 'link-mail', email, linkMailLimits.day)
}
