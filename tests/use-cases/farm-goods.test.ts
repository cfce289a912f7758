import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import { newId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { photoKeyIn } from '../../app/kernel/picture-name.ts'
import { yen } from '../../app/kernel/yen.ts'
import { makeLaterSizes } from '../../app/modules/photos/keep-org-photo.server.ts'
import { photoBytes, sweepPhotos } from '../../app/modules/photos/keep-photo.server.ts'
import { parsePhotoKey, photoFileName } from '../../app/modules/photos/photo.ts'
import {
  confirmGoods,
  holdGoods,
  releaseGoods,
  returnGoods,
} from '../../app/modules/products/approval/approval.server.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { importGoods, planImport } from '../../app/modules/products/import-products.server.ts'
import { moveGoods, publishDraft, saveGoods } from '../../app/modules/products/keep-products.server.ts'
import { oneOfOwnGoods, ownGoods } from '../../app/modules/products/own-products.server.ts'
import {
  applyPrices,
  plannedPrices,
  planPrice,
  withdrawPrice,
} from '../../app/modules/products/prices/price-changes.server.ts'
import type { ProductValues } from '../../app/modules/products/product.ts'
import type { CsvRow } from '../../app/modules/products/product-csv.ts'
import { duplicateGoods, ownDraft, saveGoodsDraft } from '../../app/modules/products/product-draft.server.ts'
import { addPhoto, changePhoto } from '../../app/modules/products/product-photos.server.ts'
import { changeRows, placeInList, stepStock } from '../../app/modules/products/state-stock.server.ts'
import { switchApproval } from '../../app/modules/products/switches.server.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

const values = {
  item: '人参',
  name: '甘い人参',
  method: 'conventional',
  catchWeight: false,
  unitLabel: '箱',
  netGrams: grams(5_000),
  temperature: 'ambient',
  priceYen: 1_500,
  taxKind: 'food',
  sellsFrom: 'stock',
  stock: 20,
  seasonMonths: [11, 12],
} satisfies ProductValues

/** Files in memory, with the interface of the store. */
function aStore() {
  const kept = new Map<string, { bytes: Uint8Array; writtenAt: Date }>()
  return {
    kept,
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, { bytes, writtenAt: noon }),
    get: async (key: string) => kept.get(key)?.bytes ?? null,
    delete: async (key: string) => void kept.delete(key),
    async *list(folder: string) {
      for (const [key, { writtenAt }] of [...kept]) if (key.startsWith(`${folder}/`)) yield { key, writtenAt }
    },
  }
}

const aPhoto = async (background = '#aa3311') =>
  new Uint8Array(
    await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .withExif({ IFD3: { GPSLatitude: '35/1 40/1 0/1' }, IFD0: { Model: 'SecretPhone' } })
      .jpeg()
      .toBuffer(),
  )

const eventsOf = async (id: ProductId) =>
  (await test_.pool.query('select kind from events where about_product_id = $1 order by at, id', [id])).rows.map(
    (row) => row.kind,
  )

async function aGoods(ctx: Ctx, more: ProductValues = {}): Promise<ProductId> {
  const id = newId<'product'>()
  must(await publishDraft(ctx, { id, key: aKey(), version: 0, values: { ...values, ...more } }))
  return id
}

test('from the first word to the catalogue: a draft that two phones share, on sale once, found by chefs', async () => {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const ctx = as(db, actor)
  const id = newId<'product'>()
  expect(must(await saveGoodsDraft(ctx, { id, version: 0, values: { item: '人参' }, page: '' }))).toEqual({
    version: 1,
  })
  // the response was lost, and the page sends the same again
  expect(must(await saveGoodsDraft(ctx, { id, version: 0, values: { item: '人参' }, page: '' }))).toEqual({
    version: 1,
  })
  expect(must(await saveGoodsDraft(ctx, { id, version: 1, values, page: '' }))).toEqual({ version: 2 })
  expect(await saveGoodsDraft(ctx, { id, version: 1, values: { name: 'ちがう名前' }, page: '' })).toMatchObject({
    ok: false,
    refusal: 'changed_meanwhile',
  })
  const key = aKey()
  const answers = await Promise.all([1, 2, 3].map(() => publishDraft(ctx, { id, key, version: 2, values: {} })))
  expect(answers).toEqual(Array(3).fill({ ok: true, value: { id, name: '甘い人参', waits: false } }))
  expect(await ownDraft(ctx, id)).toBeNull()
  const { actor: chef } = await aRestaurant(db)
  const { products } = await listProducts(as(db, chef), { farmId, q: 'にんじん' })
  expect(products).toMatchObject([{ id, name: '甘い人参', priceYen: 1_500, availableQty: 20, picture: 'carrot' }])
  expect(await eventsOf(id)).toEqual(['goods_photos_changed', 'goods_added'])
})

