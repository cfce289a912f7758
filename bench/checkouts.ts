import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Db, kyselyOn } from '../app/infra/db/kysely.server.ts'
import { type ProductId, parseId } from '../app/kernel/ids.ts'
import { cartQuote } from '../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../app/modules/cart/seen-quote.ts'
import { placeOrder } from '../app/modules/ordering/place-order.server.ts'
import { caller, fillCartByApi, goodsOfFarms, type RunningApp } from '../tests/support/running-app.ts'
import { bareCheckout, rowsAdded, rowsOfCheckout, sendBare, type WrittenRows } from './bare-checkout.ts'
import { actorOfBuyer, type Buyer, fillCarts, makeBuyersOf } from './buyers.ts'
import { type Measured, measure } from './measure.ts'

type CheckoutRow = { name: string; atOnce: number; bare: Measured; ours: Measured }

/**
 * Each way of ordering three products of three farms beside the bare transaction, with this many concurrent callers.
 */
export async function measureCheckouts(app: RunningApp, pool: pg.Pool, calls: number): Promise<string> {
  const db = kyselyOn(pool)
  const goods = await goodsOfFarms(pool, 150)
  const written = await samples(pool, db, goods)
  const same = await requireSameRows(pool, goods)
  const rows: CheckoutRow[] = []
  for (const atOnce of [1, 10, 50]) {
    const some = { calls: Math.max(calls, atOnce * 4), atOnce, warmUp: 10 }
    for (const way of ways) {
      const { carts } = way
      const size = some.calls + some.warmUp + atOnce
      const plain = (await prepared(pool, size, goods, carts)).map((buyer, index) =>
        bareCheckout(written[index % written.length] ?? [], buyer, carts),
      )
      const bare = await measure((index) => sendBare(pool, plain[index] ?? []), some)
      const buyers = await prepared(pool, size, goods, carts)
      const steps = await Promise.all(buyers.map((buyer) => way.of({ app, db, buyer })))
      const ours = await measure((index) => steps[index]?.() ?? Promise.reject(new Error('no buyer')), some)
      const row = { name: way.name, atOnce, bare, ours }
      rows.push(row)
      process.stderr.write(`${checkoutRowText(row)}\n`)
    }
  }
  return `${same}\n${checkoutTable(rows)}`
}

async function prepared(pool: pg.Pool, count: number, goods: readonly string[], carts: Way['carts']) {
  const buyers = await makeBuyersOf(pool, count, goods)
  if (carts === 'the cart is filled') await fillCarts(pool, buyers)
  return buyers
}

type Parts = { app: RunningApp; db: Db; buyer: Buyer }
type Way = {
  name: string
  carts: Parameters<typeof bareCheckout>[2]
  /** Preparation that is not measured happens before the step is returned. */
  of(parts: Parts): Promise<() => Promise<unknown>>
}

const ways: readonly Way[] = [
  {
    name: '`placeOrder`, the cart is filled',
    carts: 'the cart is filled',
    of: async ({ db, buyer }) => {
      const order = await orderOf(db, buyer)
      const seen = await order.seen()
      return () => order.place(seen)
    },
  },
  {
    name: 'three goods into the cart, the cart, `placeOrder`',
    carts: 'fills the cart',
    of: async ({ db, buyer }) => {
      const order = await orderOf(db, buyer)
      return async () => {
        for (const id of buyer.goods) await order.put(id)
        await order.place(await order.seen())
      }
    },
  },
  {
    name: 'HTTP: the order, the cart is filled',
    carts: 'the cart is filled',
    of: async ({ app, buyer }) => {
      const api = apiOf(app, buyer)
      const { seen } = JSON.parse(await api('GET', '/api/cart')) as { seen: unknown }
      return () => confirm(api, seen)
    },
  },
  {
    name: 'HTTP: two calls, from the empty cart to the order',
    carts: 'fills the cart',
    of: async ({ app, buyer }) => {
      const api = apiOf(app, buyer)
      return async () => confirm(api, await fillCartByApi(api, buyer.goods))
    },
  },
]

