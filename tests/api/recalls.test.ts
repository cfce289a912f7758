import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, must, placeAll, shippingTime, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
const it = { farmer: '', other: '', chef: '', reader: '' }

beforeAll(async () => {
  const { db } = database
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  await bringToShipped(db, market, 0, orderId)
  clock.at = shippingTime
  const farmer = there(market.farms[0]).actor
  const made = await makeApiToken(
    as(db, { ...farmer, session: { key: 'x', authTime: shippingTime, aal: 1 } }, shippingTime),
    {
      name: '在庫管理',
      scopes: ['lots.read'],
      days: 30,
    },
  )
  Object.assign(it, {
    farmer: await tokenOf(farmer),
    other: await tokenOf(there(market.farms[1]).actor),
    chef: await tokenOf(market.chef),
    reader: must(made).token,
  })
})

test('a program traces a lot, rehearses and begins a recall; the restaurant’s answers it', async () => {
  const { body: found } = await call('GET', '/farm/lots?q=261125', { token: it.reader })
  expect(found).toMatchObject({ lots: [{ code: '261125', sentQty: 2, restaurants: 1 }], next: null })
  const lotId = found.lots[0].id
  expect((await call('GET', `/farm/lots/${lotId}`, { token: it.reader })).body.deliveries).toMatchObject([{ qty: 2 }])
  const affected = await call('GET', `/farm/affected-kitchens?lots=${lotId}`, { token: it.farmer })
  expect(affected.body).toMatchObject({ restaurants: 1, qty: 2, packed: 0 })

  const asked = { lotIds: [lotId], reason: '異物のおそれ', rehearsal: true }
  expect((await call('POST', '/farm/recalls', { token: it.reader, body: asked })).body.code).toBe('SCOPE_MISSING')
  expect((await call('POST', '/farm/recalls', { token: it.farmer, body: asked, key: null })).status).toBe(400)
  const rehearsed = await call('POST', '/farm/recalls', { token: it.farmer, body: asked })
  expect(rehearsed).toMatchObject({ status: 201, body: { rehearsal: true, restaurants: 1 } })
  expect((await call('GET', `/recalls/${rehearsed.body.id}`, { token: it.chef })).status).toBe(404)

  const key = 'begin-once-1'
  const begin = () => call('POST', '/farm/recalls', { token: it.farmer, body: { ...asked, rehearsal: false }, key })
  const { body: begun } = await begin()
  expect((await begin()).body.id).toBe(begun.id)
  expect(
    (await call('POST', '/farm/recalls', { token: it.farmer, body: { ...asked, rehearsal: false } })).body.code,
  ).toBe('RECALLED_ALREADY')
  expect((await call('GET', '/received-lots', { token: it.chef })).body.lots).toMatchObject([{ lotId, recalled: true }])
  expect((await call('GET', `/recalls/${begun.id}`, { token: it.chef })).body).toMatchObject({ lines: [{ qty: 2 }] })
  const answered = await call('POST', `/recalls/${begun.id}/answers`, { token: it.chef, body: { answer: 'unused' } })
  expect(answered.body).toMatchObject({ answer: 'unused' })
  const progress = await call('GET', `/farm/recalls/${begun.id}`, { token: it.farmer })
  expect(progress.body).toMatchObject({ read: 1, answered: 1, targets: [{ answer: 'unused', heard: false }] })
  const heard = { restaurantId: progress.body.targets[0].restaurantId, answer: 'discarded' }
  const written = await call('POST', `/farm/recalls/${begun.id}/heard-answers`, { token: it.farmer, body: heard })
  expect(written.body.targets).toMatchObject([{ answer: 'discarded', heard: true }])
  const closing = { token: it.farmer, body: { report: '引き取りました' } }
  expect((await call('POST', `/farm/recalls/${begun.id}/closing`, closing)).body.report).toBe('引き取りました')
  expect((await call('GET', '/farm/recalls', { token: it.farmer })).body.recalls).toHaveLength(2)
  expect(errors).toEqual([])
})

test('lots and recalls of other organisations do not exist', async () => {
  const { lots } = (await call('GET', '/farm/lots', { token: it.farmer })).body
  expect((await call('GET', `/farm/lots/${lots[0].id}`, { token: it.other })).status).toBe(404)
  expect((await call('GET', `/farm/recalls/${newId()}`, { token: it.other })).status).toBe(404)
  expect((await call('GET', '/received-lots', { token: it.other })).status).toBe(403)
})
