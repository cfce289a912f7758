import { decode, encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { parseCsv } from '../../app/kernel/read-csv.ts'
import { aFarm, aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API the parcels of a day go out as a file, their numbers come in, and they are shipped', async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const chef = await tokenOf(market.chef)
  const farmer = await tokenOf(farm.actor)
  await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 2 } })
  const { body: cart } = await call('GET', '/cart', { token: chef })
  const { orders } = (await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })).body
  const path = `/orders/${orders[0].id}`
  await call('POST', `${path}/acceptance`, { token: farmer })
  clock.at = at('2026-11-25 13:00')
  const token = await tokenOf(farm.actor)

  const settings = { carrier: 'yamato', yamatoCode: '0120-000-000', version: 0 }
  expect((await call('PUT', '/farm/labels/settings', { token, body: settings })).body).toEqual({ version: 1 })
  expect((await call('GET', '/farm/labels/settings', { token })).body).toMatchObject({ yamatoCode: '0120000000' })

  const { body: day } = await call('GET', '/farm/labels', { token })
  expect(day).toMatchObject({ day: '2026-11-25', orders: [{ carrier: 'yamato', parcels: [{ trackingNumber: null }] }] })
  const { bytes } = await call('GET', '/farm/labels/file?day=2026-11-25&carrier=yamato', { token })
  const [row = []] = parseCsv(decode(Buffer.from(bytes), 'cp932'))
  expect([row.length, row[0], row[39]]).toEqual([97, day.orders[0].parcels[0].customerNumber, '0120000000'])
  const other = await tokenOf((await aFarm(database.db)).actor)
  expect((await call('GET', '/farm/labels/file?day=2026-11-25&carrier=yamato', { token: other })).status).toBe(404)

  await call('PUT', `${path}/carrier`, { token, body: { carrier: '赤帽 八代' } })
  const list = '/farm/labels/list?day=2026-11-25'
  const listed = await call('GET', `${list}&carrier=${encodeURIComponent('赤帽　八代')}`, { token })
  const [heads = [], box = []] = parseCsv(Buffer.from(listed.bytes).toString('utf8').replace('\uFEFF', ''))
  expect([heads.length, box[heads.indexOf('配送会社')], box[heads.indexOf('お客様管理番号')]]).toEqual([
    ...[25, '赤帽 八代', day.orders[0].parcels[0].customerNumber],
  ])
  expect((await call('GET', list, { token })).bytes).toEqual(listed.bytes)
  expect((await call('GET', `${list}&carrier=sagawa`, { token })).status).toBe(404)
  expect((await call('GET', list, { token: other })).status).toBe(404)
  expect((await call('GET', list, { token: await tokenOf(market.chef) })).status).toBe(403)
  await call('PUT', `${path}/carrier`, { token, body: { carrier: 'yamato' } })

  const text = row.with(3, '444413758703').join(',')
  const body = { file: encode(text, 'cp932').toString('base64'), fileName: 'hakko.csv' }
  const first = await call('POST', '/farm/labels', { token, body })
  expect(first.body).toEqual({ written: 1, same: 0, blank: 0, unknown: 0, left: 0 })
  expect((await call('POST', '/farm/labels', { token, body })).body).toMatchObject({ written: 0, same: 1 })
  expect((await call('POST', '/farm/labels', { token: other, body })).body).toMatchObject({ written: 0, unknown: 1 })
  const bad = { ...body, file: encode('管理番号,追跡番号\nU00001-1-1,8.1E+11', 'cp932').toString('base64') }
  expect((await call('POST', '/farm/labels', { token, body: bad })).body).toMatchObject({ code: 'UNREADABLE' })

  expect((await call('PUT', `${path}/carrier`, { token, body: { carrier: 'sagawa' } })).body).toEqual({
    carrier: 'sagawa',
  })
  const early = await call('POST', '/farm/labels/shipment', { token, body: { day: '2026-11-25' } })
  expect(early.body).toMatchObject({ orders: [{ orderId: orders[0].id, refused: expect.any(String) }] })
  const packing = (await call('POST', `${path}/preparation`, { token })).body
  const lines = packing.lines.map(({ id }: { id: string }) => ({ lineId: id, qty: 2, lot: 'today' }))
  await call('POST', `${path}/packing`, { token, body: { lines } })
  const shipped = await call('POST', '/farm/labels/shipment', { token, body: { day: '2026-11-25' } })
  expect(shipped.body).toMatchObject({ orders: [{ orderId: orders[0].id, refused: null }] })
  expect((await call('GET', path, { token })).body).toMatchObject({
    state: 'shipped',
    parcels: [{ carrier: 'yamato', trackingNumber: '444413758703' }],
  })
})
