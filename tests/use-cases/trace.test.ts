import { expect, test } from 'vitest'
import { newId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { newFileKey } from '../../app/modules/photos/file-key.server.ts'
import { badgeAtAddress, badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '../../app/modules/traceability/badges/show-farms.server.ts'
import { todaysGoods } from '../../app/modules/traceability/badges/todays-goods.server.ts'
import { guestWords } from '../../app/modules/traceability/badges/trace/labels.ts'
import { type GuestLanguage, guestLanguages } from '../../app/modules/traceability/badges/trace/language.ts'
import { traceDocument } from '../../app/modules/traceability/badges/trace/trace-document.server.tsx'
import { type TracePage, tracePage, traceShareCard } from '../../app/modules/traceability/badges/trace.server.ts'
import { middleware } from '../../app/routes/public/trace/trace.tsx'
import { loader as shareImage } from '../../app/routes/public/trace/trace-image.ts'
import { loader as picture } from '../../app/routes/public/trace/trace-picture.ts'
import { requestFacts } from '../../app/web/request-context.ts'
import { aFarm, aKey, anAdmin, aPerson, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const noon = at('2026-11-24 11:00')
const guest = () => as(test_.db, { kind: 'visitor' }, noon)
const days = ['2026-09-10', '2026-10-10', '2026-11-10']

type Names = { shop?: string; farm?: string; goods?: string }

/** A restaurant with the badge of its farms: 佐藤農園 in 熊本, three deliveries of tomatoes at an odd price. */
async function aBadge(names: Names = {}) {
  const { db } = test_
  const shop = await aRestaurant(db)
  if (names.shop)
    await db.updateTable('restaurants').set({ name: names.shop }).where('id', '=', shop.restaurantId).execute()
  const farm = await aFarm(db, {
    name: names.farm ?? '佐藤農園',
    prefectureCode: '43',
    place: '八代',
    story: '三代目です。',
  })
  const tomatoes = await aProduct(db, farm.farmId, {
    itemKey: 'tomato',
    category: 'fruitveg',
    seasonMonths: [10, 11, 12],
    peakMonths: [11],
  })
  for (const on of days) await received(shop, farm.farmId, tomatoes, on)
  await test_.pool.query('update order_lines set name = $2 where product_id = $1', [
    tomatoes,
    names.goods ?? '完熟トマト',
  ])
  const { earned } = await badgesOfShop(as(db, shop.actor, noon))
  const { token } = there(earned.find(({ rule }) => rule === 'farms'))
  return { shop, farm, tomatoes, token }
}

const received = (
  shop: Awaited<ReturnType<typeof aRestaurant>>,
  farmId: Awaited<ReturnType<typeof aFarm>>['farmId'],
  productId: ProductId,
  on: string,
  line: { lot?: boolean } = {},
) => aReceivedOrder(test_.db, { ...shop, farmId, on, lines: [{ productId, yen: 987_654, ...line }] })

const documentOf = (page: TracePage, language: GuestLanguage = 'ja') =>
  traceDocument({ page, language, today: jstDate('2026-11-24'), origin: 'https://market.example.jp' })

const valid = async (token: string) => {
  const page = there(await tracePage(guest(), token))
  if (page.state !== 'valid') throw new Error('not valid')
  return page
}

async function open(token: string, { search = '', headers = {}, ip = null as string | null } = {}) {
  const context = pageContext(guest())
  context.set(requestFacts, { ...context.get(requestFacts), ip })
  const url = new URL(`https://market.example.jp/trace/${token}${search}`)
  const request = new Request(url, { headers })
  const [run] = middleware
  const args = { request, context, params: { token }, url, pattern: '/trace/:token' }
  return (await there(run)(args, async () => new Response())) ?? new Response()
}

test('a guest reads the shop, its farms, their goods with harvest day and season, in four queries', async () => {
  const { token, farm } = await aBadge()
  test_.queriesSince()
  const page = await valid(token)
  expect(test_.queriesSince().length).toBeLessThanOrEqual(4)
  expect(page).toMatchObject({
    shop: 'ビストロ 灯',
    rule: 'farms',
    from: '2026-08-24',
    until: '2026-12-10',
    percent: null,
  })
  expect(page.farms).toMatchObject([
    {
      farmId: farm.farmId,
      name: '佐藤農園',
      prefecture: '43',
      place: '八代',
      story: '三代目です。',
      deliveries: 3,
      lastOn: '2026-11-10',
      goods: [
        {
          name: '完熟トマト',
          itemKey: 'tomato',
          seasonMonths: [10, 11, 12],
          peakMonths: [11],
          harvestedOn: '2026-11-09',
          deliveredOn: '2026-11-10',
        },
      ],
    },
  ])
})

test('the page says the day of the printed badge, and when nothing will be proven any more', async () => {
  const { shop, token } = await aBadge()
  const other = await aFarm(test_.db, { name: '山の菌舎' })
  const product = await aProduct(test_.db, other.farmId)
  for (const on of ['2026-11-01', '2026-11-08', '2026-11-15']) await received(shop, other.farmId, product, on)
  const page = await valid(token)
  expect(page).toMatchObject({ wholeUntil: '2026-12-10', until: '2027-02-01' })
  const html = documentOf(page)
  expect(html).toContain('2026.12.10')
  expect(html).toContain('2027年2月1日までに次の納品がない場合')
})

test('one farm more costs no query more', async () => {
  const { shop, token } = await aBadge()
  const other = await aFarm(test_.db, { name: '山の菌舎', prefectureCode: '44' })
  const product = await aProduct(test_.db, other.farmId)
  for (const on of days) await received(shop, other.farmId, product, on)
  test_.queriesSince()
  expect((await valid(token)).farms).toHaveLength(2)
  expect(test_.queriesSince().length).toBeLessThanOrEqual(4)
})

test.each(guestLanguages)(
  'the page in %s says its language, its farms and their goods, and never a price or a quantity',
  async (language) => {
    const { token } = await aBadge({ goods: '完熟トマト 5kg箱 3,210円' })
    await test_.pool.query("update farms set story = '三代目です。1箱3,210円です。' where name = '佐藤農園'")
    const html = documentOf(await valid(token), language)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain('佐藤農園')
    expect(html).toContain('完熟トマト')
    expect(html).toContain({ ja: '熊本県', en: 'Kumamoto', 'zh-Hant': '熊本縣', ko: '구마모토현' }[language])
    if (language !== 'ja') expect(html).toContain({ en: 'Tomato', 'zh-Hant': '番茄', ko: '토마토' }[language])
    for (const word of [guestWords[language].lastDelivery, guestWords[language].harvested, guestWords[language].letter])
      expect(html).toContain(word)
    // a token is random: its letters may contain any word
    const words = html.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(token, '')
    expect(words).not.toMatch(/987,?654|3,?210|[¥￥円]|\d\s*(kg|箱)/)
    expect(words).not.toMatch(/price|offers|yen/i)
  },
)

test('the page leads to itself in every language, and has one canonical address in each', async () => {
  const { token } = await aBadge()
  const at = `https://market.example.jp/trace/${token}`
  const english = documentOf(await valid(token), 'en')
  expect(english).toContain(`<link rel="canonical" href="${at}?lang=en"/>`)
  expect(documentOf(await valid(token))).toContain(`<link rel="canonical" href="${at}"/>`)
  for (const [language, to] of [
    ['ja', at],
    ['en', `${at}?lang=en`],
    ['zh-Hant', `${at}?lang=zh-Hant`],
    ['ko', `${at}?lang=ko`],
    ['x-default', at],
  ])
    expect(english).toContain(`<link rel="alternate" hrefLang="${language}" href="${to}"/>`)
  for (const language of guestLanguages) expect(english).toContain(`href="/trace/${token}?lang=${language}"`)
  expect(english).not.toContain('noindex')
})

test('a farm that the shop leaves away, goods for chosen kitchens and goods without a lot are not there', async () => {
  const { shop, farm, token } = await aBadge()
  const hidden = await aFarm(test_.db, { name: '隠れた農園' })
  const theirs = await aProduct(test_.db, hidden.farmId)
  for (const on of days) await received(shop, hidden.farmId, theirs, on)
  const chosen = await aProduct(test_.db, farm.farmId, { audience: 'chosen' })
  const unknown = await aProduct(test_.db, farm.farmId)
  await received(shop, farm.farmId, chosen, '2026-11-12')
  await received(shop, farm.farmId, unknown, '2026-11-12', { lot: false })
  must(await showFarms(as(test_.db, shop.actor, noon), { token, farmIds: [farm.farmId], key: aKey() }))
  const page = await valid(token)
  expect(page.farms.map(({ name }) => name)).toEqual(['佐藤農園'])
  expect(page.farms[0]?.goods.map(({ name }) => name)).toEqual(['完熟トマト'])
  expect(documentOf(page)).not.toContain('隠れた農園')
})

test('the farm is shown with its newest public photo and its caption', async () => {
  const { farm, token } = await aBadge()
  const person = await aPerson(test_.db, '畑 主人')
  const keys = ['a', 'b', 'c'].map((sign) => sign.repeat(32))
  for (const [index, key] of keys.entries()) {
    await test_.pool.query(
      `insert into photos (key, person_id, farm_id, width, height, byte_count, created_at, shown_at, hues)
       values ($1, $2, $3, 1600, 800, 1, $4, $5, $6)`,
      [key, person, farm.farmId, at(`2026-11-0${index + 1} 09:00`), index === 2 ? null : noon, '0'.repeat(24)],
    )
    await test_.pool.query(
      'insert into farm_photos (of, photo_key, farm_id, ordinal, caption) values ($1, $2, $1, $3, $4)',
      [farm.farmId, key, index + 1, `写真${index + 1}`],
    )
  }
  const page = await valid(token)
  expect(page.farms[0]).toMatchObject({ picture: `photo-${keys[1]}-${'0'.repeat(24)}`, caption: '写真2' })
  const html = documentOf(page)
  expect(html).toMatch(
    new RegExp(`<img [^>]*src="/media/${keys[1]}-480.webp"[^>]*width="1600" height="800"[^>]*loading="lazy"`),
  )
})

test('once the deliveries are old, and once the shop is suspended, the period is over: with its dates, and no farm', async () => {
  const { shop, token } = await aBadge()
  const later = there(await tracePage({ ...guest(), now: at('2027-03-01 11:00') }, token))
  expect(later).toMatchObject({ state: 'ended', shop: 'ビストロ 灯' })
  await test_.pool.query("update restaurants set status = 'suspended', status_reason = 'test' where id = $1", [
    shop.restaurantId,
  ])
  const page = there(await tracePage(guest(), token))
  expect(page.state).toBe('ended')
  for (const language of guestLanguages) {
    const html = documentOf(page, language)
    expect(html).toContain(guestWords[language].endedHead)
    expect(html).toContain(page.until.replaceAll('-', '.'))
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('佐藤農園')
  }
  const answer = await open(token)
  expect(answer.status).toBe(200)
  expect(await traceShareCard(guest(), token)).toBeNull()
})

test('the address answers in the language that is asked for, and may be kept for less than a minute', async () => {
  const { token } = await aBadge()
  const langOf = async (answer: Response) => /<html lang="([^"]+)"/.exec(await answer.text())?.[1]
  const answer = await open(token, { headers: { 'accept-language': 'ko-KR,ko;q=0.9' } })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
  expect(answer.headers.get('vary')).toBe('accept-language')
  expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect(await langOf(answer)).toBe('ko')
  expect(await langOf(await open(token, { search: '?lang=zh-Hant', headers: { 'accept-language': 'ko' } }))).toBe(
    'zh-Hant',
  )
  expect(await langOf(await open(token, { search: '?lang=xx' }))).toBe('ja')
})

const unknown = 'x'.repeat(32)

test.each([unknown, 'short', '%00', "' or 1=1 --"])('at %j there is nothing', async (token) => {
  expect(await tracePage(guest(), token)).toBeNull()
  await expect(open(token)).rejects.toMatchObject({ init: { status: 404 } })
})

test('a visitor who guesses addresses is rate limited; a visitor with a valid one never is', async () => {
  const { token } = await aBadge()
  const ip = '203.0.113.9'
  for (let index = 0; index < 60; index++)
    await expect(open(unknown, { ip })).rejects.toMatchObject({ init: { status: 404 } })
  await expect(open(unknown, { ip })).rejects.toMatchObject({ init: { status: 429 } })
  expect((await open(token, { ip })).status).toBe(200)
})

test('a link within our pages is led to the document', async () => {
  const { token } = await aBadge()
  const context = pageContext(guest())
  const url = new URL(`https://market.example.jp/trace/${token}.data`)
  const [run] = middleware
  const args = { request: new Request(url), context, params: { token }, url, pattern: '/trace/:token' }
  const opened = async () => there(run)(args, async () => new Response())
  const led: unknown = await opened().catch((thrown: unknown) => thrown)
  expect(led).toMatchObject({ status: 302 })
  expect((led as Response).headers.get('location')).toBe(`/trace/${token}`)
})

test.each(guestLanguages)('markup in names is escaped, in %s', async (language) => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`
  const { token } = await aBadge({ shop: `店${evil}`, farm: `農${evil}`, goods: `品${evil}` })
  const html = documentOf(await valid(token), language)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).not.toMatch(/<img src=x|<script>alert/)
  const [, data = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
  const structured = JSON.parse(data) as { mainEntity: { '@type': string; name: string }; mentions: { name: string }[] }
  expect(structured.mainEntity).toEqual({ '@type': 'Restaurant', name: `店${evil}` })
  expect(structured.mentions.map(({ name }) => name)).toEqual([`農${evil}`])
})

test('the picture for sharing says the shop and its farms', async () => {
  const { token } = await aBadge()
  expect(await traceShareCard(guest(), token)).toMatchObject({
    title: 'ビストロ 灯',
    lines: ['1農園から直接仕入れ', '佐藤農園'],
    crest: '佐',
    picture: 'farm-01-1600',
  })
})

test('what came in the morning of the first day that counts is on the page', async () => {
  const { shop, farm, token } = await aBadge()
  const first = await aProduct(test_.db, farm.farmId)
  await received(shop, farm.farmId, first, '2026-08-24')
  const page = await valid(token)
  expect(page.from).toBe('2026-08-24')
  expect(page.farms[0]?.goods.map(({ deliveredOn }) => deliveredOn)).toContain('2026-08-24')
})

test('the strip of recent deliveries shows no price and no quantity, whatever the goods are called', async () => {
  const { token } = await aBadge({ goods: '完熟トマト 5kg箱（2,000円）' })
  const found = there(await badgeAtAddress(guest(), token))
  if (found.state !== 'valid') throw new Error('not valid')
  expect((await todaysGoods(guest(), found.badge))?.goods.map(({ name }) => name)).toEqual(['完熟トマト'])
})

test('the picture for sharing is cached for 30 seconds', async () => {
  const { token } = await aBadge()
  const context = pageContext(guest())
  context.set(requestFacts, { ...context.get(requestFacts), clientFolder: 'public' })
  const url = new URL(`https://market.example.jp/share/trace/${token}`)
  const args = { request: new Request(url), context, params: { token }, url, pattern: '/share/trace/:token' as const }
  const answer = await shareImage(args)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
})