test('what is missing is told field by field, and nothing is kept of it', async () => {
  const { actor } = await aFarm(test_.db)
  const id = newId<'product'>()
  const refused = await publishDraft(as(test_.db, actor), {
    id,
    key: aKey(),
    version: 0,
    values: { ...values, priceYen: null, name: '' },
  })
  expect(refused).toMatchObject({
    ok: false,
    refusal: 'wrong_fields',
    detail: { priceYen: expect.any(String), name: expect.any(String) },
  })
  expect((await test_.pool.query('select from products where id = $1', [id])).rowCount).toBe(0)
})

test('changes to a product record who changed what; an outdated page changes nothing', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const id = await aGoods(ctx)
  must(await saveGoods(ctx, { id, version: 1, values: { priceYen: 1_800 } }))
  expect(await saveGoods(ctx, { id, version: 1, values: { priceYen: 1 } })).toMatchObject({
    ok: false,
    refusal: 'changed_meanwhile',
  })
  expect(must(await saveGoods(ctx, { id, version: 2, values: { priceYen: 1_800 } }))).toMatchObject({ changed: false })
  const { past, priceYen } = await oneOfOwnGoods(ctx, id)
  expect(priceYen).toBe(1_800)
  expect(past[0]).toMatchObject({
    kind: 'goods_priced',
    by: '畑 主人',
    data: { changes: { priceYen: ['1500', '1800'] } },
  })
  const { rows } = await test_.pool.query('select price_yen from product_search where product_id = $1', [id])
  expect(rows).toEqual([{ price_yen: 1_800 }])
})

test('resting goods are not found, and come back; a second press is harmless', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const id = await aGoods(ctx)
  const found = async () => (await listProducts(ctx, { farmId })).products.length
  must(await moveGoods(ctx, { id, move: 'pause' }))
  must(await moveGoods(ctx, { id, move: 'pause' }))
  expect(await found()).toBe(0)
  must(await moveGoods(ctx, { id, move: 'list' }))
  expect(await found()).toBe(1)
  must(await moveGoods(ctx, { id, move: 'archive' }))
  expect(await moveGoods(ctx, { id, move: 'list' })).toMatchObject({ ok: false, refusal: 'wrong_state' })
  expect(await ownGoods(ctx)).toEqual([])
})

test('ten presses on ＋ at once are ten more; one press sent twice is one', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const id = await aGoods(ctx)
  await Promise.all(Array.from({ length: 10 }, () => stepStock(ctx, { id, by: 1, key: aKey() })))
  const key = aKey()
  await Promise.all([1, 2, 3].map(() => stepStock(ctx, { id, by: -1, key })))
  expect((await ownGoods(ctx))[0]?.stock).toBe(29)
  expect(await stepStock(ctx, { id, by: -30, key: aKey() })).toMatchObject({
    ok: false,
    refusal: 'below_zero',
    detail: { now: 29 },
  })
  const { rows } = await test_.pool.query('select sum(delta)::int as sum from stock_entries where product_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ sum: 29 }])
})

