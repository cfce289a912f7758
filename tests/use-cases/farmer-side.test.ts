import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { csvLine } from '../../app/kernel/csv.ts'
import { newId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { parseCsvLines } from '../../app/kernel/read-csv.ts'
import { farmShipping, saveShipping } from '../../app/modules/products/farm-shipping.server.ts'
import { goodsInChunks, importGoods, planImport } from '../../app/modules/products/import-products.server.ts'
import { ownGoods, ownGoodsPage } from '../../app/modules/products/own-products.server.ts'
import {
  dropPhotoParts,
  joinPhotoParts,
  keepPhotoPart,
  sweepPhotoParts,
} from '../../app/modules/products/photo-parts.server.ts'
import { photoPartBytes } from '../../app/modules/products/photo-parts.ts'
import { goodsCsvCells, goodsCsvHead, readGoodsCsv } from '../../app/modules/products/product-csv.ts'
import { ownDraft, ownDrafts } from '../../app/modules/products/product-draft.server.ts'
import { addPhoto } from '../../app/modules/products/product-photos.server.ts'
import { readGoodsCursor } from '../../app/modules/products/product-views.ts'
import { changeRows, placeInList, stepStock } from '../../app/modules/products/state-stock.server.ts'
import { addVacation, ordersHitBy } from '../../app/modules/products/vacation/vacations.server.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, rulesOf, there } from './steps.ts'

const test_ = testDatabase()

/** Files in memory, with the interface of the store. */
function aStore() {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    get: async (key: string) => kept.get(key) ?? null,
    delete: async (key: string) => void kept.delete(key),
    async *list(folder: string) {
      for (const key of [...kept.keys()]) if (key.startsWith(`${folder}/`)) yield { key, writtenAt: noon }
    },
  }
}

async function aFarmer() {
  const { actor, farmId } = await aFarm(test_.db)
  return { ctx: as(test_.db, actor), farmId }
}

const namesOf = async (ctx: Ctx) => (await ownGoods(ctx)).map(({ name }) => name)

test('a long list page by page, in the farm’s order, and by a word of its name', async () => {
  const { ctx, farmId } = await aFarmer()
  for (let index = 0; index < 7; index++) await aProduct(test_.db, farmId, { name: `品${index}` })
  const all = await ownGoods(ctx)
  await placeInList(ctx, { id: there(all.at(-1)).id, by: 'first', among: [] })
  const seen: string[] = []
  let after = null
  do {
    const { goods, next }: Awaited<ReturnType<typeof ownGoodsPage>> = await ownGoodsPage(ctx, { after, limit: 3 })
    seen.push(...goods.map(({ name }) => name))
    after = readGoodsCursor(next)
  } while (after)
  expect(seen).toEqual(await namesOf(ctx))
  expect(seen[0]).toBe(there(all.at(-1)).name)
  expect((await ownGoodsPage(ctx, { q: '品4' })).goods.map(({ name }) => name)).toEqual(['品4'])
})

test('goods whose paper has ended say which', async () => {
  const { ctx, farmId } = await aFarmer()
  const pickles = await aProduct(test_.db, farmId, { name: '梅干し', category: 'processed', itemKey: 'umeboshi' })
  const carrots = await aProduct(test_.db, farmId, { name: '人参' })
  const documentId = newId<'document'>()
  await test_.pool.query(
    `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, added_at, expires_on)
     values ($1, 'permit', $2, $3, 'application/pdf', 'x.pdf', 1, $4, '2026-11-01')`,
    [documentId, farmId, 'a'.repeat(32), noon],
  )
  await test_.pool.query(
    "insert into lapsed_products (farm_id, goods_kind, document_id, since) values ($1, 'pickles', $2, $3)",
    [farmId, documentId, noon],
  )
  const lapsed = new Map((await ownGoods(ctx)).map((goods) => [goods.id, goods.lapsed]))
  expect([lapsed.get(pickles), lapsed.get(carrots)]).toEqual([['pickles'], []])
})

