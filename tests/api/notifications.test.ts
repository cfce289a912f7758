import { beforeAll, expect, test } from 'vitest'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { aMarket, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
const it = { farmer: '', other: '' }

beforeAll(async () => {
  const market = await aMarket(database.db)
  await placeAll(database.db, market)
  await tellOrderNews({ db: database.db, now: noon })
  clock.at = noon
  Object.assign(it, {
    farmer: await tokenOf(there(market.farms[0]).actor),
    other: await tokenOf(there(market.farms[1]).actor),
  })
})

test('a user’s notifications are read by the API, and counted as read once', async () => {
  const { body } = await call('GET', '/notices?unread=true', { token: it.farmer })
  expect(body).toMatchObject({ unread: 1, next: null, notices: [{ kind: 'question', unread: true }] })
  const [notice] = body.notices
  expect(notice.title).toMatch(/^新しい注文（/)
  expect(notice.path).toMatch(/^\/farmer\/orders\/[0-9a-f-]{36}$/)
  const strange = await call('PUT', '/notices/readings', { token: it.other, body: { ids: [notice.id] } })
  expect(strange.body).toEqual({ read: 0 })
  for (const read of [1, 0])
    expect((await call('PUT', '/notices/readings', { token: it.farmer, body: { ids: [notice.id] } })).body).toEqual({
      read,
    })
  expect((await call('GET', '/notices', { token: it.farmer })).body).toMatchObject({
    unread: 0,
    notices: [{ id: notice.id, unread: false }],
  })
  expect(errors).toEqual([])
})

test('the channels of a user are read and changed; what is needed to trade stays on', async () => {
  const { body } = await call('GET', '/notices/settings', { token: it.farmer })
  expect(body.quiet).toEqual({ from: 1320, until: 300 })
  expect(body.kinds).toContainEqual({ kind: 'reminder', mail: 'now', channels: ['push', 'line'] })
  const quiet = { from: 1260, until: 360 }
  const save = (kinds: unknown) => call('PUT', '/notices/settings', { token: it.farmer, body: { kinds, quiet } })
  expect(await save([{ kind: 'order', mail: 'off', channels: [] }])).toMatchObject({
    status: 409,
    body: { code: 'NEEDED_UNHEARD' },
  })
  expect((await save([{ kind: 'reminder', mail: 'daily', channels: [] }])).status).toBe(204)
  const saved = (await call('GET', '/notices/settings', { token: it.farmer })).body
  expect(saved.quiet).toEqual(quiet)
  expect(saved.kinds).toContainEqual({ kind: 'reminder', mail: 'daily', channels: [] })
})

test('an owner reads the webhooks of their own organisation only', async () => {
  expect((await call('GET', '/webhooks', { token: it.farmer })).body).toEqual({ webhooks: [] })
  const none = '0199aaaa-0000-7000-8000-000000000001'
  expect((await call('GET', `/webhooks/${none}/deliveries`, { token: it.farmer })).status).toBe(404)
  expect((await call('PUT', `/webhooks/deliveries/${none}/replay`, { token: it.farmer })).status).toBe(404)
  expect((await call('GET', '/webhooks', {})).status).toBe(401)
})
