import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { type FarmId, newId, type ProductId } from '../../app/kernel/ids.ts'
import { addDays, at, jstDate } from '../../app/kernel/jst.ts'
import { productFactNames } from '../../app/modules/products/catalog/food-facts/food-facts.ts'
import { lotFactNames } from '../../app/modules/products/catalog/food-facts/lot-facts.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { saveMethod } from '../../app/modules/products/farm-page/farm-page.server.ts'
import { factGraceCounts, ownFactGraces, settleFoodFacts } from '../../app/modules/products/food-labelling.server.ts'
import { addLot, changeLot, ownLots } from '../../app/modules/products/harvest/lots.server.ts'
import { moveGoods, publishDraft, saveGoods } from '../../app/modules/products/keep-products.server.ts'
import { valuesIn } from '../../app/modules/products/product.ts'
import { aBird, aFarm, aKey, anAdmin, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const settle = (now: Date) => settleFoodFacts({ db: test_.db, now })
const later = (days: number) => at(`${addDays(jstDate('2026-11-24'), days)} 11:00`)

const beef = {
  ...{ item: '黒毛和牛', name: '和牛サーロイン', method: 'conventional', catchWeight: false, unitLabel: 'ブロック' },
  ...{ netGrams: 2_000, temperature: 'chilled', priceYen: 12_000, taxKind: 'food', sellsFrom: 'stock', stock: 3 },
  seasonMonths: [11],
}
const facts = {
  ...{ origin: '熊本県産', animalPart: '牛サーロイン', meatProcessor: '阿蘇ミート 熊本県阿蘇市1-1' },
  storageNote: '10℃以下',
}
const publish = (ctx: ReturnType<typeof as>, values: Record<string, unknown>) =>
  publishDraft(ctx, { id: null, version: 0, values: valuesIn(values), key: aKey() })

const rowOf = (id: ProductId) =>
  test_.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsOf = async (farmId: FarmId) =>
  (
    await test_.db
      .selectFrom('mails')
      .innerJoin('memberships', 'memberships.personId', 'mails.personId')
      .select('template')
      .where('memberships.farmId', '=', farmId)
      .where('template', 'in', ['facts_wanted', 'facts_off_sale'])
      .orderBy('mails.createdAt')
      .execute()
  ).map(({ template }) => template)

test('beef without its facts is not put on sale, and each missing one is named at its field', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  expect(await publish(ctx, beef)).toMatchObject({
    refusal: 'wrong_fields',
    detail: { animalPart: '部位を入力してください。食品の表示に必要です', storageNote: expect.any(String) },
  })
  expect(await publish(ctx, { ...beef, ...facts, origin: '九州産' })).toMatchObject({
    detail: { origin: '「九州」は地方名です。都道府県を入力してください（例 長野県）' },
  })
  const { id } = must(await publish(ctx, { ...beef, ...facts }))
  expect((await rowOf(id)).facts).toEqual({
    ...{ origin: '熊本県', animalPart: '牛サーロイン', meatProcessor: '阿蘇ミート 熊本県阿蘇市1-1' },
  })
  const page = await productDetail(ctx, id, null)
  expect(page.origin).toBe('熊本県')
  expect(page.facts).toContainEqual({ label: '部位', value: '牛サーロイン' })
})

test('a vegetable is from the prefecture of its farm; one that also resells states where it is from', async () => {
  const carrots = { ...beef, item: '人参', name: '人参', unitLabel: '箱', temperature: 'ambient' }
  const own = await aFarm(test_.db)
  must(await publish(as(test_.db, own.actor), carrots))
  const reseller = await aFarm(test_.db, { goodsKinds: ['own_produce', 'resold_produce'] })
  expect(await publish(as(test_.db, reseller.actor), carrots)).toMatchObject({
    detail: { origin: '産地を入力してください。食品の表示に必要です' },
  })
  must(await publish(as(test_.db, reseller.actor), { ...carrots, origin: '長野県' }))
})

test('an old product keeps its price changes, but is not put on sale again without its facts', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const id = await aBird(test_.db, farmId, { facts: {} })
  must(await saveGoods(ctx, { id, version: 1, values: { priceYen: 2_500 } }))
  must(await moveGoods(ctx, { id, move: 'pause' }))
  expect(await moveGoods(ctx, { id, move: 'list' })).toMatchObject({
    refusal: 'facts_missing',
    detail: { facts: '部位、加工者' },
  })
})

