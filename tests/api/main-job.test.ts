import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)

const aPhoto = async () =>
  (
    await sharp({ create: { width: 20, height: 10, channels: 3, background: '#7a9a3a' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

test('the whole job by API: search, cart, order, accept less, weigh, ship, receive, final figures', async () => {
  const market = await aMarket(database.db)
  await database.db
    .insertInto('passwords')
    .values({ personId: market.chef.personId, phc: await hashPassword('ぶり大根 2026'), changedAt: clock.at })
    .execute()

  const signedIn = await call('POST', '/auth/tokens', {
    body: { email: ` ${market.chef.personId.toUpperCase()}@example.jp`, password: 'ぶり大根 2026' },
  })
  expect(signedIn.status).toBe(201)
  expect(signedIn.body).toMatchObject({ tokenType: 'bearer', expiresSeconds: 900, refreshSeconds: 2_592_000 })
  expect(signedIn.body.token).toMatch(/^htk_/)
  expect(signedIn.headers.get('cache-control')).toBe('no-store')
  let token: string = signedIn.body.token

  const me = await call('GET', '/me', { token })
  expect(me.body).toMatchObject({ kind: 'buyer', restaurant: { kitchens: [{ id: market.kitchenId }] }, farm: null })

  const found = await call('GET', `/products?q=${encodeURIComponent('にんじん')}&arrivesOn=2026-11-27`, { token })
  expect(found.body).toMatchObject({ count: 1, next: null, products: [{ name: '人参', priceYen: 1_500 }] })
  const carrots = found.body.products[0]
  const product = await call('GET', `/products/${carrots.id}`, { token })
  expect(product.body.days).toContainEqual(expect.objectContaining({ possible: true, deliveryOn: '2026-11-27' }))
  expect(product.body.days).toContainEqual(
    expect.objectContaining({ possible: false, reason: 'kitchen_closed', message: expect.stringContaining('受取') }),
  )

  const amounts = [2, 3, 2]
  for (const [index, { productId }] of market.farms.entries()) {
    const put = await call('PUT', `/cart/lines/${productId}`, { token, body: { qty: amounts[index] } })
    expect(put.status).toBe(200)
  }
  const bird = there(market.farms[2])
  await call('PUT', `/cart/lines/${bird.productId}/shortage-instruction`, { token, body: { onShortage: 'drop_line' } })
  await call('PUT', '/cart/wished-day', { token, body: { day: '2026-11-26' } })
  await call('PUT', `/cart/farms/${bird.farmId}`, { token, body: { slot: '14-16', note: '裏口へ' } })
  const cart = await call('GET', `/cart?kitchenId=${market.kitchenId}`, { token })
  expect(cart.body).toMatchObject({ lineCount: 3, orderable: true, wishedOn: '2026-11-26' })
  expect(cart.body.farms).toHaveLength(3)
  expect(cart.body.tax.map((rate: { percent: number }) => rate.percent)).toEqual([8, 10])
  expect(JSON.stringify(cart.body)).not.toContain('commission')

  const inCart = cart.body.seen.lines.map(({ productId, qty }: { productId: string; qty: number }) => ({
    productId,
    qty,
  }))
  const whole = await call('PUT', '/cart', { token, key: 'cart-of-november', body: { lines: inCart } })
  expect([whole.status, whole.body]).toEqual([200, cart.body])

  const order = { token, key: 'order-of-november', body: { seen: cart.body.seen } }
  const placed = await call('POST', '/purchases', order)
  expect(placed.status).toBe(201)
  expect(placed.body.orders).toHaveLength(3)
  const again = await call('POST', '/purchases', order)
  expect([again.status, again.body]).toEqual([201, placed.body])
  const other = await call('POST', '/purchases', { ...order, body: { seen: { ...cart.body.seen, totalYen: 1 } } })
  expect([other.status, other.body.code]).toEqual([409, 'KEY_REUSED'])
  expect((await call('GET', '/orders', { token })).body.orders).toHaveLength(3)

  const orderOf = (farmId: string): string =>
    placed.body.orders.find((it: { farm: { id: string } }) => it.farm.id === farmId).id
  const weights: Record<string, number> = { [bird.productId]: 3_700 }
  for (const [index, farm] of market.farms.entries()) {
    clock.at = at('2026-11-24 11:30')
    // access tokens are valid for a quarter of an hour
    let farmer = await tokenOf(farm.actor)
    const id = orderOf(farm.farmId)
    const work = await call('GET', '/farm/work', { token: farmer })
    expect(work.body.orders.map((it: { id: string }) => it.id)).toEqual([id])
    const [line] = work.body.orders[0].lines

    const less = index === 1 ? [{ lineId: line.id, qty: 2, reason: 'weather' }] : []
    const accepted = await call('POST', `/orders/${id}/acceptance`, { token: farmer, body: { lines: less } })
    expect(accepted.body).toMatchObject({ state: 'accepted', commissionBp: 1200 })

    clock.at = at('2026-11-25 13:00')
    farmer = await tokenOf(farm.actor)
    expect((await call('POST', `/orders/${id}/preparation`, { token: farmer })).body.state).toBe('preparing')
    const qty = accepted.body.lines[0].quantities.confirmed.qty
    const packed = await call('POST', `/orders/${id}/packing`, {
      token: farmer,
      body: { lines: [{ lineId: line.id, qty, grams: weights[line.productId] ?? null, lot: 'today' }] },
    })
    expect(packed.body.lines[0].lots).toMatchObject([{ code: '261125', harvestedOn: '2026-11-25', qty }])

    clock.at = at('2026-11-25 15:00')
    farmer = await tokenOf(farm.actor)
    const shipped = await call('POST', `/orders/${id}/shipment`, {
      token: farmer,
      body: {
        parcels: packed.body.parcels.map((parcel: { id: string }) => ({
          parcelId: parcel.id,
          carrier: 'yamato',
          trackingNumber: '４４４４-1375-8703',
          confirmed: true,
        })),
      },
    })
    expect(shipped.body).toMatchObject({ state: 'shipped', figures: { estimated: false } })
    expect(shipped.body.parcels[0]).toMatchObject({ trackingNumber: '444413758703', carrier: 'yamato' })
    expect(shipped.body.parcels[0].trackingUrl).toContain('444413758703')

    clock.at = at('2026-11-26 10:00')
    token = await tokenOf(market.chef)
    farmer = await tokenOf(farm.actor)
    const form = randomUUID()
    const photo = await call('POST', '/claim-photos', { token, body: { form, data: await aPhoto() } })
    const photos = [photo.body.key]
    const damaged = { lineId: line.id, verdict: 'damaged', qty: 1, note: 'つぶれ', photos }
    const received = await call('POST', `/orders/${id}/receipt`, {
      token,
      body: { receivedBy: '灯', chilledTenths: 40, form, lines: index === 0 ? [damaged] : [] },
    })
    expect(received.body).toMatchObject({ state: 'finalized', commissionBp: null })
    const { claims } = (await call('GET', `/orders/${id}/claims`, { token: farmer })).body
    expect(claims).toMatchObject(index === 0 ? [{ state: 'settled', entry: { yen: 1_500 }, actions: [] }] : [])

    const ofFarm = await call('GET', `/orders/${id}`, { token: farmer })
    const ofChef = await call('GET', `/orders/${id}`, { token })
    expect(ofFarm.body.figures).toEqual(ofChef.body.figures)
    expect(ofFarm.body.lines).toEqual(ofChef.body.lines)
  }
  const purchase = await call('GET', `/purchases/${placed.body.purchaseId}`, { token })
  const lines = purchase.body.orders.flatMap((it: { lines: { quantities: object; amountYen: number }[] }) => it.lines)
  const figure = (name: string) => lines.find((line: { name: string }) => line.name === name)
  expect(figure('人参')).toMatchObject({ amountYen: 1_500, verdict: 'damaged', quantities: { billed: { qty: 1 } } })
  expect(figure('小松菜')).toMatchObject({
    amountYen: 4_400,
    quantities: { confirmed: { qty: 2 }, billed: { qty: 2 } },
  })
  // 3.700 kg × ¥2,400
  expect(figure('地鶏 丸')).toMatchObject({ amountYen: 8_880, quantities: { billed: { qty: 2, grams: 3_700 } } })
  const record = await call('GET', '/receipts?month=2026-11', { token })
  expect(record.body.receipts).toHaveLength(3)
  expect(record.body.receipts[0]).toMatchObject({ receivedBy: '灯', chilledTenths: 40 })
  expect(purchase.body.totalIncYen).toBe(
    purchase.body.orders.reduce(
      (sum: number, it: { figures: { totalIncYen: number } }) => sum + it.figures.totalIncYen,
      0,
    ),
  )
  // Two days and a new session later the same key still gives the same answer.
  expect((await call('POST', '/purchases', { ...order, token })).body).toEqual(placed.body)

  const repeated = await call('POST', `/purchases/${placed.body.purchaseId}/reorder`, { token })
  expect(repeated.body).toEqual({ put: 3, changes: [] })
  expect((await call('GET', '/cart', { token })).body.lineCount).toBe(3)

  expect((await call('DELETE', '/auth/tokens/current', { token })).status).toBe(204)
  expect((await call('GET', '/me', { token })).status).toBe(401)
  expect(errors).toEqual([])
})