test('many rows at once are all or nothing, and say which row it was', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const [one, two] = [await aGoods(ctx), await aGoods(ctx, { name: '紫人参' })]
  const rows = [
    { id: one, stock: { to: 5, seen: 20 }, priceYen: 1_600 },
    { id: two, stock: { to: 5, seen: 19 } },
  ]
  expect(await changeRows(ctx, { key: aKey(), rows })).toEqual({
    ok: false,
    refusal: 'stock_moved',
    detail: { now: 20, rows: [{ id: two, field: 'stock', refusal: 'stock_moved', now: 20 }] },
  })
  expect((await ownGoods(ctx)).map(({ stock, priceYen }) => [stock, priceYen])).toEqual([
    [20, 1_500],
    [20, 1_500],
  ])
  const mended = [there(rows[0]), { id: two, stock: { to: 0, seen: 20 } }]
  expect(must(await changeRows(ctx, { key: aKey(), rows: mended }))).toEqual({ changed: 2 })
  const search = await test_.pool.query('select in_stock from product_search where product_id = $1', [two])
  expect(search.rows).toEqual([{ in_stock: false }])
  const inTwoRows = [
    { id: one, stock: { to: 9, seen: null } },
    { id: one, priceYen: 1_700 },
    { id: one, stock: { to: 7, seen: null } },
  ]
  expect(must(await changeRows(ctx, { key: aKey(), rows: inTwoRows }))).toEqual({ changed: 1 })
  expect((await ownGoods(ctx)).find(({ id }) => id === one)).toMatchObject({ stock: 7, priceYen: 1_700 })
  const entries = await test_.pool.query('select sum(delta)::int as sum from stock_entries where product_id = $1', [
    one,
  ])
  expect(entries.rows).toEqual([{ sum: 7 }])
  const elsewhere = await aGoods(as(test_.db, (await aFarm(test_.db)).actor))
  const foreign = [...inTwoRows, { id: elsewhere, stock: { to: 1, seen: null } }]
  await expect(changeRows(ctx, { key: aKey(), rows: foreign })).rejects.toThrow('product')
  expect((await ownGoods(ctx)).find(({ id }) => id === one)).toMatchObject({ stock: 7 })
})

test('the order of the list is the farm’s', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  for (const name of ['い', 'ろ', 'は']) await aGoods(ctx, { name: `人参 ${name}` })
  const ids = async () => (await ownGoods(ctx)).map(({ id }) => id)
  const before = await ids()
  await placeInList(ctx, { id: there(before[2]), by: 'up', among: before })
  expect(await ids()).toEqual([before[0], before[2], before[1]])
  await placeInList(ctx, { id: there(before[0]), by: 'up', among: await ids() })
  expect(await ids()).toEqual([before[0], before[2], before[1]])
})

test('another farm’s goods do not exist: not to change, not to see, not to write a draft over', async () => {
  const { db } = test_
  const id = await aGoods(as(db, (await aFarm(db)).actor))
  const other = as(db, (await aFarm(db)).actor)
  for (const ask of [
    () => saveGoods(other, { id, version: 1, values: { priceYen: 1 } }),
    () => moveGoods(other, { id, move: 'pause' }),
    () => stepStock(other, { id, by: 1, key: aKey() }),
    () => oneOfOwnGoods(other, id),
    () => saveGoodsDraft(other, { id, version: 0, values, page: '' }),
    () => duplicateGoods(other, { id, key: aKey() }),
    async () => addPhoto(other, { of: id, bytes: await aPhoto(), uploadKey: crypto.randomUUID() }, aStore()),
  ])
    await expect(ask()).rejects.toThrow(NotFound)
})

test('photos: the first stands wherever the drawing stood, without the place; sent twice it is there once', async () => {
  const { db } = test_
  const { actor } = await aFarm(db)
  const ctx = as(db, actor)
  const files = aStore()
  const id = newId<'product'>()
  const uploadKey = crypto.randomUUID()
  const bytes = await aPhoto()
  await Promise.all([1, 2, 3].map(() => addPhoto(ctx, { of: id, bytes, uploadKey }, files)))
  must(await addPhoto(ctx, { of: id, bytes: await aPhoto('#11aa33'), uploadKey: crypto.randomUUID() }, files))
  const draft = there(await ownDraft(ctx, id))
  expect(draft.photos).toHaveLength(2)
  for (const [key, { bytes: kept }] of files.kept)
    expect([key, Buffer.from(kept).includes('SecretPhone')]).toEqual([key, false])
  const key = there(draft.photos[0]).key
  const visitor = as(db, { kind: 'visitor' })
  const asked = { fileName: photoFileName(key, 'large'), form: null }
  await expect(photoBytes(visitor, files, asked)).rejects.toThrow(NotFound)
  must(await publishDraft(ctx, { id, key: aKey(), version: draft.version, values }))
  expect(photoKeyIn((await productDetail(ctx, id, null)).picture)).toBe(key)
  // the large one is not made yet, so the next one is shown, for now
  expect(await photoBytes(visitor, files, asked)).toMatchObject({ isPublic: true, final: false })
  expect((await makeLaterSizes({ db, now: noon }, files))?.made).toBeGreaterThanOrEqual(2)
  expect(await photoBytes(visitor, files, asked)).toMatchObject({ isPublic: true, final: true })
  must(await changePhoto(ctx, { of: id, move: 'remove', key }, files))
  must(await changePhoto(ctx, { of: id, move: 'remove', key: there(draft.photos[1]).key }, files))
  expect((await productDetail(ctx, id, null)).picture).toBe('carrot')
})

