import { beforeAll, expect, test } from 'vitest'
import { readEmail } from '../../app/kernel/email.ts'
import { NotFound, ReauthRequired } from '../../app/kernel/errors.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { readKana } from '../../app/kernel/kana.ts'
import type { Phone } from '../../app/kernel/phone.ts'
import { closeAccount, closingFacts } from '../../app/modules/admin/close-account.server.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { endOwnCalendar, ownCalendars } from '../../app/modules/identity/access-keys.server.ts'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { changePassword } from '../../app/modules/identity/change-password.server.ts'
import { endOtherSessions, endOwnSession } from '../../app/modules/identity/end-sessions.server.ts'
import { issueCode } from '../../app/modules/identity/one-time-code.server.ts'
import { ownAccount, ownConsents, ownDevices } from '../../app/modules/identity/own-account.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { proveAgain } from '../../app/modules/identity/prove-again.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { resetPassword } from '../../app/modules/identity/reset-password.server.ts'
import { saveName } from '../../app/modules/identity/save-name.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { keepFax } from '../../app/modules/notifications/notification-addresses.server.ts'
import { makeCalendarFeed } from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { profileChanges } from '../../app/routes/profile/profile-actions.server.ts'
import { aFarm, aMarket, anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption, withWords } from '../support/mailed.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const password = '合言葉は 山と川'
let phc: string
beforeAll(async () => {
  phc = await hashPassword(password)
})

/** Signs a user in at noon, and returns the token and its actor at a later moment. */
async function signedIn(personId: PersonId, later = 0, userAgent: string | null = null) {
  await test_.db
    .insertInto('passwords')
    .values({ personId, phc, changedAt: noon })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const who = { personId }
  const token = await openSession({ db: test_.db, now: noon }, { who, channel: 'cookie', ip: null, userAgent })
  const now = addMinutes(noon, later)
  return { token, ctx: as(test_.db, await actorOf({ db: test_.db, now }, token, 'cookie'), now) }
}
const signedInPerson = async (later = 0) => signedIn(await aPerson(test_.db, '山田 太郎'), later)
const kindOf = async (token: string, now = noon) => (await actorOf({ db: test_.db, now }, token, 'cookie')).kind
const idOf = ({ actor }: ReturnType<typeof as>): PersonId => there('personId' in actor ? actor.personId : undefined)
const own = async (sql: string, id: string) => (await test_.pool.query(sql, [id])).rows

test.each([
  [
    'an e-mail change',
    (ctx: ReturnType<typeof as>) =>
      requestEmailChange(ctx, { email: must(readEmail('x@example.jp')) }, { ip: null, encryption: testEncryption }),
  ],
  ['a new password', (ctx: ReturnType<typeof as>) => changePassword(ctx, { password: '畑の朝つゆ 2026', keys: [] })],
  ['the file of one’s data', (ctx: ReturnType<typeof as>) => personalData(ctx)],
  ['closing the account', (ctx: ReturnType<typeof as>) => closeAccount(ctx, { confirmed: true })],
] as const)('%s needs a session of the last ten minutes', async (_, ask) => {
  const { ctx } = await signedInPerson(10)
  await expect(ask(ctx)).rejects.toThrow(ReauthRequired)
})

test('T25 the password once more: a new token, fresh again, and the old token is dead', async () => {
  const { token, ctx } = await signedInPerson(60)
  const proved = must(await proveAgain(ctx, password))
  expect(await kindOf(token, ctx.now)).toBe('visitor')
  const actor = await actorOf(ctx, proved.token, 'cookie')
  expect(actor).toMatchObject({ session: { authTime: ctx.now, key: proved.session.key } })
  must(await changePassword({ ...ctx, actor }, { password: '畑の朝つゆ 2026', keys: [] }))
})

test('a wrong password proves nothing, and ten of them are enough', async () => {
  const { token, ctx } = await signedInPerson(60)
  for (let n = 0; n < 10; n++) expect(await proveAgain(ctx, 'wrong')).toMatchObject({ refusal: 'wrong_password' })
  expect(await proveAgain(ctx, password)).toMatchObject({ refusal: 'too_many_tries' })
  expect(await kindOf(token, ctx.now)).toBe('person')
})

