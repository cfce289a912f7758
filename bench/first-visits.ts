import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { sessionCookie } from '../app/modules/identity/session.ts'
import { caller, makeShops, type RunningApp, type Shop } from '../tests/support/running-app.ts'
import { fillCarts } from './buyers.ts'

type Page = (index: number) => Promise<string>
type Parts = { app: RunningApp; pool: pg.Pool; goods: readonly string[]; calls: number }

/** What browsers send over https. Node's own fetch asks for gzip, which takes more of the processor (server/compress.ts). */
export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

const paths = (goods: readonly string[], index: number) => ({
  list: '/restaurant/products?',
  search: `/restaurant/products?q=${encodeURIComponent('にんじん')}&`,
  detail: `/restaurant/products/${goods[index % goods.length]}?`,
  cart: '/restaurant/cart?',
  history: '/restaurant/order/History?',
})
const names = ['list', 'search', 'detail', 'cart', 'history'] as const

/**
 * Pages that the server has not written before (docs/decisions/0106), of a restaurant whose data are in memory: the address has another
 * number with each call.
 */
export function pagesWrittenAnew(goods: readonly string[], page: (path: string) => Promise<string>) {
  const run = randomBytes(4).toString('hex')
  return names.map((name) => ({
    name: `page: ${name}, written anew`,
    ours: ((index) => page(`${paths(goods, index)[name]}n=${run}-${index}`)) satisfies Page,
  }))
}

/**
 * Pages of another restaurant with each call, which has three products of three farms in its cart and no orders: session, cart and all
 * that is its own are read as well. What all restaurants see is in memory, as it is in a running shop.
 */
export async function firstVisits({ app, pool, goods, calls }: Parts) {
  const of: { name: string; ours: Page }[] = []
  for (const name of names.filter((each) => each !== 'history')) {
    const cookies = await newRestaurants(pool, goods, calls)
    of.push({
      name: `page: ${name}, first visit`,
      ours: (index) =>
        caller(() => app.origin, { ...browser, cookie: cookies[index % cookies.length] ?? '' })(
          'GET',
          paths(goods, index)[name],
        ),
    })
  }
  return of
}

async function newRestaurants(pool: pg.Pool, goods: readonly string[], count: number): Promise<string[]> {
  const shops = await makeShops(pool, count)
  await fillCarts(
    pool,
    shops.map((shop, nth) => ({ ...shop, goods: [0, 1, 2].map((more) => goods[(nth + more) % goods.length] ?? '') })),
  )
  return cookiesOf(pool, shops)
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
