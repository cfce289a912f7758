import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { type FreightRow, requiredRows } from '../../app/modules/delivery/freight-table.ts'
import {
  chooseFreightCarrier,
  freightTable,
  freightTables,
  saveFreightTable,
} from '../../app/modules/delivery/freight-tables.server.ts'
import { simulateFreight } from '../../app/modules/delivery/simulate-freight.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { confirmGoods } from '../../app/modules/products/approval/approval.server.ts'
import { moveGoods } from '../../app/modules/products/keep-products.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const today = jstDate('2026-11-24')

/** A complete table in which every parcel costs the same. */
const rowsAt = (figure: number, owner: 'farm' | 'platform' = 'farm'): FreightRow[] =>
  requiredRows(owner).map(({ kind, origin, destination }) => ({
    kind,
    origin,
    destination,
    yen: Array.from({ length: 6 }, () => yen(kind === 'lane' ? figure : 100)),
  }))

const by = (actor: Actor) => as(test_.db, actor)
const save = (actor: Actor, more: Partial<Parameters<typeof saveFreightTable>[1]> = {}, minutesLater = 0) =>
  saveFreightTable(as(test_.db, actor, new Date(noon.getTime() + minutesLater * 60_000)), {
    key: aKey(),
    carrier: 'yamato',
    validFrom: today,
    basedOn: 0,
    rows: rowsAt(1_000),
    ...more,
  })

async function aCart(qty = 1) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await fillCart(by(market.chef), market.kitchenId, [[farm.productId, qty]])
  const freight = async () => (await cartQuote(by(market.chef), market.kitchenId)).farms[0]?.freightYen
  return { ...market, farm, freight }
}

test("a farm's own table holds for its own parcels only, from its first day on", async () => {
  const [one, other] = [await aCart(), await aCart()]
  expect(await one.freight()).toBe(1_250)
  must(await save(one.farm.actor, { rows: rowsAt(777), validFrom: jstDate('2026-11-26') }))
  // the first day that can be chosen ships on the 25th
  expect(await one.freight()).toBe(1_250)
  must(await save(one.farm.actor, { rows: rowsAt(555), basedOn: 1 }))
  expect(await one.freight()).toBe(555)
  expect(await other.freight()).toBe(1_250)
})

test('an order keeps what was agreed when a new table is made, until then as after a change', async () => {
  const it = await aCart(5)
  const { orderIds } = must(await place(by(it.chef), it.kitchenId))
  const orderId = there(orderIds[0])
  const before = await orderDetail(by(it.chef), orderId)
  must(await save(it.farm.actor, { rows: rowsAt(9_999) }, 1))
  const lineId = there(before.lines[0]).id
  const later = as(test_.db, it.chef, new Date(noon.getTime() + 120_000))
  must(await changeOrder(later, { orderId, key: aKey(), version: 1, lines: [{ lineId, qty: 4 }] }))
  must(await changeOrder(later, { orderId, key: aKey(), version: 2, lines: [{ lineId, qty: 5 }] }))
  const after = await orderDetail(by(it.chef), orderId)
  const boxes = ({ parcels }: typeof before) => parcels.map(({ sizeClass, freightYen }) => [sizeClass, freightYen])
  expect(boxes(after)).toEqual(boxes(before))
})

test('an island costs more, by the longest beginning of its postal code', async () => {
  const it = await aCart()
  const islands = [
    ['162', 300],
    ['16208', 500],
    ['999', 900],
  ] as const
  const extra = islands.map(([destination, figure]) => ({
    kind: 'island' as const,
    origin: '',
    destination,
    yen: Array.from({ length: 6 }, () => yen(figure)),
  }))
  const tokyo = { kind: 'lane' as const, origin: '', destination: '13', yen: Array.from({ length: 6 }, () => yen(700)) }
  must(await save(it.farm.actor, { rows: [...rowsAt(1_000), tokyo, ...extra] }))
  // the prefecture wins against its zone
  expect(await it.freight()).toBe(1_200)
  const simulated = await simulateFreight(by(it.farm.actor), {
    ...{ from: '12', to: '13', carrier: '', postalCode: '1620825', size: 120, temperature: 'chilled', on: today },
  })
  expect(simulated).toMatchObject({ freightYen: 1_200, islandYen: 500, coolYen: 100, rates: { own: true, number: 1 } })
})

