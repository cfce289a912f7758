import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { switchApproval } from '../../app/modules/products/switches.server.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

const aShop = async () => {
  const { actor, farmId } = await aFarm(test_.db)
  return { token: await api.tokenOf(actor), farmId, actor }
}

const carrots = {
  item: '人参',
  name: '甘い人参',
  method: 'conventional',
  catchWeight: false,
  unitLabel: '箱',
  netGrams: 5_000,
  temperature: 'ambient',
  priceYen: 1_500,
  taxKind: 'food',
  sellsFrom: 'stock',
  stock: 40,
  seasonMonths: [12, 11],
}
const create = (token: string, body: unknown = carrots, key: string | null = aKey()) =>
  api.call('POST', '/farm/goods', { token, key, body })
const read = (token: string, id: string, headers = {}) => api.call('GET', `/farm/goods/${id}`, { token, headers })
const patch = (token: string, id: string, body: unknown, headers = {}) =>
  api.call('PATCH', `/farm/goods/${id}`, { token, body, headers })

test('goods are brought in once, however often they are sent, with all that was said and what follows from it', async () => {
  const { token, farmId } = await aShop()
  const key = aKey()
  const answers = await Promise.all([1, 2, 3].map(() => create(token, carrots, key)))
  const [made] = answers
  expect(made).toMatchObject({ status: 201, body: { name: '甘い人参', waits: false } })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await create(token, { ...carrots, name: '別の人参' }, key)).toMatchObject({
    status: 409,
    body: { code: 'KEY_REUSED' },
  })
  const { rows } = await test_.pool.query('select count(*)::int as n from products where farm_id = $1', [farmId])
  expect(rows).toEqual([{ n: 1 }])
  expect((await read(token, made?.body.id)).body).toMatchObject({
    ...carrots,
    item: 'にんじん',
    seasonMonths: [11, 12],
    kana: 'ニンジン',
    category: 'root',
    packLabel: '5kg箱',
    grossGrams: expect.any(Number),
    boxLitres: expect.any(Number),
    minQty: 1,
    maxQty: 99,
    status: 'listed',
    review: null,
    audience: 'everybody',
    version: 1,
  })
  const found = await api.call('GET', `/products?farmId=${farmId}`, {})
  expect(found.body.products).toMatchObject([{ name: '甘い人参' }])
})

test('where staff look first, it waits, and is not to be found', async () => {
  const { token, farmId } = await aShop()
  const staff = as(test_.db, await anAdmin(test_.db))
  await switchApproval(staff, { isOn: true })
  const made = await create(token)
  await switchApproval(staff, { isOn: false })
  expect(made.body.waits).toBe(true)
  expect((await read(token, made.body.id)).body).toMatchObject({ status: 'draft', review: 'waiting' })
  expect((await api.call('GET', `/products?farmId=${farmId}`, {})).body.products).toEqual([])
  expect(await api.call('PUT', `/farm/goods/${made.body.id}/status`, { token, body: { move: 'list' } })).toMatchObject({
    status: 409,
    body: { code: 'WAITS_FOR_REVIEW' },
  })
})

test.each([
  [{ name: '' }, 'name', '商品名を入力してください（例 桃太郎トマト）'],
  [{ name: undefined }, 'name', '商品名を入力してください（例 桃太郎トマト）'],
  [{ name: 'あ'.repeat(41) }, 'name', '40文字以内で入力してください（現在41文字）'],
  [{ name: '無農薬人参' }, 'name', expect.stringContaining('無農薬')],
  [{ name: 'に\0ん' }, 'name', '使用できない文字が含まれています。'],
  [{ priceYen: 0 }, 'priceYen', expect.stringContaining('小さすぎます')],
  [{ priceYen: '1500' }, 'priceYen', '数値を入力してください（例 1500円）'],
  [{ priceYen: 1.5 }, 'priceYen', '数値を入力してください（例 1500円）'],
  [{ priceYen: 9_007_199_254_740_991 }, 'priceYen', expect.any(String)],
  [{ netGrams: 0 }, 'netGrams', expect.stringContaining('小さすぎます')],
  [{ netGrams: 60_000 }, 'netGrams', expect.stringContaining('重量が上限を超えています')],
  [{ grossGrams: 100 }, 'grossGrams', expect.stringContaining('以上にしてください')],
  [{ method: 'jas_organic' }, 'method', expect.stringContaining('証明書')],
  [{ method: 'magic' }, 'method', '栽培方法を選択してください'],
  [{ unitLabel: '山' }, 'unitLabel', '販売単位を選択してください'],
  [{ catchWeight: true, unitLabel: 'kg', tolerancePercent: 10 }, 'unitLabel', expect.stringContaining('不定貫')],
  [{ minQty: 10, maxQty: 5 }, 'maxQty', expect.stringContaining('最小注文数')],
  [{ seasonMonths: [] }, 'seasonMonths', '出荷できる月を1つ以上選択してください'],
  [{ seasonMonths: [13] }, 'seasonMonths', '出荷できる月を1つ以上選択してください'],
  [{ stock: -1 }, 'stock', expect.any(String)],
  [{ price: 1_500 }, '', '不明な項目があります：price'],
])('%j is refused at its field', async (wrong, path, message) => {
  const { token } = await aShop()
  const answer = await create(token, { ...carrots, ...wrong })
  expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
  expect(answer.body.detail.issues).toContainEqual({ path, message })
})

