import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { inquiryLimits } from '../../app/modules/support/send-inquiry.server.ts'
import { aKey, aMarket, aRestaurant, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, errors } = anApi(database)
let market: Market
let chef: string
let orderId: string

beforeAll(async () => {
  market = await aMarket(database.db)
  orderId = there((await placeAll(database.db, market))[0])
  chef = await tokenOf(market.chef)
})

const question = () => ({
  kind: 'other',
  text: '土曜の朝に見学できますか。',
  name: '山田 花子',
  email: `${newId()}@example.jp`,
})

test('a chef sends an inquiry with a key, and finds it among their own', async () => {
  const asked = { token: chef, key: aKey(), body: { kind: 'order', text: 'トマトが3つ割れていました。', orderId } }
  const sent = await call('POST', '/inquiries', asked)
  expect(sent.status).toBe(201)
  expect(sent.body).toEqual({ number: 'Q-20261124-0001', answerDueOn: '2026-11-25' })
  expect((await call('POST', '/inquiries', asked)).body).toEqual(sent.body)
  const mine = await call('GET', '/inquiries', { token: chef })
  expect(mine.body.inquiries).toMatchObject([{ number: sent.body.number, state: 'open', answers: [] }])
  const stranger = await tokenOf((await aRestaurant(database.db)).actor)
  expect((await call('GET', '/inquiries', { token: stranger })).body.inquiries).toEqual([])
  expect((await call('POST', '/inquiries', { token: stranger, body: asked.body })).status).toBe(404)
})

test('a visitor may send an inquiry with their name and address; lists of inquiries are not for visitors', async () => {
  expect((await call('POST', '/inquiries', { body: question() })).status).toBe(201)
  const { name: _, email: __, ...nobody } = question()
  const answer = await call('POST', '/inquiries', { body: nobody })
  expect(answer.status).toBe(422)
  expect(answer.body.detail.issues.map(({ path }: { path: string }) => path)).toEqual(['name', 'email'])
  expect((await call('GET', '/inquiries')).status).toBe(401)
})

test.each([
  ['a short text', { text: 'みじかい' }, 'text'],
  ['a long text', { text: 'あ'.repeat(4_001) }, 'text'],
  ['an unknown kind', { kind: 'joke' }, 'kind'],
  ['a broken address', { email: 'a@b' }, 'email'],
  ['two addresses', { email: 'a@example.jp,b@example.jp' }, 'email'],
  ['a telephone that is none', { phone: '12' }, 'phone'],
  ['an application without its name', { kind: 'signup' }, 'applicant'],
  ['a name for no application', { applicant: { side: 'farm', organisation: '山田農園' } }, 'applicant'],
  ['an address as a name', { name: '見て evil.com' }, 'name'],
  ['a name that reads backwards', { name: '\u202e子葵' }, 'name'],
  ['a NUL', { text: `土曜の朝に\0見学できますか。` }, 'text'],
])('%s is told with its field', async (_, wrong, path) => {
  const answer = await call('POST', '/inquiries', { body: { ...question(), ...wrong } })
  expect(answer.status).toBe(422)
  expect(answer.body.detail.issues).toMatchObject([{ path }])
  expect(errors).toEqual([])
})

test('without a key there is no inquiry', async () => {
  const answer = await call('POST', '/inquiries', { body: question(), key: null })
  expect([answer.status, answer.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED'])
})

test('too many from one mail address are told to wait', async () => {
  const body = question()
  for (let n = 0; n < inquiryLimits.email.most; n++)
    expect((await call('POST', '/inquiries', { body })).status).toBe(201)
  const answer = await call('POST', '/inquiries', { body })
  expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_INQUIRIES'])
  expect(answer.headers.get('retry-after')).toBe('900')
})