test('of two edits at once one is refused, and a table is never rewritten', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const both = await Promise.all([save(actor, { rows: rowsAt(1) }), save(actor, { rows: rowsAt(2) })])
  expect(both.map((it) => (it.ok ? 'saved' : it.refusal)).sort()).toEqual(['changed_meanwhile', 'saved'])
  expect(await save(actor)).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await save(actor, { basedOn: 1 }))
  const tables = await freightTables(by(actor))
  expect(tables.map(({ number, when }) => [number, when])).toEqual([
    [2, 'in_force'],
    [1, 'past'],
  ])
  await expect(
    test_.pool.query('update freight_rows set yen = array[1,1,1,1,1,1] where table_id = $1', [there(tables[0]).id]),
  ).rejects.toThrow('append-only')
  await expect(test_.pool.query('delete from freight_tables where farm_id = $1', [farmId])).rejects.toThrow(
    'append-only',
  )
})

test('the same press twice makes one table', async () => {
  const { actor } = await aFarm(test_.db)
  const key = aKey()
  const both = await Promise.all([save(actor, { key }), save(actor, { key })])
  expect(both).toEqual([
    { ok: true, value: { number: 1 } },
    { ok: true, value: { number: 1 } },
  ])
  expect(await freightTables(by(actor))).toHaveLength(1)
})

test('a table has all ways once, and does not begin in the past', async () => {
  const { actor } = await aFarm(test_.db)
  const rows = rowsAt(1_000)
  expect(await save(actor, { validFrom: jstDate('2026-11-23') })).toMatchObject({ refusal: 'freight_from_past' })
  expect(await save(actor, { rows: rows.slice(1) })).toMatchObject({
    refusal: 'freight_rows_wrong',
    detail: { sentence: '「北海道」への運賃がありません。' },
  })
  expect(await save(actor, { rows: [...rows, there(rows[0])] })).toMatchObject({ refusal: 'freight_rows_wrong' })
  expect(await save(actor, { rows: rowsAt(1, 'platform') })).toMatchObject({ refusal: 'freight_rows_wrong' })
})

test("another farm's table does not exist; that of the platform is there to read", async () => {
  const [one, other] = [await aFarm(test_.db), await aFarm(test_.db)]
  must(await save(one.actor))
  const [own] = await freightTables(by(one.actor))
  await expect(freightTable(by(other.actor), there(own).id)).rejects.toThrow()
  const staff = await anAdmin(test_.db)
  const [demo] = await freightTables(by(staff))
  expect((await freightTable(by(other.actor), there(demo).id)).rows).toHaveLength(146)
})

test('a farm chooses a carrier for which there is a table, and no freight is guessed where there is none', async () => {
  const it = await aCart()
  const choose = (carrier: string) => chooseFreightCarrier(by(it.farm.actor), { key: aKey(), carrier })
  expect(await choose('赤帽')).toMatchObject({ refusal: 'carrier_without_table' })
  must(await save(it.farm.actor, { carrier: '赤帽', rows: rowsAt(321), validFrom: jstDate('2026-12-24') }))
  must(await choose('赤帽'))
  const [farm] = (await cartQuote(by(it.chef), it.kitchenId)).farms
  expect(farm).toMatchObject({ problem: 'no_freight', freightYen: 0 })
  must(await save(it.farm.actor, { carrier: '赤帽', rows: rowsAt(123), basedOn: 1 }))
  expect(await it.freight()).toBe(123)
})

test('in production nothing is put on sale on the figures of the demonstration', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const id = await aProduct(test_.db, farmId, { status: 'paused' })
  const held = await aProduct(test_.db, farmId, { status: 'draft', review: 'waiting' })
  const staff = await anAdmin(test_.db)
  const production = (who: Actor) => ({ ...by(who), isProduction: true })
  const confirm = () => confirmGoods(production(staff), { id: held, version: 1 })
  expect(await moveGoods(production(actor), { id, move: 'list' })).toMatchObject({ refusal: 'no_freight_table' })
  expect(await confirm()).toMatchObject({ refusal: 'no_freight_table' })
  must(await save(actor))
  must(await moveGoods(production(actor), { id, move: 'list' }))
  must(await confirm())
})