test('all mistakes are told at once', async () => {
  const { token } = await aShop()
  const { body } = await create(token, { ...carrots, name: '', priceYen: 0, stock: 10_000 })
  expect(body.detail.issues.map(({ path }: { path: string }) => path)).toEqual(['name', 'priceYen', 'stock'])
})

test('what the pieces are called and how goods leave is 個 and together, unless it is said', async () => {
  const { token } = await aShop()
  const { id } = (await create(token)).body
  expect((await read(token, id)).body).toMatchObject({ pieceUnit: '個', ownCarton: false })
  expect((await create(token, { ...carrots, pieceUnit: '箱' })).body.detail.issues).toMatchObject([
    { path: 'pieceUnit', message: '入り数の単位を選択してください' },
  ])
})

test('only the given fields change; two changes at once do not overwrite each other', async () => {
  const { token, farmId } = await aShop()
  const { id } = (await create(token)).body
  const seen = await read(token, id)
  const etag = seen.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect((await read(token, id, { 'if-none-match': etag })).status).toBe(304)
  const changed = await patch(
    token,
    id,
    { priceYen: 1_650, pieceCount: 20, pieceUnit: '袋', ownCarton: true },
    { 'if-match': etag },
  )
  expect(changed).toMatchObject({
    status: 200,
    body: {
      ...{ version: 2, priceYen: 1_650, pieceCount: 20, name: '甘い人参', stock: 40 },
      ...{ pieceUnit: '袋', ownCarton: true, packLabel: '5kg箱・20袋' },
    },
  })
  expect(changed.headers.get('etag')).toBe((await read(token, id)).headers.get('etag'))
  expect((await read(token, id, { 'if-none-match': etag })).status).toBe(200)
  expect(await patch(token, id, { priceYen: 1 }, { 'if-match': etag })).toMatchObject({
    status: 412,
    body: { code: 'PRECONDITION_FAILED' },
  })
  expect(await patch(token, id, { priceYen: 1 }, { 'if-match': `W/${changed.headers.get('etag')}` })).toMatchObject({
    status: 412,
  })
  expect(await patch(token, id, { version: 1, priceYen: 1 })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
  expect((await patch(token, id, { version: 2, pieceCount: null })).body).toMatchObject({ pieceCount: null })
  expect((await patch(token, id, { description: '甘い' }, { 'if-match': '*' })).status).toBe(200)
  const { rows } = await test_.pool.query(
    `select kind from events where about_product_id = $1 and kind like 'goods_%' order by at, id`,
    [id],
  )
  expect(rows.map(({ kind }) => kind)).toContain('goods_changed')
  expect((await api.call('GET', `/products?farmId=${farmId}`, {})).body.products).toHaveLength(1)
})

test('of ten changes to the same version one succeeds', async () => {
  const { token } = await aShop()
  const { id } = (await create(token)).body
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => patch(token, id, { version: 1, priceYen: 1_600 + at })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
})

test.each([
  [{ priceYen: 1_600 }, 'version'],
  [{ version: 1, stock: 5 }, ''],
  [{ version: 1, name: '' }, 'name'],
  [{ version: 1, status: 'paused' }, ''],
  [{ version: '1', priceYen: 1_600 }, 'version'],
])('a change of %j is refused', async (body, path) => {
  const { token } = await aShop()
  const { id } = (await create(token)).body
  const answer = await patch(token, id, body)
  expect([answer.status, answer.body.detail?.issues[0].path]).toEqual([422, path])
})

test('goods again: one draft with photo and words, mended, and brought out under its own id', async () => {
  const { token } = await aShop()
  const { id } = (await create(token)).body
  const key = aKey()
  const copy = () => api.call('POST', `/farm/goods/${id}/copies`, { token, key })
  const first = await copy()
  expect(first.status).toBe(201)
  expect((await copy()).body).toEqual(first.body)
  const draft = `/farm/drafts/${first.body.id}`
  expect(await api.call('GET', draft, { token })).toMatchObject({
    status: 200,
    body: { version: 1, name: '甘い人参', priceYen: 1_500, stock: null, audience: 'everybody', restaurants: [] },
  })
  const change = (body: unknown) => api.call('PATCH', draft, { token, body })
  expect((await change({ version: 1, name: '甘い人参（小）', netGrams: 2_500 })).body).toEqual({ version: 2 })
  expect(await change({ version: 1, name: '別' })).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  const publish = (version: number, key = aKey()) =>
    api.call('POST', `${draft}/publication`, { token, key, body: { version } })
  expect(await publish(2)).toMatchObject({
    status: 422,
    body: { detail: { issues: [{ path: 'stock', message: expect.any(String) }] } },
  })
  await change({ version: 2, stock: 7 })
  expect(await publish(2)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  const last = aKey()
  const published = await publish(3, last)
  expect(published).toMatchObject({ status: 200, body: { id: first.body.id, waits: false } })
  expect((await publish(3, last)).body).toEqual(published.body)
  expect((await publish(3)).status).toBe(404)
  expect((await api.call('GET', draft, { token })).status).toBe(404)
  expect((await read(token, first.body.id)).body).toMatchObject({
    name: '甘い人参（小）',
    stock: 7,
    packLabel: '2.5kg箱',
  })
})

test('drafts: begun once, listed page by page, deleted; private to their farm', async () => {
  const { token } = await aShop()
  const begin = (key: string, body: unknown) => api.call('POST', '/farm/drafts', { token, key, body })
  const [one, two] = [aKey(), aKey()]
  const made = await begin(one, { name: '人参' })
  expect(made.status).toBe(201)
  expect((await begin(one, { name: '人参' })).body).toEqual(made.body)
  expect((await begin(one, { name: '大根' })).body.code).toBe('KEY_REUSED')
  const other = await begin(two, { priceYen: 200 })
  const page = await api.call('GET', '/farm/drafts?limit=1', { token })
  const rest = await api.call('GET', `/farm/drafts?limit=1&after=${page.body.next}`, { token })
  const ids = [...page.body.drafts, ...rest.body.drafts].map(({ id }: { id: string }) => id)
  expect(ids.toSorted()).toEqual([made.body.id, other.body.id].toSorted())
  expect(rest.body.next).toBeNull()
  expect((await api.call('GET', '/farm/drafts?after=abc', { token })).status).toBe(422)
  const etag = page.headers.get('etag') ?? ''
  expect((await api.call('GET', '/farm/drafts?limit=1', { token, headers: { 'if-none-match': etag } })).status).toBe(
    304,
  )
  const draft = `/farm/drafts/${made.body.id}`
  const stranger = (await aShop()).token
  const asStranger = [
    await api.call('GET', draft, { token: stranger }),
    await api.call('PATCH', draft, { token: stranger, body: { version: 1, name: '盗み' } }),
    await api.call('POST', `${draft}/publication`, { token: stranger, body: { version: 1 } }),
    await api.call('DELETE', draft, { token: stranger }),
    await api.call('PATCH', `/farm/drafts/${newId()}`, { token, body: { version: 0, name: '無' } }),
    await api.call('POST', `/farm/drafts/${newId()}/publication`, { token, body: { version: 0 } }),
  ]
  expect(asStranger.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await api.call('GET', '/farm/drafts', { token: stranger })).body.drafts).toEqual([])
  expect((await api.call('DELETE', draft, { token })).status).toBe(204)
  expect((await api.call('DELETE', draft, { token })).status).toBe(204)
})

test('goods of others do not exist; a restaurant has none; a visitor has to sign in; POST needs a key', async () => {
  const { farmId } = await aShop()
  const id = await aProduct(test_.db, farmId)
  const stranger = (await aShop()).token
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  for (const [token, status] of [
    [stranger, 404],
    [chef, 403],
    [undefined, 401],
  ] as const) {
    const who = { ...(token && { token }) }
    expect((await api.call('GET', `/farm/goods/${id}`, who)).status).toBe(status)
    expect((await api.call('PATCH', `/farm/goods/${id}`, { ...who, body: { version: 1, name: '盗' } })).status).toBe(
      status,
    )
    expect((await api.call('POST', `/farm/goods/${id}/copies`, who)).status).toBe(status)
  }
  expect((await api.call('POST', '/farm/goods', { token: chef, body: carrots })).status).toBe(403)
  expect((await api.call('POST', '/farm/drafts', { token: chef, body: {} })).status).toBe(403)
  expect((await create(stranger, carrots, null)).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED')
  expect((await api.call('GET', '/farm/goods/nothing', { token: stranger })).status).toBe(404)
})

test('a helper who packs reads and changes nothing', async () => {
  const { farmId, actor } = await aShop()
  const id = await aProduct(test_.db, farmId)
  await test_.pool.query(`update memberships set role = 'staff', rights = 'pack' where person_id = $1`, [
    actor.personId,
  ])
  const token = await api.tokenOf(actor)
  expect((await read(token, id)).status).toBe(200)
  expect((await patch(token, id, { version: 1, name: '別' })).status).toBe(403)
  expect((await create(token)).status).toBe(403)
})

test('a product that is sold by weight comes out as it went in', async () => {
  const { token } = await aShop()
  const hen = {
    ...carrots,
    item: '地鶏',
    name: '軍鶏',
    kana: 'シャモ',
    category: 'meat',
    catchWeight: true,
    unitLabel: '羽',
    netGrams: 1_850,
    tolerancePercent: 15,
    temperature: 'chilled',
    boxLitres: 12,
    grossGrams: 2_100,
    variety: 'しゃも',
    storageNote: '0〜4℃',
    animalPart: '鶏 丸',
    meatProcessor: '軍鶏の里 千葉県匝瑳市1-1',
  }
  const { id } = (await create(token, hen)).body
  const { body } = await read(token, id)
  expect(body).toMatchObject({ ...hen, seasonMonths: [11, 12], item: expect.any(String) })
})

const vegetableBox = {
  ...carrots,
  item: '野菜セット',
  name: '冬の野菜セット',
  kana: 'フユノヤサイセット',
  netGrams: 3_500,
  temperature: 'chilled',
  contents: '人参 1kg\n大根 2kg\n小松菜 500g',
  allergens: ['none'],
}

test('a set comes out with its contents and allergens, and chefs find them on its page', async () => {
  const { token } = await aShop()
  const { id } = (await create(token, vegetableBox)).body
  expect((await read(token, id)).body).toMatchObject({
    category: 'set',
    contents: '人参 1kg\n大根 2kg\n小松菜 500g',
    allergens: ['none'],
    foodSharePercent: null,
  })
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  expect((await api.call('GET', `/products/${id}`, { token: chef })).body).toMatchObject({
    category: 'set',
    contents: '人参 1kg\n大根 2kg\n小松菜 500g',
    allergens: ['none'],
  })
})

test('a set with other things than food is taxed by its price, also when only the price changes', async () => {
  const { token } = await aShop()
  const withFlowers = { ...vegetableBox, contents: '人参 1kg\n切り花 1束', foodSharePercent: 70, priceYen: 10_000 }
  const { id } = (await create(token, withFlowers)).body
  expect((await read(token, id)).body.taxKind).toBe('food')
  expect((await patch(token, id, { version: 1, priceYen: 10_001 })).status).toBe(200)
  expect((await read(token, id)).body.taxKind).toBe('standard')
  await test_.pool.query(`update products set price_yen = 9000 where id = $1`, [id])
  expect((await read(token, id)).body.taxKind).toBe('food')
})

test('the permits that a set needs follow from its contents', async () => {
  const { rows } = await test_.pool.query(
    `select goods_kinds_of('set', 'vegetable_set') as plain, goods_kinds_of('set', 'other') as mixed`,
  )
  expect(rows[0].plain).toEqual(['resold_produce'])
  expect(rows[0].mixed).toEqual(expect.arrayContaining(['egg', 'dairy', 'meat', 'alcohol']))
})
