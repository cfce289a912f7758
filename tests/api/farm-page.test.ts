import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

const aShop = async (facts = {}) => {
  const { actor, farmId } = await aFarm(test_.db, facts)
  return { token: await api.tokenOf(actor), farmId, actor }
}
const page = (token: string) => api.call('GET', '/farm/page', { token })

const aPicture = async () =>
  (
    await sharp({ create: { width: 600, height: 400, channels: 3, background: '#335511' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

test('the farm answers the questions of its story and publishes it; then it is public', async () => {
  const { token, farmId } = await aShop({ story: '前の話' })
  const put = (body: unknown) => api.call('PUT', '/farm/page/intro', { token, body })
  expect((await put({ version: 0, answers: { beginning: ' 祖父から ' } })).body).toEqual({ version: 1 })
  expect(await put({ version: 0, answers: { soil: '砂地' } })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
  const publish = () => api.call('PUT', '/farm/page/intro/publication', { token })
  expect(await publish()).toMatchObject({
    status: 422,
    body: { detail: { issues: [{ path: 'soil', message: '2つ以上の質問に回答すると、公開できます' }] } },
  })
  await put({ version: 1, answers: { soil: '砂地', word: 'どうぞ' } })
  expect((await page(token)).body.intro).toMatchObject({
    version: 2,
    story: '前の話',
    publishedAt: null,
    answers: { beginning: '祖父から', soil: '砂地', word: 'どうぞ' },
  })
  expect((await publish()).body).toEqual({ story: '祖父から\n\n砂地\n\nどうぞ' })
  expect((await api.call('GET', `/farms/${farmId}`, {})).body.story).toBe('祖父から\n\n砂地\n\nどうぞ')
})

test.each([
  [
    { version: 0, answers: { soil: 'あ'.repeat(303) } },
    'answers.soil',
    '3文字超過しています。300文字以内で入力してください',
  ],
  [{ version: 0, answers: { rain: '雨' } }, 'answers', '不明な項目があります：rain'],
  [{ answers: {} }, 'version', expect.any(String)],
])('the answer %j is refused', async (body, path, message) => {
  const { token } = await aShop()
  const answer = await api.call('PUT', '/farm/page/intro', { token, body })
  expect([answer.status, answer.body.detail.issues[0]]).toEqual([422, { path, message }])
})

test('links are kept as they are safe to follow, all of them or none', async () => {
  const { token } = await aShop()
  const put = (body: unknown) => api.call('PUT', '/farm/page/links', { token, body })
  const wrong = await put({ web: 'javascript:alert(1)', x: '@sato', facebook: 'https://x.com/sato' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail.issues.map(({ path }: { path: string }) => path)).toEqual(['web', 'facebook'])
  expect((await page(token)).body.links).toEqual([])
  expect((await put({ web: 'sato.jp', x: '@sato', line: null })).body).toEqual({ changed: true })
  expect((await put({ web: 'sato.jp', x: '@sato' })).body).toEqual({ changed: false })
  expect((await page(token)).body.links).toEqual([
    { kind: 'web', url: 'https://sato.jp/' },
    { kind: 'x', url: 'https://x.com/sato' },
  ])
  expect((await put({ mastodon: 'https://example.jp' })).status).toBe(422)
})

test('a certificate is handed in once, named at a way of growing, and looked at anew only when it says something else', async () => {
  const { token, farmId } = await aShop()
  const [data, key] = [await aPicture(), aKey()]
  const hand = (key: string, fileName = 'jas.jpg') =>
    api.call('POST', '/farm/documents', { token, key, body: { fileName, data } })
  const made = await hand(key)
  expect(made.status).toBe(201)
  expect((await hand(key)).body).toEqual(made.body)
  expect((await hand(key, '別.jpg')).body.code).toBe('KEY_REUSED')
  const { documents } = (await api.call('GET', '/farm/documents', { token })).body
  expect(documents).toMatchObject([{ id: made.body.id, kind: 'certificate', fileName: 'jas.jpg', checked: false }])
  const put = (body: unknown, method = 'jas_organic', who = token) =>
    api.call('PUT', `/farm/page/methods/${method}`, { token: who, body })
  const said = { shown: true, documentId: made.body.id, number: '12', authority: '認証会', expiresOn: '2027-03-31' }
  for (const [wrong, path] of [
    [{ shown: true }, 'documentId'],
    [{ ...said, expiresOn: null }, 'expiresOn'],
    [{ ...said, expiresOn: '2026-01-01' }, 'expiresOn'],
    [{ ...said, expiresOn: '2026-02-30' }, 'expiresOn'],
  ] as const)
    expect((await put(wrong)).body.detail.issues[0].path).toBe(path)
  expect((await put(said)).status).toBe(200)
  const { adminId } = await anAdmin(test_.db)
  const check = 'update documents set checked_at = now(), checked_by = $2 where id = $1'
  await test_.pool.query(check, [made.body.id, adminId])
  await put(said)
  expect((await page(token)).body.methods).toEqual([
    {
      method: 'jas_organic',
      certificate: {
        documentId: made.body.id,
        number: '12',
        authority: '認証会',
        expiresOn: '2027-03-31',
        checked: true,
        expired: false,
      },
    },
  ])
  await put({ ...said, number: '13' })
  expect((await page(token)).body.methods[0].certificate).toMatchObject({ number: '13', checked: false })
  // another farm has no such document, and a licence is not a certificate
  const stranger = await aShop()
  expect((await put(said, 'jas_organic', stranger.token)).status).toBe(404)
  const licence = newId()
  await test_.pool.query(
    `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, added_at)
     values ($1, 'permit', $2, $3, 'application/pdf', '許可.pdf', 10, now())`,
    [licence, farmId, licence.replaceAll('-', '')],
  )
  expect((await put({ ...said, documentId: licence })).status).toBe(404)
  expect((await put(said, 'magic')).status).toBe(404)
  expect((await put({ shown: false })).body).toEqual({ shown: false })
  expect((await page(token)).body.methods).toEqual([])
})

test.each([
  ['nothing', '', 422, 'VALIDATION_FAILED'],
  ['text', Buffer.from('<html></html>').toString('base64'), 409, 'DOCUMENT_UNKNOWN_KIND'],
  ['half a PDF', Buffer.from('%PDF-1.7\n').toString('base64'), 409, 'DOCUMENT_PDF_BROKEN'],
])('%s is no paper', async (_, data, status, code) => {
  const { token } = await aShop()
  const answer = await api.call('POST', '/farm/documents', { token, body: { fileName: 'x.pdf', data } })
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect((await api.call('GET', '/farm/documents', { token })).body.documents).toEqual([])
})

test('photos of the farm: put on once, given words, taken off', async () => {
  const { token } = await aShop()
  const [data, key] = [await aPicture(), aKey()]
  const add = () => api.call('POST', '/farm/page/photos', { token, key, body: { data } })
  const photo = await add()
  expect(photo).toMatchObject({ status: 201, body: { width: 600, caption: '' } })
  expect((await add()).body.key).toBe(photo.body.key)
  const path = `/farm/page/photos/${photo.body.key}`
  expect((await api.call('PUT', path, { token, body: { caption: '畑' } })).body.photos).toMatchObject([
    { caption: '畑' },
  ])
  expect((await page(token)).body.photos).toHaveLength(1)
  const stranger = (await aShop()).token
  expect((await api.call('DELETE', path, { token: stranger })).status).toBe(404)
  expect((await api.call('DELETE', path, { token })).status).toBe(204)
  expect((await page(token)).body.photos).toEqual([])
})

test('the page says when nothing is different', async () => {
  const { token } = await aShop()
  const etag = (await page(token)).headers.get('etag') ?? ''
  const again = (path: string, mark: string) => api.call('GET', path, { token, headers: { 'if-none-match': mark } })
  expect((await again('/farm/page', etag)).status).toBe(304)
  await api.call('PUT', '/farm/page/links', { token, body: { x: '@sato' } })
  expect((await again('/farm/page', etag)).status).toBe(200)
})

const rules = {
  shipWeekdays: [4, 1],
  shipsOnHolidays: false,
  packingHour: 10,
  cutoffHoursBeforePacking: 16,
  answerHoursAfterCutoff: 2,
  freeFreightFromYen: 10_000,
  minOrderYen: 0,
  autoAccept: false,
}
const save = (token: string, body: unknown) => api.call('PUT', '/farm/shipping', { token, body })

test('when the farm ships is read, saved over what was seen, and shown to chefs', async () => {
  const { token, farmId } = await aShop()
  const before = (await api.call('GET', '/farm/shipping', { token })).body
  expect(before).toMatchObject({ shipWeekdays: [1, 2, 3, 4, 5, 6], packingHour: 14, prefecture: '千葉県', version: 1 })
  expect((await save(token, { ...rules, version: 1 })).body).toEqual({ changed: true, declined: 0, version: 2 })
  expect(await save(token, { ...rules, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
  expect((await save(token, { ...rules, version: 2 })).body).toEqual({ changed: false, declined: 0, version: 2 })
  expect((await api.call('GET', '/farm/shipping', { token })).body).toMatchObject({ ...rules, shipWeekdays: [1, 4] })
  expect((await api.call('GET', `/farms/${farmId}`, {})).body.policy.shipWeekdays).toEqual([1, 4])
})

test.each([
  [{ shipWeekdays: [] }, 'shipWeekdays', '出荷曜日を1つ以上選択してください'],
  [{ shipWeekdays: [7] }, 'shipWeekdays.0', expect.any(String)],
  [{ packingHour: 3 }, 'packingHour', '箱詰めの開始時刻を選択してください'],
  [{ cutoffHoursBeforePacking: 0 }, 'cutoffHoursBeforePacking', expect.stringContaining('締切は')],
  [{ cutoffHoursBeforePacking: 1.5 }, 'cutoffHoursBeforePacking', expect.stringContaining('締切は')],
  [{ answerHoursAfterCutoff: 73 }, 'answerHoursAfterCutoff', expect.stringContaining('大きすぎます')],
  [{ freeFreightFromYen: 0 }, 'freeFreightFromYen', expect.stringContaining('小さすぎます')],
  [{ minOrderYen: -1 }, 'minOrderYen', expect.stringContaining('小さすぎます')],
  [{ autoAccept: 'on' }, 'autoAccept', expect.any(String)],
])('the rule %j is refused at its field', async (wrong, path, message) => {
  const { token } = await aShop()
  const answer = await save(token, { ...rules, version: 1, ...wrong })
  expect([answer.status, answer.body.detail.issues]).toEqual([422, [{ path, message }]])
})

test('orders of a weekday that is taken out are asked about first', async () => {
  const { token, farmId } = await aShop()
  const chef = await aRestaurant(test_.db)
  await fillCart(as(test_.db, chef.actor), chef.kitchenId, [[await aProduct(test_.db, farmId), 1]])
  must(await place(as(test_.db, chef.actor), chef.kitchenId))
  const { rows } = await test_.pool.query('select id, ship_on::text as ship_on from orders where farm_id = $1', [
    farmId,
  ])
  const weekday = new Date(`${rows[0].ship_on}T00:00:00Z`).getUTCDay()
  const body = { ...rules, shipWeekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== weekday), version: 1 }
  expect(await save(token, body)).toMatchObject({
    status: 409,
    body: { code: 'OPEN_ORDERS', detail: { orders: [{ id: rows[0].id, mayDecline: true }] } },
  })
  const fates = { orders: [{ id: rows[0].id, fate: 'decline' }] }
  expect((await save(token, { ...body, ...fates })).body).toEqual({ changed: true, declined: 1, version: 2 })
})

test('ordered now, it arrives then: for the rules as they stand, and for others before they are saved', async () => {
  const { token } = await aShop()
  await save(token, { ...rules, version: 1 })
  const now = await api.call('GET', '/farm/shipping/simulation', { token })
  expect(now).toMatchObject({ status: 200, body: { temperature: 'chilled' } })
  expect(now.body.arrivals.map(({ place }: { place: string }) => place)).toEqual(['東京', '大阪', '札幌', '福岡'])
  expect(now.body.arrivals[0].day).toMatchObject({ shipOn: '2026-11-30', deliveryOn: '2026-12-01' })
  const tried = await api.call('GET', '/farm/shipping/simulation?shipWeekdays=2,3&temperature=ambient', { token })
  expect(tried.body.arrivals[0].day).toMatchObject({ shipOn: '2026-11-25' })
  expect((await api.call('GET', '/farm/shipping', { token })).body.shipWeekdays).toEqual([1, 4])
  for (const wrong of ['shipWeekdays=', 'temperature=hot', 'packingHour=30', 'cutoffHoursBeforePacking=0'])
    expect((await api.call('GET', `/farm/shipping/simulation?${wrong}`, { token })).status).toBe(422)
})

test('a restaurant has no such page, a visitor has to sign in, a helper who packs cannot edit it', async () => {
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  const { actor } = await aShop()
  await test_.pool.query(`update memberships set role = 'staff', rights = 'pack' where person_id = $1`, [
    actor.personId,
  ])
  const packer = await api.tokenOf(actor)
  const reads = [
    ...['/farm/page', '/farm/documents', '/farm/shipping', '/farm/shipping/simulation'],
    ...['/farm/shipping/freight-tables', '/farm/shipping/freight?to=13&size=60'],
  ]
  for (const path of reads) {
    expect((await api.call('GET', path, { token: chef })).status).toBe(403)
    expect((await api.call('GET', path, {})).status).toBe(401)
    expect((await api.call('GET', path, { token: packer })).status).toBe(200)
  }
  const data = await aPicture()
  for (const token of [chef, packer]) {
    const said = [
      await api.call('PUT', '/farm/page/intro', { token, body: { version: 0, answers: { soil: '砂' } } }),
      await api.call('PUT', '/farm/page/intro/publication', { token }),
      await api.call('PUT', '/farm/page/links', { token, body: { x: '@sato' } }),
      await api.call('PUT', '/farm/page/methods/natural', { token, body: { shown: true } }),
      await api.call('POST', '/farm/page/photos', { token, body: { data } }),
      await api.call('POST', '/farm/documents', { token, body: { fileName: 'x.jpg', data } }),
      await save(token, { ...rules, version: 1 }),
    ]
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 403))
  }
})

test('a farm reads its freight tables, and what a parcel costs', async () => {
  const { token } = await aShop()
  expect((await api.call('GET', '/farm/shipping/freight-tables', { token })).body).toEqual({ tables: [] })
  const price = (query: string) => api.call('GET', `/farm/shipping/freight?${query}`, { token })
  expect((await price('to=13&size=100&temperature=chilled')).body.price).toMatchObject({
    ...{ freightYen: 1_250, islandYen: 0, coolYen: 400, carrier: 'yamato', ownTable: false, destination: 'kanto' },
  })
  expect((await price('to=13&size=140&temperature=frozen')).body).toEqual({ price: null, ways: [] })
  expect((await price('to=99&size=100')).status).toBe(422)
  expect((await price('to=13&size=90')).status).toBe(422)
})
