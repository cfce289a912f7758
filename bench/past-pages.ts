import type pg from 'pg'
import type { BuyerActor, FarmActor } from '../app/authorization/actor.ts'
import type { ProductId } from '../app/kernel/ids.ts'
import { addDays, jstDateOf } from '../app/kernel/jst.ts'
import { adminCookie } from '../app/modules/identity/session.ts'
import { openSession } from '../app/modules/identity/session-store.server.ts'
import { cursorText } from '../app/web/cursor.ts'
import { type Call, caller, fillCartByApi, type RunningApp } from '../tests/support/running-app.ts'
import { type Buyer, makeBuyersOf } from './buyers.ts'
import { apiOf, confirm } from './checkouts.ts'
import { staffOn } from './staff-on.ts'

/** `calls`: how often it can be asked in all; what uses something up needs as much of it. */
export type Ask = { name: string; calls?: number; run(): Promise<unknown> }
type Parts = { app: RunningApp; pool: pg.Pool; chef: BuyerActor; farmer: FarmActor }

/** The pages, files and API calls that must not grow with all orders ever made, by one caller over HTTP. */
export async function pageAsks(parts: Parts): Promise<Ask[]> {
  const { app, pool } = parts
  const of = await placesIn(parts)
  const pages = (call: Call, paths: readonly string[]): Ask[] =>
    paths.map((path) => ({
      name: decodeURIComponent(path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/after=[^&]+/, 'after=…')),
      run: () => call('GET', path),
    }))
  const withCookie = (cookie: string) => caller(() => app.origin, { cookie })
  const withToken = (token: string) => caller(() => app.origin, { authorization: `Bearer ${token}` })
  const [chefs, farms] = [await app.cookie('chef@example.jp'), await app.cookie('farmer@example.jp')]
  const staff = await staffCookie(pool)
  const chefToken = await app.token('chef@example.jp')
  const { next } = JSON.parse(await withToken(chefToken)('GET', '/api/orders?limit=100')) as { next: string }
  return [
    ...pages(withCookie(chefs), chefPages(of)),
    ...pages(withToken(chefToken), chefApi(of, next)),
    ...pages(withCookie(farms), farmPages(of)),
    ...pages(withToken(await app.token('farmer@example.jp')), farmApi),
    ...pages(withCookie(staff), staffPages(of)),
    ...[
      ['/restaurant/order/History.csv', chefs] as const,
      ['/farmer/sales.csv', farms] as const,
      ['/farmer/sales/breakdown.csv?span=year', farms] as const,
      ['/admin/orders.csv', staff] as const,
      [`/admin/orders.csv?q=${of.number}`, staff] as const,
      ['/admin/ledger/sales.csv', staff] as const,
    ].map(([path, cookie]) => ({ name: `first bytes of ${path}`, run: () => firstBytes(app.origin + path, cookie) })),
    ...(await orderingAsks(parts)),
  ]
}

/** What addresses name: an order in the middle of the history, and where the pages of lists begin. */
type Places = { id: string; number: string; word: string; month: string; after: string; farm: string; pages: number }

async function placesIn({ pool, chef, farmer }: Parts): Promise<Places> {
  const { rows } = await pool.query<Omit<Places, 'after'> & { at: Date }>(
    `select o.id, o.number, l.name as word, to_char(o.placed_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, o.placed_at as at,
            (select name from farms where id = $2) as farm, (select ceil(count(*) / 50.0)::int from orders) as pages
       from orders o join order_lines l on l.order_id = o.id and l.ordinal = 1
      where o.restaurant_id = $1 and o.state = 'finalized' and o.number like '990101-%' order by o.placed_at desc, o.id desc offset 379 limit 1`,
    [chef.restaurantId, farmer.farmId],
  )
  const [row] = rows
  if (!row) throw new Error('too few past orders')
  return { ...row, after: encodeURIComponent(cursorText(row)) }
}

