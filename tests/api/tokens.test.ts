import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import type { ApiTokenId } from '../../app/kernel/ids.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { type Scope, scopesOf } from '../../app/modules/identity/api-scopes.ts'
import { apiTokensOf, makeApiToken, revokeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { newTotpSecret } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { ownDevices } from '../../app/modules/identity/own-account.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { programSession } from '../../app/modules/identity/session.ts'
import { closeSessionsOf, forgetEndedSessions, openSession } from '../../app/modules/identity/session-store.server.ts'
import { tokenCommand } from '../../app/modules/identity/token-command.server.ts'
import { aFarm, aKey, anAdmin, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aProvider } from '../support/google.ts'
import { must } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)
const password = '合言葉は 山と川'
const phc = hashPassword(password)
const later = (ms: number) => new Date(noon.getTime() + ms)
const inDays = (days: number) => addHours(noon, days * 24)

type Person = Extract<Actor, { personId: unknown }>

beforeEach(() => {
  clock.at = noon
})

async function aMember(kind: 'chef' | 'farmer' = 'chef') {
  const { actor } = kind === 'chef' ? await aRestaurant(database.db) : await aFarm(database.db)
  await database.db
    .insertInto('passwords')
    .values({ personId: actor.personId, phc: await phc, changedAt: noon })
    .execute()
  return actor
}

async function signedIn(actor: Person) {
  const answer = await call('POST', '/auth/tokens', {
    body: { email: `${actor.personId}@example.jp`, password },
    headers: { 'user-agent': 'Kitchen/1.0' },
  })
  expect(answer.status).toBe(201)
  return { token: String(answer.body.token), refreshToken: String(answer.body.refreshToken) }
}

test.each(['/auth/tokens', '/auth/tokens/'])('with the other provider %s takes no password', async (path) => {
  const actor = await aMember()
  const provided = anApi(database, aProvider([]))
  const answer = await provided.call('POST', path, { body: { email: `${actor.personId}@example.jp`, password } })
  expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
})

const refresh = (refreshToken: string) => call('POST', '/auth/tokens/refresh', { body: { refreshToken } })
const meWith = async (token: string) => (await call('GET', '/me', { token })).status

