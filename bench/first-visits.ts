import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { sessionCookie } from '../app/modules/identity/session.ts'
import { caller, makeShops, type RunningApp, type Shop } from '../tests/support/running-app.ts'
import { fillCarts } from './buyers.ts'

/** The pages that a restaurant opens, each of them for the first time. */
export type FirstVisits = Record<'list' | 'search' | 'detail' | 'cart' | 'history', (index: number) => Promise<string>>

type Parts = { app: RunningApp; pool: pg.Pool; goods: readonly string[]; calls: number }

/**
 * Every call is a page that the server has not written before (docs/decisions/0106): list, search, product and cart of another restaurant
 * with each call, which has signed in and has three products of three farms in its cart; the history with another filter with each
 * call. What all restaurants see is in memory, as it is in a running shop.
 */
export async function firstVisits({ app, pool, goods, calls }: Parts, history: (path: string) => Promise<string>) {
  const [lists, searches, details, carts] = [
    await signedIn(app, pool, goods, calls),
    await signedIn(app, pool, goods, calls),
    await signedIn(app, pool, goods, calls),
    await signedIn(app, pool, goods, calls),
  ]
  const visit = (pages: typeof lists, index: number, path: string) =>
    pages[index % pages.length]?.('GET', path) ?? Promise.reject(new Error('no restaurant'))
  const search = `/restaurant/products?q=${encodeURIComponent('にんじん')}`
  // every order is below it
  const limit = 10_000_000 + Math.floor(Math.random() * 1_000_000)
  return {
    list: (index) => visit(lists, index, '/restaurant/products'),
    search: (index) => visit(searches, index, search),
    detail: (index) => visit(details, index, `/restaurant/products/${goods[index % goods.length]}`),
    cart: (index) => visit(carts, index, '/restaurant/cart'),
    history: (index) => history(`/restaurant/order/History?most=${limit + index}`),
  } satisfies FirstVisits
}

/** Restaurants whose session is in memory: a first call of any kind has read it. */
async function signedIn(app: RunningApp, pool: pg.Pool, goods: readonly string[], count: number) {
  const shops = await makeShops(pool, count)
  await fillCarts(
    pool,
    shops.map((shop, nth) => ({ ...shop, goods: [0, 1, 2].map((more) => goods[(nth + more) % goods.length] ?? '') })),
  )
  const cookies = await cookiesOf(pool, shops)
  const pages = cookies.map((cookie) => caller(() => app.origin, { cookie }))
  for (let from = 0; from < pages.length; from += 8)
    await Promise.all(pages.slice(from, from + 8).map((page) => page('GET', '/api/cart')))
  return pages
}

/** Sessions of a browser, of users who have agreed to the terms. */
async function cookiesOf(pool: pg.Pool, shops: readonly Shop[]): Promise<string[]> {
  const people = shops.map(({ personId }) => personId)
  const secrets = shops.map(() => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into sessions (id_hash, person_id, channel, provider, amr, auth_time, created_at, seen_at, idle_until, abs_until)
     select hash, person, 'cookie', 'embedded', '{pwd}', now(), now(), now(), now() + interval '1 hour', now() + interval '1 hour'
       from unnest($1::bytea[], $2::uuid[]) as made (hash, person)`,
    [secrets.map((secret) => createHash('sha256').update(secret).digest()), people],
  )
  await pool.query(
    `insert into consents (id, person_id, page_version_id, at)
     select gen_random_uuid(), person, page_versions.id, now() from unnest($1::uuid[]) as person, page_versions where material`,
    [people],
  )
  return secrets.map((secret) => `${sessionCookie}=${secret}`)
}