const chefPages = ({ id, number, word, month, after }: Places): string[] => [
  '/restaurant',
  '/restaurant/order/History',
  `/restaurant/order/History?after=${after}`,
  `/restaurant/order/History?q=${encodeURIComponent(word)}`,
  `/restaurant/order/History?q=${number}`,
  `/restaurant/order/History?month=${month}`,
  '/restaurant/order/History?least=5000&most=6000',
  '/restaurant/order/History/analysis',
  `/restaurant/orders/${id}`,
  '/restaurant/invoices',
]
const chefApi = ({ id }: Places, next: string): string[] => [
  '/api/orders?limit=50',
  `/api/orders?limit=50&after=${encodeURIComponent(next)}`,
  '/api/order-history',
  `/api/orders/${id}`,
  '/api/arrivals',
]
const farmPages = ({ month }: Places): string[] => [
  '/farmer',
  ...['confirm', 'pack', 'ship'].map((step) => `/farmer/orders?step=${step}`),
  '/farmer/orders?step=pack&by=item',
  '/farmer/orders/table',
  '/farmer/shipments',
  `/farmer/shipments?month=${month}`,
  '/farmer/sales',
  '/farmer/sales?span=year',
  '/farmer/harvest/list',
]
const farmApi = [
  '/api/farm/work',
  '/api/orders?limit=50',
  '/api/farm/sales',
  `/api/farm/harvest-list?from=${jstDateOf(new Date())}&to=${addDays(jstDateOf(new Date()), 13)}`,
]
const staffPages = ({ id, number, word, month, farm, pages }: Places): string[] => [
  '/admin',
  '/admin/orders',
  '/admin/orders?page=20',
  `/admin/orders?page=${pages}`,
  ...['placed', 'finalized', 'cancelled'].map((state) => `/admin/orders?state=${state}`),
  `/admin/orders?month=${month}`,
  ...['number', 'restaurant', 'farm', 'delivery', 'state'].map((sort) => `/admin/orders?sort=${sort}`),
  ...[number, farm, word, '11/27', '12400', '小料理まつ風'].map((q) => `/admin/orders?q=${encodeURIComponent(q)}`),
  `/admin/orders/${id}`,
  '/admin/claims',
  '/admin/billing',
  '/admin/payouts',
  '/admin/statements',
  '/admin/ledger',
  '/admin/ledger/trial-balance',
  '/admin/ledger/balances',
  '/admin/ledger/accounts/receivable',
  '/admin/ledger/sales',
]

async function staffCookie(pool: pg.Pool): Promise<string> {
  const { db, now, actor } = await staffOn(pool)
  if (actor.kind !== 'staff') throw new Error('no administrator')
  const who = { adminId: actor.adminId }
  return `${adminCookie}=${await openSession({ db, now }, { who, channel: 'cookie', amr: ['pwd', 'otp'], ip: null, userAgent: null })}`
}

/** Until the first row of a file has come; the head of the table is sent before any row is read. */
async function firstBytes(address: string, cookie: string): Promise<void> {
  const answer = await fetch(address, { headers: { cookie, 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const reader = answer.body?.getReader()
  let lines = 0
  for (let part = await reader?.read(); part && !part.done && lines < 2; part = await reader?.read())
    lines += part.value.filter((byte) => byte === 10).length
  await reader?.cancel()
}

const checkouts = 40

/** One product of our farm, ordered by a new restaurant each, and what the farm answers. */
async function orderingAsks({ app, pool, farmer }: Parts): Promise<Ask[]> {
  const { rows } = await pool.query<{ id: ProductId }>(goodSql, [farmer.farmId])
  const goods = rows.map(({ id }) => id)
  await pool.query('update product_stock set available_qty = 1000000 where product_id = any ($1)', [goods])
  const buyers: Buyer[] = (await makeBuyersOf(pool, checkouts, goods)).map((buyer) => ({ ...buyer, goods }))
  const farm = caller(() => app.origin, { authorization: `Bearer ${await app.token('farmer@example.jp')}` })
  const placed: string[] = []
  return [
    {
      name: 'checkout: the cart filled, ordered',
      calls: checkouts,
      run: async () => {
        const buyer = buyers.pop()
        if (!buyer) throw new Error('no buyer is left')
        const api = apiOf(app, buyer)
        const { orders } = JSON.parse(await confirm(api, await fillCartByApi(api, buyer.goods))) as {
          orders: { id: string }[]
        }
        placed.push(...orders.map(({ id }) => id))
      },
    },
    {
      name: 'accept',
      calls: checkouts,
      run: () => farm('POST', `/api/orders/${placed.pop()}/acceptance`, {}, { 'idempotency-key': crypto.randomUUID() }),
    },
  ]
}

const goodSql = `select p.id from products p
  where p.farm_id = $1 and p.status = 'listed' and p.temperature = 'ambient' and not p.catch_weight and p.sells_from = 'stock'
    and p.audience = 'everybody' and p.gross_grams < 10000 order by p.id limit 3`
