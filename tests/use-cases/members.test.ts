import { beforeAll, expect, test } from 'vitest'
import { csvLine } from '../../app/kernel/csv.ts'
import { NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { addHours, jstDate } from '../../app/kernel/jst.ts'
import { organisationCsvCells } from '../../app/modules/admin/organisations/organisation-csv.ts'
import {
  cursorText,
  type OrganisationCursor,
  readCursor,
} from '../../app/modules/admin/organisations/organisation-cursor.ts'
import {
  type OrganisationFilter,
  type OrganisationSort,
  organisationFilterText,
  organisationSorts,
  readOrganisationFilter,
} from '../../app/modules/admin/organisations/organisation-filter.ts'
import {
  nextWaiting,
  organisationCounts,
  organisationListPage,
  organisationsByRef,
  organisationsInChunks,
} from '../../app/modules/admin/organisations/organisation-list.server.ts'
import { removeView, savedViews, saveView } from '../../app/modules/admin/organisations/saved-views.server.ts'
import { orgText, parseOrg } from '../../app/modules/organisations/org-ref.ts'
import { aFarm, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const noFilter: OrganisationFilter = { q: '', side: null, status: null, prefecture: null, from: null, to: null }
const newest: OrganisationSort = { by: 'applied', descending: true }
let staff: ReturnType<typeof as>

/** 10,000 members, so that a slow list is noticed; and a few with names to search for. */
beforeAll(async () => {
  staff = as(test_.db, await anAdmin(test_.db))
  const { farmId } = await aFarm(test_.db, {
    name: '北の大地ファーム',
    kana: 'キタノダイチファーム',
    submittedAt: noon,
  })
  await aRestaurant(test_.db)
  await test_.pool.query(
    `insert into farms overriding user value select (jsonb_populate_record(null::farms, to_jsonb(f) || jsonb_build_object(
        'id', gen_random_uuid(), 'name', '農園 ' || n, 'kana', 'ノウエン' || n, 'prefecture_code', lpad((n % 47 + 1)::text, 2, '0'),
        'city', '村' || n % 50, 'status', (array['approved','submitted','draft'])[n % 3 + 1],
        'submitted_at', f.created_at - n * interval '1 hour'))).*
      from farms f, generate_series(1, 5000) n where f.id = $1`,
    [farmId],
  )
  await test_.pool.query(
    `insert into restaurants select (jsonb_populate_record(null::restaurants, to_jsonb(r) || jsonb_build_object(
        'id', gen_random_uuid(), 'name', '食堂 ' || n, 'kana', 'ショクドウ' || n,
        'submitted_at', r.created_at - n * interval '1 hour'))).*
      from (select * from restaurants limit 1) r, generate_series(1, 5000) n`,
  )
  await test_.pool.query(
    `with made as (insert into people (id, email, name, created_at)
        select gen_random_uuid(), 'member' || n || '@example.jp', '会員 ' || n, now() from generate_series(1, 10000) n returning id, email),
      orgs as (select row_number() over () n, farm_id, restaurant_id from (
        select id as farm_id, null::uuid as restaurant_id from farms where name like '農園 %'
        union all select null, id from restaurants where name like '食堂 %') o)
     insert into memberships (id, person_id, farm_id, restaurant_id, role)
        select gen_random_uuid(), made.id, farm_id, restaurant_id, 'owner' from made join orgs on made.email = 'member' || n || '@example.jp'`,
  )
  await test_.pool.query('analyze')
}, 240_000)

const names = (page: { members: { name: string }[] }) => page.members.map(({ name }) => name)
const found = async (q: string, more: Partial<OrganisationFilter> = {}) =>
  organisationListPage(staff, { ...noFilter, q, ...more }, { sort: newest, cursor: null, limit: 50 })

test.each([...organisationSorts.map((by, index) => [by, index % 2 === 0] as const), ['applied', false] as const])(
  'sorted by %s (descending %s) the pages follow one another without a gap, and lead back',
  async (by, descending) => {
    const sort = { by, descending }
    const filter = { ...noFilter, q: 'ノウエン49' }
    const all = await organisationListPage(staff, filter, { sort, cursor: null, limit: 500 })
    expect(all.total).toBe(111)
    const walked: string[] = []
    let cursor: OrganisationCursor | null = null
    let last: Awaited<ReturnType<typeof organisationListPage>>
    do {
      last = await organisationListPage(staff, filter, { sort, cursor, limit: 40 })
      walked.push(...last.members.map(({ ref }) => ref))
      cursor = last.next && readCursor(cursorText(last.next))
    } while (cursor)
    expect(walked).toEqual(all.members.map(({ ref }) => ref))
    const before = await organisationListPage(staff, filter, { sort, cursor: there(last.previous), limit: 40 })
    expect(before.members.map(({ ref }) => ref)).toEqual(walked.slice(40, 80))
    expect([before.next !== null, before.previous !== null]).toEqual([true, true])
  },
)

test('without a search the newest are walked by the index, also backwards, and with a filter', async () => {
  const filter = { ...noFilter, status: 'draft' } as const
  for (const descending of [true, false]) {
    const sort = { by: 'applied', descending } as const
    const all = await organisationListPage(staff, filter, { sort, cursor: null, limit: 120 })
    const first = await organisationListPage(staff, filter, { sort, cursor: null, limit: 60 })
    const second = await organisationListPage(staff, filter, { sort, cursor: there(first.next), limit: 60 })
    expect([...first.members, ...second.members]).toEqual(all.members)
    expect(
      (await organisationListPage(staff, filter, { sort, cursor: there(second.previous), limit: 60 })).members,
    ).toEqual(first.members)
  }
  const nonsense = { value: '2026-99', id: '0190a000-0000-7000-8000-000000000000', before: false }
  expect(await organisationListPage(staff, filter, { sort: newest, cursor: nonsense, limit: 1 })).toMatchObject({
    total: 1667,
  })
})

test('10,000 members: the list takes two queries', async () => {
  for (const [q, by] of [
    ['', 'applied'],
    ['', 'name'],
    ['北の大地', 'applied'],
  ] as const) {
    test_.queriesSince()
    const page = await organisationListPage(
      staff,
      { ...noFilter, q },
      { sort: { by, descending: true }, cursor: null, limit: 50 },
    )
    expect(test_.queriesSince()).toHaveLength(2)
    expect(page.members.length).toBeGreaterThan(0)
  }
})

test.each([
  ['北の大地', '北の大地ファーム'],
  ['きたのだいち', '北の大地ファーム'],
  ['ｷﾀﾉﾀﾞｲﾁ', '北の大地ファーム'],
  ['北の大地 匝瑳市', '北の大地ファーム'],
  ['千葉県匝瑳市 北の', '北の大地ファーム'],
  ['千葉 北の大地', '北の大地ファーム'],
  ['北の大地 東京', undefined],
  ['%', undefined],
  ['_', undefined],
  ["' or 1=1 --", undefined],
])('%s finds %s', async (q, name) => {
  const [first] = names(await found(q))
  expect(first).toBe(name)
})

test('a member is found by the mail address and the name of its owner', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const page = await found(`${actor.personId}@example.jp`)
  expect(page.members.map(({ ref }) => ref)).toEqual([`farm-${farmId}`])
})

test.each([
  [{ side: 'restaurant' }, ({ side }) => side === 'restaurant'],
  [{ status: 'submitted' }, ({ status }) => status === 'submitted'],
  [{ prefecture: '13' }, ({ prefectureCode }) => prefectureCode === '13'],
  [
    { from: jstDate('2026-11-20'), to: jstDate('2026-11-21') },
    ({ appliedAt }) => appliedAt >= new Date('2026-11-19T15:00:00Z') && appliedAt < new Date('2026-11-21T15:00:00Z'),
  ],
] satisfies [Partial<OrganisationFilter>, (member: Awaited<ReturnType<typeof found>>['members'][number]) => boolean][])(
  'the filter %j keeps what fits, and all of it',
  async (filter, fits) => {
    const page = await found('', filter)
    expect(page.members.every(fits)).toBe(true)
    expect(page.members.length).toBeGreaterThan(0)
    let counted = 0
    for await (const chunk of organisationsInChunks(staff, { ...noFilter, ...filter }))
      counted += chunk.filter(fits).length
    expect(counted).toBe(page.total)
  },
)

test('the file has every row of the filter once, also over many portions', async () => {
  const refs: string[] = []
  for await (const chunk of organisationsInChunks(staff, { ...noFilter, side: 'farm' }))
    refs.push(...chunk.map(({ ref }) => ref))
  expect(new Set(refs).size).toBe(refs.length)
  expect(refs.length).toBe((await organisationCounts(staff)).farm)
})

test('a name that a spreadsheet would run is written as text', async () => {
  const { farmId } = await aFarm(test_.db, {
    name: '=HYPERLINK("https://evil")',
    kana: '＠SUM',
    city: '-1+1',
    phone: '+81',
  })
  const [member] = await organisationsByRef(staff, [{ farmId }])
  const line = csvLine(organisationCsvCells(there(member)))
  for (const cell of [`"'=HYPERLINK(""https://evil"")"`, `"'＠SUM"`, `"'-1+1"`, `"'+81"`]) expect(line).toContain(cell)
})

test('a full name is found without its blank, a telephone number without its hyphens', async () => {
  const { farmId } = await aFarm(test_.db, { phone: '0848-00-1234', representative: '上杉　直樹' })
  for (const q of ['上杉直樹', '上杉 直樹', '0848001234', '0848-00-1234'])
    expect((await found(q)).members.map(({ ref }) => ref)).toEqual([orgText({ farmId })])
})

test('the counts of the tabs (all, waiting, both sides, suspended) take one query', async () => {
  test_.queriesSince()
  const counts = await organisationCounts(staff)
  expect(test_.queriesSince()).toHaveLength(1)
  expect(counts.all).toBe(counts.farm + counts.restaurant)
  expect(counts.waiting).toBe((await found('', { status: 'submitted' })).total)
})

test('the next application is the one that waits longest', async () => {
  const long = addHours(noon, -100_000)
  const first = { farmId: (await aFarm(test_.db, { status: 'submitted', submittedAt: long })).farmId }
  const second = { farmId: (await aFarm(test_.db, { status: 'submitted', submittedAt: addHours(long, 1) })).farmId }
  expect(await nextWaiting(staff, second)).toEqual(first)
  expect(await nextWaiting(staff, first)).toEqual(second)
})

test('for all other actors the list does not exist', async () => {
  const { actor } = await aFarm(test_.db)
  const page = { sort: newest, cursor: null, limit: 1 }
  await expect(organisationListPage(as(test_.db, actor), noFilter, page)).rejects.toThrow(NotFound)
  await expect(organisationListPage(as(test_.db, { kind: 'visitor' }), noFilter, page)).rejects.toThrow(Unauthenticated)
})

test('a saved view belongs to its user; saving the same name again replaces it', async () => {
  const query = organisationFilterText({ status: 'submitted', prefecture: '34' })
  must(await saveView(staff, { page: 'users', name: '広島の待ち', query: 'q=x' }))
  must(await saveView(staff, { page: 'users', name: '広島の待ち', query }))
  const [view, ...more] = await savedViews(staff, 'users')
  expect([view?.query, more]).toEqual([query, []])
  const colleague = as(test_.db, await anAdmin(test_.db))
  expect(await savedViews(colleague, 'users')).toEqual([])
  await removeView(colleague, { id: there(view).id })
  expect(await savedViews(staff, 'users')).toHaveLength(1)
  await removeView(staff, { id: there(view).id })
  expect(await savedViews(staff, 'users')).toEqual([])
})

test('at most twenty views, and then a sentence', async () => {
  for (let index = 0; index < 20; index++)
    must(await saveView(staff, { page: 'many', name: `条件${index}`, query: '' }))
  expect(await saveView(staff, { page: 'many', name: '条件21', query: '' })).toMatchObject({
    refusal: 'too_many_views',
  })
  must(await saveView(staff, { page: 'many', name: '条件3', query: 'q=3' }))
})

test.each(['', 'farm-', 'farm-1', 'shop-0190a000-0000-7000-8000-000000000000', 'farm-../x', null])(
  '%j names no member',
  (text) => expect(parseOrg(text)).toBeNull(),
)

test('a filter goes into an address and comes back', () => {
  const filter: OrganisationFilter = {
    q: '北の 大地&x',
    side: 'farm',
    status: 'submitted',
    prefecture: '01',
    from: jstDate('2026-11-01'),
    to: jstDate('2026-11-21'),
  }
  expect(readOrganisationFilter(new URLSearchParams(organisationFilterText(filter)))).toEqual(filter)
  const nonsense = new URLSearchParams('q=%00&side=x&status=y&prefecture=99&from=2026-02-31&to=z')
  expect(readOrganisationFilter(nonsense)).toEqual(noFilter)
  const org = parseOrg('farm-0190a000-0000-7000-8000-000000000000')
  expect(org && orgText(org)).toBe('farm-0190a000-0000-7000-8000-000000000000')
})

test.each([
  '',
  'x',
  'a~b',
  '~',
  '%',
  '0190a000-0000-7000-8000-000000000000~%E3',
  '0190a000-0000-7000-8000-000000000000~%00',
])('the cursor %j is the first page', (text) => expect(readCursor(text)).toBeNull())
