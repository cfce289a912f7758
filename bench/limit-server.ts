import { createServer } from 'node:http'
import type pg from 'pg'
import { openDatabase } from '../app/infra/db/connect.server.ts'

/**
 * The limit of this machine: bare node:http, one prepared statement, the rows as JSON. It knows neither session, permission,
 * validation nor price. `DATA_DIR` names the data of the app that is measured; the address is printed.
 */
const { pool } = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', poolSize: 10, onNotice: () => {} })

const card = `p.id, p.name, p.category, p.method, p.pack_label, p.unit_label, p.picture, p.temperature, p.price_yen,
  s.available_qty, f.id as farm_id, f.name as farm_name, f.crest, f.place`
const joined = `join products p on p.id = m.product_id join farms f on f.id = p.farm_id
  left join product_stock s on s.product_id = p.id order by m.listed_at desc, m.product_id desc`
const texts: Record<string, string> = {
  list: `select ${card} from (select product_id, listed_at from product_search where visible
    order by listed_at desc, product_id desc limit 24) m ${joined}`,
  search: `with found as materialized (select product_id, listed_at from product_search
      where visible and jp_tokens(search_text) @@ $1::tsquery and search_text like $2 limit 20001)
    select (select count(*) from found) as total, ${card}
      from (select * from found order by listed_at desc, product_id desc limit 24) m ${joined}`,
  detail: `select p.*, f.name as farm_name, s.available_qty from products p join farms f on f.id = p.farm_id
    left join product_stock s on s.product_id = p.id where p.id = $1`,
  cart: `select ${card}, l.qty from cart_lines l join carts c on c.id = l.cart_id join products p on p.id = l.product_id
    join farms f on f.id = p.farm_id left join product_stock s on s.product_id = p.id where c.kitchen_id = $1`,
  'add-to-cart': `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
    select c.id, $2, $3, 1, now() from carts c where c.kitchen_id = $1 limit 1
    on conflict (cart_id, product_id) do update set qty = excluded.qty`,
  history: `select o.*, f.name, (select json_agg(l) from order_lines l where l.order_id = o.id) as lines
    from orders o join farms f on f.id = o.farm_id
    where o.restaurant_id = $1 order by o.placed_at desc, o.id desc limit $2`,
}

type Statement = { name: string; text: string; values: unknown[] }

async function rowsOf(path: string, values: unknown[]): Promise<unknown[]> {
  const text = texts[path]
  if (!text) throw new Error(`no statement ${path}`)
  const { rows } = await pool.query({ name: path, text, values })
  return rows
}

/** The statements of one transaction, as the caller made them. */
async function transaction(statements: readonly Statement[]): Promise<void> {
  const client: pg.PoolClient = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url ?? '/', 'http://limit')
    const path = url.pathname.slice(1)
    let body = ''
    if (path === 'transaction') {
      for await (const chunk of request) body += String(chunk)
      await transaction(JSON.parse(body))
      response.setHeader('content-type', 'application/json').end('{}')
      return
    }
    const rows = await rowsOf(path, url.searchParams.getAll('v'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`Listening: http://127.0.0.1:${address.port}\n`)
})
