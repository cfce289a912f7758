import { beforeAll, describe, expect, test } from 'vitest'
import { readEmail } from '../../app/kernel/email.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { mailLimits } from '../../app/modules/identity/account-limits.ts'
import { changeEmail } from '../../app/modules/identity/change-email.server.ts'
import { isPasswordOf } from '../../app/modules/identity/firebase/provider-passwords.server.ts'
import { addressChangedBy, inspectLink } from '../../app/modules/identity/inspect-link.server.ts'
import { issueCode } from '../../app/modules/identity/one-time-code.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { recoverEmail } from '../../app/modules/identity/recover-email.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { requestPasswordReset } from '../../app/modules/identity/request-password-reset.server.ts'
import { resetPassword } from '../../app/modules/identity/reset-password.server.ts'
import { secondStepOf } from '../../app/modules/identity/second-step.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { anIp, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anAccount, aProvider } from '../support/google.ts'
import { codeSentTo, testEncryption as encryption, mailsSentTo } from '../support/mailed.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const oldPassword = '合言葉は 山と川'
const newPassword = '畑の朝つゆ 2026'
let phc: string
beforeAll(async () => {
  phc = await hashPassword(oldPassword)
})
const visitor = (now = noon) => as(test_.db, { kind: 'visitor' }, now)

/** A user with a password and a new session. */
async function aMember() {
  const personId = await aPerson(test_.db, '山田 太郎')
  await test_.db.insertInto('passwords').values({ personId, phc, changedAt: noon }).execute()
  const token = await openSession(
    { db: test_.db, now: noon },
    { who: { personId }, channel: 'cookie', ip: null, userAgent: null },
  )
  const actor = await actorOf({ db: test_.db, now: noon }, token, 'cookie')
  return { personId, email: `${personId}@example.jp`, token, actor }
}
const aPasskey = (personId: PersonId, createdAt: Date) =>
  test_.db
    .insertInto('passkeys')
    .values({
      credentialId: crypto.randomUUID(),
      personId,
      adminId: null,
      publicKey: Buffer.from('k'),
      counter: 0,
      transports: [],
      backedUp: false,
      name: 'thief',
      createdAt,
      lastUsedAt: null,
    })
    .execute()
const passkeysOf = (personId: PersonId) =>
  test_.db.selectFrom('passkeys').select('name').where('personId', '=', personId).execute()
const anAddress = () => must(readEmail(`new-${crypto.randomUUID()}@example.jp`))

const mailsTo = (recipient: string) => mailsSentTo(test_.pool, recipient)
const codeMailed = (recipient: string, template: string) => codeSentTo(test_.pool, recipient, template)
const ask = (email: string, now = noon, from: { ip?: string | null; device?: string } = {}) =>
  requestPasswordReset({ db: test_.db, now }, { email, ip: anIp(), encryption, ...from })
const enter = async (email: string, password: string, now = noon) =>
  (await signIn({ db: test_.db, now }, { email, password, channel: 'cookie', ip: anIp(), userAgent: null })).ok
const isLive = async (token: string, now = noon) =>
  (await actorOf({ db: test_.db, now }, token, 'cookie')).kind !== 'visitor'
const emailOf = async (personId: PersonId) =>
  (await test_.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()).email

test('T13 a reset: the new password opens, the old one does not, every session is dead, and the address is told', async () => {
  const { email, token } = await aMember()
  must(await ask(email.toUpperCase()))
  const code = await codeMailed(email, 'reset_password')
  expect(await inspectLink(visitor(), 'resetPassword', code)).toEqual({ email, current: email, passkeys: 0 })
  must(await resetPassword(visitor(), { code, password: newPassword, ip: anIp() }))
  expect(await enter(email, newPassword)).toBe(true)
  expect(await enter(email, oldPassword)).toBe(false)
  expect(await isLive(token)).toBe(false)
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['reset_password', 'password_changed'])
  expect(await inspectLink(visitor(), 'resetPassword', code)).toBeNull()
})