test('goods that a correction reduced to zero are not listed, nor in the strip of recent deliveries', async () => {
  const { shop, farm, token } = await aBadge()
  const returned = await aProduct(test_.db, farm.farmId)
  const { orderId, lineIds } = await received(shop, farm.farmId, returned, '2026-11-10')
  const [{ event_id: eventId }] = (
    await test_.pool.query('select event_id from quantity_entries where order_line_id = $1 limit 1', [lineIds[0]])
  ).rows
  await test_.db.transaction().execute(async (tx) => {
    const id = newId<'adjustment'>()
    const adjustment = { id, number: aKey(), orderId, correctsId: null, claimId: null, reason: '返品' }
    await tx
      .insertInto('adjustments')
      .values({ ...adjustment, eventId, at: noon })
      .execute()
    await tx
      .insertInto('adjustmentLines')
      .values({ adjustmentId: id, orderLineId: there(lineIds[0]), yen: yen(-987_654), taxPercent: 8 })
      .execute()
  })
  const page = await valid(token)
  expect(page.farms[0]?.goods.map(({ name }) => name)).toEqual(['完熟トマト'])
  const found = there(await badgeAtAddress(guest(), token))
  const strip = found.state === 'valid' ? await todaysGoods(guest(), found.badge) : null
  expect(strip?.goods.map(({ name }) => name)).toEqual(['完熟トマト'])
})

