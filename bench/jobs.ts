import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  type Call,
  caller,
  fillCartByApi,
  goodsOfFarms,
  makeShops,
  type RunningApp,
} from '../tests/support/running-app.ts'
import { traceAddress } from '../tests/support/trace-address.ts'
import { bareCheckout, rowsOfCheckout } from './bare-checkout.ts'
import { fillCarts, makeBuyersOf } from './buyers.ts'
import { browser, firstVisits, pagesWrittenAnew } from './first-visits.ts'

/** One thing that users do, through our app and through the limit server. Both answer with the body. */
export type Job = {
  name: string
  /** In all rounds together; a job that uses something up needs this many of it. */
  calls: number
  ours(index: number): Promise<string>
  /** Null: a page that is not compared: its rows are those of another job, or it has none. */
  limit: ((index: number) => Promise<string>) | null
  /** Whether both answers speak of the same things. */
  same?(ours: string, limit: string): boolean
}

const chefEmail = 'chef@example.jp'
const atOnceAtMost = 64

type Parts = { app: RunningApp; limit: string; pool: pg.Pool; calls: number }

export async function jobsOf({ app, limit, pool, calls }: Parts): Promise<Job[]> {
  const [token, cookie] = [await app.token(chefEmail), await app.cookie(chefEmail)]
  const api = caller(() => app.origin, { authorization: `Bearer ${token}` })
  const page = caller(() => app.origin, { ...browser, cookie })
  const visitor = caller(() => app.origin, browser)
  const bare = (path: string, ...values: (string | number)[]) =>
    caller(() => limit, {})('GET', `/${path}?${values.map((value) => `v=${encodeURIComponent(value)}`).join('&')}`)
  const goods = await goodsOfFarms(pool, 24)
  const good = (index: number) => goods[index % goods.length] ?? ''
  const farms = await farmsOf(pool, goods)
  const trace = await traceAddress(async (text, values) => (await pool.query(text, values)).rows, chefEmail)
  const chef = await ofChef(pool)
  const word = 'にんじん'
  const bareSearch = () => bare('search', "'にん' & 'んじ' & 'じん'", `%${word}%`)
  await fillCartByApi(api, goods.slice(0, 3))
  const shops = await shopsWithCarts(app, pool, good(0))
  const shop = (index: number) => shops[index % shops.length]
  const newPages = [
    ...pagesWrittenAnew(goods, (path) => page('GET', path)),
    ...(await firstVisits({ app, pool, goods, calls: Math.ceil(calls / 4) + 1 })),
  ]

  const job = (name: string, ours: Job['ours'], limitOf: Job['limit'], more: Partial<Job> = {}): Job => ({
    name,
    calls,
    ours,
    limit: limitOf,
    ...more,
  })
  return [
    job(
      'list',
      () => api('GET', '/api/products?sort=newest'),
      () => bare('list'),
      { same: sameIds },
    ),
    job(
      'list with facets',
      () => api('GET', '/api/products?sort=newest&facets=true'),
      () => bare('list'),
      { same: sameIds },
    ),
    job('search', () => api('GET', `/api/products?sort=newest&q=${encodeURIComponent(word)}`), bareSearch),
    job(
      'detail',
      (index) => api('GET', `/api/products/${good(index)}`),
      (index) => bare('detail', good(index)),
      {
        same: sameId,
      },
    ),
    job(
      'add to cart',
      (index) => shop(index)?.call('PUT', `/api/cart/lines/${good(0)}`, { qty: 1 + (index % 3) }) ?? Promise.reject(),
      (index) => bare('add-to-cart', shop(index)?.kitchenId ?? '', good(0), 1 + (index % 3)),
    ),
    await checkoutJob({ app, limit, pool, calls: Math.ceil(calls / 4) }),
    job(
      'history, 50 orders',
      () => api('GET', '/api/orders?limit=50'),
      () => bare('history', chef.restaurant, 50),
    ),
    job(
      'page: list',
      () => page('GET', '/restaurant/products'),
      () => bare('list'),
    ),
    job('page: search', () => page('GET', `/restaurant/products?q=${encodeURIComponent(word)}`), bareSearch),
    job(
      'page: detail',
      (index) => page('GET', `/restaurant/products/${good(index)}`),
      (index) => bare('detail', good(index)),
    ),
    job(
      'page: cart',
      () => page('GET', '/restaurant/cart'),
      () => bare('cart', chef.kitchen),
    ),
    job(
      'page: history',
      () => page('GET', '/restaurant/order/History'),
      () => bare('history', chef.restaurant, 20),
    ),
    ...newPages.map(({ name, ours }) => job(name, ours, null, { calls: Math.ceil(calls / 4) })),
    job('visitor: home', () => visitor('GET', '/'), null),
    job('visitor: list', () => visitor('GET', '/restaurant/products'), null),
    job('visitor: product', (index) => visitor('GET', `/restaurant/products/${good(index)}`), null),
    job('visitor: farm', (index) => visitor('GET', `/restaurant/farmers/${farms[index % farms.length]}`), null),
    job('visitor: trace', () => visitor('GET', trace), null),
  ]
}