test('a reset keeps passkeys only on request, and none that were made before the address was confirmed', async () => {
  const [proven, unproven] = [await aMember(), await aMember()]
  await test_.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', unproven.personId).execute()
  for (const { personId, email } of [proven, unproven]) {
    await aPasskey(personId, noon)
    must(await ask(email))
    const code = await codeMailed(email, 'reset_password')
    expect(await inspectLink(visitor(), 'resetPassword', code)).toMatchObject({ passkeys: 1 })
    must(await resetPassword(visitor(), { code, password: newPassword, keepPasskeys: true, ip: anIp() }))
  }
  expect(await passkeysOf(proven.personId)).toHaveLength(1)
  expect(await passkeysOf(unproven.personId)).toEqual([])
})

test('a sign-in that waits for its second factor starts again after a password reset', async () => {
  const { personId, email } = await aMember()
  const ticket = await issueCode(test_.db, noon, { purpose: 'second_factor', owner: { personId } })
  must(await ask(email))
  const code = await codeMailed(email, 'reset_password')
  must(await resetPassword(visitor(), { code, password: newPassword, ip: anIp() }))
  expect(await secondStepOf(visitor(), ticket, 'person')).toBeNull()
})

test('T14 of six resets with one code at once exactly one gets through', async () => {
  const { email } = await aMember()
  must(await ask(email))
  const code = await codeMailed(email, 'reset_password')
  const tries = Array.from({ length: 6 }, (_, n) => `${newPassword} ${n}`)
  const got = await Promise.all(tries.map((password) => resetPassword(visitor(), { code, password, ip: anIp() })))
  expect(got.filter(({ ok }) => ok)).toHaveLength(1)
  const opening = await Promise.all(tries.map((password) => enter(email, password)))
  expect(opening).toEqual(got.map(({ ok }) => ok))
  expect((await mailsTo(email)).filter(({ template }) => template === 'password_changed')).toHaveLength(1)
})

test('a password that is refused does not use up the link', async () => {
  const { email } = await aMember()
  must(await ask(email))
  const code = await codeMailed(email, 'reset_password')
  for (const password of ['short', email, 'qwertyuiop'])
    expect(await resetPassword(visitor(), { code, password, ip: anIp() })).toMatchObject({
      refusal: 'password_refused',
      detail: { sentence: expect.stringContaining('パスワード') },
    })
  must(await resetPassword(visitor(), { code, password: newPassword, ip: anIp() }))
})

test.each([
  ['an hour later', async (_: PersonId) => {}, addHours(noon, 1)],
  ['of a user who is suspended', (id: PersonId) => update(id, { suspendedAt: noon }), noon],
  ['of an account that was closed', (id: PersonId) => update(id, { closedAt: noon }), noon],
  ['whose address is another by now', (id: PersonId) => update(id, { email: `other-${id}@example.jp` }), noon],
] as const)('T12 a link %s does nothing', async (_, change, now) => {
  const { email, personId } = await aMember()
  must(await ask(email))
  const code = await codeMailed(email, 'reset_password')
  await change(personId)
  expect(await resetPassword(visitor(now), { code, password: newPassword, ip: anIp() })).toMatchObject({
    refusal: 'code_unusable',
  })
})
const update = async (id: PersonId, change: { suspendedAt?: Date; closedAt?: Date; email?: string }) => {
  await test_.db.updateTable('people').set(change).where('id', '=', id).execute()
}

test('T11 opening a link changes nothing, however often a mail scanner does it', async () => {
  const { email } = await aMember()
  must(await ask(email))
  const code = await codeMailed(email, 'reset_password')
  for (let n = 0; n < 3; n++) expect(await inspectLink(visitor(), 'resetPassword', code)).not.toBeNull()
  must(await resetPassword(visitor(), { code, password: newPassword, ip: anIp() }))
})