test('30 days of grace, then off sale; told once each, also when the job runs twice at once', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const id = await aBird(test_.db, farmId, { facts: {} })
  await aProduct(test_.db, farmId)
  await Promise.all([settle(noon), settle(noon)])
  expect(await ownFactGraces(as(test_.db, actor))).toEqual([
    { id, name: '地鶏 丸', missing: '部位、加工者', dueOn: '2026-12-24', daysLeft: 30 },
  ])
  expect(await factGraceCounts(as(test_.db, await anAdmin(test_.db)))).toMatchObject({ products: expect.any(Number) })
  await settle(later(30))
  expect((await rowOf(id)).status).toBe('listed')
  await Promise.all([settle(later(31)), settle(later(31))])
  await settle(later(32))
  expect((await rowOf(id)).status).toBe('paused')
  expect(await mailsOf(farmId)).toEqual(['facts_wanted', 'facts_off_sale'])
  expect(await ownFactGraces(as(test_.db, actor))).toEqual([])
})

test('what is stated in time stays on sale', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const id = await aBird(test_.db, farmId, { facts: {} })
  await settle(noon)
  must(await saveGoods(as(test_.db, actor), { id, version: 1, values: valuesIn({ ...facts, animalPart: '鶏 丸' }) }))
  await settle(later(31))
  expect((await rowOf(id)).status).toBe('listed')
  expect(await mailsOf(farmId)).toEqual(['facts_wanted'])
})

test('the number of the cattle belongs to the lot; a wrong check digit is only told', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const productId = await aProduct(test_.db, farmId, { category: 'meat', itemKey: 'wagyu', name: '和牛サーロイン' })
  const lot = { productId, harvestedOn: jstDate('2026-11-24'), code: '', bestBeforeOn: null, qty: null, note: '' }
  expect(await addLot(ctx, { ...lot, cattleNumber: '109409013' })).toMatchObject({
    refusal: 'wrong_fields',
    detail: { cattleNumber: expect.stringContaining('0109409013') },
  })
  const { id, warning } = must(await addLot(ctx, { ...lot, cattleNumber: '１０９４０９０１３８' }))
  expect(warning).toContain('検査数字')
  const { warning: none } = must(
    await changeLot(ctx, { id, bestBeforeOn: null, qty: null, note: '', cattleNumber: '1094090137' }),
  )
  expect(none).toBeNull()
  expect(there((await ownLots(ctx))[0]).label).toBe('個体識別番号 1094090137')
  const stranger = await aFarm(test_.db)
  await expect(
    changeLot(as(test_.db, stranger.actor), { id, bestBeforeOn: null, qty: null, note: '' }),
  ).rejects.toThrow(NotFound)
})

test('the database knows every declared fact and no other', async () => {
  const { farmId } = await aFarm(test_.db)
  const id = await aProduct(test_.db, farmId)
  const all = JSON.stringify(Object.fromEntries(productFactNames.map((name) => [name, 'あ'])))
  await test_.pool.query('update products set facts = $1 where id = $2', [all, id])
  await expect(test_.pool.query(`update products set facts = '{"taste": "あ"}' where id = $1`, [id])).rejects.toThrow(
    'products_facts_known',
  )
  const { rows } = await test_.pool.query<{ def: string }>(
    `select pg_get_constraintdef(oid) as def from pg_constraint where conname = 'lots_facts_known'`,
  )
  for (const name of lotFactNames) expect(rows[0]?.def).toContain(`'${name}'`)
})

test('特別栽培 is put on sale only by a farm whose certificate is valid that day, as 有機JAS is', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const methods = ['specially_cultivated', 'jas_organic'] as const
  const carrots = { ...beef, ...{ item: '人参', name: '人参', unitLabel: '箱', temperature: 'ambient' } }
  const stated = {
    ...{ pesticideCut: '当地比5割減', nitrogenCut: '当地比5割減' },
    ...{ growerInCharge: '佐藤農園 熊本県八代市1-1 0965-00-0000', confirmer: '八代農協 熊本県八代市2-2 0965-00-0001' },
  }
  for (const method of methods) {
    const id = newId<'document'>()
    await test_.pool.query(
      `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, added_at)
       values ($1, 'certificate', $2, $3, 'application/pdf', 'x.pdf', 10, $4)`,
      [id, farmId, id.replaceAll('-', ''), noon],
    )
    const put = (now: Date) => publish(as(test_.db, actor, now), { ...carrots, ...stated, method })
    expect(await put(noon)).toMatchObject({ detail: { method: expect.stringContaining('証明書') } })
    const proof = { number: '12', authority: '認証会', expiresOn: jstDate('2026-12-10') }
    must(await saveMethod(as(test_.db, actor), { method, shown: true, documentId: id, ...proof }))
    must(await put(later(10)))
    expect(await put(later(17))).toMatchObject({ detail: { method: expect.stringContaining('証明書') } })
  }
})
