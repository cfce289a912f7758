import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aPerson, aProduct, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from '../use-cases/steps.ts'

const test_ = testDatabase()
const checkViolation = '23514'
const sql = (text: string, values: unknown[] = []) => test_.pool.query(text, values)
const refused = async (text: string, values: unknown[] = [], code = checkViolation) =>
  expect(
    await sql(text, values).then(
      () => 'accepted',
      (error) => error.code,
    ),
  ).toBe(code)

async function anOrder(index = 0) {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[index])
  const { lines, parcels, events } = await orderDetail(as(db, market.chef), orderId)
  return { market, orderId, line: there(lines[0]), parcel: there(parcels[0]), eventId: there(events[0]).id }
}

/** All five quantities written: 2 boxes of carrots, or (index 2) 2 birds of 3.7 kg. */
async function aFinalOrder(index = 0) {
  const order = await anOrder(index)
  await bringToShipped(test_.db, order.market, index, order.orderId)
  must(
    await receiveOrder(as(test_.db, order.market.chef, arrivalTime), {
      orderId: order.orderId,
      key: aKey(),
      lines: [],
    }),
  )
  return order
}

const accept = async (market: Market, orderId: Awaited<ReturnType<typeof anOrder>>['orderId']) =>
  must(await acceptOrder(as(test_.db, there(market.farms[0]).actor), { orderId, key: aKey(), lines: [] }))

type Statement = {
  stage: string
  qty: number
  grams?: number | null
  yen?: number | null
  reason?: string | null
}
const state = `insert into quantity_entries (order_line_id, stage, qty, grams, yen, reason, event_id, at)
  values ($1, $2, $3, $4, $5, $6, $7, now())`
const stated = (
  order: { line: { id: string }; eventId: string },
  { stage, qty, grams = null, yen = null, reason = null }: Statement,
) => [order.line.id, stage, qty, grams, yen, reason, order.eventId]

test.each([
  ['an event is rewritten', 'update events set reason = $1', ['x']],
  ['an event is deleted', 'delete from events', []],
  ['a quantity entry is rewritten', 'update quantity_entries set qty = 1', []],
  ['a quantity entry is deleted', 'delete from quantity_entries', []],
  ['a stock entry is rewritten', 'update stock_entries set delta = 1', []],
  ['a stock entry is deleted', 'delete from stock_entries', []],
])('history stays: %s is refused', async (_, text, values) => {
  await anOrder()
  await expect(sql(text, values)).rejects.toThrow('append-only')
})

const quantityColumns = ['ordered', 'confirmed', 'shipped', 'received', 'billed'].flatMap((stage) => [
  `${stage}_qty`,
  `${stage}_grams`,
])
test.each([...quantityColumns, 'billed_yen'])('%s is not written past the entries', async (column) => {
  const { line } = await aFinalOrder(2)
  await expect(
    sql(`update order_lines set ${column} = coalesce(${column}, 1) - 1 where id = $1`, [line.id]),
  ).rejects.toThrow('quantities change by quantity_entries only')
  await expect(sql(`update order_lines set ${column} = null where id = $1`, [line.id])).rejects.toThrow(
    'quantities change by quantity_entries only',
  )
})

test('what is no quantity may change on a line, and stays beside the quantities', async () => {
  const { line } = await anOrder()
  await sql(`update order_lines set verdict = 'ok' where id = $1`, [line.id])
  const { rows } = await sql('select verdict, ordered_qty from order_lines where id = $1', [line.id])
  expect(rows).toEqual([{ verdict: 'ok', ordered_qty: 2 }])
})

test.each([[null], [''], [undefined]])('the same stage twice with the reason %j is refused', async (reason) => {
  const order = await anOrder()
  await expect(sql(state, stated(order, { stage: 'ordered', qty: 1, reason }))).rejects.toThrow(
    'a quantity stated once changes only with a reason',
  )
})