test('photos are turned and put in order; a ninth is refused', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const files = aStore()
  const id = await aGoods(ctx)
  const bytes = await aPhoto()
  const add = () => addPhoto(ctx, { of: id, bytes, uploadKey: crypto.randomUUID() }, files)
  for (let count = 0; count < 8; count++) must(await add())
  expect(await add()).toMatchObject({ ok: false, refusal: 'photo_too_many' })
  const { photos } = await oneOfOwnGoods(ctx, id)
  const second = there(photos[1]).key
  must(await changePhoto(ctx, { of: id, move: 'forward', key: second }, files))
  expect((await oneOfOwnGoods(ctx, id)).photos[0]?.key).toBe(second)
  must(await changePhoto(ctx, { of: id, move: 'turn', key: second }, files))
  expect((await oneOfOwnGoods(ctx, id)).photos[0]).toMatchObject({ width: 600, height: 900 })
})

test.each([
  ['photo_not_a_picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['photo_not_a_picture', 'GIF89a'],
  ['photo_heic', '\0\0\0\x18ftypheic'],
  ['photo_broken', '\xff\xd8\xff not really'],
])('%s', async (refusal, text) => {
  const { actor } = await aFarm(test_.db)
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  const added = await addPhoto(
    as(test_.db, actor),
    {
      of: newId<'product'>(),
      bytes,
      uploadKey: crypto.randomUUID(),
    },
    aStore(),
  )
  expect(added).toMatchObject({ ok: false, refusal })
})

test('photos that came to nothing are swept away after a day, those on slips stay', async () => {
  const { db } = test_
  const { actor } = await aFarm(db)
  const ctx = as(db, actor)
  const files = aStore()
  const [kept, dropped] = [await aGoods(ctx), newId<'product'>()]
  const [stays, goes] = await Promise.all(
    [kept, dropped].map(async (of, index) =>
      must(
        await addPhoto(
          ctx,
          {
            of,
            bytes: await aPhoto(index ? '#222222' : '#dddddd'),
            uploadKey: crypto.randomUUID(),
          },
          files,
        ),
      ),
    ),
  )
  must(await changePhoto(ctx, { of: kept, move: 'remove', key: there(stays).key }, files))
  must(await changePhoto(ctx, { of: dropped, move: 'remove', key: there(goes).key }, files))
  await sweepPhotos({ db, now: new Date(noon.getTime() + 25 * 3_600_000) }, files)
  const names = [...files.kept.keys()].map((name) => parsePhotoKey(name.split('/').at(-1)?.slice(0, 32)))
  expect(names).toContain(there(stays).key)
  expect(names).not.toContain(there(goes).key)
})

test('where it is switched on, staff look at new goods first: given back, mended, confirmed, held, released', async () => {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const [ctx, staff] = [as(db, actor), as(db, await anAdmin(db))]
  await switchApproval(staff, { isOn: true })
  const id = newId<'product'>()
  expect(must(await publishDraft(ctx, { id, key: aKey(), version: 0, values }))).toMatchObject({ waits: true })
  await switchApproval(staff, { isOn: false })
  expect(await moveGoods(ctx, { id, move: 'list' })).toMatchObject({ ok: false, refusal: 'waits_for_review' })
  expect(await returnGoods(staff, { id, version: 1, reason: ' ' })).toMatchObject({
    ok: false,
    refusal: 'reason_missing',
  })
  must(await returnGoods(staff, { id, version: 1, reason: '写真をのせてください' }))
  expect((await oneOfOwnGoods(ctx, id)).reviewNote).toBe('写真をのせてください')
  must(await saveGoods(ctx, { id, version: 2, values: {} }))
  must(await confirmGoods(staff, { id, version: 3 }))
  expect((await listProducts(ctx, { farmId })).products).toHaveLength(1)
  must(await holdGoods(staff, { id, version: 4, reason: '産地の確認中' }))
  expect((await listProducts(ctx, { farmId })).products).toHaveLength(0)
  expect(await moveGoods(ctx, { id, move: 'list' })).toMatchObject({ ok: false, refusal: 'held_by_staff' })
  must(await releaseGoods(staff, { id, version: 5 }))
  must(await moveGoods(ctx, { id, move: 'list' }))
  const mails = await test_.pool.query('select template from mails where key like $1 order by id', [`goods:${id}:%`])
  expect(mails.rows.map(({ template }) => template)).toEqual([
    'goods_returned',
    'goods_confirmed',
    'goods_held',
    'goods_released',
  ])
})

test('a file: changed lines change, new ones are drafts, wrong ones are told; sent twice it is done once', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const id = await aGoods(ctx)
  const stranger = await aProduct(test_.db, (await aFarm(test_.db)).farmId)
  const rows: CsvRow[] = [
    { line: 2, id, values: { priceYen: 1_900, stock: 7 } },
    { line: 3, id: null, values: { name: '新しい大根', item: '大根' } },
    { line: 4, id: stranger, values: { priceYen: 1 } },
    { line: 5, wrong: '番号を読み取れません' },
  ]
  expect((await planImport(ctx, rows)).map(({ what }) => what)).toEqual(['change', 'draft', 'wrong', 'wrong'])
  const key = aKey()
  const answers = await Promise.all([1, 2].map(() => importGoods(ctx, { key, rows })))
  expect(answers).toEqual(Array(2).fill({ ok: true, value: { changed: 1, drafts: 1 } }))
  expect(await oneOfOwnGoods(ctx, id)).toMatchObject({ priceYen: 1_900, stock: 7 })
  const { rows: drafts } = await test_.pool.query(
    "select typed->>'name' as name from product_drafts where farm_id = $1",
    [actor.farmId],
  )
  expect(drafts).toEqual([{ name: '新しい大根' }])
})

