import { expect, test } from 'vitest'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { aKey, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call } = anApi(database)
const password = '合言葉は 山と川'

/** An owner of a restaurant whose address is not verified (any more), with a token of their own. */
async function anUnproven() {
  const { actor } = await aRestaurant(database.db)
  const { personId } = actor
  const phc = await hashPassword(password)
  await database.db.insertInto('passwords').values({ personId, phc, changedAt: new Date() }).execute()
  await database.db.updateTable('memberships').set({ role: 'owner' }).where('personId', '=', personId).execute()
  await database.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', personId).execute()
  const email = `${personId}@example.jp`
  const signedIn = await call('POST', '/auth/tokens', { body: { email, password } })
  return { personId, email, token: String(signedIn.body.token) }
}
const said = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body?.code]
const refusal = [403, 'EMAIL_NOT_VERIFIED']

test('T76 a program of an account whose address is not proven reads who it is, and is refused by name elsewhere', async () => {
  const { token, personId } = await anUnproven()
  const me = await call('GET', '/me', { token })
  expect([me.status, me.body]).toMatchObject([200, { kind: 'unproven', personId, restaurant: null, farm: null }])
  const key = { 'idempotency-key': aKey() }
  expect(said(await call('GET', '/cart', { token }))).toEqual(refusal)
  expect(said(await call('GET', '/orders', { token }))).toEqual(refusal)
  expect(said(await call('GET', '/organisation/members', { token }))).toEqual(refusal)
  const invitation = { email: 'friend@example.jp', role: 'owner' }
  expect(said(await call('POST', '/organisation/invitations', { token, headers: key, body: invitation }))).toEqual(
    refusal,
  )
  expect(said(await call('PUT', '/calendar-feed', { token }))).toEqual(refusal)
})

test('what visitors read is open to it, without prices', async () => {
  const { token } = await anUnproven()
  expect((await call('GET', '/products', { token })).status).toBe(200)
})

test('it sends the link again, changes the address, signs out', async () => {
  const { token, email } = await anUnproven()
  expect((await call('POST', '/me/email-verification', { token })).status).toBe(204)
  expect(said(await call('POST', '/me/email-verification', { token }))).toEqual([429, 'TOO_SOON'])
  const next = `new-${crypto.randomUUID()}@example.jp`
  expect((await call('PUT', '/me/email-verification', { token, body: { email: next } })).status).toBe(204)
  expect(said(await call('PUT', '/me/email-verification', { token, body: { email: 'none' } }))).toEqual([
    422,
    'VALIDATION_FAILED',
  ])
  const mails = await database.db
    .selectFrom('mails')
    .select('recipient')
    .where('template', '=', 'verify_email')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([email, next]))
  expect((await call('DELETE', '/auth/tokens/current', { token })).status).toBe(204)
  expect(said(await call('GET', '/me', { token }))).toEqual([401, 'UNAUTHENTICATED'])
})

test('it is deleted when that is said twice', async () => {
  const { token, personId } = await anUnproven()
  expect(said(await call('DELETE', '/me', { token }))).toEqual([422, 'VALIDATION_FAILED'])
  expect((await call('DELETE', '/me?confirmed=true', { token })).status).toBe(204)
  const open = database.db.selectFrom('people').select('id').where('id', '=', personId).where('closedAt', 'is', null)
  expect(await open.execute()).toEqual([])
  expect(said(await call('GET', '/me', { token }))).toEqual([401, 'UNAUTHENTICATED'])
})

test('an account that is proven has nothing to do there', async () => {
  const { token, personId } = await anUnproven()
  await database.db.updateTable('people').set({ emailVerifiedAt: new Date() }).where('id', '=', personId).execute()
  for (const [method, path, body] of [
    ['POST', '/me/email-verification', undefined],
    ['PUT', '/me/email-verification', { email: 'other@example.jp' }],
    ['DELETE', '/me?confirmed=true', undefined],
  ] as const)
    expect(said(await call(method, path, { token, ...(body && { body }) }))).toEqual([409, 'ALREADY_VERIFIED'])
})