test('T20 an unknown address gets the same answers, and no mail', async () => {
  const { email } = await aMember()
  const nobody = `nobody-${crypto.randomUUID()}@example.jp`
  const answers = async (address: string) => {
    const got = []
    const ip = anIp()
    for (let n = 0; n < 7; n++) {
      const now = addMinutes(noon, n)
      got.push(await ask(address, now, { ip }), await ask(address, now, { ip }))
    }
    return got
  }
  expect(await answers(nobody)).toEqual(await answers(email))
  expect(await mailsTo(nobody)).toEqual([])
})

test('a second request within a minute sends nothing more; five requests a day, twenty an hour from one network', async () => {
  const { email } = await aMember()
  const device = 'their phone'
  must(await ask(email, noon, { device }))
  must(await ask(email, noon, { device }))
  expect(await mailsTo(email)).toHaveLength(1)
  for (let n = 1; n < mailLimits.address.most; n++) must(await ask(email, addMinutes(noon, n), { device }))
  expect(await ask(email, addMinutes(noon, 9), { device })).toMatchObject({
    refusal: 'too_many_tries',
    detail: { waitSeconds: (24 * 60 - 9) * 60 },
  })
  expect(await mailsTo(email)).toHaveLength(mailLimits.address.most)

  const ip = anIp()
  for (let n = 0; n < mailLimits.ip.most; n++) must(await ask(`${n}-${ip}@example.jp`, noon, { ip }))
  expect(await ask(`another-${ip}@example.jp`, noon, { ip })).toMatchObject({ refusal: 'too_many_tries' })
  must(await ask(email, addMinutes(noon, 1), { ip, device: 'another phone of theirs' }))
})

test('only the newest link that the owner requested works; requests by others neither void it nor send a second one', async () => {
  const { email } = await aMember()
  await ask(email, noon, { device: 'their phone' })
  const first = await codeMailed(email, 'reset_password')
  await ask(email, addMinutes(noon, 2), { device: 'their phone' })
  expect(await inspectLink(visitor(), 'resetPassword', first)).toBeNull()
  const second = await codeMailed(email, 'reset_password')
  for (let n = 0; n < 10; n++) must(await ask(email, addMinutes(noon, 3)))
  expect(await mailsTo(email)).toHaveLength(3)
  expect(await inspectLink(visitor(), 'resetPassword', second)).not.toBeNull()
})

/** Requests another address, and returns the code in the mail that was sent there. */
async function asked(member: Awaited<ReturnType<typeof aMember>>) {
  const to = anAddress()
  must(await requestEmailChange(as(test_.db, member.actor), { email: to }, { ip: anIp(), encryption }))
  return { to, code: await codeMailed(to, 'change_email') }
}

test('T15 another address: nothing changes before the link is pressed; then the new one opens, and the old one is told', async () => {
  const member = await aMember()
  const { to, code } = await asked(member)
  expect(await emailOf(member.personId)).toBe(member.email)
  expect(await addressChangedBy(visitor(), code)).toBeNull()
  must(await changeEmail(visitor(), { code, ip: anIp(), encryption }))
  expect(await enter(to, oldPassword)).toBe(true)
  expect(await enter(member.email, oldPassword)).toBe(false)
  expect(await isLive(member.token)).toBe(false)
  const [told] = await mailsTo(member.email)
  expect(told).toMatchObject({ template: 'email_changed', text: expect.stringContaining(to) })
  expect(told?.text).toMatch(/mode=recoverEmail/)
  expect(await addressChangedBy(visitor(), code)).toBe(to)
})

test('T62 the link is opened in another user’s browser: the account changes, and that user gets no access', async () => {
  const [member, stranger] = [await aMember(), await aMember()]
  const { to, code } = await asked(member)
  expect(await changeEmail(as(test_.db, stranger.actor), { code, ip: anIp(), encryption })).toEqual({
    ok: true,
    value: { email: to },
  })
  expect(await emailOf(member.personId)).toBe(to)
  expect(await emailOf(stranger.personId)).toBe(stranger.email)
  expect(await isLive(stranger.token)).toBe(true)
})

