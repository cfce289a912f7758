import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { signInLimits } from '../../app/modules/identity/account-limits.ts'
import { aFarm, aKey, aMarket, aRestaurant, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from '../use-cases/steps.ts'
import { anApi, type Call } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
let market: Market
let chef: string
let farmer: string
let line: string
let ordered: string

beforeAll(async () => {
  market = await aMarket(database.db)
  const [first] = await placeAll(database.db, market)
  ordered = there(first)
  const { productId, actor } = there(market.farms[0])
  line = `/cart/lines/${productId}`
  chef = await tokenOf(market.chef)
  farmer = await tokenOf(actor)
})

beforeEach(() => {
  clock.at = noon
  errors.length = 0
})

describe('a wrong quantity is refused with its field', () => {
  test.each([
    ['0', '{"qty":0}'],
    ['negative', '{"qty":-1}'],
    ['huge', '{"qty":1e9}'],
    ['fraction', '{"qty":0.0001}'],
    ['full-width text', '{"qty":"１２"}'],
    ['text', '{"qty":"12"}'],
    ['null', '{"qty":null}'],
    ['missing', '{}'],
    ['a list', '{"qty":[1]}'],
  ])('%s', async (_, raw) => {
    const answer = await call('PUT', line, { token: chef, raw })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('VALIDATION_FAILED')
    expect(answer.body.detail.issues).toEqual([{ path: 'qty', message: expect.stringMatching(/^数量は/) }])
  })
})

const twice = { productId: newId(), qty: 1 }

test.each<[string, string, string, Call, number, string]>([
  ['bad JSON', 'PUT', 'line', { raw: '{"qty":' }, 400, 'BAD_JSON'],
  ['a body that is no object', 'PUT', 'line', { raw: '[1]' }, 422, 'VALIDATION_FAILED'],
  ['no body', 'PUT', 'line', {}, 422, 'VALIDATION_FAILED'],
  [
    'a form',
    'PUT',
    'line',
    { raw: 'qty=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['an unknown field', 'PUT', 'line', { body: { qty: 1, qyt: 2 } }, 422, 'VALIDATION_FAILED'],
  ['a product that is not there', 'PUT', `/cart/lines/${newId()}`, { body: { qty: 1 } }, 404, 'NOT_FOUND'],
  ['a cart without a key', 'PUT', '/cart', { key: null, body: { lines: [] } }, 400, 'IDEMPOTENCY_KEY_REQUIRED'],
  [
    'a cart of a product that is not there',
    'PUT',
    '/cart',
    { body: { lines: [{ productId: newId(), qty: 1 }] } },
    404,
    'NOT_FOUND',
  ],
  [
    'a cart with none of a product',
    'PUT',
    '/cart',
    { body: { lines: [{ productId: newId(), qty: 0 }] } },
    422,
    'VALIDATION_FAILED',
  ],
  ['a cart with a product twice', 'PUT', '/cart', { body: { lines: [twice, twice] } }, 422, 'VALIDATION_FAILED'],
  ['an id that cannot be one', 'GET', '/products/１２', {}, 404, 'NOT_FOUND'],
  ['an unknown path', 'GET', '/nothing/here', {}, 404, 'NOT_FOUND'],
  ['an unknown method', 'DELETE', '/cart', {}, 404, 'NOT_FOUND'],
  [
    'a day that is not in the calendar',
    'PUT',
    '/cart/wished-day',
    { body: { day: '2026-02-30' } },
    422,
    'VALIDATION_FAILED',
  ],
  ['a day that is past', 'PUT', '/cart/wished-day', { body: { day: '2026-11-01' } }, 409, 'DAY_PAST'],
  ['a NUL in a note', 'PUT', `/cart/farms/${newId()}`, { body: { note: 'a\0b' } }, 422, 'VALIDATION_FAILED'],
  ['an unknown category', 'GET', '/products?category=toys', {}, 422, 'VALIDATION_FAILED'],
  ['a month that is none', 'GET', '/orders?month=2026-13', {}, 422, 'VALIDATION_FAILED'],
  ['a limit of 0', 'GET', '/products?limit=0', {}, 422, 'VALIDATION_FAILED'],
  ['a limit of many', 'GET', '/products?limit=101', {}, 422, 'VALIDATION_FAILED'],
  ['a made-up cursor', 'GET', '/products?after=abc', {}, 422, 'VALIDATION_FAILED'],
  ['nested query', 'GET', '/products?q[a]=1&__proto__[x]=1', {}, 422, 'VALIDATION_FAILED'],
  ['a kitchen of another restaurant', 'GET', `/cart?kitchenId=${newId()}`, {}, 404, 'NOT_FOUND'],
  ['no key', 'POST', '/purchases', { key: null, body: {} }, 400, 'IDEMPOTENCY_KEY_REQUIRED'],
  ['a short key', 'POST', 'order/cancellation', { key: 'short' }, 400, 'IDEMPOTENCY_KEY_REQUIRED'],
  ['a long key', 'POST', 'order/cancellation', { key: 'k'.repeat(201) }, 400, 'IDEMPOTENCY_KEY_REQUIRED'],
  ['the wrong side', 'POST', 'order/acceptance', { body: { lines: [] } }, 403, 'FORBIDDEN'],
  ["the farm's work for a chef", 'GET', '/farm/work', {}, 403, 'FORBIDDEN'],
  ['receiving what was not sent', 'POST', 'order/receipt', {}, 409, 'WRONG_STATE'],
])('%s: %s %s', async (_, method, path, asked, status, code) => {
  const at = path.replace(/^line$/, line).replace(/^order\//, `/orders/${ordered}/`)
  const answer = await call(method, at, { token: chef, ...asked })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(answer.body.message).toMatch(/[ぁ-ん]/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(errors).toEqual([])
})

test('a missing key is named in the sentence', async () => {
  const answer = await call('POST', `/orders/${ordered}/preparation`, { token: farmer, key: null })
  expect(answer.body.message).toContain('Idempotency-Key')
})

test('every wrong field is named with its place', async () => {
  const answer = await call('POST', `/orders/${ordered}/packing`, {
    token: farmer,
    body: {
      lines: [
        { lineId: newId(), qty: 1 },
        { lineId: 'x', qty: -1, grams: 0.5 },
      ],
    },
  })
  expect(answer.status).toBe(422)
  expect(answer.body.detail.issues.map((issue: { path: string }) => issue.path)).toEqual([
    'lines.1.lineId',
    'lines.1.qty',
    'lines.1.grams',
  ])
})

test('a body that is none, or has a misspelt field, is told so', async () => {
  const message = async (asked: Call) => (await call('PUT', line, { token: chef, ...asked })).body.detail.issues[0]
  expect(await message({})).toEqual({ path: '', message: 'JSONのオブジェクトを送ってください。' })
  expect(await message({ body: { qty: 1, qyt: 2 } })).toEqual({ path: '', message: '不明な項目があります：qyt' })
})

test('a refusal tells its code, its sentence and its facts', async () => {
  const answer = await call('PUT', line, { token: chef, body: { qty: 1_000 } })
  expect(answer.status).toBe(409)
  expect(answer.body).toEqual({
    code: 'ABOVE_MAXIMUM',
    message: '一度に注文できるのは999までです。数量を減らしてください。',
    detail: { max: 999 },
  })
})

test('what changed since the cart was seen is listed, with the cart as it is now, and nothing is ordered', async () => {
  const { productId } = there(market.farms[0])
  const { body: cart } = await call('PUT', line, { token: chef, body: { qty: 2 } })
  await database.db
    .updateTable('products')
    .set({ priceYen: yen(1_700) })
    .where('id', '=', productId)
    .execute()
  const asked = { token: chef, key: aKey(), body: { seen: cart.seen } }
  const answer = await call('POST', '/purchases', asked)
  expect(answer.status).toBe(409)
  expect(answer.body.code).toBe('CHANGED')
  expect(answer.body.detail.changes).toEqual([{ kind: 'price', productId, name: '人参', before: 1_500, after: 1_700 }])
  expect(JSON.stringify(answer.body)).not.toContain('commission')
  expect(answer.body.detail.cart.seen.lines).toEqual([{ productId, qty: 2, priceYen: 1_700 }])
  const agreed = await call('POST', '/purchases', { ...asked, body: { seen: answer.body.detail.cart.seen } })
  expect(agreed.status).toBe(201)
})

test("another restaurant's order, purchase and cart do not exist", async () => {
  const stranger = await tokenOf((await aRestaurant(database.db)).actor)
  const otherFarm = await tokenOf((await aFarm(database.db)).actor)
  const order = await call('GET', `/orders/${ordered}`, { token: chef })
  for (const [token, method, path] of [
    [stranger, 'GET', `/orders/${ordered}`],
    [stranger, 'GET', `/purchases/${order.body.purchaseId}`],
    [stranger, 'POST', `/orders/${ordered}/cancellation`],
    [stranger, 'POST', `/orders/${ordered}/receipt`],
    [stranger, 'POST', `/orders/${ordered}/reorder`],
    [stranger, 'GET', `/cart?kitchenId=${market.kitchenId}`],
    [otherFarm, 'GET', `/orders/${ordered}`],
    [otherFarm, 'POST', `/orders/${ordered}/acceptance`],
    [otherFarm, 'POST', `/orders/${ordered}/preparation`],
  ] as const)
    expect([path, (await call(method, path, { token })).status]).toEqual([path, 404])
  expect((await call('GET', '/orders', { token: stranger })).body.orders).toEqual([])
  expect((await call('GET', '/orders', { token: otherFarm })).body.orders).toEqual([])
})

test('without a session there is nothing but the catalogue, without prices', async () => {
  for (const path of ['/me', '/cart', '/orders', `/orders/${ordered}`, '/farm/work']) {
    const answer = await call('GET', path)
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'UNAUTHENTICATED'])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect((await call('PUT', line, { body: { qty: 'x' } })).status).toBe(401)
  const { status, body } = await call('GET', '/products?limit=1')
  expect(status).toBe(200)
  expect(body.products[0].priceYen).toBeNull()
  const next = await call('GET', `/products?limit=1&after=${body.next}`)
  expect(next.body.products[0].id).not.toBe(body.products[0].id)
  expect((await call('GET', '/products?arrivesOn=2026-11-27')).status).toBe(401)
})

test('an ended session, a made-up token and a token in the wrong place are all 401', async () => {
  const token = await tokenOf(market.chef)
  clock.at = at('2026-11-24 23:01')
  expect((await call('GET', '/me', { token })).status).toBe(401)
  expect((await call('GET', '/products', { token })).status).toBe(401)
  clock.at = noon
  expect((await call('GET', '/me', { token: 'htk_made-up' })).status).toBe(401)
  expect((await call('GET', '/me', { headers: { authorization: 'Basic Zm9vOmJhcg==' } })).status).toBe(401)

  const cookie = await tokenOf(market.chef, 'cookie')
  expect((await call('GET', '/me', { headers: { cookie: `a=b; __Host-sid=${cookie}` } })).status).toBe(200)
  expect((await call('GET', '/me', { token: cookie })).status).toBe(401)
  expect((await call('GET', '/me', { token: `htk_${cookie}` })).status).toBe(401)
  const bearer = await tokenOf(market.chef)
  expect((await call('GET', '/me', { headers: { cookie: `__Host-sid=${bearer}` } })).status).toBe(401)
})

test('signing in: the same answer for an unknown address, and a wait after ten attempts', async () => {
  const tried = { body: { email: 'nobody@example.jp', password: 'x' }, headers: { authorization: 'Bearer old' } }
  for (let tries = 0; tries < signInLimits.account.most; tries++) {
    const { status, body } = await call('POST', '/auth/tokens', tried)
    expect([status, body.code]).toEqual([401, 'WRONG_CREDENTIALS'])
  }
  const answer = await call('POST', '/auth/tokens', tried)
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([429, 'TOO_MANY_TRIES', { waitSeconds: 900 }])
  expect(answer.headers.get('retry-after')).toBe('900')
})

test('a bug is a 500 with the request id, and is logged', async () => {
  await database.db.schema.alterTable('tax_rates').renameTo('tax_rates_gone').execute()
  const answer = await call('GET', '/cart', { token: chef })
  await database.db.schema.alterTable('tax_rates_gone').renameTo('tax_rates').execute()
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    code: 'INTERNAL_ERROR',
    message: 'エラーが発生しました。時間をおいて、もう一度お試しください。',
    requestId: 'request-1',
  })
  expect(errors).toHaveLength(1)
})

test('a restaurant that awaits its approval is told no price by its cart', async () => {
  const { actor } = await aRestaurant(database.db, { approved: false })
  const token = await tokenOf(actor)
  const answer = await call('PUT', line, { token, body: { qty: 2 } })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
  expect(JSON.stringify((await call('GET', '/cart', { token })).body.farms)).toBe('[]')
})
