import { expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { addDays, addHours, at, jstDateOf } from '../../app/kernel/jst.ts'
import { consentNeeded, recordConsent } from '../../app/modules/content/consents.server.ts'
import { pageForStaff, pagesForStaff } from '../../app/modules/content/page-desk.server.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { readPage } from '../../app/modules/content/page-queries.server.ts'
import { publishPage } from '../../app/modules/content/publish-page.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { aKey, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const today = jstDateOf(noon)

let serial = 0
/** A separate slug for each test: published pages stay. */
const aSlug = () => `page-${++serial}`

const file = (
  slug: string,
  number = 1,
  { on = addDays(today, -10), words = `第${number}版の本文`, material = true } = {},
) =>
  readPageFile(
    `${slug}.md`,
    `---\nslug: ${slug}\ntitle: 表題\nversion: ${number}\neffectiveOn: ${on}\nmaterial: ${material ? 'yes' : 'no'}\nchange: 変更${number}\n---\n${words}`,
  )
const takeIn = (...files: ReturnType<typeof file>[]) => takeInPages(test_.db, files, noon)
const outcomes = async (...files: ReturnType<typeof file>[]) => (await takeIn(...files)).map(({ outcome }) => outcome)
const read = (slug: string, number?: number, now = noon) => readPage({ db: test_.db, now }, { slug, operator, number })

test('a page is what its file says, with the operator’s words', async () => {
  const slug = aSlug()
  await takeIn(file(slug, 1, { words: '## 運営者 {#operator}\n\n{{operator.name}}' }))
  const page = await read(slug)
  expect(page).toMatchObject({ slug, title: '表題', shown: { number: 1, changeNote: '変更1', state: 'inForce' } })
  expect(page.html).toContain('<h2 id="operator">運営者</h2>')
  expect(page.html).toContain('株式会社みほん市場（見本）')
})

test('taking in twice, also at once, publishes once', async () => {
  const slug = aSlug()
  const twice = await Promise.all([outcomes(file(slug)), outcomes(file(slug))])
  expect(twice.flat().toSorted()).toEqual(['published', 'there'])
  expect(await outcomes(file(slug))).toEqual(['there'])
  expect((await read(slug)).versions).toHaveLength(1)
})

test('other words under a published number are not taken; under the next number they are', async () => {
  const slug = aSlug()
  await takeIn(file(slug))
  expect(await outcomes(file(slug, 1, { words: '書きかえた本文' }))).toEqual(['differs'])
  expect((await read(slug)).html).toContain('第1版の本文')
  expect(await outcomes(file(slug, 2, { words: '書きかえた本文' }))).toEqual(['published'])
  expect((await read(slug)).html).toContain('書きかえた本文')
  expect((await read(slug, 1)).html).toContain('第1版の本文')
})

test('a file that is older than what was published since is left alone', async () => {
  const slug = aSlug()
  await takeIn(file(slug, 3))
  expect(await outcomes(file(slug, 2))).toEqual(['superseded'])
})

test('a planned version is listed, may be read, and holds from midnight of its day on', async () => {
  const slug = aSlug()
  const day = addDays(today, 5)
  await takeIn(file(slug, 1), file(slug, 2, { on: day }))
  const now = await read(slug)
  expect(now.shown.number).toBe(1)
  expect(now.versions.map(({ number, state }) => [number, state])).toEqual([
    [2, 'planned'],
    [1, 'inForce'],
  ])
  expect((await read(slug, 2)).shown.state).toBe('planned')
  expect((await read(slug, undefined, at(`${addDays(day, -1)} 23:59`))).shown.number).toBe(1)
  expect((await read(slug, undefined, at(`${day} 00:00`))).shown.number).toBe(2)
})

test('a page or a version that is not there is not found', async () => {
  const slug = aSlug()
  await takeIn(file(slug))
  await expect(read(slug, 2)).rejects.toThrow(NotFound)
  await expect(read('no-such-page')).rejects.toThrow(NotFound)
})

test('a later number never holds from an earlier day', async () => {
  const slug = aSlug()
  await takeIn(file(slug, 1))
  await expect(takeIn(file(slug, 2, { on: addDays(today, -11) }))).rejects.toThrow(/out of order/)
})

const refused = (sql: string) =>
  expect(
    test_.pool.query(sql).then(
      () => 'done',
      (error) => error.code,
    ),
  ).resolves.toBe('23514')

test('a version or a consent cannot be rewritten', async () => {
  const slug = aSlug()
  await takeIn(file(slug))
  const { actor } = await aRestaurant(test_.db)
  await agree(actor.personId, (await read(slug)).shown.id)
  for (const table of ['page_versions', 'consents']) {
    await refused(`delete from ${table}`)
    await refused(`truncate ${table} cascade`)
  }
  await refused(`update page_versions set body = 'x'`)
  await refused('update consents set at = now()')
})

type Agreed = Parameters<typeof recordConsent>[1]
const agree = (personId: Agreed['personId'], pageVersionId: Agreed['pageVersionId'], now = noon) =>
  recordConsent(test_.db, { personId, pageVersionId, at: now, ip: '192.0.2.1', userAgent: 'Firefox' })

test('agreeing twice at once leaves one consent, the first', async () => {
  const slug = aSlug()
  await takeIn(file(slug))
  const { actor } = await aRestaurant(test_.db)
  const { id } = (await read(slug)).shown
  await Promise.all([agree(actor.personId, id), agree(actor.personId, id)])
  await agree(actor.personId, id, addHours(noon, 1))
  const { rows } = await test_.pool.query('select at, ip from consents where person_id = $1', [actor.personId])
  expect(rows).toEqual([{ at: noon, ip: '192.0.2.1' }])
})

test('people are asked for the terms in force, and again only after a material change has begun', async () => {
  const { actor } = await aRestaurant(test_.db)
  const other = await aRestaurant(test_.db)
  const wanted = async (now = noon) =>
    (await consentNeeded(as(test_.db, actor, now))).map(({ slug, number }) => [slug, number])
  const next = addDays(today, 3)
  await takeIn(file('user-policy', 1), file('privacy-policy', 1))
  expect(await wanted()).toEqual([
    ['user-policy', 1],
    ['privacy-policy', 1],
  ])
  for (const { pageVersionId } of await consentNeeded(as(test_.db, actor))) await agree(actor.personId, pageVersionId)
  expect(await wanted()).toEqual([])
  expect(await consentNeeded(as(test_.db, other.actor))).toHaveLength(2)

  await takeIn(file('user-policy', 2, { material: false }), file('user-policy', 3, { on: next }))
  expect(await wanted()).toEqual([])
  const later = at(`${next} 00:00`)
  expect(await wanted(later)).toEqual([['user-policy', 3]])
  await agree(actor.personId, there((await consentNeeded(as(test_.db, actor, later)))[0]).pageVersionId, later)
  expect(await wanted(later)).toEqual([])
})

test('visitors, staff and the system are asked for nothing', async () => {
  const staff = await anAdmin(test_.db)
  for (const actor of [{ kind: 'visitor' }, { kind: 'system' }, staff] as const)
    expect(await consentNeeded(as(test_.db, actor))).toEqual([])
})

const staffVersion = async (number: number, { on = addDays(today, -5) } = {}) => {
  const staff = as(test_.db, await anAdmin(test_.db, { name: '規約 係' }))
  const draft = {
    title: '表題',
    body: `運営の第${number}版`,
    changeNote: '修正済み',
    material: true,
    urgent: false,
    effectiveOn: on,
  }
  return publishPage({ ...staff, now: at(`${on} 09:00`) }, { slug: 'law', key: aKey(), seen: number - 1, ...draft })
}

test('staff publish the next version, by name and with the words of the change in the history', async () => {
  await takeIn(file('law', 1))
  expect(await staffVersion(2)).toEqual({ ok: true, value: { number: 2 } })
  const { versions, newest, inForce } = await pageForStaff(as(test_.db, await anAdmin(test_.db)), 'law')
  expect(newest).toMatchObject({ number: 2, author: '規約 係', body: '運営の第2版' })
  expect(inForce?.number).toBe(2)
  expect(versions.map(({ number, state }) => [number, state])).toEqual([
    [2, 'inForce'],
    [1, 'earlier'],
  ])
  const { rows } = await test_.pool.query(`select reason, data from events where kind = 'page_published'`)
  expect(rows).toMatchObject([{ reason: '修正済み', data: { slug: 'law', after: { number: 2, material: true } } }])
})

test('publishing over a version that the administrator has not seen is refused; two at once publish one', async () => {
  expect(await staffVersion(2)).toMatchObject({ ok: false, refusal: 'newer_version' })
  const both = await Promise.all([staffVersion(3), staffVersion(3)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test('a file never undoes unseen what staff wrote, never stops the start, and comes again once it has read it', async () => {
  expect(await outcomes(file('law', 1))).toEqual(['there'])
  expect(await outcomes(file('law', 3, { words: 'ほかの言葉' }))).toEqual(['differs'])
  expect(await outcomes(file('law', 4))).toEqual(['unread'])
  const read_ = (on = today) => ({ ...file('law', 4, { on }), after: 3 })
  expect(await outcomes(read_(addDays(today, -6)))).toEqual(['early'])
  expect((await read('law')).html).toContain('運営の第3版')
  expect(await outcomes(read_())).toEqual(['published'])
  expect((await read('law')).html).toContain('第4版の本文')
  expect(await outcomes(file('law', 5, { on: today }))).toEqual(['published'])
})

test('a file with the very words of staff is the same version', async () => {
  const slug = 'guide'
  await takeIn(file(slug, 1))
  const staff = as(test_.db, await anAdmin(test_.db))
  const draft = {
    title: '表題',
    body: '第2版の本文',
    changeNote: '変更2',
    material: true,
    urgent: false,
    effectiveOn: today,
  }
  must(await publishPage(staff, { slug, key: aKey(), seen: 1, ...draft }))
  expect(await outcomes(file(slug, 2, { on: today }))).toEqual(['there'])
})

test('the pages for staff: 1 query, each with what holds and what is planned', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  test_.queriesSince()
  const pages = await pagesForStaff(staff)
  expect(test_.queriesSince()).toHaveLength(1)
  expect(pages.find(({ slug }) => slug === 'law')).toMatchObject({ inForce: { number: 5 }, agreedTo: false })
  expect(pages.find(({ slug }) => slug === 'user-policy')).toMatchObject({ agreedTo: true, count: 3 })
})

test('a material change of the terms is told to all members thirty days before, unless it is urgent', async () => {
  const staff = as(test_.db, await anAdmin(test_.db), at(`${today} 09:00`))
  const seen = (await pageForStaff(staff, 'user-policy')).newest.number
  const draft = { title: '利用規約', body: '新しい規約', changeNote: '支払いの日を変えます。', material: true }
  const publish = (days: number, urgent = false) =>
    publishPage(staff, {
      slug: 'user-policy',
      key: aKey(),
      seen,
      ...draft,
      urgent,
      effectiveOn: addDays(today, days),
    })
  expect(await publish(29)).toMatchObject({ refusal: 'notice_short' })
  must(await publish(30))
  const told = await test_.db.selectFrom('announcements').selectAll().execute()
  expect(told).toMatchObject([{ audience: 'everybody', byMail: true, body: expect.stringContaining(draft.changeNote) }])
  expect(told[0]?.title).toContain('利用規約の改定のお知らせ')
  // not the version that is still in force
  expect(told[0]?.body).toContain(`?version=${seen + 1})`)
  const later = { ...draft, slug: 'user-policy', seen: seen + 1, body: '法令による改正', urgent: true } as const
  must(await publishPage(staff, { ...later, key: aKey(), effectiveOn: addDays(today, 30) }))
})