test('a new password: this device stays signed in with a new token, all others are signed out', async () => {
  const { token, ctx } = await signedInPerson()
  const other = await signedIn(idOf(ctx))
  const { token: next } = must(await changePassword(ctx, { password: '畑の朝つゆ 2026', keys: [] }))
  expect(await Promise.all([token, other.token, next].map((it) => kindOf(it)))).toEqual([
    'visitor',
    'visitor',
    'person',
  ])
  expect(
    await changePassword(as(test_.db, await actorOf(ctx, next, 'cookie')), { password: 'short', keys: [] }),
  ).toMatchObject({
    refusal: 'password_refused',
  })
})

test('without an address there is nothing to use a password with', async () => {
  const { ctx } = await signedInPerson()
  await test_.db.updateTable('people').set({ email: null, emailVerifiedAt: null }).where('id', '=', idOf(ctx)).execute()
  expect(await changePassword(ctx, { password: '畑の朝つゆ 2026', keys: [] })).toMatchObject({
    refusal: 'password_refused',
  })
})

test('a name and how it is read; saving the same again leaves no line in the history', async () => {
  const { ctx } = await signedInPerson()
  const name = { name: '山田 花子', nameKana: must(readKana('ヤマダ ハナコ')) }
  await saveName(ctx, name)
  await saveName(ctx, name)
  expect(await ownAccount(ctx)).toMatchObject(name)
  expect(await own(`select kind from events where about_person_id = $1`, idOf(ctx))).toEqual([{ kind: 'name_changed' }])
})

test('users see their own devices, the current one first, and sign out one of them or all others', async () => {
  const { token, ctx } = await signedInPerson()
  const [lost, home] = [await signedIn(idOf(ctx), 0, 'lost'), await signedIn(idOf(ctx), 0, 'home')]
  const stranger = await signedInPerson()
  const devices = await ownDevices(ctx)
  expect(devices.map(({ isThis }) => isThis)).toEqual([true, false, false])

  const strangers = there((await ownDevices(stranger.ctx))[0]).key
  await endOwnSession(ctx, { device: strangers })
  expect(await kindOf(stranger.token)).toBe('person')
  await endOwnSession(ctx, { device: there(devices.find(({ userAgent }) => userAgent === 'lost')).key })
  expect(await Promise.all([lost.token, home.token].map((it) => kindOf(it)))).toEqual(['visitor', 'person'])
  expect(must(await endOtherSessions(ctx, { keys: [] }))).toMatchObject({ devices: 1 })
  expect(must(await endOtherSessions(ctx, { keys: [] }))).toMatchObject({ devices: 0 })
  expect(await Promise.all([home.token, token].map((it) => kindOf(it)))).toEqual(['visitor', 'person'])
})

test('every form of the profile page has its job', () => {
  const cards = import.meta.glob<string>('../../app/routes/profile/**/*-card{,s}.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const sent = Object.values(cards).flatMap((text) =>
    [...text.matchAll(/(?:intent=|name="intent" value=)"([\w-]+)"/g)].map(([, intent]) => intent),
  )
  expect([...new Set(sent)].sort()).toEqual(Object.keys(profileChanges).sort())
})

test('the file holds what is known of the person, and no secret', async () => {
  const { actor } = await aRestaurant(test_.db)
  const { ctx } = await signedIn(actor.personId)
  await keepFax(ctx, { fax: '+81967123462' as Phone })
  const file = JSON.stringify(await personalData(ctx))
  expect(file).toContain(`${actor.personId}@example.jp`)
  expect(file).toContain('"address":"+81967123462"')
  expect(file).toContain('ビストロ 灯')
  expect(file).not.toMatch(/argon2|id_hash|sealed/)
  expect(await ownConsents(ctx)).toEqual([])
})

