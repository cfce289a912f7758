import { expect, test } from 'vitest'
import { anInvoice } from '../factories/charge.ts'
import { aFarm, aProduct, aRestaurant } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

test('a restaurant reads its own invoices and current period only', async () => {
  const { db } = test_
  const chef = await aRestaurant(db)
  const { farmId, actor: farm } = await aFarm(db)
  const { restaurantId, kitchenId } = chef
  const productId = await aProduct(db, farmId)
  const { orderId } = await aReceivedOrder(db, {
    ...{ restaurantId, kitchenId, farmId },
    on: '2026-10-20',
    lines: [{ productId, yen: 10_000 }],
  })
  const id = await anInvoice(db, { restaurantId, farmId, orderId })
  const token = await api.tokenOf(chef.actor)
  const call = (path: string, as = token) => api.call('GET', `/billing${path}`, { token: as })
  const row = { id, toOn: '2026-10-31', dueOn: '2026-11-30', totalYen: 10_800, paidYen: 0, unpaidYen: 10_800 }
  expect(await call('/invoices')).toMatchObject({ status: 200, body: { invoices: [{ ...row, state: 'unpaid' }] } })
  expect((await call('/invoices?month=2026-09')).body).toEqual({ invoices: [] })
  expect((await call('/invoices?month=2026-13')).status).toBe(422)
  expect(await call(`/invoices/${id}`)).toMatchObject({
    status: 200,
    body: { ...row, dueYen: 10_800, slips: [{ orderId, totalYen: 10_800 }], payments: [] },
  })
  expect(await call('/current')).toMatchObject({ status: 200, body: { toOn: '2026-11-30', finalYen: 0, openYen: 0 } })
  const stranger = await api.tokenOf((await aRestaurant(db)).actor)
  expect((await call(`/invoices/${id}`, stranger)).status).toBe(404)
  expect((await call('/invoices', stranger)).body).toEqual({ invoices: [] })
  expect((await call('/invoices', await api.tokenOf(farm))).status).toBe(403)
})