/** From the empty cart to the orders: three products of three farms, each time another restaurant. */
async function checkoutJob({ app, limit, pool, calls }: Parts): Promise<Job> {
  const goods = await goodsOfFarms(pool, 150)
  const buyers = await makeBuyersOf(pool, calls + atOnceAtMost, goods)
  const [sample, ...bareBuyers] = await makeBuyersOf(pool, calls + atOnceAtMost, goods)
  if (!sample) throw new Error('no buyer')
  const order = async (buyer: (typeof buyers)[number]) => {
    const api = caller(() => app.origin, { authorization: `Bearer ${buyer.token}` })
    const seen = await fillCartByApi(api, buyer.goods)
    return await api('POST', '/api/purchases', { seen }, { 'idempotency-key': randomUUID() })
  }
  await fillCarts(pool, bareBuyers)
  const { purchaseId } = JSON.parse(await order(sample)) as { purchaseId: string }
  const written = await rowsOfCheckout(pool, purchaseId)
  const statements = bareBuyers.map((buyer) => bareCheckout(written, buyer, 'the cart is filled'))
  return {
    name: 'checkout, 3 lines, 3 farms',
    calls,
    ours: (index) => order(buyers[index] ?? sample),
    limit: (index) => caller(() => limit, {})('POST', '/transaction', statements[index] ?? []),
  }
}

/** As many restaurants as ever call at once, each with a cart of its own: they do not wait for each other. */
async function shopsWithCarts(app: RunningApp, pool: pg.Pool, product: string) {
  const shops = await makeShops(pool, atOnceAtMost)
  return await Promise.all(
    shops.map(async ({ token, kitchenId }) => {
      const call: Call = caller(() => app.origin, { authorization: `Bearer ${token}` })
      await call('PUT', `/api/cart/lines/${product}`, { qty: 1 })
      return { call, kitchenId }
    }),
  )
}

type Chef = { kitchen: string; restaurant: string }

async function ofChef(pool: pg.Pool): Promise<Chef> {
  const { rows } = await pool.query<Chef>(chefSql, [chefEmail])
  if (!rows[0]) throw new Error('no chef')
  return rows[0]
}

async function farmsOf(pool: pg.Pool, goods: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select farm_id as id from products where id = any ($1)', [goods])
  return rows.map(({ id }) => id)
}

const idsOf = (rows: unknown): unknown[] =>
  Array.isArray(rows) ? rows.map((row: { id?: unknown; product?: { id?: unknown } }) => row.id ?? row.product?.id) : []

function sameIds(ours: string, limit: string): boolean {
  const { items, products } = JSON.parse(ours) as { items?: unknown; products?: unknown }
  return JSON.stringify(idsOf(items ?? products)) === JSON.stringify(idsOf(JSON.parse(limit)))
}

const sameId = (ours: string, limit: string): boolean => idsOf([JSON.parse(ours)])[0] === idsOf(JSON.parse(limit))[0]

const chefSql = `select k.id as kitchen, k.restaurant_id as restaurant
  from kitchens k join memberships m on m.restaurant_id = k.restaurant_id join people p on p.id = m.person_id
  where p.email = $1 order by k.id limit 1`