test('the page of the 有機JAS badge lists nothing received before the certificate was valid', async () => {
  const { db, pool } = test_
  const { shop, farm } = await aBadge()
  const admin = await anAdmin(db)
  const paper = newId<'document'>()
  await pool.query(
    `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, number, authority, issued_on,
                            expires_on, added_at, checked_at, checked_by)
     values ($1, 'certificate', $2, $3, 'application/pdf', '認証書.pdf', 1, '12-345', '認証協会', '2026-10-01',
             '2026-12-31', $4, $4, $5)`,
    [paper, farm.farmId, newFileKey(), noon, admin.adminId],
  )
  await pool.query("insert into farm_methods (farm_id, method, document_id) values ($1, 'jas_organic', $2)", [
    farm.farmId,
    paper,
  ])
  const [early, late] = [
    await aProduct(db, farm.farmId, { method: 'jas_organic' }),
    await aProduct(db, farm.farmId, { method: 'jas_organic' }),
  ]
  await received(shop, farm.farmId, early, '2026-09-20')
  for (const on of ['2026-10-20', '2026-11-05', '2026-11-08']) await received(shop, farm.farmId, late, on)
  const { earned } = await badgesOfShop(as(db, shop.actor, noon))
  const page = await valid(there(earned.find(({ rule }) => rule === 'organic')).token)
  expect(page.farms[0]?.goods.map(({ deliveredOn }) => deliveredOn)).toEqual(['2026-11-08'])
})

test('endless requests for pictures of badges are rate limited, whatever the token', async () => {
  const { token } = await aBadge()
  const context = pageContext(guest())
  context.set(requestFacts, { ...context.get(requestFacts), clientFolder: 'public', ip: '203.0.113.44' })
  const shared = () => {
    const url = new URL(`https://market.example.jp/share/trace/${token}`)
    return shareImage({ request: new Request(url), context, params: { token }, url, pattern: '/share/trace/:token' })
  }
  const strip = (of: string) => {
    const url = new URL(`https://market.example.jp/trace/${of}/today.svg`)
    const params = { token: of, picture: 'today.svg' }
    return picture({ request: new Request(url), context, params, url, pattern: '/trace/:token/:picture' })
  }
  expect((await strip(token)).status).toBe(200)
  await test_.pool.query('update throttle set n = 599 where until > $1', [noon])
  expect((await shared()).status).toBe(200)
  await expect(strip(token)).rejects.toMatchObject({ init: { status: 429 } })
  await expect(shared()).rejects.toMatchObject({ init: { status: 429 } })
  await expect(strip(unknown)).rejects.toMatchObject({ init: { status: 429 } })
})