test('of six presses at once exactly one changes the address, and one mail says so', async () => {
  const member = await aMember()
  const { code } = await asked(member)
  const got = await Promise.all(
    Array.from({ length: 6 }, () => changeEmail(visitor(), { code, ip: anIp(), encryption })),
  )
  expect(got.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('a change to another user’s address: that user is mailed, the caller gets the same answer, and nothing changes', async () => {
  const [member, other] = [await aMember(), await aMember()]
  const taken = must(readEmail(other.email))
  expect(await requestEmailChange(as(test_.db, member.actor), { email: taken }, { ip: anIp(), encryption })).toEqual({
    ok: true,
    value: null,
  })
  const mails = await mailsTo(other.email)
  expect(mails.map(({ template }) => template)).toEqual(['email_taken'])
  expect(mails[0]?.text).not.toMatch(/oobCode/)
})

test('two accounts request the same address at once: exactly one gets it', async () => {
  const members = [await aMember(), await aMember()]
  const to = anAddress()
  const codes = await Promise.all(
    members.map(({ personId }) =>
      issueCode(test_.db, noon, { purpose: 'change_email', owner: { personId }, email: to }),
    ),
  )
  const got = await Promise.allSettled(codes.map((code) => changeEmail(visitor(), { code, ip: anIp(), encryption })))
  expect(got.filter((it) => it.status === 'fulfilled' && it.value.ok)).toHaveLength(1)
  expect(got.filter((it) => it.status === 'rejected')).toEqual([])
})

test('a change to the user’s current address is refused, and five requests a day are allowed', async () => {
  const member = await aMember()
  const ctx = as(test_.db, member.actor)
  expect(
    await requestEmailChange(ctx, { email: must(readEmail(member.email)) }, { ip: anIp(), encryption }),
  ).toMatchObject({
    refusal: 'same_email',
  })
  for (let n = 0; n < 5; n++) must(await requestEmailChange(ctx, { email: anAddress() }, { ip: anIp(), encryption }))
  expect(await requestEmailChange(ctx, { email: anAddress() }, { ip: anIp(), encryption })).toMatchObject({
    refusal: 'too_many_tries',
  })
})

test('a new password voids a change of address that was requested before it', async () => {
  const member = await aMember()
  const { code } = await asked(member)
  must(await ask(member.email))
  const reset = await codeMailed(member.email, 'reset_password')
  must(await resetPassword(visitor(), { code: reset, password: newPassword, ip: anIp() }))
  expect(await changeEmail(visitor(), { code, ip: anIp(), encryption })).toMatchObject({ refusal: 'code_unusable' })
})

test('T16 the old address is restored: the attacker is signed out, and only the mail to the old address gives access', async () => {
  const member = await aMember()
  const { to, code } = await asked(member)
  must(await changeEmail(visitor(), { code, ip: anIp(), encryption }))
  const thief = must(
    await signIn(
      { db: test_.db, now: noon },
      { email: to, password: oldPassword, channel: 'cookie', ip: anIp(), userAgent: null },
    ),
  )
  const token = 'token' in thief ? thief.token : ''
  expect(await isLive(token)).toBe(true)
  await aPasskey(member.personId, addMinutes(noon, -30))
  await aPasskey(member.personId, addMinutes(noon, 1))
  await ask(to)
  const thiefsReset = await codeMailed(to, 'reset_password')

  const recovery = await codeMailed(member.email, 'email_changed')
  must(await recoverEmail(visitor(addMinutes(noon, 5)), { code: recovery, ip: anIp(), encryption }))
  expect(await emailOf(member.personId)).toBe(member.email)
  expect(await isLive(token)).toBe(false)
  expect(await enter(member.email, oldPassword)).toBe(false)
  expect(await passkeysOf(member.personId)).toEqual([])
  expect(
    await resetPassword(visitor(addMinutes(noon, 6)), { code: thiefsReset, password: newPassword, ip: anIp() }),
  ).toMatchObject({ refusal: 'code_unusable' })

  const reset = await codeMailed(member.email, 'reset_password')
  must(await resetPassword(visitor(addMinutes(noon, 6)), { code: reset, password: newPassword, ip: anIp() }))
  expect(await enter(member.email, newPassword)).toBe(true)
})

test('a recovery link lives seven days, works once, and after a change of changes the first one counts', async () => {
  const member = await aMember()
  const first = await asked(member)
  must(await changeEmail(visitor(), { code: first.code, ip: anIp(), encryption }))
  const toOwner = await codeMailed(member.email, 'email_changed')
  const later = addMinutes(noon, 10)
  const second = anAddress()
  const code = await issueCode(test_.db, later, {
    purpose: 'change_email',
    owner: { personId: member.personId },
    email: second,
  })
  must(await changeEmail(visitor(later), { code, ip: anIp(), encryption }))
  const toThief = await codeMailed(first.to, 'email_changed')

  expect(await inspectLink(visitor(addHours(noon, 7 * 24)), 'recoverEmail', toOwner)).toBeNull()
  must(await recoverEmail(visitor(addHours(noon, 2)), { code: toOwner, ip: anIp(), encryption }))
  expect(await recoverEmail(visitor(addHours(noon, 2)), { code: toOwner, ip: anIp(), encryption })).toMatchObject({
    ok: false,
  })
  expect(await recoverEmail(visitor(addHours(noon, 2)), { code: toThief, ip: anIp(), encryption })).toMatchObject({
    ok: false,
  })
  expect(await emailOf(member.personId)).toBe(member.email)
})

test('the attacker’s own recovery link does not void the owner’s', async () => {
  const member = await aMember()
  const first = await asked(member)
  must(await changeEmail(visitor(), { code: first.code, ip: anIp(), encryption }))
  const toOwner = await codeMailed(member.email, 'email_changed')
  const later = addMinutes(noon, 10)
  const code = await issueCode(test_.db, later, {
    purpose: 'change_email',
    owner: { personId: member.personId },
    email: anAddress(),
  })
  must(await changeEmail(visitor(later), { code, ip: anIp(), encryption }))
  must(
    await recoverEmail(visitor(later), { code: await codeMailed(first.to, 'email_changed'), ip: anIp(), encryption }),
  )
  must(await recoverEmail(visitor(later), { code: toOwner, ip: anIp(), encryption }))
  expect(await emailOf(member.personId)).toBe(member.email)
})

test('the history names addresses only in part, and no code', async () => {
  const member = await aMember()
  const { to, code } = await asked(member)
  must(await changeEmail(visitor(), { code, ip: anIp(), encryption }))
  const { rows } = await test_.pool.query(
    'select kind, data::text from events where about_person_id = $1 order by id',
    [member.personId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['email_change_asked', 'email_changed'])
  expect(JSON.stringify(rows)).not.toContain(to)
  expect(JSON.stringify(rows)).not.toContain(code)
})

const anIdentity = (personId: PersonId, issuer: string, subject: string, linkedAt = addMinutes(noon, -60)) =>
  test_.db
    .insertInto('identities')
    .values({
      provider: issuer.includes('securetoken') ? 'firebase' : 'embedded',
      issuer,
      subject,
      personId,
      email: null,
      linkedAt,
    })
    .execute()
const issuersOf = async (personId: PersonId) =>
  (
    await test_.db
      .selectFrom('identities')
      .select('issuer')
      .where('personId', '=', personId)
      .orderBy('issuer')
      .execute()
  ).map(({ issuer }) => issuer)

test('T16 phone numbers and identities that an attacker linked before the change are removed by the recovery', async () => {
  const member = await aMember()
  await anIdentity(member.personId, 'embedded', member.personId)
  await anIdentity(member.personId, 'phone', `+8190${member.personId.slice(-8)}`)
  await anIdentity(member.personId, 'https://service.example.jp', `thief-${member.personId}`)
  const { code } = await asked(member)
  must(await changeEmail(visitor(), { code, ip: anIp(), encryption }))
  const recovery = await codeMailed(member.email, 'email_changed')
  must(await recoverEmail(visitor(addMinutes(noon, 5)), { code: recovery, ip: anIp(), encryption }))
  expect(await issuersOf(member.personId)).toEqual(['embedded'])
})

describe('with the other provider', () => {
  const phone = '+819012345678'
  /** A user known there, whose account an attacker can also open with their own number. */
  async function aShared() {
    const member = await aMember()
    const subject = `user-${member.personId}`
    const ways = ['password', 'phone', 'google.com']
    const accounts = [anAccount({ subject, email: member.email, phone, ways })]
    const firebase = aProvider(accounts)
    firebase.accounts.passwords.set(subject, oldPassword)
    await anIdentity(member.personId, firebase.issuer, subject)
    const isOpenedBy = (password: string) => isPasswordOf({ ...visitor(), firebase }, member.personId, password)
    return { member, accounts, firebase, isOpenedBy }
  }

  test('T17 a reset before the address was confirmed signs in its owner only', async () => {
    const { member, accounts, firebase, isOpenedBy } = await aShared()
    await test_.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', member.personId).execute()
    must(await ask(member.email))
    const code = await codeMailed(member.email, 'reset_password')
    must(await resetPassword({ ...visitor(), firebase }, { code, password: newPassword, ip: anIp() }))
    expect(await issuersOf(member.personId)).toEqual([firebase.issuer])
    expect(accounts).toMatchObject([{ email: member.email, phone: null, ways: ['password'], validSince: noon }])
    expect(await isOpenedBy(newPassword)).toBe(true)
  })

  test('T16 the old address is restored: the account at the provider has no login method but a new password', async () => {
    const { member, accounts, firebase, isOpenedBy } = await aShared()
    const { code } = await asked(member)
    must(await changeEmail({ ...visitor(), firebase }, { code, ip: anIp(), encryption }))
    // with the public key the attacker creates another account for the address that has become free there
    accounts.push(anAccount({ subject: `thief-${member.personId}`, email: member.email, emailVerified: false }))
    const now = addMinutes(noon, 5)
    const recovery = await codeMailed(member.email, 'email_changed')
    must(await recoverEmail({ ...visitor(now), firebase }, { code: recovery, ip: anIp(), encryption }))
    expect(accounts).toMatchObject([{ email: member.email, phone: null, ways: ['password'], validSince: now }])
    expect(await isOpenedBy(oldPassword)).toBe(false)
    expect(await issuersOf(member.personId)).toEqual([firebase.issuer])
  })

  test.each([
    ['free here', false],
    ['of another user without an address here', true],
  ])('T17 a first password there: an account with the address that is %s is not taken over', async (_, isOwned) => {
    const member = await aMember()
    const theirs = { subject: `stranger-${member.personId}`, email: member.email, emailVerified: false, phone }
    const accounts = [anAccount({ ...theirs, ways: ['password', 'phone'] })]
    const firebase = aProvider(accounts)
    if (isOwned) {
      const stranger = await aPerson(test_.db, '他人')
      await test_.db
        .updateTable('people')
        .set({ email: null, emailVerifiedAt: null })
        .where('id', '=', stranger)
        .execute()
      await anIdentity(stranger, firebase.issuer, theirs.subject)
    }
    must(await ask(member.email))
    const code = await codeMailed(member.email, 'reset_password')
    must(await resetPassword({ ...visitor(), firebase }, { code, password: newPassword, ip: anIp() }))
    expect(accounts.find(({ email }) => email === member.email)).toMatchObject({ phone: null, ways: ['password'] })
    expect(accounts.filter(({ subject }) => subject === theirs.subject)).toMatchObject(
      isOwned ? [{ email: null, ways: ['phone'] }] : [],
    )
    expect(await isPasswordOf({ ...visitor(), firebase }, member.personId, newPassword)).toBe(true)
    // the old password gives no access once the provider is changed back
    expect(await enter(member.email, oldPassword)).toBe(false)
  })
})
