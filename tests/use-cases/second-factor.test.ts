import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { signInLimits } from '../../app/modules/identity/account-limits.ts'
import { factorsOf, newBackupCodes, removeTotp } from '../../app/modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp, totpUnderWay } from '../../app/modules/identity/factors/enrol-totp.server.ts'
import {
  addPasskey,
  offerPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../../app/modules/identity/factors/passkeys.server.ts'
import { askForPasskey } from '../../app/modules/identity/factors/prove-passkey.server.ts'
import { newTotpSecret, stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { finishAdminSignIn, finishSignIn, secondStepOf } from '../../app/modules/identity/second-step.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn, signInAdmin } from '../../app/modules/identity/sign-in.server.ts'
import { offerPasskeySignIn, signInWithPasskey } from '../../app/modules/identity/sign-in-with-passkey.server.ts'
import { anAdmin, anIp, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aProvider } from '../support/google.ts'
import { aSoftwarePasskey } from '../support/software-passkey.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const encryption = makeEncryption('the key of this installation, secret')
const site = { origin: 'http://localhost:3000' }
const asking = (now = noon) => ({ db: test_.db, now })
const password = '合言葉は 山と川'
const phc = hashPassword(password)
const from = { ip: null, userAgent: null, device: null }
const tried = (email: string, typed = password) => ({
  email,
  password: typed,
  channel: 'cookie' as const,
  ...from,
  ip: anIp(email),
})
const codeAt = (secret: string, now = noon) => totpCode(secret, stepAt(now))

async function aChef() {
  const { actor } = await aRestaurant(test_.db)
  await test_.db
    .insertInto('passwords')
    .values({ personId: actor.personId, phc: await phc, changedAt: noon })
    .execute()
  const owner = { personId: actor.personId }
  return { actor, owner, email: `${actor.personId}@example.jp`, ctx: as(test_.db, actor) }
}

/** A chef who has turned the second step on, with the code of the previous half minute. */
async function aCarefulChef() {
  const chef = await aChef()
  must(await beginTotp(chef.ctx, { owner: chef.owner }, encryption))
  const secret = (await totpUnderWay(chef.ctx, encryption, chef.owner)) ?? ''
  const code = totpCode(secret, stepAt(noon) - 1)
  const { backupCodes } = must(await confirmTotp(chef.ctx, { owner: chef.owner, code }, encryption))
  return { ...chef, secret, backupCodes }
}

async function aStaff() {
  const staff = await anAdmin(test_.db, { phc: await phc })
  const owner = { adminId: staff.adminId }
  const secret = newTotpSecret()
  await keepTotpSecret(test_.db, noon, encryption, { owner, secret, step: null })
  return { staff, owner, secret, email: `${staff.adminId}@example.jp`, ctx: as(test_.db, staff) }
}

const ticketOf = async (email: string, now = noon) => {
  const first = must(await signIn(asking(now), tried(email)))
  if (!('ticket' in first)) throw new Error('no second step was asked for')
  return first.ticket
}
const staffTicket = async (email: string, now = noon) => must(await signInAdmin(asking(now), tried(email))).ticket
const finish = (ticket: string, code: string, now = noon) =>
  finishSignIn(asking(now), encryption, { ticket, answer: { code }, channel: 'cookie', ...from })
const finishStaff = (ticket: string, code: string, now = noon) =>
  finishAdminSignIn(asking(now), encryption, { ticket, answer: { code }, ...from })
const sessionsOf = async (id: string) =>
  (await test_.pool.query('select aal, amr from sessions where person_id = $1 or admin_id = $1', [id])).rows
const wrong = '000000'

test('until a first code was right the second step protects nothing, and may be begun anew', async () => {
  const { ctx, owner, email } = await aChef()
  must(await beginTotp(ctx, { owner }, encryption))
  const first = await totpUnderWay(ctx, encryption, owner)
  must(await beginTotp(ctx, { owner }, encryption))
  expect(await totpUnderWay(ctx, encryption, owner)).not.toBe(first)
  expect(await confirmTotp(ctx, { owner, code: wrong }, encryption)).toEqual({ ok: false, refusal: 'wrong_code' })
  expect(must(await signIn(asking(), tried(email)))).toHaveProperty('token')
  expect(await factorsOf(ctx, owner)).toEqual({ totpSince: null, backupCodes: 0, passkeys: 0 })
})

test('once it is on, the password gives a ticket and no session; the code opens one of level 2', async () => {
  const { actor, email, secret } = await aCarefulChef()
  const ticket = await ticketOf(email)
  expect(await sessionsOf(actor.personId)).toEqual([])
  expect(await secondStepOf(asking(), ticket, 'person')).toMatchObject({ email, backupCodes: 10 })
  const { token, home } = must(await finish(ticket, codeAt(secret)))
  expect(home).toBe('/restaurant')
  expect(await sessionsOf(actor.personId)).toEqual([{ aal: 2, amr: ['pwd', 'otp'] }])
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({ personId: actor.personId, session: { aal: 2 } })
  expect(await finish(ticket, codeAt(secret, addMinutes(noon, 1)), addMinutes(noon, 1))).toMatchObject({
    refusal: 'begin_again',
  })
})

test('T63: a code works once, also the one that turned it on, and of six at once exactly one', async () => {
  const { email, secret } = await aCarefulChef()
  expect(await finish(await ticketOf(email), totpCode(secret, stepAt(noon) - 1))).toMatchObject({
    refusal: 'wrong_code',
  })
  const tickets = await Promise.all(Array.from({ length: 6 }, () => ticketOf(email)))
  const results = await Promise.all(tickets.map((ticket) => finish(ticket, codeAt(secret))))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await finish(await ticketOf(email), codeAt(secret))).toMatchObject({ ok: false })
})

test('of six right answers to one ticket at once exactly one signs in', async () => {
  const { actor, email, backupCodes } = await aCarefulChef()
  const ticket = await ticketOf(email)
  const results = await Promise.all(backupCodes.slice(0, 5).map((code) => finish(ticket, code)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await sessionsOf(actor.personId)).toHaveLength(1)
})

test('T48: after five wrong codes from any network the ticket is void; twenty at once count as no more than five', async () => {
  const { email, secret } = await aCarefulChef()
  const ticket = await ticketOf(email)
  const results = await Promise.all(Array.from({ length: 20 }, () => finish(ticket, wrong)))
  expect(results.filter((it) => !it.ok && it.refusal === 'wrong_code')).toHaveLength(4)
  expect(await finish(ticket, codeAt(secret))).toEqual({ ok: false, refusal: 'begin_again' })
  expect(await secondStepOf(asking(), ticket, 'person')).toBeNull()
  expect(await finish(await ticketOf(email), codeAt(secret))).toMatchObject({ ok: true })
})

test('after ten wrong codes in an hour the user has to wait; the owner’s own device is counted separately', async () => {
  const { email, secret, ctx } = await aStaff()
  expect(ctx.actor.kind).toBe('staff')
  for (let round = 0; round < 2; round++) {
    const ticket = await staffTicket(email)
    for (let n = 0; n < 5; n++) await finishStaff(ticket, wrong)
  }
  const ticket = await staffTicket(email)
  expect(await finishStaff(ticket, codeAt(secret))).toEqual({
    ok: false,
    refusal: 'too_many_codes',
    detail: { waitSeconds: signInLimits.secondStep.withinMs / 1000 },
  })
  const known = { ticket, answer: { code: codeAt(secret) }, ...from, device: 'own' }
  expect(await finishAdminSignIn(asking(), encryption, known)).toMatchObject({ ok: true })
})

test('the codes of a network from which the account has come in are counted apart', async () => {
  const { email, secret } = await aCarefulChef()
  const home = anIp()
  const answer = async (ip: string, code: string, now = noon) =>
    finishSignIn(asking(now), encryption, {
      ticket: await ticketOf(email, now),
      answer: { code },
      channel: 'cookie',
      ...from,
      ip,
    })
  must(await answer(home, codeAt(secret)))
  for (let n = 0; n < 10; n++) expect(await answer(anIp(), wrong)).toMatchObject({ refusal: 'wrong_code' })
  const later = addMinutes(noon, 5)
  expect(await answer(anIp(), codeAt(secret, later), later)).toMatchObject({ refusal: 'too_many_codes' })
  expect(await answer(home, codeAt(secret, later), later)).toMatchObject({ ok: true })
})

test('a ticket lives ten minutes, and is no session of any kind', async () => {
  const { email, secret } = await aCarefulChef()
  const ticket = await ticketOf(email)
  for (const channel of ['cookie', 'bearer'] as const)
    expect(await actorOf(asking(), channel === 'bearer' ? `htk_${ticket}` : ticket, channel)).toEqual({
      kind: 'visitor',
    })
  const late = addMinutes(noon, 10)
  expect(await finish(ticket, codeAt(secret, late), late)).toEqual({ ok: false, refusal: 'begin_again' })
})

test('T49: a backup code works once, however it is typed, also when six try at once', async () => {
  const { email, backupCodes, ctx, owner } = await aCarefulChef()
  const [code = ''] = backupCodes
  const tickets = await Promise.all(Array.from({ length: 6 }, () => ticketOf(email)))
  const typed = ` ${code.toUpperCase().replace('-', '　')} `
  const results = await Promise.all(tickets.map((ticket) => finish(ticket, typed)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await factorsOf(ctx, owner)).toMatchObject({ backupCodes: 9 })
  const { rows } = await test_.pool.query(`select kind from events where about_person_id = $1 order by at, kind`, [
    owner.personId,
  ])
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['backup_code_used', 'second_factor_on'])
})

const withCode = ({ owner, backupCodes }: Pick<Awaited<ReturnType<typeof aCarefulChef>>, 'owner' | 'backupCodes'>) => ({
  owner,
  answer: { code: backupCodes.at(-1) ?? '' },
})

test('the second factor, its backup codes and a passkey beside it go with the second factor only', async () => {
  const [chef, other] = [await aCarefulChef(), await aCarefulChef()]
  const passkey = aSoftwarePasskey()
  const offer = await offerPasskey(chef.ctx, site, chef.owner, { email: chef.email, name: '料理人' })
  const made = { json: passkey.make({ challenge: offer.challenge }), site }
  must(await addPasskey(chef.ctx, { owner: chef.owner, answer: made, userAgent: null }))
  const { owner } = chef
  const [spent = ''] = chef.backupCodes
  must(await finish(await ticketOf(chef.email), spent))
  for (const code of ['', wrong, spent, other.backupCodes[0] ?? '']) {
    const given = { owner, answer: { code } }
    expect(await removeTotp(chef.ctx, given, encryption)).toEqual({ ok: false, refusal: 'wrong_code' })
    expect(await newBackupCodes(chef.ctx, given, encryption)).toEqual({ ok: false, refusal: 'wrong_code' })
  }
  expect(await removePasskey(chef.ctx, { owner, id: passkey.id, answer: null }, encryption)).toMatchObject({
    ok: false,
  })
  expect(await factorsOf(chef.ctx, owner)).toMatchObject({ backupCodes: 9, passkeys: 1 })
  const tenth = await removeTotp(chef.ctx, { owner, answer: { code: wrong } }, encryption)
  expect(tenth).toEqual({ ok: false, refusal: 'wrong_code' })
  const eleventh = await removeTotp(chef.ctx, { owner, answer: { code: wrong } }, encryption)
  expect(eleventh).toMatchObject({ ok: false, refusal: 'too_many_codes' })
  const later = as(test_.db, chef.actor, addMinutes(noon, 61))
  const { challenge } = await askForPasskey(test_.db, later.now, site, owner)
  const answer = { passkey: { json: passkey.answer({ challenge }), site } }
  must(await newBackupCodes(later, { owner, answer }, encryption))
  expect(await removeTotp(later, { owner, answer }, encryption)).toMatchObject({ refusal: 'wrong_code' })
  must(await removeTotp(later, { owner, answer: { code: codeAt(chef.secret, later.now) } }, encryption))
  must(await removePasskey(later, { owner, id: passkey.id, answer: null }, encryption))
})

test('the last passkey of an administrator without an app stays', async () => {
  const { adminId } = await anAdmin(test_.db)
  const owner = { adminId }
  const ctx = as(test_.db, { kind: 'staff', adminId, name: '運営', role: 'full' })
  const [one, two] = [aSoftwarePasskey(), aSoftwarePasskey()]
  for (const passkey of [one, two]) {
    const { challenge } = await offerPasskey(ctx, site, owner, { email: 'x@example.jp', name: '運営' })
    must(await addPasskey(ctx, { owner, answer: { json: passkey.make({ challenge }), site }, userAgent: null }))
  }
  const gone = await Promise.all(
    [one, two].map(({ id }) => removePasskey(ctx, { owner, id, answer: null }, encryption)),
  )
  expect(gone.filter(({ ok }) => ok)).toHaveLength(1)
  expect(gone).toContainEqual({ ok: false, refusal: 'last_factor' })
})

test('new backup codes void the old ones; codes of other users are not accepted', async () => {
  const [chef, other] = [await aCarefulChef(), await aCarefulChef()]
  const { backupCodes } = must(await newBackupCodes(chef.ctx, withCode(chef), encryption))
  expect(new Set([...backupCodes, ...chef.backupCodes]).size).toBe(20)
  expect(await finish(await ticketOf(chef.email), chef.backupCodes[0] ?? '')).toMatchObject({ ok: false })
  expect(await finish(await ticketOf(other.email), backupCodes[0] ?? '')).toMatchObject({ ok: false })
  expect(await finish(await ticketOf(chef.email), backupCodes[0] ?? '')).toMatchObject({ ok: true })
  const plain = await aChef()
  expect(await newBackupCodes(plain.ctx, { owner: plain.owner, answer: null }, encryption)).toMatchObject({
    refusal: 'no_second_factor',
  })
})

test('T58: neither secrets nor codes are in the database', async () => {
  const { secret, backupCodes } = await aCarefulChef()
  const { rows } = await test_.pool.query(
    `select (select string_agg(t::text, ' ') from totp_secrets t) || (select string_agg(b::text, ' ') from backup_codes b) as all`,
  )
  for (const it of [secret, ...backupCodes]) expect(rows[0].all).not.toContain(it)
})

test('the owner is told by mail of every change, and of none that did not happen', async () => {
  const chef = await aCarefulChef()
  const told = async () =>
    (await test_.db.selectFrom('mails').select('template').where('recipient', '=', chef.email).execute()).map(
      ({ template }) => template,
    )
  const { backupCodes } = must(await newBackupCodes(chef.ctx, withCode(chef), encryption))
  must(await removeTotp(chef.ctx, withCode({ ...chef, backupCodes }), encryption))
  expect(await newBackupCodes(chef.ctx, withCode(chef), encryption)).toMatchObject({ ok: false })
  expect((await told()).sort()).toEqual(['backup_codes_renewed', 'second_factor_off', 'second_factor_on'])
})

test('a user who turns it off signs in with the password alone', async () => {
  const { ctx, owner, email, backupCodes } = await aCarefulChef()
  must(await removeTotp(ctx, withCode({ owner, backupCodes }), encryption))
  expect(must(await signIn(asking(), tried(email)))).toHaveProperty('token')
  expect(await factorsOf(ctx, owner)).toEqual({ totpSince: null, backupCodes: 0, passkeys: 0 })
})

test('a user who is suspended between the two steps cannot sign in', async () => {
  const { actor, email, secret } = await aCarefulChef()
  const ticket = await ticketOf(email)
  await test_.pool.query('update people set suspended_at = now() where id = $1', [actor.personId])
  expect(await finish(ticket, codeAt(secret))).toMatchObject({ ok: false })
  expect(await sessionsOf(actor.personId)).toEqual([])
})

test('T47: administrators cannot sign in with a password alone; a session of level 1 has no rights', async () => {
  const { staff, owner, email, secret } = await aStaff()
  const ticket = await staffTicket(email)
  expect(await sessionsOf(staff.adminId)).toEqual([])
  const weak = await openSession(asking(), { who: owner, channel: 'cookie', ip: null, userAgent: null })
  expect(await actorOf(asking(), weak, 'cookie')).toEqual({ kind: 'visitor' })
  const { token } = must(await finishStaff(ticket, codeAt(secret)))
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({ kind: 'staff', session: { aal: 2 } })
})

test('T45: the ticket of a user is not valid for administrators, nor the other way round', async () => {
  const [chef, staff] = [await aCarefulChef(), await aStaff()]
  expect(await finishStaff(await ticketOf(chef.email), codeAt(chef.secret))).toMatchObject({ refusal: 'begin_again' })
  expect(await finish(await staffTicket(staff.email), codeAt(staff.secret))).toMatchObject({ refusal: 'begin_again' })
})

test('staff without a second factor are told so only with the right password', async () => {
  const { adminId } = await anAdmin(test_.db, { phc: await phc })
  const email = `${adminId}@example.jp`
  expect(await signInAdmin(asking(), tried(email))).toEqual({ ok: false, refusal: 'no_second_factor' })
  expect(await signInAdmin(asking(), tried(email, 'x'))).toEqual({ ok: false, refusal: 'wrong_credentials' })
})

test('T21: twelve wrong passwords from twelve networks do not lock the owner out; a known device has its own ten', async () => {
  const { email } = await aChef()
  const wrongly = { ...tried(email, 'wrong'), device: null }
  for (let n = 0; n < 12; n++) await signIn(asking(), { ...wrongly, ip: anIp() })
  expect(await signIn(asking(), tried(email))).toMatchObject({ ok: true })
  expect(await signIn(asking(), { ...tried(email), device: 'own' })).toMatchObject({ ok: true })
  for (let n = 0; n < 10; n++) await signIn(asking(), { ...wrongly, device: 'own' })
  expect(await signIn(asking(), { ...tried(email), device: 'own' })).toMatchObject({ refusal: 'too_many_tries' })
})

test('T22: of thirty wrong passwords at once exactly ten are looked at', async () => {
  const { email } = await aChef()
  const results = await Promise.all(Array.from({ length: 30 }, () => signIn(asking(), tried(email, 'wrong'))))
  expect(results.filter((it) => !it.ok && it.refusal === 'wrong_credentials')).toHaveLength(10)
  expect(results.filter((it) => !it.ok && it.refusal === 'too_many_tries')).toHaveLength(20)
})

/** A chef with a passkey in memory. */
async function aChefWithPasskey() {
  const chef = await aChef()
  const passkey = aSoftwarePasskey()
  const { challenge } = await offerPasskey(chef.ctx, site, chef.owner, { email: chef.email, name: chef.actor.name })
  const answer = { json: passkey.make({ challenge }), site }
  must(await addPasskey(chef.ctx, { owner: chef.owner, answer, userAgent: 'iPhone' }))
  return { ...chef, passkey }
}
const question = async () => must(await offerPasskeySignIn(asking(), site, null)).challenge
const enter = (json: string) => signInWithPasskey(asking(), { answer: { json, site }, ip: null, userAgent: null })

test('a passkey is two things at once, so it opens a session of level 2', async () => {
  const { actor, passkey, ctx, owner } = await aChefWithPasskey()
  expect(await passkeysOf(ctx, owner)).toMatchObject([{ id: passkey.id, lastUsedAt: null }])
  const { token, home } = must(await enter(passkey.answer({ challenge: await question() })))
  expect(home).toBe('/restaurant')
  expect(await sessionsOf(actor.personId)).toEqual([{ aal: 2, amr: ['hwk'] }])
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({ personId: actor.personId })
  expect(await passkeysOf(ctx, owner)).toMatchObject([{ lastUsedAt: noon }])
})

test('with the other provider a session by passkey is asked about there, too', async () => {
  const { actor, passkey } = await aChefWithPasskey()
  const firebase = aProvider([])
  const identity = { provider: 'firebase', issuer: firebase.issuer, subject: `user-${actor.personId}` }
  await test_.db
    .insertInto('identities')
    .values({ ...identity, personId: actor.personId, email: null, linkedAt: noon })
    .execute()
  const json = passkey.answer({ challenge: await question() })
  must(await signInWithPasskey({ ...asking(), firebase }, { answer: { json, site }, ip: null, userAgent: null }))
  const sessions = await test_.db
    .selectFrom('sessions')
    .select(['provider', 'providerHandle as handle'])
    .where('personId', '=', actor.personId)
    .execute()
  expect(sessions).toContainEqual({ provider: 'firebase', handle: identity.subject })
})

test.each([
  ['not unlocked by its owner', { verified: false }],
  ['asked by another site', { origin: 'https://evil.example' }],
  ['to a question of nobody', { challenge: 'x'.repeat(43) }],
])('T64: a passkey that answers %s opens nothing', async (_, told) => {
  const { passkey } = await aChefWithPasskey()
  const challenge = await question()
  expect(await enter(passkey.answer({ challenge, ...told }))).toEqual({ ok: false, refusal: 'passkey_unknown' })
})

test('an answer counts once, a copied key with an old counter not at all, a removed passkey never', async () => {
  const { passkey, ctx, owner } = await aChefWithPasskey()
  const json = passkey.answer({ challenge: await question() })
  const results = await Promise.all(Array.from({ length: 6 }, () => enter(json)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  await test_.pool.query('update passkeys set counter = 99 where credential_id = $1', [passkey.id])
  expect(await enter(passkey.answer({ challenge: await question() }))).toMatchObject({ ok: false })
  must(await removePasskey(ctx, { owner, id: passkey.id, answer: null }, encryption))
  expect(await enter(passkey.answer({ challenge: await question() }))).toMatchObject({ ok: false })
})

test.each(['', '{}', 'null', '{"id":1}', '[', '"x"'])('%j is no answer', async (json) => {
  expect(await enter(json)).toEqual({ ok: false, refusal: 'passkey_unknown' })
})

test('a new passkey is stored only for the user it was offered to, with user verification, and once', async () => {
  const [chef, other] = [await aChef(), await aChef()]
  const offered = async () =>
    (await offerPasskey(chef.ctx, site, chef.owner, { email: chef.email, name: '料理人' })).challenge
  const passkey = aSoftwarePasskey()
  const add = (who: typeof chef, json: string) =>
    addPasskey(who.ctx, { owner: who.owner, answer: { json, site }, userAgent: null })
  expect(await add(chef, passkey.make({ challenge: await offered(), verified: false }))).toMatchObject({ ok: false })
  expect(await add(other, passkey.make({ challenge: await offered() }))).toMatchObject({ refusal: 'not_accepted' })
  expect(await add(chef, passkey.make({ challenge: await question() }))).toMatchObject({ refusal: 'not_accepted' })
  must(await add(chef, passkey.make({ challenge: await offered() })))
  expect(await add(chef, passkey.make({ challenge: await offered() }))).toMatchObject({ refusal: 'not_accepted' })
})

test('a passkey is renamed and removed by its owner alone', async () => {
  const [chef, other] = [await aChefWithPasskey(), await aChef()]
  const { id } = chef.passkey
  must(await renamePasskey(chef.ctx, { owner: chef.owner, id, name: ' 店のiPad ' }))
  expect(await passkeysOf(chef.ctx, chef.owner)).toMatchObject([{ name: '店のiPad' }])
  expect(await renamePasskey(chef.ctx, { owner: chef.owner, id, name: ' ' })).toMatchObject({ refusal: 'name_missing' })
  await expect(renamePasskey(other.ctx, { owner: other.owner, id, name: 'x' })).rejects.toThrow(NotFound)
  await expect(removePasskey(other.ctx, { owner: other.owner, id, answer: null }, encryption)).rejects.toThrow(NotFound)
})

test('administrators use their own passkey after the password; one of another administrator is refused', async () => {
  const { ctx, owner, email } = await aStaff()
  const [own, foreign] = [aSoftwarePasskey(), await aChefWithPasskey()]
  const { challenge } = await offerPasskey(ctx, site, owner, { email, name: '運営' })
  must(await addPasskey(ctx, { owner, answer: { json: own.make({ challenge }), site }, userAgent: null }))
  const ticket = await staffTicket(email)
  const say = async (passkey: typeof own, verified = true) => {
    const asked = (await askForPasskey(test_.db, noon, site, owner)).challenge
    const answer = { passkey: { json: passkey.answer({ challenge: asked, verified }), site } }
    return finishAdminSignIn(asking(), encryption, { ticket, answer, ...from })
  }
  expect(await say(foreign.passkey)).toMatchObject({ ok: false })
  expect(await say(own, false)).toMatchObject({ ok: false })
  expect(await enter(own.answer({ challenge: await question() }))).toMatchObject({ refusal: 'passkey_unknown' })
  expect(await say(own)).toMatchObject({ ok: true })
})

test('what protects an account is for its owner alone', async () => {
  const [chef, other, staff] = [await aCarefulChef(), await aChef(), await aStaff()]
  const account = { email: 'x@example.jp', name: 'x' }
  for (const ctx of [other.ctx, staff.ctx, as(test_.db, { kind: 'visitor' as const })])
    for (const owner of [chef.owner, { adminId: (await aStaff()).staff.adminId }]) {
      await expect(factorsOf(ctx, owner)).rejects.toThrow()
      await expect(beginTotp(ctx, { owner }, encryption)).rejects.toThrow()
      await expect(totpUnderWay(ctx, encryption, owner)).rejects.toThrow()
      await expect(confirmTotp(ctx, { owner, code: wrong }, encryption)).rejects.toThrow()
      await expect(newBackupCodes(ctx, { owner, answer: null }, encryption)).rejects.toThrow()
      await expect(removeTotp(ctx, { owner, answer: null }, encryption)).rejects.toThrow()
      await expect(passkeysOf(ctx, owner)).rejects.toThrow()
      await expect(offerPasskey(ctx, site, owner, account)).rejects.toThrow()
      await expect(addPasskey(ctx, { owner, answer: { json: '{}', site }, userAgent: null })).rejects.toThrow()
      await expect(renamePasskey(ctx, { owner, id: 'x', name: 'x' })).rejects.toThrow()
      await expect(removePasskey(ctx, { owner, id: 'x', answer: null }, encryption)).rejects.toThrow()
    }
  await expect(removeTotp(staff.ctx, { owner: staff.owner, answer: null }, encryption)).rejects.toThrow()
})