test('goods again: a draft with everything but the number, photos too', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const files = aStore()
  const id = await aGoods(ctx)
  must(await addPhoto(ctx, { of: id, bytes: await aPhoto(), uploadKey: crypto.randomUUID() }, files))
  const copy = must(await duplicateGoods(ctx, { id, key: aKey() }))
  const draft = there(await ownDraft(ctx, copy.id))
  expect(draft.values).toMatchObject({ name: '甘い人参', priceYen: 1_500 })
  expect(draft.values.stock).toBeUndefined()
  expect(draft.photos).toHaveLength(1)
})

test('a price from a day on: regular buyers are told, and when the day comes it is the price', async () => {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const ctx = as(db, actor)
  const id = await aProduct(db, farmId)
  const [regular, once] = [await aRestaurant(db), await aRestaurant(db)]
  // two days: what is ordered twice for one day is merged
  for (const [shop, day] of [
    [regular, '2026-11-24'],
    [regular, '2026-11-26'],
    [once, '2026-11-24'],
  ] as const) {
    const chef = as(db, shop.actor, at(`${day} 10:00`))
    await fillCart(chef, shop.kitchenId, [[id, 1]])
    must(await place(chef, shop.kitchenId))
  }
  const key = aKey()
  const plan = {
    productId: id,
    key,
    from: jstDate('2026-12-01'),
    priceYen: yen(1_800),
    note: '',
  }
  const answers = await Promise.all([1, 2, 3].map(() => planPrice(ctx, plan)))
  expect(answers).toEqual(Array(3).fill({ ok: true, value: { told: 1 } }))
  const { rows } = await test_.pool.query("select recipient from mails where template = 'price_change'")
  expect(rows).toEqual([{ recipient: `${regular.actor.personId}@example.jp` }])
  expect(await planPrice(ctx, { ...plan, key: aKey() })).toMatchObject({ ok: false, refusal: 'price_known' })
  const price = async () => (await oneOfOwnGoods(ctx, id)).priceYen
  await applyPrices({ db, now: at('2026-11-30 23:59') })
  expect(await price()).toBe(1_500)
  await Promise.all([1, 2].map(() => applyPrices({ db, now: at('2026-12-01 00:00') })))
  expect(await price()).toBe(1_800)
  expect((await eventsOf(id)).filter((kind) => kind === 'goods_priced')).toHaveLength(1)
  const later = must(await planPrice(ctx, { ...plan, key: aKey(), from: jstDate('2026-12-10'), priceYen: yen(2_000) }))
  expect(later.told).toBe(1)
  const [planned] = await plannedPrices(ctx, id)
  await withdrawPrice(ctx, { id: there(planned).id })
  await withdrawPrice(ctx, { id: there(planned).id })
  await applyPrices({ db, now: at('2026-12-11 00:00') })
  expect(await price()).toBe(1_800)
})
