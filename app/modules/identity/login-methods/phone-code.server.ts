import { randomInt } from 'node:crypto'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { readCode } from '#kernel/code.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import type { Phone } from '#kernel/phone.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import type { SmsChannel } from '#kernel/sms-channel.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { linkLimit } from '../account-limits.ts'
import { isKnownNetwork } from '../known-networks.server.ts'
import { siteOf } from '../network.server.ts'
import { inspectCode, issueCode, useCode as spendCode, takeTry } from '../one-time-code.server.ts'
import { type Count, countAttempt, giveBack, waitAfter } from '../throttle.server.ts'
import { manyStrangers, smsLimits, triesPerPhoneCode } from './sms-limits.ts'
import { phoneIssuer, type VerifiedIdentity } from './verified-identity.ts'

type System = Pick<Ctx, 'db' | 'now'>

/** What the code is for; it is accepted for nothing else. */
export type PhonePurpose = 'enter' | 'link' | 'prove'

export type SendRefusal = 'too_soon' | 'too_many' | 'not_sent'

export type PhoneWish = {
  phone: Phone
  purpose: PhonePurpose
  /** The user who asks, if signed in; only they can answer the code. */
  personId: PersonId | null
  /** The device's number, if this phone number has been used to sign in on it before. */
  device?: string | null
  ip: string | null
  /** Our host, which lets a phone find the digits in the message. */
  host: string
}

/**
 * Sends six digits to a number, known or not, and returns the ticket that they answer. Counted before anything is sent,
 * by what was requested, so that it does not reveal whose number it is.
 */
export const sendPhoneCode = step(
  'public',
  async (
    system: System,
    {
      encryption,
      channel,
      onFailure,
    }: { encryption: Encryption; channel: SmsChannel; onFailure: (error: unknown) => void },
    wish: PhoneWish,
  ): Promise<Result<{ ticket: string }, SendRefusal>> => {
    for (const count of await countsOf(system, wish)) {
      const { limit } = count
      const { n, waitSeconds } = await countAttempt(system, count)
      if (waitSeconds > 0) return refuseFor(limit === smsLimits.gap ? 'too_soon' : 'too_many', waitSeconds)
      if (limit === smsLimits.strangers && n === manyStrangers)
        onFailure(
          new Error(`${n} text messages to strangers today; after ${limit.most} no new user can sign in by phone`),
        )
    }
    const { phone, purpose, personId, host } = wish
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const data = { phone, for: purpose, mark: markOf(encryption, phone, digits) }
    const ticket = await system.db.transaction().execute(async (db) => {
      const text = messageOf(digits, host)
      if (channel.kind === 'kept') await keepMessage(db, system.now, phone, text)
      return issueCode(db, system.now, { purpose: 'phone_code', owner: personId && { personId }, data })
    })
    if (channel.kind === 'kept') return ok({ ticket })
    try {
      await channel.send(phone, messageOf(digits, host))
      return ok({ ticket })
    } catch (error) {
      onFailure(error)
      return refuseFor('not_sent', smsLimits.gap.withinMs / 1000)
    }
  },
)

/**
 * What a request counts towards. A visitor can enter any number; so users who are signed in, or ask from a device or a
 * network from which the number has signed in before, are counted separately, and a stranger cannot lock them out.
 * Strangers are counted by their network first, so that one of them does not use up the number's day.
 */
async function countsOf(system: System, { phone, purpose, personId, device = null, ip }: PhoneWish): Promise<Count[]> {
  const here = siteOf(ip) ?? 'an unknown network'
  const known = personId ?? device ?? ((await isKnownNetwork(system, { phone }, ip)) ? here : null)
  const [kind, whose] = known === null ? ['', `${here} ${phone}`] : ['-known', `${known} ${phone}`]
  const { ip: network, gap, number, numberByAll, person, strangers, total } = smsLimits
  return [
    // a known device's own count cannot be used up by neighbours on its network
    ...(device === null ? [{ what: 'sms-ip', whose: ip, limit: network }] : []),
    { what: `sms-gap${kind}`, whose, limit: gap },
    { what: `sms-number${kind}`, whose, limit: number },
    ...(known === null ? [{ what: 'sms-number-all', whose: phone, limit: numberByAll }] : []),
    // a number to be linked may belong to anyone
    ...(purpose === 'link' ? [{ what: 'sms-link', whose: phone, limit: number }] : []),
    ...(personId === null ? [] : [{ what: 'sms-person', whose: personId, limit: person }]),
    ...(known === null ? [{ what: 'sms-strangers', whose: 'everybody', limit: strangers }] : []),
    { what: 'sms-all', whose: 'everybody', limit: total },
  ]
}

/** Which number a ticket is for, for the page that asks for the digits; null for an invalid ticket. */
export const phoneOfTicket = step(
  'public',
  async ({ db, now }: System, ticket: string, purpose: PhonePurpose): Promise<{ phone: Phone } | null> => {
    const seen = await inspectCode(db, now, 'phone_code', ticket)
    if (!seen || seen.tries >= triesPerPhoneCode || seen.data.for !== purpose) return null
    return { phone: phoneIn(seen.data) }
  },
)

export type PhoneCodeRefusal = 'wrong_code' | 'begin_again' | 'too_many_tries'

/**
 * Checks the digits for a ticket. An answer is counted before it is checked, so of twenty concurrent ones three are
 * checked; the correct one works once, and only for the same user and purpose.
 */
export const provePhone = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    input: { ticket: string; typed: string; purpose: PhonePurpose; personId: PersonId | null; ip: string | null },
  ): Promise<Result<VerifiedIdentity, PhoneCodeRefusal>> => {
    const { db, now } = system
    const wait = await waitAfter(system, 'sms-answer-ip', input.ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const read = readCode(input.typed, 6)
    if (!read.ok) return refuse('wrong_code')
    const seen = await takeTry(db, now, { purpose: 'phone_code', code: input.ticket, most: triesPerPhoneCode })
    if (!seen || seen.data.for !== input.purpose || seen.personId !== input.personId) return refuse('begin_again')
    const phone = phoneIn(seen.data)
    if (seen.data.mark !== markOf(encryption, phone, read.value))
      return refuse(seen.tries >= triesPerPhoneCode ? 'begin_again' : 'wrong_code')
    if (!(await spendCode(db, now, 'phone_code', input.ticket))) return refuse('begin_again')
    await giveBack(system, 'sms-answer-ip', input.ip)
    return ok({
      provider: 'embedded',
      issuer: phoneIssuer,
      subject: phone,
      email: null,
      emailVerified: false,
      phone,
      authTime: now,
      amr: ['sms'],
    })
  },
)

// only results of readReachablePhone were ever stored there
const phoneIn = (data: Record<string, unknown>) => String(data.phone) as Phone

/** Six digits are easily guessed from a plain hash, but not without the key of the installation. */
const markOf = (encryption: Encryption, phone: Phone, digits: string) =>
  encryption.mark('phone-code', `${phone}:${digits}`).toString('base64url')

/** The last line lets a phone offer the digits to our page only. */
const messageOf = (digits: string, host: string) =>
  `【畝と皿】確認コードは ${digits} です。有効期限は10分です。他の人に教えないでください。\n\n@${host} #${digits}`

const keepMessage = (db: DbOrTx, now: Date, phone: Phone, body: string) =>
  db.insertInto('textMessages').values({ id: newId<'textMessage'>(), recipient: phone, body, createdAt: now }).execute()