test('closing: signed out everywhere, the address is free, a last mail goes to it, and no sign-in works any more', async () => {
  const { token, ctx } = await signedInPerson()
  const email = `${idOf(ctx)}@example.jp`
  expect(await closeAccount(ctx, { confirmed: false })).toMatchObject({ refusal: 'not_confirmed' })
  must(await closeAccount(ctx, { confirmed: true }))
  expect(await kindOf(token)).toBe('visitor')
  expect(await own('select email, closed_at from people where id = $1', idOf(ctx))).toEqual([
    { email: `closed-${idOf(ctx)}@closed.invalid`, closed_at: noon },
  ])
  const { rows } = await test_.pool.query('select template from mails where recipient = $1', [email])
  expect(rows).toEqual([{ template: 'farewell' }])
  const again = { email, password, channel: 'cookie', ip: null, userAgent: null } as const
  expect(await signIn(ctx, again)).toMatchObject({ refusal: 'wrong_credentials' })
})

test('of two presses at once one closes the account', async () => {
  const { ctx } = await signedInPerson()
  const got = await Promise.allSettled([0, 1, 2].map(() => closeAccount(ctx, { confirmed: true })))
  expect(got.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await own(`select kind from events where about_person_id = $1`, idOf(ctx))).toEqual([
    { kind: 'account_closed' },
  ])
})

test('the only owner of a farm closes it with their account; with a second owner the farm continues without them', async () => {
  const [alone, shared] = [await aFarm(test_.db), await aFarm(test_.db)]
  const second = await aPerson(test_.db, '畑 二代目')
  await test_.pool.query(
    `insert into memberships (id, person_id, farm_id, role) values (gen_random_uuid(), $1, $2, 'owner')`,
    [second, shared.farmId],
  )
  for (const { actor } of [alone, shared]) {
    const { ctx } = await signedIn(actor.personId)
    must(await closeAccount(ctx, { confirmed: true }))
  }
  const statuses = await test_.db
    .selectFrom('farms')
    .select(['id', 'status'])
    .where('id', 'in', [alone.farmId, shared.farmId])
    .execute()
  expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [alone.farmId, 'closed'],
      [shared.farmId, 'approved'],
    ]),
  )
  expect(await own('select person_id from memberships where farm_id = $1', shared.farmId)).toEqual([
    { person_id: second },
  ])
})

test('an open order keeps an owner from closing the account, not a staff member', async () => {
  const market = await aMarket(test_.db)
  const { farmId } = there(market.farms[0])
  await placeAll(test_.db, market)
  const farmer = await signedIn(there(market.farms[0]).actor.personId)
  expect(await closingFacts(farmer.ctx)).toMatchObject({ places: [{ org: { farmId }, openOrders: 1 }] })
  expect(await closeAccount(farmer.ctx, { confirmed: true })).toMatchObject({ refusal: 'open_orders' })
  expect(await kindOf(farmer.token)).toBe('farm')

  const { ctx } = await signedIn(market.chef.personId)
  expect((await closingFacts(ctx)).places).toEqual([])
  must(await closeAccount(ctx, { confirmed: true }))
})

/** Two tokens, a calendar feed and a passkey of a chef, with a new session. */
async function withKeys(later = 0) {
  const { actor, restaurantId } = await aRestaurant(test_.db)
  const { personId } = actor
  const member = await test_.db
    .selectFrom('memberships')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const { ctx } = await signedIn(personId, 0)
  for (const name of ['会計', '受発注']) must(await makeApiToken(ctx, { name, scopes: ['orders.read'], days: 90 }))
  await makeCalendarFeed(ctx, {})
  await aPasskey(personId)
  return { personId, membershipId: member.id, email: `${personId}@example.jp`, ...(await signedIn(personId, later)) }
}
const aPasskey = (personId: PersonId) =>
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
      name: '古い端末',
      createdAt: noon,
      lastUsedAt: null,
    })
    .execute()