export const apiOf = (app: RunningApp, { token }: Buyer) =>
  caller(() => app.origin, { authorization: `Bearer ${token}` })

export const confirm = (api: ReturnType<typeof caller>, seen: unknown) =>
  api('POST', '/api/purchases', { seen }, { 'idempotency-key': randomUUID() })

/** The use cases of one buyer, as the app calls them. */
async function orderOf(db: Db, buyer: Buyer) {
  const actor = await actorOfBuyer(db, buyer)
  const { kitchenId } = buyer
  const ctx = () => ({ db, actor, now: new Date() })
  return {
    put: async (id: string) => {
      const put = await setCartLine(ctx(), { kitchenId, productId: productOf(id), qty: 1 })
      if (!put.ok) throw new Error(put.refusal)
    },
    seen: async () => seenOf(await cartQuote(ctx(), kitchenId)),
    place: async (seen: Parameters<typeof placeOrder>[1]['seen']) => {
      const placed = await placeOrder(ctx(), { kitchenId, key: randomUUID(), seen })
      if (!placed.ok) throw new Error(placed.refusal)
      return placed.value.purchaseId
    },
  }
}

function productOf(id: string): ProductId {
  const product = parseId<'product'>(id)
  if (!product) throw new Error(`no product ${id}`)
  return product
}

/** What real checkouts write, of every farm in turn. */
async function samples(pool: pg.Pool, db: Db, goods: readonly string[]): Promise<WrittenRows[]> {
  const written: WrittenRows[] = []
  for (const buyer of await prepared(pool, Math.ceil(goods.length / 3), goods, 'the cart is filled')) {
    const order = await orderOf(db, buyer)
    written.push(await rowsOfCheckout(pool, await order.place(await order.seen())))
  }
  return written
}

/** A ratio to something that writes less would be meaningless. */
async function requireSameRows(pool: pg.Pool, goods: readonly string[]): Promise<string> {
  const [one, other] = await prepared(pool, 2, goods, 'the cart is filled')
  if (!one || !other) throw new Error('no buyers')
  let queries = 0
  const db = kyselyOn(pool, () => queries++)
  const order = await orderOf(db, one)
  const seen = await order.seen()
  let purchase = ''
  const ours = await rowsAdded(pool, async () => {
    queries = 0
    purchase = await order.place(seen)
  })
  const statements = bareCheckout(await rowsOfCheckout(pool, purchase), other, 'the cart is filled')
  const bare = await rowsAdded(pool, () => sendBare(pool, statements))
  if (JSON.stringify(ours) !== JSON.stringify(bare))
    throw new Error(`not the same rows: ${JSON.stringify({ ours, bare })}`)
  const told = Object.entries(ours).map(([table, more]) => `${table} ${more}`)
  return `\`placeOrder\` sends ${queries} statements, the bare transaction ${statements.length}; rows of both: ${told.join(', ')}.\n`
}

const ms = (value: number) => value.toFixed(2)

const checkoutRowText = ({ name, atOnce, bare, ours }: CheckoutRow): string =>
  `| ${name} | ${atOnce} | ${ms(bare.p50)} | ${ms(bare.p99)} | ${ms(ours.p50)} | ${ms(ours.p95)} | ${ms(ours.p99)} | ${(ours.p50 / bare.p50).toFixed(1)}× | ${(bare.perSecond / ours.perSecond).toFixed(1)}× | ${ours.perSecond.toFixed(0)} | ${ours.errors + bare.errors} |`

const checkoutTable = (rows: readonly CheckoutRow[]): string =>
  [
    '| what | at once | bare transaction p50 ms | p99 | ours p50 | p95 | p99 | ratio p50 | ratio of what a second does | per s | errors |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map(checkoutRowText),
    '',
  ].join('\n')
