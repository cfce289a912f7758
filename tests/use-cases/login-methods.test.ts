import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { httpSms, smsChannel } from '../../app/infra/login-methods/sms-channel.server.ts'
import { ReauthRequired } from '../../app/kernel/errors.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import type { Phone } from '../../app/kernel/phone.ts'
import { readMobilePhone } from '../../app/kernel/phone-check.server.ts'
import { enterWithCustomToken, mintCustomToken } from '../../app/modules/identity/custom-token.server.ts'
import { newTotpSecret, stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { enterWith } from '../../app/modules/identity/login-methods/enter-with.server.ts'
import {
  linkIdentity,
  ownIdentities,
  unlinkIdentity,
} from '../../app/modules/identity/login-methods/link-identity.server.ts'
import {
  type PhoneWish,
  provePhone,
  sendPhoneCode,
} from '../../app/modules/identity/login-methods/phone-code.server.ts'
import { proveByIdentity } from '../../app/modules/identity/login-methods/prove-another-way.server.ts'
import { forgetMessages, keptMessages } from '../../app/modules/identity/login-methods/text-messages.server.ts'
import { saysVerified, type VerifiedIdentity } from '../../app/modules/identity/login-methods/verified-identity.ts'
import { finishSignIn } from '../../app/modules/identity/second-step.server.ts'
import { actorOf } from '../../app/modules/identity/session-store.server.ts'
import { anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const encryption = makeEncryption('the key of this installation, secret')
const asking = (now = noon) => ({ db: test_.db, now })
const from = { channel: 'cookie' as const, ip: null, userAgent: null }
const kept = { encryption, channel: { kind: 'kept' as const, description: '' }, onFailure: () => {} }

let serial = 0
const proof = (more: Partial<VerifiedIdentity> = {}): VerifiedIdentity => ({
  provider: 'embedded',
  issuer: 'https://service.example.jp',
  subject: `subject-${serial++}`,
  email: null,
  emailVerified: false,
  phone: null,
  authTime: noon,
  amr: ['fed'],
  ...more,
})
const anEmail = () => `new${serial++}@example.jp`
const aNumber = () => `+8190${String(10_000_000 + serial++)}` as Phone
const peopleOf = (subject: string) =>
  test_.db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'personId')
    .select(['people.id', 'people.email', 'people.emailVerifiedAt as provenAt'])
    .where('subject', '=', subject)
    .execute()

/** A user signed in at `at` who has no password, and their context. */
async function aNewcomer(verified = proof(), at = noon) {
  const entered = must(await enterWith(asking(at), verified, from))
  if ('ticket' in entered) throw new Error('a second step was asked for')
  const actor = await actorOf(asking(at), entered.token, 'cookie')
  return { ...entered, verified, ctx: (now = at) => as(test_.db, actor, now) }
}

test('a new user gets an account at once, and the same account the next time', async () => {
  const email = anEmail()
  const verified = proof({ email: email.toUpperCase(), emailVerified: true })
  const first = await aNewcomer(verified)
  expect(first).toMatchObject({ isNew: true, email, home: '/' })
  const again = must(await enterWith(asking(), { ...verified, email: 'other@example.jp' }, from))
  expect(again).toMatchObject({ isNew: false, personId: first.personId, email })
  expect(await peopleOf(verified.subject)).toEqual([{ id: first.personId, email, provenAt: noon }])
})

test.each([
  [true, true],
  ['true', true],
  ['false', false],
  [false, false],
  [0, false],
  [1, false],
  [undefined, false],
  [null, false],
])('email_verified %j proves the address: %s (T61)', (claim, expected) => {
  expect(saysVerified(claim)).toBe(expected)
})

test('an address that the service has not proven is neither taken nor told about (T61)', async () => {
  const personId = await aPerson(test_.db, '山田')
  const email = `${personId}@example.jp`
  const unproven = await aNewcomer(proof({ email, emailVerified: false }))
  expect(unproven).toMatchObject({ isNew: true, email: null })
  expect(unproven.personId).not.toBe(personId)
  const proven = await enterWith(asking(), proof({ email, emailVerified: true }), from)
  expect(proven).toMatchObject({ refusal: 'use_first_way' })
})

test('two at once make one person', async () => {
  const verified = proof({ email: anEmail(), emailVerified: true })
  const entered = await Promise.all(Array.from({ length: 6 }, () => enterWith(asking(), verified, from)))
  expect(new Set(entered.map((it) => (it.ok && 'personId' in it.value ? it.value.personId : null))).size).toBe(1)
  expect(await peopleOf(verified.subject)).toHaveLength(1)
})

test('two services with one new address at once: one account, and one refusal that names the first login method', async () => {
  const email = anEmail()
  const both = await Promise.all(
    [proof({ email, emailVerified: true }), proof({ email, emailVerified: true })].map((it) =>
      enterWith(asking(), it, from),
    ),
  )
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
})

test.each(['suspended_at', 'closed_at'] as const)('%s: signing in is refused', async (column) => {
  const { personId, verified } = await aNewcomer()
  await test_.db
    .updateTable('people')
    .set({ [column]: noon })
    .where('id', '=', personId)
    .execute()
  expect(await enterWith(asking(), verified, from)).toMatchObject({ refusal: 'closed_to_you' })
})

test('with a second factor it is asked for, and the session records both', async () => {
  const { personId, verified } = await aNewcomer()
  const secret = newTotpSecret()
  await keepTotpSecret(test_.db, noon, encryption, { owner: { personId }, secret, step: null })
  const entered = must(await enterWith(asking(), verified, from))
  if (!('ticket' in entered)) throw new Error('no second step')
  const code = totpCode(secret, stepAt(noon))
  const done = must(await finishSignIn(asking(), encryption, { ticket: entered.ticket, answer: { code }, ...from }))
  expect(await actorOf(asking(), done.token, 'cookie')).toMatchObject({ session: { aal: 2 } })
  const session = await test_.db.selectFrom('sessions').select('amr').where('personId', '=', personId).execute()
  expect(session.map(({ amr }) => amr)).toContainEqual(['fed', 'otp'])
})

test('a session is no fresher than the proof it came with', async () => {
  const { ctx, personId } = await aNewcomer(proof({ authTime: addMinutes(noon, -11) }))
  await expect(linkIdentity(ctx(), proof(), 'Service')).rejects.toThrow(ReauthRequired)
  expect(personId).toBeTruthy()
})

test('links an identity without an account, never one of another account, and keeps the last login method', async () => {
  const one = await aNewcomer()
  const other = await aNewcomer()
  expect(await linkIdentity(one.ctx(), other.verified, 'Service')).toMatchObject({ refusal: 'belongs_to_another' })
  expect(await linkIdentity(one.ctx(), proof(), 'Service')).toMatchObject({ refusal: 'has_one_already' })
  expect(await unlinkIdentity(one.ctx(), { ...one.verified, called: 'Service' })).toMatchObject({
    refusal: 'last_way_in',
  })
  const number = aNumber()
  const phone = proof({ issuer: 'phone', subject: number, phone: number, amr: ['sms'] })
  must(await linkIdentity(one.ctx(), phone, number))
  must(await unlinkIdentity(one.ctx(), { ...one.verified, called: 'Service' }))
  expect(await ownIdentities(one.ctx())).toMatchObject([{ issuer: 'phone', subject: number }])
  await expect(linkIdentity(one.ctx(addMinutes(noon, 11)), proof(), 'Service')).rejects.toThrow(ReauthRequired)
})

test('a password without an e-mail address is no login method', async () => {
  const one = await aNewcomer()
  await test_.db
    .insertInto('passwords')
    .values({ personId: one.personId, phc: '$argon2id$unused', changedAt: noon })
    .execute()
  expect(await unlinkIdentity(one.ctx(), { ...one.verified, called: 'Service' })).toMatchObject({
    refusal: 'last_way_in',
  })
  await test_.db.updateTable('people').set({ email: anEmail() }).where('id', '=', one.personId).execute()
  must(await unlinkIdentity(one.ctx(), { ...one.verified, called: 'Service' }))
})

test('a new number replaces the previous one', async () => {
  const one = await aNewcomer()
  for (const number of [aNumber(), aNumber()])
    must(await linkIdentity(one.ctx(), proof({ issuer: 'phone', subject: number }), number))
  expect((await ownIdentities(one.ctx())).filter(({ issuer }) => issuer === 'phone')).toHaveLength(1)
})

test('a user without a password confirms who they are with their linked identity', async () => {
  const one = await aNewcomer()
  const later = one.ctx(addMinutes(noon, 30))
  expect(await proveByIdentity(later, proof())).toMatchObject({ refusal: 'not_yours' })
  const proved = must(await proveByIdentity(later, one.verified))
  const actor = await actorOf(asking(later.now), proved.token, 'cookie')
  expect(actor).toMatchObject({ session: { authTime: later.now } })
  expect(await actorOf(asking(later.now), one.token, 'cookie')).toEqual({ kind: 'visitor' })
})

// phones

const wish = ({ phone = aNumber(), ...more }: Partial<PhoneWish> = {}): PhoneWish => ({
  phone,
  purpose: 'enter',
  personId: null,
  ip: anIp(phone),
  host: 'market.example.jp',
  ...more,
})
/** The digits of the newest message to this number. */
async function digitsTo(phone: Phone): Promise<string> {
  const message = await test_.db
    .selectFrom('textMessages')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(message.body)?.[0] ?? ''
}
const wrongFor = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')
const answer = (ticket: string, typed: string, now = noon) =>
  provePhone(asking(now), encryption, { ticket, typed, purpose: 'enter', personId: null, ip: anIp(ticket) })

test('a phone number and its code sign a new user in, and the same user the next day (T03)', async () => {
  const { phone } = wish()
  const enter = async (now: Date) => {
    const { ticket } = must(await sendPhoneCode(asking(now), kept, wish({ phone })))
    return must(await enterWith(asking(now), must(await answer(ticket, await digitsTo(phone), now)), from))
  }
  const first = await enter(noon)
  expect(first).toMatchObject({ isNew: true, email: null, home: '/' })
  const next = await enter(addMinutes(noon, 24 * 60))
  expect(next).toMatchObject({ isNew: false })
  if ('personId' in first) expect(next).toMatchObject({ personId: first.personId })
})

test('a code: full-width is as good; once; ten minutes; the fourth answer is not looked at (T56)', async () => {
  const { phone } = wish()
  const { ticket } = must(await sendPhoneCode(asking(), kept, wish({ phone })))
  const digits = await digitsTo(phone)
  expect(await answer(ticket, wrongFor(digits))).toMatchObject({ refusal: 'wrong_code' })
  expect(await answer(ticket, wrongFor(digits))).toMatchObject({ refusal: 'wrong_code' })
  expect(await answer(ticket, wrongFor(digits))).toMatchObject({ refusal: 'begin_again' })
  expect(await answer(ticket, digits)).toMatchObject({ refusal: 'begin_again' })

  const other = wish()
  const second = must(await sendPhoneCode(asking(), kept, other))
  const right = await digitsTo(other.phone)
  const late = addMinutes(noon, 11)
  expect(await answer(second.ticket, right, late)).toMatchObject({ refusal: 'begin_again' })
  const wide = [...right].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
  expect(await answer(second.ticket, wide)).toMatchObject({ ok: true })
  expect(await answer(second.ticket, right)).toMatchObject({ refusal: 'begin_again' })
})

test('of twenty guesses at once three are looked at (T56)', async () => {
  const { phone } = wish()
  const { ticket } = must(await sendPhoneCode(asking(), kept, wish({ phone })))
  const digits = await digitsTo(phone)
  const all = await Promise.all(Array.from({ length: 20 }, () => answer(ticket, wrongFor(digits))))
  expect(all.filter((it) => !it.ok && it.refusal === 'wrong_code').length).toBeLessThanOrEqual(2)
  expect(await answer(ticket, digits, addMinutes(noon, 2))).toMatchObject({ refusal: 'begin_again' })
})

test('a code is valid for the purpose and the user it was requested for', async () => {
  const personId = await aPerson(test_.db, '佐藤')
  const { phone } = wish()
  const { ticket } = must(await sendPhoneCode(asking(), kept, wish({ phone, purpose: 'link', personId })))
  expect(await answer(ticket, await digitsTo(phone))).toMatchObject({ refusal: 'begin_again' })
})

test('a minute between two, five a day for a number, ten an hour for an address of the network (T56)', async () => {
  const { phone } = wish()
  const send = (minutes: number) => sendPhoneCode(asking(addMinutes(noon, minutes)), kept, wish({ phone }))
  must(await send(0))
  expect(await send(0.5)).toMatchObject({ refusal: 'too_soon' })
  for (const minutes of [2, 4, 6, 8]) must(await send(minutes))
  expect(await send(10)).toMatchObject({ refusal: 'too_many' })
  must(await send(24 * 60 + 1))

  const ip = '203.0.113.7'
  for (let n = 0; n < 10; n++) must(await sendPhoneCode(asking(), kept, wish({ ip })))
  expect(await sendPhoneCode(asking(), kept, wish({ ip }))).toMatchObject({ refusal: 'too_many' })
})

test('a stranger who asks for codes for a user’s number does not lock that user out (T56)', async () => {
  const { phone } = wish()
  const personId = await aPerson(test_.db, '佐藤')
  const send = (minutes: number, more: Partial<PhoneWish> = {}) =>
    sendPhoneCode(asking(addMinutes(noon, minutes)), kept, wish({ phone, ...more }))
  for (const minutes of [0, 2, 4, 6, 8]) must(await send(minutes))
  expect(await send(10)).toMatchObject({ refusal: 'too_many' })
  must(await send(10, { purpose: 'prove', personId }))
  must(await send(10, { device: 'a phone of theirs' }))
  expect(await send(10, { device: 'a phone of theirs' })).toMatchObject({ refusal: 'too_soon' })
})

test('T88 one network does not use up a number’s day, and a network on which it has come in is counted apart', async () => {
  const { phone } = wish()
  const send = (minutes: number, ip: string) =>
    sendPhoneCode(asking(addMinutes(noon, minutes)), kept, wish({ phone, ip }))
  const home = anIp()
  const { ticket } = must(await send(0, home))
  must(await enterWith(asking(), must(await answer(ticket, await digitsTo(phone))), { ...from, ip: home }))
  const sent: boolean[] = []
  for (const stranger of ['one', 'two', 'three'])
    for (let n = 0; n < 6; n++) sent.push((await send(10 + n * 2, anIp(`${stranger} ${phone}`))).ok)
  expect(sent.filter(Boolean)).toHaveLength(9)
  expect(sent.slice(0, 6)).toEqual([true, true, true, true, true, false])
  must(await send(40, home))
})

test('a signed-in user gets five codes a day for one number, ten for all numbers (T56)', async () => {
  const personId = await aPerson(test_.db, '佐藤')
  const { phone } = wish()
  const link = (minutes: number, more: Partial<PhoneWish> = {}) =>
    sendPhoneCode(asking(addMinutes(noon, minutes)), kept, wish({ purpose: 'link', personId, ...more }))
  for (const minutes of [0, 2, 4, 6, 8]) must(await link(minutes, { phone }))
  expect(await link(10, { phone })).toMatchObject({ refusal: 'too_many' })
  // nor does another account get more of them for this number
  const other = await aPerson(test_.db, '鈴木')
  expect(await link(10, { phone, personId: other })).toMatchObject({ refusal: 'too_many' })
  for (let n = 0; n < 5; n++) must(await link(12))
  expect(await link(12)).toMatchObject({ refusal: 'too_many' })
})

test('five hundred codes a day in total, a hundred of them reserved for known users; and we are alerted (T56)', async () => {
  const day = addMinutes(noon, 10 * 24 * 60)
  const told: string[] = []
  const sending = { ...kept, onFailure: (error: unknown) => told.push(String(error)) }
  const send = (more: Partial<PhoneWish> = {}) => sendPhoneCode(asking(day), sending, wish(more))
  const strangers = await Promise.all(Array.from({ length: 405 }, () => send()))
  expect(strangers.filter(({ ok }) => ok)).toHaveLength(400)
  expect(told).toEqual([expect.stringContaining('320 text messages to strangers')])
  const known = await Promise.all(Array.from({ length: 105 }, (_, n) => send({ device: `device-${n}` })))
  expect(known.filter(({ ok }) => ok)).toHaveLength(100)
  // the other tests have a day of their own
  await test_.db.deleteFrom('throttle').execute()
}, 60_000)

test.each([
  ['０９０ー１２３４ー５６７８', '+819012345678'],
  ['070-1234-5678', '+817012345678'],
  ['+81 80 1234 5678', '+818012345678'],
])('%s gets messages', (typed, phone) => {
  expect(readMobilePhone(typed)).toMatchObject({ value: phone })
})

test.each(['03-1234-5678', '050-1234-5678', '+1 650 555 0100', '0900-1234', ''])('%s gets none (T56)', (typed) => {
  expect(readMobilePhone(typed).ok).toBe(false)
})

test('in development messages are stored for a day', async () => {
  const { actor } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  expect((await keptMessages(ctx, { environment: 'test' })).length).toBeGreaterThan(0)
  await expect(keptMessages(ctx, { environment: 'production' })).rejects.toThrow()
  expect(await forgetMessages(asking(addMinutes(noon, 60 * 24 * 60)))).toBeGreaterThan(0)
})

test('a service gets the number and the words as JSON; what it refuses is a refusal, not a promise', async () => {
  const got: { body: { to: string; text: string }; login: string | undefined }[] = []
  let status = 204
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ body: JSON.parse(body), login: request.headers.authorization })
    response.writeHead(status).end()
  })
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const failures: unknown[] = []
  const channel = httpSms(`http://me:p%40ss@127.0.0.1:${port}/send`)
  const sending = { encryption, channel, onFailure: (error: unknown) => failures.push(error) }
  const { phone } = wish()
  const { ticket } = must(await sendPhoneCode(asking(), sending, wish({ phone })))
  const text = got[0]?.body.text ?? ''
  expect(got[0]).toMatchObject({ body: { to: phone }, login: `Basic ${Buffer.from('me:p@ss').toString('base64')}` })
  expect(text).toMatch(/@market\.example\.jp #\d{6}$/)
  expect(await answer(ticket, /\d{6}/.exec(text)?.[0] ?? '')).toMatchObject({ ok: true })
  status = 503
  expect(await sendPhoneCode(asking(), sending, wish())).toMatchObject({ refusal: 'not_sent' })
  expect(String(failures[0])).toContain('503')
  await new Promise((done) => http.close(done))
  expect(await test_.db.selectFrom('textMessages').select('id').where('recipient', '=', phone).execute()).toEqual([])
})

test('without a service production does not offer it', () => {
  expect(smsChannel({ SMS_URL: undefined, APP_ENV: 'production' })).toBeNull()
  expect(smsChannel({ SMS_URL: undefined, APP_ENV: 'test' })).toMatchObject({ kind: 'kept' })
})

// handed over

test('a custom token opens one session in a browser, and asks for the second factor if it is on (T04, T40)', async () => {
  const personId = await aPerson(test_.db, '田中')
  const enter = (token: string, now = noon) =>
    enterWithCustomToken(asking(now), encryption, { token, ip: null, userAgent: null })
  const token = await mintCustomToken(encryption, noon, personId)
  const six = await Promise.all(Array.from({ length: 6 }, () => enter(` ${token}\n`)))
  expect(six.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await enter(token)).toMatchObject({ refusal: 'token_refused' })
  expect(await enter(await mintCustomToken(encryption, noon, personId), addMinutes(noon, 3))).toMatchObject({
    refusal: 'token_refused',
  })
  await keepTotpSecret(test_.db, noon, encryption, { owner: { personId }, secret: newTotpSecret(), step: null })
  expect(await enter(await mintCustomToken(encryption, noon, personId))).toMatchObject({
    ok: true,
    value: { ticket: expect.any(String) },
  })
})