test('the stepper while chefs order: no box is counted twice, none is oversold', async () => {
  const { ctx, farmId } = await aFarmer()
  const id = await aProduct(test_.db, farmId, { stock: 10 })
  const chefs = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { actor, kitchenId } = await aRestaurant(test_.db)
      const chef = as(test_.db, actor)
      await fillCart(chef, kitchenId, [[id, 1]])
      return { chef, kitchenId }
    }),
  )
  const key = aKey()
  const [placed, steps, typed] = await Promise.all([
    Promise.all(chefs.map(({ chef, kitchenId }) => place(chef, kitchenId))),
    Promise.all([1, -1, -1, -1].map((by) => stepStock(ctx, { id, by, key: aKey() }))),
    // typed over the number seen before all this: counts only if nothing has changed
    changeRows(ctx, { key, rows: [{ id, stock: { to: 10, seen: 9 } }] }),
  ])
  const sold = placed.filter(({ ok }) => ok).length
  const stated = steps.flatMap((step, index) => (step.ok ? [there([1, -1, -1, -1][index])] : []))
  const corrected = typed.ok && typed.value.changed > 0 ? 1 : 0
  const left = there((await ownGoods(ctx))[0]).stock
  expect(left).toBe(10 + stated.reduce((sum, by) => sum + by, 0) + corrected - sold)
  expect(left).toBeGreaterThanOrEqual(0)
})

async function fileOf(ctx: Ctx): Promise<string> {
  const lines = [csvLine(goodsCsvHead)]
  for await (const rows of goodsInChunks(ctx)) lines.push(...rows.map((row) => csvLine(goodsCsvCells(row))))
  return lines.join('')
}

const rowsIn = (text: string) => {
  const read = readGoodsCsv(parseCsvLines(text))
  if (!read.ok) throw new Error(read.sentence)
  return read.rows
}

test('a file that was written before an order came does not bring the box back', async () => {
  const { ctx, farmId } = await aFarmer()
  const id = await aProduct(test_.db, farmId, { stock: 10 })
  const file = await fileOf(ctx)
  const dearer = file.replace(/,1500,/, ',1800,')
  expect(dearer).not.toBe(file)
  await stepStock(ctx, { id, by: -4, key: aKey() })
  expect(await planImport(ctx, rowsIn(file))).toMatchObject([{ what: 'same' }])
  expect(await planImport(ctx, rowsIn(dearer))).toMatchObject([
    { line: 2, what: 'change', changes: [{ name: '価格（税抜）', was: '1500', is: '1800' }] },
  ])
  must(await importGoods(ctx, { key: aKey(), rows: rowsIn(dearer) }))
  expect(await ownGoods(ctx)).toMatchObject([{ stock: 6, priceYen: 1_800 }])
  // a number that the farm has typed over an outdated one
  const stated = file.replace(',10,10,', ',25,10,')
  expect(stated).not.toBe(file)
  const [moved] = await planImport(ctx, rowsIn(stated))
  expect(moved).toMatchObject({ what: 'wrong', sentences: [expect.stringContaining('現在は6です')] })
})

test('ten thousand lines: told one by one, kept as drafts, each of which opens', async () => {
  const { ctx } = await aFarmer()
  const lines = Array.from({ length: 10_000 }, (_, index) => `,大根${index},大根,${index % 100 === 0 ? '高い' : '900'}`)
  const rows = rowsIn(`番号,商品名,何の品,価格（税抜）\n${lines.join('\n')}`)
  expect(await planImport(ctx, rows)).toHaveLength(10_000)
  expect(must(await importGoods(ctx, { key: aKey(), rows }))).toEqual({ changed: 0, drafts: 10_000 })
  const { rows: one } = await test_.pool.query<{ id: ProductId }>(
    "select id from product_drafts where farm_id = $1 and typed->>'name' = '大根7'",
    [ctx.actor.kind === 'farm' ? ctx.actor.farmId : ''],
  )
  expect((await ownDrafts(ctx)).length).toBeLessThan(1_000)
  expect(there(await ownDraft(ctx, there(one[0]).id)).values.name).toBe('大根7')
}, 30_000)

