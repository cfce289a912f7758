import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Call, caller, fillCartByApi, type RunningApp, threeGoods } from '../tests/support/running-app.ts'
import { type Measured, measure, type Row } from './measure.ts'

const chefEmail = 'chef@example.jp'

/** Each hot path through HTTP, beside the least that PostgreSQL has to do for it, prepared, in the same run. */
export async function measureMarket(app: RunningApp, pool: pg.Pool): Promise<Row[]> {
  const [token, cookie] = [await app.token(chefEmail), await app.cookie(chefEmail)]
  const api = caller(() => app.origin, { authorization: `Bearer ${token}` })
  const page = caller(() => app.origin, { cookie })
  const goods = await threeGoods(pool)
  const chef = await ofChef(pool)
  const day = await dayOfChoice(pool, api)

  const rows: Row[] = []
  const add = async (name: string, http: () => Promise<Measured>, bare: () => Promise<Measured>) =>
    rows.push({ name, bare: await bare(), http: await http() })

  const list = () => measure(() => bare(pool, 'bench-list', listSql))
  await add('list, API', () => measure(() => api('GET', '/api/products')), list)
  await add('list, page', () => measure(() => page('GET', '/restaurant/products')), list)
  await add('list on my day, API', () => measure(() => api('GET', `/api/products?arrivesOn=${day}`)), list)
  const search = () => measure(() => bare(pool, 'bench-search', searchSql, ["'にん' & 'んじ' & 'じん'", '%にんじん%']))
  await add(
    'search にんじん, API',
    () => measure(() => api('GET', `/api/products?q=${encodeURIComponent('にんじん')}`)),
    search,
  )
  await add(
    'search にんじん, page',
    () => measure(() => page('GET', `/restaurant/products?q=${encodeURIComponent('にんじん')}`)),
    search,
  )
  const detail = () => measure((index) => bare(pool, 'bench-detail', detailSql, [goods[index % goods.length]]))
  await add('detail, API', () => measure((index) => api('GET', `/api/products/${goods[index % goods.length]}`)), detail)
  await add(
    'detail, page',
    () => measure((index) => page('GET', `/restaurant/products/${goods[index % goods.length]}`)),
    detail,
  )
  await add(
    'add to cart, API',
    () => measure((index) => api('PUT', `/api/cart/lines/${goods[0]}`, { qty: 1 + (index % 3) }), { atOnce: 2 }),
    () =>
      measure((index) => bare(pool, 'bench-cart', cartSql, [chef.kitchen, goods[0], 1 + (index % 3)]), {
        atOnce: 2,
      }),
  )
  await add(
    'checkout, 3 lines of 3 farms, API',
    () => measure(() => checkout(api, goods), { calls: 60, atOnce: 1, warmUp: 3 }),
    () => measure(() => bareCheckout(pool, goods, chef), { calls: 60, atOnce: 1, warmUp: 3 }),
  )
  const history = () => measure(() => bare(pool, 'bench-history', historySql, [chef.restaurant]))
  await add('order history, API', () => measure(() => api('GET', '/api/orders?limit=20')), history)
  await add('order history, page', () => measure(() => page('GET', '/restaurant/order/History')), history)
  return rows
}

/** Fills the cart with one of each and confirms it: what a chef's purchase costs the server, in five calls. */
async function checkout(api: Call, goods: readonly string[]): Promise<void> {
  const seen = await fillCartByApi(api, goods)
  await api('POST', '/api/purchases', { seen }, { 'idempotency-key': randomUUID() })
}

async function bareCheckout(pool: pg.Pool, goods: readonly string[], chef: Chef): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('create temp table if not exists bench_lines (purchase_id uuid, product_id uuid, qty int)')
    await client.query('begin')
    const purchase = randomUUID()
    await client.query({ name: 'bench-purchase', text: purchaseSql, values: [purchase, chef.restaurant, chef.kitchen] })
    for (const id of goods) {
      await client.query({ name: 'bench-stock', text: stockSql, values: [id] })
      await client.query({
        name: 'bench-line',
        text: 'insert into bench_lines values ($1, $2, 1)',
        values: [purchase, id],
      })
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

const bare = (pool: pg.Pool, name: string, text: string, values: unknown[] = []) => pool.query({ name, text, values })

type Chef = { kitchen: string; restaurant: string }

async function ofChef(pool: pg.Pool): Promise<Chef> {
  const { rows } = await pool.query<Chef>(chefSql, [chefEmail])
  if (!rows[0]) throw new Error('no chef')
  return rows[0]
}

/** The first possible delivery day. */
async function dayOfChoice(pool: pg.Pool, api: Call): Promise<string> {
  const [id] = await threeGoods(pool)
  const answer = await api('GET', `/api/products/${id}`)
  const { days } = JSON.parse(answer) as { days: { deliveryOn: string; possible: boolean }[] }
  const day = days.find((it) => it.possible)
  if (!day) throw new Error('no day')
  return day.deliveryOn
}

const card = `p.id, p.name, p.category, p.method, p.pack_label, p.unit_label, p.picture, p.temperature, p.price_yen,
  s.available_qty, f.id as farm_id, f.name as farm_name, f.crest, f.place`
const joined = `join products p on p.id = m.product_id join farms f on f.id = p.farm_id
  left join product_stock s on s.product_id = p.id order by m.listed_at desc, m.product_id desc`
const listSql = `select ${card} from (select product_id, listed_at from product_search where visible
  order by listed_at desc, product_id desc limit 24) m ${joined}`
const searchSql = `with found as materialized (select product_id, listed_at from product_search
    where visible and jp_tokens(search_text) @@ $1::tsquery and search_text like $2 limit 20001)
  select (select count(*) from found) as total, ${card}
    from (select * from found order by listed_at desc, product_id desc limit 24) m ${joined}`
const detailSql = `select p.*, f.name as farm_name, s.available_qty from products p join farms f on f.id = p.farm_id
  left join product_stock s on s.product_id = p.id where p.id = $1`
const cartSql = `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
  select c.id, $2, $3, 1, now() from carts c where c.kitchen_id = $1 limit 1
  on conflict (cart_id, product_id) do update set qty = excluded.qty`
const historySql = `select o.*, f.name, (select json_agg(l) from order_lines l where l.order_id = o.id) as lines
  from orders o join farms f on f.id = o.farm_id
  where o.restaurant_id = $1 order by o.placed_at desc, o.id desc limit 20`
const purchaseSql = `insert into purchases (id, number, restaurant_id, kitchen_id, person_id, placed_at)
  select $1::uuid, $1::text, $2, $3, person_id, now() from memberships where restaurant_id = $2 limit 1`
const stockSql = `update product_stock set available_qty = available_qty - 1
  where product_id = $1 and available_qty >= 1`
const chefSql = `select k.id as kitchen, k.restaurant_id as restaurant
  from kitchens k join memberships m on m.restaurant_id = k.restaurant_id join people p on p.id = m.person_id
  where p.email = $1 order by k.id limit 1`
