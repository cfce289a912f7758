import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Buyer } from './buyers.ts'

/**
 * The least that PostgreSQL has to do for a checkout: one transaction that writes the same rows with one prepared
 * statement per table. The rows are those that a real checkout has written, with new ids and another buyer.
 */
export type WrittenRows = { table: string; rows: Record<string, unknown>[] }[]

/** In the order in which they may be written. `$1` is the purchase. */
const writtenBy: Record<string, string> = {
  idempotency_keys: `operation = 'order.place' and outcome -> 'value' ->> 'purchaseId' = $1::text`,
  purchases: `id = $1::uuid`,
  orders: `purchase_id = $1::uuid`,
  order_lines: `order_id in (select id from orders where purchase_id = $1::uuid)`,
  parcels: `order_id in (select id from orders where purchase_id = $1::uuid)`,
  events: `purchase_id = $1::uuid`,
  quantity_entries: `order_line_id in (select l.id from order_lines l join orders o on o.id = l.order_id where o.purchase_id = $1::uuid)`,
  order_news: `order_id in (select id from orders where purchase_id = $1::uuid)`,
  stock_entries: `order_line_id in (select l.id from order_lines l join orders o on o.id = l.order_id where o.purchase_id = $1::uuid)`,
}

/** Filled in by a trigger when the quantity is stated, as in every checkout; some farms accept immediately. */
const statedLater = ['ordered', 'confirmed'].flatMap((stage) => [`${stage}_qty`, `${stage}_grams`])

export async function rowsOfCheckout(pool: pg.Pool, purchaseId: string): Promise<WrittenRows> {
  const written: WrittenRows = []
  for (const [table, where] of Object.entries(writtenBy)) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where ${where} order by t.ctid`,
      [purchaseId],
    )
    const numbered = await numberedByDatabase(pool, table)
    written.push({
      table,
      rows: rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row).filter(([column]) => !numbered.has(column) && !statedLater.includes(column)),
        ),
      ),
    })
  }
  return written
}

async function numberedByDatabase(pool: pg.Pool, table: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and (is_identity = 'YES' or is_generated = 'ALWAYS')`,
    [table],
  )
  return new Set(rows.map(({ name }) => name))
}

type Statement = { name: string; text: string; values: unknown[] }
type Carts = 'the cart is filled' | 'fills the cart'

/**
 * The statements for one more such checkout, by another buyer. Prepared beforehand, so that preparing them is not
 * measured.
 */
export function bareCheckout(written: WrittenRows, buyer: Buyer, carts: Carts): Statement[] {
  const rows = renamed(written, buyer)
  const goods = rows.flatMap(({ table, rows }) => (table === 'order_lines' ? rows.map((row) => row.product_id) : []))
  const cart = { text: 'select id from carts where kitchen_id = $1', values: [buyer.kitchenId] }
  const statements: Statement[] = []
  if (carts === 'fills the cart') {
    statements.push({
      name: 'bare-cart',
      text: 'insert into carts (id, person_id, restaurant_id, kitchen_id) values (gen_random_uuid(), $1, $2, $3)',
      values: [buyer.personId, buyer.restaurantId, buyer.kitchenId],
    })
    statements.push({
      name: 'bare-cart-lines',
      text: `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
        select carts.id, goods, 1, 1, now() from carts, unnest($2::uuid[]) as goods where kitchen_id = $1`,
      values: [buyer.kitchenId, goods],
    })
  }
  for (const id of goods.sort())
    statements.push({
      name: 'bare-stock',
      text: 'update product_stock set available_qty = available_qty - 1 where product_id = $1 and available_qty >= 1',
      values: [id],
    })
  for (const { table, rows: ofTable } of rows) if (ofTable.length > 0) statements.push(insertOf(table, ofTable))
  statements.push({
    name: 'bare-emptied',
    text: `delete from cart_lines where cart_id = (${cart.text})`,
    values: cart.values,
  })
  return statements
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The same rows with new ids; farms and their products exist already and are unchanged. */
function renamed(written: WrittenRows, buyer: Buyer): WrittenRows {
  const of = (table: string) => written.find((it) => it.table === table)?.rows ?? []
  const [purchase] = of('purchases')
  const names = new Map<string, string>([
    [String(purchase?.person_id), buyer.personId],
    [String(purchase?.restaurant_id), buyer.restaurantId],
    [String(purchase?.kitchen_id), buyer.kitchenId],
  ])
  for (const table of ['purchases', 'orders', 'order_lines', 'parcels', 'events'])
    for (const { id } of of(table)) names.set(String(id), randomUUID())
  for (const { key } of of('idempotency_keys')) names.set(String(key), randomUUID())
  const number = `計測${randomUUID()}`
  const text = JSON.stringify(written)
    .replace(uuids, (id) => names.get(id) ?? id)
    .replaceAll(String(purchase?.number), number)
  return JSON.parse(text)
}

function insertOf(table: string, rows: readonly Record<string, unknown>[]): Statement {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map(
    (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  )
  return {
    name: `bare-${table}-${rows.length}`,
    text: `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`,
    values: rows.flatMap((row) => columns.map((column) => sent(row[column]))),
  }
}

const sent = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

export async function sendBare(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
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

/** How many more rows each table has afterwards. */
export async function rowsAdded(pool: pg.Pool, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowCounts(pool)
  await run()
  const after = await rowCounts(pool)
  return Object.fromEntries(
    Object.keys(after).flatMap((table) => {
      const more = (after[table] ?? 0) - (before[table] ?? 0)
      return more === 0 ? [] : [[table, more]]
    }),
  )
}

async function rowCounts(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const { rows } = await pool.query<Record<string, number>>(
    `select ${tables.map(({ name }) => `(select count(*) from ${name})::int as ${name}`).join(', ')}`,
  )
  return rows[0] ?? {}
}