test('a photo in parts: missing parts are named, a repeated part is stored once, parts of other users are not joined', async () => {
  const { ctx, farmId } = await aFarmer()
  const stranger = (await aFarmer()).ctx
  const files = aStore()
  const of = await aProduct(test_.db, farmId)
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const photo = new Uint8Array(
    await sharp({ create: { width: 800, height: 600, channels: 3, background: '#000', noise } })
      .jpeg({ quality: 95 })
      .toBuffer(),
  )
  const parts = Math.ceil(photo.length / photoPartBytes)
  expect(parts).toBeGreaterThan(1)
  const uploadKey = crypto.randomUUID()
  const send = (part: number, who = ctx) =>
    keepPhotoPart(who, files, {
      uploadKey,
      part,
      bytes: photo.slice(part * photoPartBytes, (part + 1) * photoPartBytes),
    })
  expect(await send(0)).toBe(true)
  expect(await send(0)).toBe(true)
  for (let part = 1; part < parts; part++) await send(part, stranger)
  expect(await joinPhotoParts(ctx, files, { uploadKey, parts })).toEqual({
    missing: Array.from({ length: parts - 1 }, (_, index) => index + 1),
  })
  for (let part = 1; part < parts; part++) expect(await send(part)).toBe(true)
  const finish = async () => {
    const joined = await joinPhotoParts(ctx, files, { uploadKey, parts })
    if ('missing' in joined) throw new Error('missing')
    const kept = await addPhoto(ctx, { of, bytes: joined.bytes, uploadKey }, files)
    await dropPhotoParts(ctx, files, { uploadKey, parts })
    return must(kept)
  }
  const { key } = await finish()
  // the response was lost
  expect((await finish()).key).toBe(key)
  const { rowCount } = await test_.pool.query('select from farm_photos where "of" = $1', [of])
  expect(rowCount).toBe(1)
  for (const bytes of [new Uint8Array(), new Uint8Array(photoPartBytes + 1)])
    expect(await keepPhotoPart(ctx, files, { uploadKey, part: 0, bytes })).toBe(false)
  expect(await keepPhotoPart(ctx, files, { uploadKey, part: 5_000, bytes: photo.slice(0, 9) })).toBe(false)
  // the attacker's was never completed
  expect(await sweepPhotoParts({ now: noon }, files)).toBeNull()
  expect(await sweepPhotoParts({ now: at('2026-12-24 12:00') }, files)).toEqual({ parts: parts - 1 })
})

/** A farm with one order that leaves on Wednesday, 25 November. */
async function anOrder() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const chef = as(test_.db, actor)
  await fillCart(chef, kitchenId, [[farm.productId, 1]])
  const { orderIds } = must(await place(chef, kitchenId))
  return { ctx: as(test_.db, farm.actor), farm, orderId: there(orderIds[0]) }
}

test('a weekday that is taken out of the week asks about the orders of that day, and declines with the reason', async () => {
  const { ctx, orderId } = await anOrder()
  const shipping = await farmShipping(ctx)
  const without = (...days: number[]) => ({
    ...rulesOf(shipping),
    shipWeekdays: shipping.shipWeekdays.filter((day) => !days.includes(day)),
  })
  const { version } = shipping
  expect(await saveShipping(ctx, { ...without(3), version })).toMatchObject({
    ok: false,
    refusal: 'open_orders',
    detail: { orders: [{ id: orderId, shipOn: '2026-11-25', mayDecline: true }] },
  })
  expect((await farmShipping(ctx)).version).toBe(version)
  // a day on which nothing leaves asks nothing
  must(await saveShipping(ctx, { ...without(1), version }))
  const orders = [{ id: orderId, fate: 'decline' as const }]
  expect(must(await saveShipping(ctx, { ...without(1, 3), version: version + 1, orders }))).toEqual({
    changed: true,
    declined: 1,
  })
  const { rows } = await test_.pool.query("select reason from events where order_id = $1 and kind = 'order_declined'", [
    orderId,
  ])
  expect(rows).toEqual([{ reason: '11月25日(水)が出荷しない日になったため' }])
})

test('a rest and orders of the same moment: every order is asked about, or was never taken', async () => {
  const { ctx, farm } = await anOrder()
  const chefs = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { actor, kitchenId } = await aRestaurant(test_.db)
      const chef = as(test_.db, actor)
      await fillCart(chef, kitchenId, [[farm.productId, 1]])
      return { chef, kitchenId }
    }),
  )
  const days = { from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }
  const known = await ordersHitBy(ctx, days)
  const [rest, ...placed] = await Promise.all([
    addVacation(ctx, { ...days, key: aKey(), note: '', orders: known.map(({ id }) => ({ id, fate: 'ship' })) }),
    ...chefs.map(({ chef, kitchenId }) => place(chef, kitchenId)),
  ])
  const taken = placed.filter(({ ok }) => ok).length
  const hit = (await ordersHitBy(ctx, days)).length - known.length
  // the vacation stands: no order was accepted for its day afterwards; or it was refused, and the farm is asked
  expect([rest.ok, hit]).toEqual(rest.ok ? [true, 0] : [false, taken])
})
