import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '../../app/modules/traceability/recalls/close-recall.server.ts'
import { aKey, aLot, aMarket, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, must, placeAll, shippingTime, there } from '../use-cases/steps.ts'

const test_ = testDatabase()

/** One shipped order with two boxes of one lot. */
async function aSentLine() {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  await bringToShipped(db, market, 0, orderId)
  const farm = there(market.farms[0])
  const { lines, lots, events } = await orderDetail(as(db, farm.actor), orderId)
  const lineId = there(lines[0]).id
  return { farm, orderId, lineId, lotId: there(lots.get(lineId)?.[0]).lotId, eventId: there(events[0]).id }
}

/** The constraint that a transaction violates; null: none. */
async function metBy(run: (client: PoolClient) => Promise<unknown>): Promise<string | null> {
  const client = await test_.pool.connect()
  try {
    await client.query('begin')
    await run(client)
    await client.query('commit')
    return null
  } catch (error) {
    await client.query('rollback')
    return error instanceof Error && 'constraint' in error ? String(error.constraint ?? error.message) : String(error)
  } finally {
    client.release()
  }
}

test('the lots of a line that has left add up: another beside them is refused as the transaction ends', async () => {
  const { farm, lineId } = await aSentLine()
  const other = await aLot(test_.db, farm.farmId, farm.productId, '2026-11-20')
  const met = await metBy((client) =>
    client.query('insert into line_lots (order_line_id, lot_id, qty) values ($1, $2, 1)', [lineId, other]),
  )
  expect(met).toBe('line_lots_whole')
})

test('a later statement ships less: the lots no longer add up, and it is refused', async () => {
  const { lineId, eventId } = await aSentLine()
  const met = await metBy((client) =>
    client.query(
      `insert into quantity_entries (order_line_id, stage, qty, reason, event_id, at) values ($1, 'shipped', 1, 'x', $2, now())`,
      [lineId, eventId],
    ),
  )
  expect(met).toBe('line_lots_whole')
})

test.each(['update line_lots set qty = 1 where order_line_id = $1', 'delete from line_lots where order_line_id = $1'])(
  'what was packed from a lot stays said once it has left: %s',
  async (text) => {
    const { lineId } = await aSentLine()
    expect(await metBy((client) => client.query(text, [lineId]))).toBe('line_lots_stay')
  },
)

test('an order cannot be shipped with lines without a lot', async () => {
  const { db, pool } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  const { lines, events } = await orderDetail(as(db, market.chef), orderId)
  const lineId = there(lines[0]).id
  for (const stage of ['confirmed', 'shipped'])
    await pool.query(
      `insert into quantity_entries (order_line_id, stage, qty, event_id, at) values ($1, $2, 2, $3, now())`,
      [lineId, stage, there(events[0]).id],
    )
  const leave = (client: PoolClient) => client.query(`update orders set state = 'shipped' where id = $1`, [orderId])
  expect(await metBy(leave)).toBe('line_lots_whole')
  const { farmId, productId } = there(market.farms[0])
  const lotId = await aLot(db, farmId, productId)
  await pool.query('insert into line_lots (order_line_id, lot_id, qty) values ($1, $2, 2)', [lineId, lotId])
  await pool.query('update lots set recalled_at = now() where id = $1', [lotId])
  expect(await metBy(leave)).toBe('lots_recalled')
  await pool.query('update lots set recalled_at = null where id = $1', [lotId])
  expect(await metBy(leave)).toBeNull()
})

test('a lot is of the line’s own product', async () => {
  const { farm, lineId } = await aSentLine()
  const other = await aLot(test_.db, farm.farmId, await aProduct(test_.db, farm.farmId))
  const insert = 'insert into line_lots (order_line_id, lot_id, qty) values ($1, $2, 1)'
  expect(await metBy((client) => client.query(insert, [lineId, other]))).toBe('line_lots_of_product')
})

test('a recall is history: what was found and said stays, it is only closed, and once', async () => {
  const { farm, lotId } = await aSentLine()
  const ctx = as(test_.db, farm.actor, shippingTime)
  const begin = (rehearsal: boolean) =>
    beginRecall(ctx, { key: aKey(), lotIds: [lotId], reason: 'x', handling: 'stop', instructions: '', rehearsal })
  const { id } = must(await begin(true))
  const refused = async (text: string, words: string) =>
    await expect(test_.pool.query(text, [id])).rejects.toThrow(words)
  await refused('update recall_lines set qty = 1 where recall_id = $1', 'append-only')
  await refused('delete from recall_lots where recall_id = $1', 'append-only')
  await refused(`update recalls set reason = 'y' where id = $1`, 'only ever closed')
  await refused('update recalls set rehearsal = false where id = $1', 'only ever closed')
  await refused('delete from recalls where id = $1', 'only ever closed')
  await refused('update recall_targets set told_at = now() where recall_id = $1', 'nobody is told of a rehearsal')
  must(await closeRecall(ctx, { recallId: id, key: aKey(), report: '終了' }))
  await refused(`update recalls set report = 'y' where id = $1`, 'only ever closed')
})

test('a recall has only lots of its own farm', async () => {
  const [one, two] = [await aSentLine(), await aSentLine()]
  const ctx = as(test_.db, one.farm.actor, shippingTime)
  const input = {
    key: aKey(),
    lotIds: [one.lotId],
    reason: 'x',
    handling: 'stop' as const,
    instructions: '',
    rehearsal: true,
  }
  const { id } = must(await beginRecall(ctx, input))
  await expect(test_.pool.query('insert into recall_lots values ($1, $2)', [id, two.lotId])).rejects.toThrow(
    'a lot of another farm',
  )
})