test('with a reason it is accepted: the line shows the last, both stay', async () => {
  const order = await anOrder()
  await sql(state, stated(order, { stage: 'confirmed', qty: 2 }))
  await sql(state, stated(order, { stage: 'confirmed', qty: 1, reason: '収穫不足' }))
  const shown = await sql('select confirmed_qty from order_lines where id = $1', [order.line.id])
  expect(shown.rows).toEqual([{ confirmed_qty: 1 }])
  const { rows } = await sql(
    `select qty, reason from quantity_entries where order_line_id = $1 and stage = 'confirmed' order by id`,
    [order.line.id],
  )
  expect(rows).toEqual([
    { qty: 2, reason: null },
    { qty: 1, reason: '収穫不足' },
  ])
})

const stateAll = `insert into quantity_entries (order_line_id, stage, qty, reason, event_id, at)
  select $1, 'confirmed', qty, reason, $2, now()
    from unnest($3::int[], $4::text[]) with ordinality as it (qty, reason, nth) order by nth`

test('within one statement, too: each after the first needs a reason', async () => {
  const order = await anOrder()
  const about = [order.line.id, order.eventId]
  await refused(stateAll, [...about, [2, 1], [null, null]])
  await refused(stateAll, [...about, [2, 1, 0], [null, '収穫不足', '']])
  await sql(stateAll, [...about, [2, 1], [null, '収穫不足']])
  await refused(stateAll, [...about, [0, 1], [null, '収穫不足']])
  const shown = await sql('select confirmed_qty from order_lines where id = $1', [order.line.id])
  expect(shown.rows).toEqual([{ confirmed_qty: 1 }])
})

test('quantities of several lines and stages in one statement show on each of them, or on none', async () => {
  const [one, other] = [await anOrder(), await anOrder(1)]
  const confirmAll = `insert into quantity_entries (order_line_id, stage, qty, event_id, at)
    select line, 'confirmed', qty, $3, now() from unnest($1::uuid[], $2::int[]) as it (line, qty)`
  const lines = [one.line.id, other.line.id]
  const shown = async () =>
    (await sql('select confirmed_qty from order_lines where id = any($1) order by id = $2 desc', [lines, one.line.id]))
      .rows
  await sql(state, stated(other, { stage: 'ordered', qty: 1, reason: '変更' }))
  await sql(confirmAll, [lines, [2, 1], one.eventId])
  expect(await shown()).toEqual([{ confirmed_qty: 2 }, { confirmed_qty: 1 }])
  const third = await anOrder()
  await expect(sql(confirmAll, [[third.line.id, one.line.id], [1, 1], one.eventId])).rejects.toThrow(
    `a quantity stated once changes only with a reason (line ${one.line.id}, confirmed)`,
  )
  expect(await shown()).toEqual([{ confirmed_qty: 2 }, { confirmed_qty: 1 }])
  const { rows } = await sql('select confirmed_qty from order_lines where id = $1', [third.line.id])
  expect(rows).toEqual([{ confirmed_qty: null }])
})

test('a line that is written with its quantities has their entries, and a second of them needs a reason as well', async () => {
  const { line, eventId } = await anOrder()
  const copy = newId<'orderLine'>()
  const { rows: columns } = await sql(
    `select string_agg(quote_ident(attname), ', ') as name from pg_attribute
      where attrelid = 'order_lines'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'ordinal', 'confirmed_qty')`,
  )
  const same: string = columns[0].name
  await sql(
    `insert into order_lines (id, ordinal, confirmed_qty, ${same}) select $1, ordinal + 1, 1, ${same} from order_lines where id = $2`,
    [copy, line.id],
  )
  const of = { line: { id: copy }, eventId }
  await refused(state, stated(of, { stage: 'confirmed', qty: 0 }))
  await refused(stateAll, [copy, eventId, [1, 1], [null, null]])
  await sql(state, stated(of, { stage: 'confirmed', qty: 1 }))
  await refused(state, stated(of, { stage: 'confirmed', qty: 1 }))
  await sql(state, stated(of, { stage: 'confirmed', qty: 0, reason: '収穫不足' }))
  const { rows } = await sql('select ordered_qty, confirmed_qty from order_lines where id = $1', [copy])
  expect(rows).toEqual([{ ordered_qty: 2, confirmed_qty: 0 }])
})