const keysOf = async (personId: PersonId) =>
  (
    await test_.pool.query(
      `select (select count(*) from api_tokens where person_id = $1) as tokens,
              (select count(*) from calendar_feeds f join memberships m on m.id = f.membership_id where m.person_id = $1) as calendars,
              (select count(*) from passkeys where person_id = $1) as passkeys`,
      [personId],
    )
  ).rows[0]
const mailsTo = async (email: string) =>
  withWords(await test_.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute())

test('T78 signing out everywhere ends what was ticked, and counts it', async () => {
  const { ctx, personId, email } = await withKeys()
  expect(must(await endOtherSessions(ctx, { keys: [] }))).toMatchObject({
    ended: { tokens: 0, calendars: 0, passkeys: 0 },
  })
  expect(await keysOf(personId)).toEqual({ tokens: 2, calendars: 1, passkeys: 1 })
  expect(must(await endOtherSessions(ctx, { keys: ['tokens', 'calendars'] }))).toMatchObject({
    ended: { tokens: 2, calendars: 1, passkeys: 0 },
  })
  expect(must(await endOtherSessions(ctx, { keys: ['passkeys'] }))).toMatchObject({ ended: { passkeys: 1 } })
  expect(await keysOf(personId)).toEqual({ tokens: 0, calendars: 0, passkeys: 0 })
  expect((await mailsTo(email)).map(({ template }) => template)).toContain('passkey_removed')
})

test('T78 passkeys end with the password only, the rest at once', async () => {
  const { ctx, personId } = await withKeys(11)
  await expect(endOtherSessions(ctx, { keys: ['tokens', 'passkeys'] })).rejects.toThrow(ReauthRequired)
  expect(await keysOf(personId)).toEqual({ tokens: 2, calendars: 1, passkeys: 1 })
  expect(must(await endOtherSessions(ctx, { keys: ['tokens', 'calendars'] }))).toMatchObject({
    ended: { tokens: 2, calendars: 1 },
  })
})

test('T78 a change of the password ends what was ticked, and the mail names it', async () => {
  const { ctx, personId, email } = await withKeys()
  must(await changePassword(ctx, { password: '畑の朝つゆ 2026', keys: ['tokens', 'passkeys'] }))
  expect(await keysOf(personId)).toEqual({ tokens: 0, calendars: 1, passkeys: 0 })
  const mail = (await mailsTo(email)).find(({ template }) => template === 'password_changed')
  expect(mail?.text).toContain('連携用トークン 2件・パスキー 1件')
})

test('T78 a reset ends tokens and calendar feeds, passkeys unless they are kept, and the mail names it', async () => {
  for (const keepPasskeys of [false, true]) {
    const { personId, email } = await withKeys()
    const code = await issueCode(test_.db, noon, { purpose: 'reset_password', owner: { personId }, email })
    const visitor = as(test_.db, { kind: 'visitor' })
    must(await resetPassword(visitor, { code, password: '畑の朝つゆ 2026', keepPasskeys, ip: anIp() }))
    expect(await keysOf(personId)).toEqual({ tokens: 0, calendars: 0, passkeys: keepPasskeys ? 1 : 0 })
    const mail = (await mailsTo(email)).find(({ template }) => template === 'password_changed')
    expect(mail?.text).toContain('連携用トークン 2件・カレンダー配信 1件')
    expect(mail?.text.includes('パスキー 1件')).toBe(!keepPasskeys)
  }
})

test('users see and end their own calendar feeds, with the time of the last read; those of others do not exist', async () => {
  const { ctx, personId, membershipId } = await withKeys()
  const other = await withKeys()
  expect(await ownCalendars(ctx)).toEqual([
    { membershipId, restaurant: 'ビストロ 灯', createdAt: noon, lastReadAt: null },
  ])
  await expect(endOwnCalendar(ctx, { id: other.membershipId })).rejects.toThrow(NotFound)
  await endOwnCalendar(ctx, { id: membershipId })
  expect(await keysOf(personId)).toMatchObject({ calendars: 0 })
  expect(await keysOf(other.personId)).toMatchObject({ calendars: 1 })
})
