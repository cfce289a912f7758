import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { signInLimits } from '../../app/modules/identity/account-limits.ts'
import { addBackupCodes } from '../../app/modules/identity/factors/backup-codes.server.ts'
import { newTotpSecret } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { saveAppearance } from '../../app/modules/identity/save-appearance.server.ts'
import { finishAdminSignIn, secondStepOf } from '../../app/modules/identity/second-step.server.ts'
import { adminSession, personSession, seenEveryMs } from '../../app/modules/identity/session.ts'
import {
  actorOf,
  closeSession,
  forgetEndedSessions,
  openSession,
} from '../../app/modules/identity/session-store.server.ts'
import { normaliseEmail, signIn, signInAdmin, signInRefusalText } from '../../app/modules/identity/sign-in.server.ts'
import { waitAfter } from '../../app/modules/identity/throttle.server.ts'
import { aFarm, anAdmin, anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const asking = (now = noon) => ({ db: test_.db, now })
const later = (ms: number) => new Date(noon.getTime() + ms)

/** Hashed once for all: argon2id is slow on purpose. */
const password = '合言葉は 山と川'
const phc = hashPassword(password)

async function aChef() {
  const { actor } = await aRestaurant(test_.db)
  const email = `${actor.personId}@example.jp`
  await test_.db
    .insertInto('passwords')
    .values({ personId: actor.personId, phc: await phc, changedAt: noon })
    .execute()
  return { actor, email }
}
const encryption = makeEncryption('the key of this installation, secret')
const anAdminWithPassword = async () => {
  const staff = await anAdmin(test_.db, { phc: await phc })
  const owner = { adminId: staff.adminId }
  await keepTotpSecret(test_.db, noon, encryption, { owner, secret: newTotpSecret(), step: null })
  return { staff, email: `${staff.adminId}@example.jp` }
}

const tried = (email: string, more: Partial<Parameters<typeof signIn>[1]> = {}) => ({
  email,
  password,
  channel: 'cookie' as const,
  ip: anIp(email.trim().toLowerCase()),
  userAgent: null,
  ...more,
})
const signedIn = async (email: string) => {
  const answer = must(await signIn(asking(), tried(email)))
  if ('ticket' in answer) throw new Error('nobody here has a second step')
  return answer
}
/** Through both steps, with a backup code. */
async function staffIn(email: string): Promise<string> {
  const { ticket } = must(await signInAdmin(asking(), tried(email)))
  const step = await secondStepOf(asking(), ticket, 'admin')
  if (!step) throw new Error('no second step')
  const [code = ''] = await addBackupCodes(test_.db, noon, encryption, step.owner, 1)
  return must(await finishAdminSignIn(asking(), encryption, { ticket, answer: { code }, ip: null, userAgent: null }))
    .token
}
const opened = async (channel: 'cookie' | 'bearer' = 'cookie') => {
  const chef = await aChef()
  return {
    ...chef,
    token: await openSession(asking(), { who: { personId: chef.actor.personId }, channel, ip: null, userAgent: null }),
  }
}
const kindOf = async (token: string, now = noon, channel: 'cookie' | 'bearer' = 'cookie') =>
  (await actorOf(asking(now), token, channel)).kind
const countSessions = async (personId: string) =>
  Number((await test_.pool.query('select count(*) n from sessions where person_id = $1', [personId])).rows[0].n)

test('the right password signs the user in', async () => {
  const { actor, email } = await aChef()
  const { token, home } = await signedIn(email)
  expect(home).toBe('/restaurant')
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject(actor)
})

test('wrong password, unknown address and suspended person get the same refusal and leave no session', async () => {
  const { actor, email } = await aChef()
  const wrong = await signIn(asking(), tried(email, { password: '合言葉は 海と空' }))
  const empty = await signIn(asking(), tried(email, { password: '' }))
  const unknown = await signIn(asking(), tried(`${newId()}@example.jp`))
  await test_.pool.query('update people set suspended_at = now() where id = $1', [actor.personId])
  const suspended = await signIn(asking(), tried(email))
  for (const answer of [wrong, empty, unknown, suspended])
    expect(answer).toEqual({ ok: false, refusal: 'wrong_credentials' })
  expect(await countSessions(actor.personId)).toBe(0)
})

test('a user without a password cannot sign in with any', async () => {
  const id = await aPerson(test_.db, '合言葉なし')
  expect(await signIn(asking(), tried(`${id}@example.jp`))).toMatchObject({ refusal: 'wrong_credentials' })
})

test.each([
  ['  Chef@Example.JP ', 'chef@example.jp'],
  ['ｃｈｅｆ＠ｅｘａｍｐｌｅ．ｊｐ', 'chef@example.jp'],
  ['chef@example.jp\n', 'chef@example.jp'],
])('the address %j is %s', (typed, email) => {
  expect(normaliseEmail(typed)).toBe(email)
})

test('an address and a password in full-width characters sign the same user in', async () => {
  const { email } = await aChef()
  const wide = (text: string) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  expect(await signIn(asking(), tried(wide(email.toUpperCase())))).toMatchObject({ ok: true })
  expect(await signIn(asking(), tried(email, { password: wide(password).replace(' ', '　') }))).toMatchObject({
    ok: true,
  })
})

test.each([
  ['a farm', '/farmer'],
  ['nobody', '/'],
] as const)('a member of %s starts at %s', async (where, home) => {
  const personId = where === 'a farm' ? (await aFarm(test_.db)).actor.personId : await aPerson(test_.db, '所属なし')
  await test_.db
    .insertInto('passwords')
    .values({ personId, phc: await phc, changedAt: noon })
    .execute()
  const answer = await signedIn(`${personId}@example.jp`)
  expect(answer.home).toBe(home)
  expect(await kindOf(answer.token)).toBe(where === 'a farm' ? 'farm' : 'person')
})

test('a suspended user is signed out at once, and can return when the suspension ends', async () => {
  const { actor, token } = await opened()
  await test_.pool.query('update people set suspended_at = now() where id = $1', [actor.personId])
  expect(await kindOf(token)).toBe('visitor')
  await test_.pool.query('update people set suspended_at = null where id = $1', [actor.personId])
  expect(await kindOf(token)).toBe('buyer')
})

test('a restaurant that loses its approval loses its rights at once', async () => {
  const { actor, token } = await opened()
  await test_.pool.query(`update restaurants set status = 'suspended', status_reason = 'test' where id = $1`, [
    actor.restaurantId,
  ])
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({ restaurantApproved: false })
})

test('a session ends after 12 hours without a request, not a millisecond before', async () => {
  const { token } = await opened()
  expect(personSession.idleMs).toBe(12 * 3_600_000)
  expect(await kindOf(token, later(personSession.idleMs))).toBe('visitor')
  expect(await kindOf(token, later(personSession.idleMs - 1))).toBe('buyer')
  // and that request has extended its life
  expect(await kindOf(token, later(personSession.idleMs + 1))).toBe('buyer')
})

test('after 14 days a session ends, however often it was used', async () => {
  const { token } = await opened()
  const end = addHours(noon, 14 * 24)
  for (let moment = noon; moment < end; moment = addHours(moment, 11)) expect(await kindOf(token, moment)).toBe('buyer')
  expect(await kindOf(token, new Date(end.getTime() - 1))).toBe('buyer')
  expect(await kindOf(token, end)).toBe('visitor')
})

test('an administrator’s session ends after 15 idle minutes and after 8 hours', async () => {
  const { email } = await anAdminWithPassword()
  const token = await staffIn(email)
  expect(await kindOf(token, later(adminSession.idleMs))).toBe('visitor')
  const end = addHours(noon, 8)
  for (let moment = noon; moment < end; moment = addMinutes(moment, 14))
    expect(await kindOf(token, moment)).toBe('staff')
  expect(await kindOf(token, end)).toBe('visitor')
})

test('the last-seen time of a session is written at most every 5 minutes', async () => {
  const { token } = await opened()
  test_.queriesSince()
  const seenAt = async (ms: number) => {
    await actorOf(asking(later(ms)), token, 'cookie')
    return test_.queriesSince().filter((sql) => /^update "sessions"/.test(sql)).length
  }
  const writes = []
  for (const ms of [0, 1_000, seenEveryMs, seenEveryMs + 1, seenEveryMs + 2, 2 * seenEveryMs + 1, 2 * seenEveryMs + 2])
    writes.push(await seenAt(ms))
  expect(writes).toEqual([0, 0, 0, 1, 0, 0, 1])
})

test('a cookie is no bearer token, and a bearer token is no cookie', async () => {
  const cookie = (await opened('cookie')).token
  const bearer = (await opened('bearer')).token
  expect(bearer).toMatch(/^htk_[\w-]{43}$/)
  expect(cookie).toMatch(/^[\w-]{43}$/)
  expect(await kindOf(bearer, noon, 'bearer')).toBe('buyer')
  expect(await kindOf(bearer, noon, 'cookie')).toBe('visitor')
  expect(await kindOf(bearer.slice(4), noon, 'bearer')).toBe('visitor')
  expect(await kindOf(bearer.slice(4), noon, 'cookie')).toBe('visitor')
  expect(await kindOf(cookie, noon, 'bearer')).toBe('visitor')
  expect(await kindOf(`htk_${cookie}`, noon, 'bearer')).toBe('visitor')
})

test.each(['', ' ', 'htk_', 'x'.repeat(10_000), "' or true --", '\u0000', '山'])(
  '%j is not a session',
  async (token) => {
    expect(await kindOf(token)).toBe('visitor')
    expect(await kindOf(token, noon, 'bearer')).toBe('visitor')
  },
)

test('the token itself is nowhere in the database', async () => {
  const { token } = await opened()
  const bearer = (await opened('bearer')).token
  const { rows } = await test_.pool.query(
    `select coalesce(string_agg(s::text || encode(id_hash, 'escape') || encode(id_hash, 'base64'), ' '), '') as all from sessions s`,
  )
  for (const secret of [token, bearer, bearer.slice(4)]) {
    expect(rows[0].all).not.toContain(secret)
    expect(rows[0].all).not.toContain(Buffer.from(secret).toString('hex'))
    expect(rows[0].all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  }
})

test('signing out ends this session and no other', async () => {
  const { actor, token } = await opened()
  const who = { personId: actor.personId }
  const other = await openSession(asking(), { who, channel: 'bearer', ip: null, userAgent: null })
  await closeSession(asking(), token)
  await closeSession(asking(), token)
  expect(await kindOf(token)).toBe('visitor')
  expect(await kindOf(other, noon, 'bearer')).toBe('buyer')
})

test('a long browser name is cut, not refused', async () => {
  const { actor, email } = await aChef()
  must(await signIn(asking(), tried(email, { userAgent: 'x'.repeat(5_000), ip: '203.0.113.7' })))
  const { rows } = await test_.pool.query('select ip, length(user_agent) n from sessions where person_id = $1', [
    actor.personId,
  ])
  expect(rows).toEqual([{ ip: '203.0.113.7', n: 300 }])
})

test('ended sessions are forgotten, living ones are not', async () => {
  const { actor } = await opened()
  const who = { personId: actor.personId }
  await openSession(asking(later(personSession.idleMs)), { who, channel: 'cookie', ip: null, userAgent: null })
  await forgetEndedSessions(asking(later(personSession.idleMs + 1)))
  expect(await countSessions(actor.personId)).toBe(1)
})

test('of 200 attempts at once the limiter lets through exactly as many as it may', async () => {
  const limit = signInLimits.account
  const attempts = (now: Date, whose: string) =>
    Promise.all(Array.from({ length: 200 }, async () => (await waitAfter(asking(now), 'sign-in', whose, limit)) === 0))
  expect(limit.most).toBe(10)
  const whose = newId()
  expect((await attempts(noon, whose)).filter(Boolean)).toHaveLength(limit.most)
  expect((await attempts(later(limit.withinMs - 1), whose)).filter(Boolean)).toHaveLength(0)
  expect((await attempts(later(limit.withinMs), whose)).filter(Boolean)).toHaveLength(limit.most)
  expect((await attempts(noon, newId())).filter(Boolean)).toHaveLength(limit.most)
})

test('the eleventh attempt on one account is told to wait, even with the right password; other accounts are not', async () => {
  const [chef, other] = [await aChef(), await aChef()]
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await signIn(asking(), tried(chef.email, { password: 'wrong' }))).toMatchObject({
      refusal: 'wrong_credentials',
    })
  expect(await signIn(asking(), tried(chef.email))).toMatchObject({ refusal: 'too_many_tries' })
  expect(await signIn(asking(), tried(` ${chef.email.toUpperCase()}`))).toMatchObject({ refusal: 'too_many_tries' })
  expect(await signIn(asking(), tried(other.email))).toMatchObject({ ok: true })
  expect(await signIn(asking(later(signInLimits.account.withinMs)), tried(chef.email))).toMatchObject({ ok: true })
})

test('after too many attempts the wait is told to the second; before, it is zero', async () => {
  const [chef, other] = [await aChef(), await aChef()]
  const wait = async (email: string, ms: number, enter: typeof signIn | typeof signInAdmin = signIn) => {
    const answer = await enter(asking(later(ms)), tried(email, { password: 'wrong' }))
    return answer.ok ? null : (answer.detail?.waitSeconds ?? 0)
  }
  for (let attempt = 0; attempt < 9; attempt++) expect(await wait(chef.email, 0)).toBe(0)
  expect(await wait(chef.email, 1_000)).toBe(0)
  expect(await wait(` ${chef.email.toUpperCase()}`, 1_000)).toBe(15 * 60 - 1)
  expect(await wait(chef.email, 15 * 60_000 - 1)).toBe(1)
  expect(await wait(chef.email, 15 * 60_000)).toBe(0)
  expect(await wait(other.email, 1_000)).toBe(0)
  expect(await wait(chef.email, 1_000, signInAdmin)).toBe(0)
})

test('the appearance settings come with the user’s session, and belong to that user alone', async () => {
  const [chef, other] = [await opened(), await opened()]
  expect(await actorOf(asking(), chef.token, 'cookie')).not.toHaveProperty('looks')
  const appearance = { theme: 'night', textSize: 'xlarge' } as const
  await saveAppearance(as(test_.db, chef.actor), appearance)
  expect(await actorOf(asking(), chef.token, 'cookie')).toMatchObject({ ...chef.actor, appearance })
  expect(await actorOf(asking(), other.token, 'cookie')).toMatchObject(other.actor)
})

test('administrators have appearance settings of their own', async () => {
  const { staff, email } = await anAdminWithPassword()
  const token = await staffIn(email)
  await saveAppearance(as(test_.db, staff), { theme: 'dark', textSize: 'large' })
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({
    ...staff,
    appearance: { theme: 'dark', textSize: 'large' },
  })
})

test.each(['people', 'admins'])('%s take no theme and no text size that we do not know', async (table) => {
  const half = [
    `theme = 'dark'`,
    `text_size = 'large'`,
    `theme = 'pink', text_size = 'large'`,
    `theme = 'dark', text_size = 'huge'`,
  ]
  await aChef()
  await anAdminWithPassword()
  for (const set of half)
    await expect(test_.pool.query(`update ${table} set ${set}`)).rejects.toThrow(/check constraint/)
})

test('one address of the network cannot try all accounts', async () => {
  const ip = '203.0.113.99'
  const tries = await Promise.all(
    Array.from({ length: signInLimits.ip.most + 5 }, () => waitAfter(asking(), 'sign-in-ip', ip, signInLimits.ip)),
  )
  expect(tries.filter((wait) => wait === 0)).toHaveLength(signInLimits.ip.most)
  const { email } = await aChef()
  expect(await signIn(asking(), tried(email, { ip }))).toMatchObject({ refusal: 'too_many_tries' })
})

test('the table of attempts contains no e-mail address', async () => {
  const { email } = await aChef()
  await signIn(asking(), tried(email))
  const { rows } = await test_.pool.query(`select string_agg(key, ' ') as keys from throttle`)
  expect(rows[0].keys).not.toContain('@')
})

test('sessions of users and of administrators are separate: neither is accepted for the other', async () => {
  const chef = await aChef()
  const { staff, email } = await anAdminWithPassword()
  expect(await signInAdmin(asking(), tried(chef.email))).toEqual({ ok: false, refusal: 'wrong_credentials' })
  expect(await signIn(asking(), tried(email))).toEqual({ ok: false, refusal: 'wrong_credentials' })
  const token = await staffIn(email)
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject(staff)
  expect(await kindOf(token, noon, 'bearer')).toBe('visitor')
})

test('a disabled administrator is signed out at once and cannot sign in again', async () => {
  const { staff, email } = await anAdminWithPassword()
  const token = await staffIn(email)
  await test_.pool.query('update admins set disabled_at = now() where id = $1', [staff.adminId])
  expect(await kindOf(token)).toBe('visitor')
  expect(await signInAdmin(asking(), tried(email))).toEqual({ ok: false, refusal: 'wrong_credentials' })
})

test('failed sign-ins to a chef’s account do not lock out the administrator with the same address', async () => {
  const { email } = await anAdminWithPassword()
  await Promise.all(Array.from({ length: 12 }, () => signIn(asking(), tried(email, { password: 'wrong' }))))
  expect(await signInAdmin(asking(), tried(email))).toMatchObject({ ok: true })
})

test('both refusals are told in a sentence that does not say which part was wrong', () => {
  for (const text of Object.values(signInRefusalText)) expect(text.endsWith('。')).toBe(true)
})