test('the second of two first statements at once is refused', async () => {
  const order = await anOrder()
  const both = await Promise.allSettled([2, 1].map((qty) => sql(state, stated(order, { stage: 'confirmed', qty }))))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([
  { stage: 'confirmed', qty: 3, reason: 'x' },
  { stage: 'confirmed', qty: -1, reason: 'x' },
  { stage: 'shipped', qty: 3, reason: 'x' },
  { stage: 'received', qty: 3, reason: 'x' },
  { stage: 'billed', qty: 3, yen: 3_000, reason: 'x' },
  { stage: 'billed', qty: 2, yen: 3_001, reason: 'x' },
  { stage: 'billed', qty: 2, yen: -1, reason: 'x' },
  { stage: 'billed', qty: 2, reason: 'x' },
  { stage: 'shipped', qty: 2, yen: 3_000, reason: 'x' },
  { stage: 'shipped', qty: 2, grams: 10_000, reason: 'x' },
  { stage: 'ordered', qty: 0, reason: 'x' },
  { stage: 'lost', qty: 1, reason: 'x' },
])('of 2 boxes ordered, confirmed, shipped, received and billed at 3,000: %j is refused', async (statement) => {
  await refused(state, stated(await aFinalOrder(), statement))
})

test.each([
  { stage: 'received', qty: 2, grams: 3_701, reason: 'x' },
  { stage: 'received', qty: 2, grams: -1, reason: 'x' },
  { stage: 'billed', qty: 2, grams: 3_701, yen: 8_880, reason: 'x' },
  { stage: 'billed', qty: 2, grams: 3_700, yen: 9_505, reason: 'x' },
])('of 2 birds of 3,700 g with a ceiling of 9,504: %j is refused', async (statement) => {
  await refused(state, stated(await aFinalOrder(2), statement))
})

test('fewer are confirmed than were shipped: a correction backwards is refused too', async () => {
  await refused(state, stated(await aFinalOrder(), { stage: 'confirmed', qty: 1, reason: 'x' }))
})

test('a statement names the event that caused it', async () => {
  const order = await anOrder()
  const values = stated({ ...order, eventId: newId<'event'>() }, { stage: 'confirmed', qty: 2 })
  await refused(state, values, '23503')
})

test('stock never falls below nothing', async () => {
  const { market } = await anOrder()
  const { productId } = there(market.farms[0])
  await refused('update product_stock set available_qty = -1 where product_id = $1', [productId])
  await refused('update product_stock set available_qty = available_qty - 99 where product_id = $1', [productId])
  await refused(`insert into stock_entries (product_id, delta, cause, at) values ($1, 0, 'stated', now())`, [productId])
})

test.each([
  ['a state nobody knows', `state = 'lost'`],
  ['final without its moment', `state = 'finalized'`],
  ['the moment of being final, but not final', 'finalized_at = now()'],
  ['shipped after it arrives', `ship_on = delivery_on + 1`],
  ['ordered after 締切', `placed_at = cutoff_at + interval '1 second'`],
  ['to be answered before 締切', `answer_due_at = cutoff_at - interval '1 second'`],
  ['packed before it is answered', `pack_at = answer_due_at - interval '1 second'`],
  ['inspected within an hour', 'inspect_hours = 1'],
  ['a slot nobody knows', `slot = 'night'`],
])('an order is refused: %s', async (_, set) => {
  const { orderId } = await anOrder()
  await refused(`update orders set ${set} where id = $1`, [orderId])
})

test('a line with a commission of 51 % is refused', async () => {
  const { orderId } = await anOrder()
  await refused('update order_lines set commission_bp = 5100 where order_id = $1', [orderId])
})

const label = `carrier = 'yamato', shipped_at = now(), tracking_number`
test.each([
  ['eleven digits', `${label} = '44441375870'`],
  ['hyphens', `${label} = '4444-1375-8703'`],
  ['full-width digits', `${label} = '４４４４１３７５８７０３'`],
  ['a number without a carrier', `shipped_at = now(), tracking_number = '444413758703'`],
  ['a number without a shipment', `carrier = 'yamato', tracking_number = '444413758703'`],
  ['a number where its way has none', `tracked = false, ${label} = '444413758703'`],
  ['sent without a number where its way has one', 'shipped_at = now()'],
  ['sent and unused', `${label} = '444413758703', unused_at = now()`],
  ['a carrier without a name', `carrier = ' ', shipped_at = now(), tracking_number = '444413758703'`],
  ['a number with signs', `carrier = '西濃運輸', shipped_at = now(), tracking_number = 'AB-1234'`],
  ['a page of a carrier that we know', `${label} = '444413758703', tracking_page = 'https://example.jp/'`],
  ['a page without a carrier', `tracking_page = 'https://example.jp/'`],
  [
    'a page that is not https',
    `carrier = '西濃運輸', shipped_at = now(), tracking_number = '444413758703', tracking_page = 'javascript:alert(1)'`,
  ],
  ['a size nobody offers', 'size_class = 180'],
  ['negative freight', 'freight_yen = -1'],
])('a parcel is refused: %s', async (_, set) => {
  const { parcel } = await anOrder()
  await refused(`update parcels set ${set} where id = $1`, [parcel.id])
})

test('a parcel with a right number is taken', async () => {
  const { parcel } = await anOrder()
  await sql(`update parcels set ${label} = '444413758703' where id = $1`, [parcel.id])
})

test('a parcel whose way has no tracking is sent without a number', async () => {
  const { parcel } = await anOrder()
  await sql('update parcels set tracked = false, shipped_at = now() where id = $1', [parcel.id])
})

const session = `insert into sessions (id_hash, person_id, admin_id, channel, provider, amr, auth_time, created_at,
  seen_at, idle_until, abs_until) values ($1, $2, $3, $4, 'embedded', '{pwd}', now(), now(), now(), now(), now())`

test('a session belongs to a user or to an administrator, never to both or neither', async () => {
  const person = await aPerson(test_.db, '誰か')
  const { adminId } = await anAdmin(test_.db)
  await refused(session, [randomBytes(32), person, adminId, 'cookie'])
  await refused(session, [randomBytes(32), null, null, 'cookie'])
  await sql(session, [randomBytes(32), person, null, 'cookie'])
  await sql(session, [randomBytes(32), null, adminId, 'cookie'])
})

test('a session holds a hash and a known channel', async () => {
  const person = await aPerson(test_.db, '誰か')
  await refused(session, [Buffer.from('a token as it is'), person, null, 'cookie'])
  await refused(session, [randomBytes(32), person, null, 'letter'])
})

test('passwords are argon2id or nothing', async () => {
  const person = await aPerson(test_.db, '誰か')
  await refused('insert into passwords values ($1, $2, now())', [person, 'hunter2'])
})

test('two people never share an address, whatever its capitals', async () => {
  const insert = 'insert into people (id, email, name, created_at) values ($1, $2, $3, now())'
  await sql(insert, [newId<'person'>(), 'chef@example.jp', '一'])
  await refused(insert, [newId<'person'>(), 'chef@example.jp', '二'], '23505')
  await refused(insert, [newId<'person'>(), 'Chef@example.jp', '三'])
})

test('an order with a history cannot be deleted', async () => {
  const { orderId, line, market } = await anOrder()
  await accept(market, orderId)
  await refused('delete from orders where id = $1', [orderId], '23503')
  await refused('delete from order_lines where id = $1', [line.id], '23503')
})

test.each([
  ['a bidi override', '\u202e園農藤佐'],
  ['a zero-width space', '佐藤\u200b農園'],
  ['a tag character', '佐藤\u{e0041}'],
  ['private use', '佐藤\ue000'],
  ['a line break', '佐藤\n農園'],
])('no name holds %s', async (_, name) => {
  const { farmId, actor } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await refused('update farms set name = $2 where id = $1', [farmId, name])
  await refused('update people set name = $2 where id = $1', [actor.personId, name])
  await refused('update products set name = $2 where id = $1', [productId, name])
})

test('names hold the registered forms of ideographs, symbols and every script', async () => {
  const { farmId } = await aFarm(test_.db)
  for (const name of ['辻\u{e0100}農園', '𠮷田', '☕\ufe0f 喫茶', 'Café K.', '㈲星野', 'は\u3099たけ', '한식당'])
    expect((await sql('update farms set name = $2 where id = $1', [farmId, name])).rowCount).toBe(1)
})