describe('T60 a program signs in, works for a quarter of an hour, and refreshes', () => {
  test('the access token ends after 15 minutes, the refresh token brings the next pair, the old pair is dead', async () => {
    const first = await signedIn(await aMember())
    expect(first.token).toMatch(/^htk_[\w-]{43}$/)
    expect(first.refreshToken).toMatch(/^htr_[\w-]{43}$/)
    clock.at = later(programSession.accessMs - 1)
    expect(await meWith(first.token)).toBe(200)
    clock.at = later(programSession.accessMs)
    expect(await meWith(first.token)).toBe(401)
    const second = await refresh(first.refreshToken)
    expect([second.status, second.body.expiresSeconds, second.body.refreshSeconds]).toEqual([201, 900, 2_592_000])
    expect(await meWith(second.body.token)).toBe(200)
    expect(await meWith(first.token)).toBe(401)
  })

  test('refreshing within the quarter of an hour ends the access token of before', async () => {
    const first = await signedIn(await aMember())
    const second = await refresh(first.refreshToken)
    expect(await meWith(first.token)).toBe(401)
    expect(await meWith(second.body.token)).toBe(200)
  })

  test('thirty days without use and it is over; ninety days and the password is asked for again', async () => {
    const [quiet, busy] = [await signedIn(await aMember()), await signedIn(await aMember())]
    clock.at = later(programSession.idleMs)
    expect((await refresh(quiet.refreshToken)).status).toBe(401)
    let { refreshToken } = busy
    for (let day = 20; day < 90; day += 20) {
      clock.at = inDays(day)
      const answer = await refresh(refreshToken)
      expect([day, answer.status]).toEqual([day, 201])
      refreshToken = answer.body.refreshToken
    }
    clock.at = inDays(90)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('signing out ends both, and so does signing out everywhere and a suspension', async () => {
    const actor = await aMember()
    const [one, two, three] = [await signedIn(actor), await signedIn(actor), await signedIn(actor)]
    expect((await call('DELETE', '/auth/tokens/current', { token: one.token })).status).toBe(204)
    expect((await refresh(one.refreshToken)).status).toBe(401)
    await database.pool.query('update people set suspended_at = now() where id = $1', [actor.personId])
    expect(await meWith(two.token)).toBe(401)
    expect((await refresh(two.refreshToken)).status).toBe(401)
    await database.pool.query('update people set suspended_at = null where id = $1', [actor.personId])
    await closeSessionsOf(database.db, actor)
    expect((await refresh(three.refreshToken)).status).toBe(401)
    const { rows } = await database.pool.query(
      'select count(*)::int n from refresh_tokens r join sessions s on s.id_hash = r.session_hash where person_id = $1',
      [actor.personId],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('it is in the list of devices once, however often it was refreshed', async () => {
    const actor = await aMember()
    const first = await signedIn(actor)
    await refresh(first.refreshToken)
    expect(await ownDevices(as(database.db, actor))).toMatchObject([{ channel: 'bearer', userAgent: 'Kitchen/1.0' }])
  })

  test('expired tokens are deleted', async () => {
    await signedIn(await aMember())
    await forgetEndedSessions({ db: database.db, now: inDays(91) })
    const { rows } = await database.pool.query(
      'select (select count(*)::int from refresh_tokens) r, (select count(*)::int from sessions) s',
    )
    expect(rows).toEqual([{ r: 0, s: 0 }])
  })
})

describe('T59 tokens are good in their own place only', () => {
  test('a refresh token that was spent ends the whole sign-in, the newest pair with it, and is told in the history', async () => {
    const actor = await aMember()
    const first = await signedIn(actor)
    const second = await refresh(first.refreshToken)
    const third = await refresh(second.body.refreshToken)
    const stolen = await refresh(first.refreshToken)
    expect([stolen.status, stolen.body.code]).toEqual([401, 'TOKEN_REFUSED'])
    expect(await meWith(third.body.token)).toBe(401)
    expect((await refresh(third.body.refreshToken)).status).toBe(401)
    const told = await database.db
      .selectFrom('events')
      .select('kind')
      .where('aboutPersonId', '=', actor.personId)
      .execute()
    expect(told).toEqual([{ kind: 'token_reuse_found' }])
  })

  test('it ends no session of other users, nor of the same user’s other programs', async () => {
    const actor = await aMember()
    const [mine, phone, other] = [await signedIn(actor), await signedIn(actor), await signedIn(await aMember())]
    await refresh(mine.refreshToken)
    await refresh(mine.refreshToken)
    expect(await meWith(phone.token)).toBe(200)
    expect(await meWith(other.token)).toBe(200)
  })

  test('six at once: exactly one gets a pair', async () => {
    const { refreshToken } = await signedIn(await aMember())
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401, 401])
  })

  test.each(['', 'htr_', 'htr_made-up', 'htk_made-up', '\u0000'])('%j refreshes nothing', async (made) => {
    expect((await refresh(made)).status).toBeGreaterThanOrEqual(401)
  })

  test('cookie, access, refresh and integration tokens are not taken for one another', async () => {
    const actor = await aMember()
    const { token, refreshToken } = await signedIn(actor)
    const cookie = await tokenOf(actor, 'cookie')
    const { integration } = await anIntegration(actor, ['orders.read'])
    const bare = (text: string) => text.replace(/^ht._/, '')
    for (const wrong of [cookie, refreshToken, `htk_${cookie}`, `htk_${bare(refreshToken)}`, bare(token)])
      expect([wrong.slice(0, 4), await meWith(wrong)]).toEqual([wrong.slice(0, 4), 401])
    for (const wrong of [token, bare(token), refreshToken, integration])
      expect((await call('GET', '/me', { headers: { cookie: `__Host-sid=${wrong}` } })).status).toBe(401)
    for (const wrong of [token, `htr_${bare(token)}`, `htr_${cookie}`, integration])
      expect((await refresh(wrong)).status).toBe(401)
  })

  test('a wrong bearer token is refused even with a valid cookie', async () => {
    const cookie = `__Host-sid=${await tokenOf(await aMember(), 'cookie')}`
    expect((await call('GET', '/me', { headers: { cookie } })).status).toBe(200)
    expect((await call('GET', '/me', { token: 'htk_made-up', headers: { cookie } })).status).toBe(401)
  })
})

/** An integration's token as its maker receives it, in a session that was just re-authenticated. */
async function anIntegration(actor: Person, scopes: Scope[], days = 30) {
  const session = { key: 'x', authTime: clock.at, aal: 1 as const }
  const ctx = as(database.db, { ...actor, session }, clock.at)
  const made = must(await makeApiToken(ctx, { name: '会計ソフト', scopes, days }))
  return { integration: made.token, ctx }
}

describe('integrations', () => {
  test('a token may what its scopes say, for the place it was made for, and nothing else', async () => {
    const { integration } = await anIntegration(await aMember(), ['orders.read'])
    expect(integration).toMatch(/^hti_[0-9a-z]{10}_[\w-]{43}$/)
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await call(method, path, { token: integration, body })).status
    expect(await statusOf('GET', '/me')).toBe(200)
    expect(await statusOf('GET', '/orders')).toBe(200)
    const cart = await call('GET', '/cart', { token: integration })
    expect([cart.status, cart.body.code]).toEqual([403, 'SCOPE_MISSING'])
    expect(await statusOf('GET', '/products')).toBe(403)
    expect(await statusOf('GET', '/inquiries')).toBe(403)
    expect(await statusOf('DELETE', '/auth/tokens/current')).toBe(403)
    expect((await call('POST', '/purchases', { token: integration, key: aKey(), body: {} })).status).toBe(403)
  })

  test('its maker’s rights stay the limit: a chef’s token ships nothing, a farm’s buys nothing', async () => {
    const farmer = await anIntegration(await aMember('farmer'), scopesOf('farm'))
    expect((await call('GET', '/farm/work', { token: farmer.integration })).status).toBe(200)
    expect((await call('GET', '/cart', { token: farmer.integration })).status).toBe(403)
    const chef = await anIntegration(await aMember(), [...scopesOf('restaurant'), 'shipments.write'])
    expect(await apiTokensOf(chef.ctx)).toMatchObject([{ scopes: scopesOf('restaurant') }])
    expect((await call('GET', '/farm/work', { token: chef.integration })).status).toBe(403)
  })

  test('it ends on its day, when it is revoked, when its maker is suspended, leaves, or loses every session', async () => {
    const statusWith = async (token: string, at = noon) => {
      clock.at = at
      return meWith(token)
    }
    const old = await anIntegration(await aMember(), ['orders.read'], 30)
    expect(await statusWith(old.integration, inDays(29))).toBe(200)
    expect(await statusWith(old.integration, inDays(30))).toBe(401)
    expect(await apiTokensOf({ ...old.ctx, now: inDays(30) })).toEqual([])

    clock.at = noon
    const revoked = await anIntegration(await aMember(), ['orders.read'])
    const [{ id } = { id: '' as ApiTokenId }] = await apiTokensOf(revoked.ctx)
    await revokeApiToken((await anIntegration(await aMember(), ['orders.read'])).ctx, { id })
    expect(await statusWith(revoked.integration)).toBe(200)
    await revokeApiToken(revoked.ctx, { id })
    await revokeApiToken(revoked.ctx, { id })
    expect(await statusWith(revoked.integration)).toBe(401)

    const endings: ((actor: Person) => Promise<unknown>)[] = [
      ({ personId }) => database.pool.query('update people set suspended_at = now() where id = $1', [personId]),
      ({ personId }) => database.pool.query('delete from memberships where person_id = $1', [personId]),
      (actor) => closeSessionsOf(database.db, actor),
    ]
    for (const end of endings) {
      const actor = await aMember()
      const { integration } = await anIntegration(actor, ['orders.read'])
      expect(await statusWith(integration)).toBe(200)
      await end(actor)
      expect(await statusWith(integration)).toBe(401)
    }
  })

  test('signing out the other devices leaves it, and it is used up by no use', async () => {
    const actor = await aMember()
    const { integration, ctx } = await anIntegration(actor, ['orders.read'])
    await closeSessionsOf(database.db, actor, 'here')
    clock.at = later(3_600_000)
    expect(await meWith(integration)).toBe(200)
    expect(await apiTokensOf(ctx)).toMatchObject([{ name: '会計ソフト', lastUsedAt: clock.at }])
  })

  test('it makes no token, proves nothing again, and opens nothing with a wrong secret', async () => {
    const { integration } = await anIntegration(await aMember(), ['orders.read'])
    const other = await anIntegration(await aMember(), ['orders.read'])
    const [prefix, secret] = [integration.slice(0, 15), other.integration.slice(15)]
    for (const wrong of [`${prefix}${secret.slice(0, -1)}`, `${prefix}`, `hti_${secret}`, integration.toUpperCase()])
      expect(await meWith(wrong)).toBe(401)
  })

  test('a user without an organisation or without recent authentication cannot make one', async () => {
    const actor = await aMember()
    const wish = { name: 'x', scopes: ['orders.read'], days: 30 }
    await expect(makeApiToken({ db: database.db, actor, now: noon }, wish)).rejects.toThrow('fresh')
    const stale = { key: 'x', authTime: later(-10 * 60_000), aal: 1 as const }
    await expect(makeApiToken(as(database.db, { ...actor, session: stale }), wish)).rejects.toThrow('fresh')
    const personId = await aPerson(database.db, '所属なし')
    const alone = { kind: 'person' as const, personId, name: '所属なし', session: { ...stale, authTime: noon } }
    await expect(makeApiToken(as(database.db, alone), wish)).rejects.toThrow()
    await expect(makeApiToken(as(database.db, await anAdmin(database.db)), wish)).rejects.toThrow()
  })

  test.each([
    [{ name: ' ' }, 'name_missing'],
    [{ name: 'x'.repeat(61) }, 'name_missing'],
    [{ scopes: [] }, 'scope_missing'],
    [{ scopes: ['shipments.write', 'admin'] }, 'scope_missing'],
    [{ days: 31 }, 'life_missing'],
  ])('%j is refused as %s', async (wrong, refusal) => {
    const session = { key: 'x', authTime: noon, aal: 1 as const }
    const ctx = as(database.db, { ...(await aMember()), session })
    const wish = { name: 'x', scopes: ['orders.read'], days: 30, ...wrong }
    expect(await makeApiToken(ctx, wish)).toMatchObject({ ok: false, refusal })
  })

  test('ten are enough, also when they are asked for at once; every one is told by mail', async () => {
    const session = { key: 'x', authTime: noon, aal: 1 as const }
    const actor = await aMember()
    const ctx = as(database.db, { ...actor, session })
    const wish = { name: 'x', scopes: ['orders.read'], days: 30 }
    const made = await Promise.all(Array.from({ length: 12 }, () => makeApiToken(ctx, wish)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(10)
    const { rows } = await database.pool.query('select count(*)::int n from mails where recipient = $1', [
      `${actor.personId}@example.jp`,
    ])
    expect(rows).toEqual([{ n: 10 }])
  })

  test('T58 no token can be read from the database', async () => {
    const actor = await aMember()
    const { token, refreshToken } = await signedIn(actor)
    const { integration } = await anIntegration(actor, ['orders.read'])
    const { rows } = await database.pool.query(
      'select (select json_agg(s)::text from sessions s) || (select json_agg(r)::text from refresh_tokens r) || (select json_agg(a)::text from api_tokens a) || (select json_agg(e)::text from events e) || (select json_agg(m)::text from mails m) as all',
    )
    for (const secret of [token.slice(4), refreshToken.slice(4), integration.slice(15)])
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret, 'base64url').toString('hex'),
      ])
        expect(rows[0].all).not.toContain(form)
  })
})

describe('T45 staff have no API', () => {
  test('an administrator’s session is not accepted, as a cookie or as a bearer token', async () => {
    const { adminId } = await anAdmin(database.db)
    const session = {
      who: { adminId },
      channel: 'cookie' as const,
      ip: null,
      userAgent: null,
      amr: ['pwd', 'otp'] as const,
    }
    const token = await openSession({ db: database.db, now: noon }, session)
    for (const headers of [{ cookie: `__Host-sid=${token}` }, { cookie: `__Host-adm=${token}` }])
      expect((await call('GET', '/me', { headers })).status).toBe(401)
    for (const wrong of [token, `htk_${token}`]) expect(await meWith(wrong)).toBe(401)
  })
})

describe('custom tokens', () => {
  const encryption = makeEncryption('x'.repeat(32))
  const site = 'http://localhost:3000'
  const mint = async (actor: Person, now = noon) => {
    const done = await tokenCommand({ db: database.db, now, encryption, site }, [
      `${actor.personId}@example.jp`,
      '電話で本人を確かめた',
    ])
    expect(done.ok).toBe(true)
    const [address, token = ''] = done.lines.join('').split('#token=')
    expect(address).toBe(`${site}/auth/custom`)
    return token
  }
  const exchange = (customToken: string) => call('POST', '/auth/tokens/exchange', { body: { customToken } })

  test('T04 one is exchanged for a session, and the history tells who made it and why', async () => {
    const actor = await aMember()
    const answer = await exchange(await mint(actor))
    expect(answer.status).toBe(201)
    expect((await call('GET', '/me', { token: answer.body.token })).body).toMatchObject({ personId: actor.personId })
    expect((await refresh(answer.body.refreshToken)).status).toBe(201)
    const told = await database.db
      .selectFrom('events')
      .select(['kind', 'reason'])
      .where('aboutPersonId', '=', actor.personId)
      .execute()
    expect(told).toEqual([{ kind: 'custom_token_made', reason: '電話で本人を確かめた' }])
  })

  test('T40 it works once: a replay is refused, and of six at once exactly one succeeds', async () => {
    const token = await mint(await aMember())
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401, 401])
    expect((await exchange(token)).body.code).toBe('TOKEN_REFUSED')
  })

  test.each([
    [-60_000, 401],
    [-5_000, 201],
    [124_000, 201],
    [126_000, 401],
    [180_000, 401],
  ])('T40, T72 shown %i ms after it was made: %i', async (ms, status) => {
    const token = await mint(await aMember())
    clock.at = later(ms)
    expect((await exchange(token)).status).toBe(status)
  })

  test('T40 another key, no signature, another type, another audience, another algorithm: all 401', async () => {
    const actor = await aMember()
    const [head = '', body = '', signature = ''] = (await mint(actor)).split('.')
    const coded = (it: object) => Buffer.from(JSON.stringify(it)).toString('base64url')
    const stranger = { db: database.db, now: noon, encryption: makeEncryption('y'.repeat(32)), site }
    const { lines } = await tokenCommand(stranger, [`${actor.personId}@example.jp`, 'x'])
    const [, foreign = ''] = lines.join('').split('#token=')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const made = [
      foreign,
      `${coded({ alg: 'none', typ: 'unetosara-ct+jwt' })}.${body}.`,
      `${coded({ alg: 'ES256', typ: 'JWT' })}.${body}.${signature}`,
      `${coded({ alg: 'HS256', typ: 'unetosara-ct+jwt' })}.${body}.${signature}`,
      `${head}.${coded({ ...claims, aud: 'elsewhere' })}.${signature}`,
      `${head}.${coded({ ...claims, sub: (await aMember()).personId })}.${signature}`,
      `${head}.${body}`,
      'rubbish',
    ]
    for (const token of made) expect((await exchange(token)).status).toBe(401)
    expect((await exchange(`${head}.${body}.${signature}`)).status).toBe(201)
  })

  test('a suspended user cannot use one made before, and administrators have none', async () => {
    const actor = await aMember()
    const token = await mint(actor)
    await database.pool.query('update people set suspended_at = now() where id = $1', [actor.personId])
    expect((await exchange(token)).status).toBe(401)
    const { adminId } = await anAdmin(database.db)
    const done = await tokenCommand({ db: database.db, now: noon, encryption, site }, [`${adminId}@example.jp`, 'x'])
    expect(done.ok).toBe(false)
  })

  test('a token is not exchanged for a user with a second factor: they sign in on the page', async () => {
    const actor = await aMember()
    const secret = newTotpSecret()
    const token = await mint(actor)
    await keepTotpSecret(database.db, noon, encryption, { owner: { personId: actor.personId }, secret, step: null })
    const answer = await exchange(token)
    expect([answer.status, answer.body.code]).toEqual([401, 'SECOND_FACTOR_NEEDED'])
  })

  test('guessing is limited', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 25; attempt++) statuses.push((await exchange('rubbish')).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
  })
})
