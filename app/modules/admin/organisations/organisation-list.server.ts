import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type OrgStatus, orgStatuses, type Side } from '#kernel/enums.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import { addDays, momentOf } from '#kernel/jst.ts'
import { prefectures } from '#kernel/place.ts'
import { likeWithin, saysWord, searchWords } from '#modules/audit-log/says-word.server.ts'
import { type OrgRef, orgIdOf, parseOrg } from '#modules/organisations/org-ref.ts'
import { statedRegistration } from '#modules/organisations/registration/registrations.server.ts'
import type { OrganisationCursor } from './organisation-cursor.ts'
import type { OrganisationFilter, OrganisationSort, OrganisationSortKey } from './organisation-filter.ts'

export type OrganisationRow = {
  /** `farm-<id>` or `restaurant-<id>`. */
  ref: string
  side: Side
  name: string
  kana: string
  personName: string
  email: string
  prefectureCode: string
  city: string
  phone: string
  registrationNumber: string
  status: OrgStatus
  /** When the application was submitted; until then, when it was started. */
  appliedAt: Date
}

type Found = OrganisationRow & { id: string; sortedBy: string }

const appliedAt = sql`coalesce(o.submitted_at, o.created_at)`

/** Both sides, with the same columns; `narrow` is applied within each, so that each uses its own index. */
const sides = {
  farm: sql`
    select 'farm' as side, o.id, o.name, o.kana, o.status, o.legal_name, o.representative, o.representative_kana,
           ${statedRegistration(sql`o.id`)} as number, o.phone, o.prefecture_code, o.city, o.street, ${appliedAt} as applied_at,
           (select m.person_id from memberships m where m.farm_id = o.id order by m.role, m.id limit 1) as person_id
      from farms o`,
  restaurant: sql`
    select 'restaurant' as side, o.id, o.name, o.kana, o.status, o.legal_name, o.representative, o.representative_kana,
           o.invoice_registration_number as number, coalesce(nullif(o.phone, ''), k.phone, '') as phone,
           coalesce(k.prefecture_code, '') as prefecture_code, coalesce(k.city, '') as city,
           coalesce(k.street, '') as street, ${appliedAt} as applied_at,
           (select m.person_id from memberships m where m.restaurant_id = o.id order by m.role, m.id limit 1) as person_id
      from restaurants o
      left join lateral (select * from kitchens where restaurant_id = o.id order by closed_at is not null, id limit 1) k on true`,
}

/** What a row is sorted by, as text that sorts correctly: C collation, so that every machine agrees. */
const sortedBy: Record<OrganisationSortKey, RawBuilder<string>> = {
  kind: sql`a.side collate "C"`,
  name: sql`a.kana collate "C"`,
  person: sql`coalesce(p.name_kana, '') || coalesce(p.name, '') collate "C"`,
  place: sql`a.prefecture_code || a.city collate "C"`,
  applied: sql`to_char(a.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') collate "C"`,
  status: sql`lpad(array_position(${sql.lit(`{${orgStatuses.join(',')}}`)}::text[], a.status)::text, 2, '0') collate "C"`,
}

/** Applications of these sides that match, with their person, as `a` and `p`. */
function fitting(
  filter: OrganisationFilter,
  only: readonly OrgRef[] | null,
  first: Walk | null = null,
): RawBuilder<unknown> {
  const wanted = (['farm', 'restaurant'] as const).filter((side) => filter.side === null || filter.side === side)
  const halves = wanted.map((side) => {
    const conditions = conditionsOf(filter, side, only)
    if (first === null) return sql`${sides[side]} ${whereAll(conditions)}`
    return sql`(${sides[side]} ${whereAll([...conditions, ...beyond(first)])} ${inOrder(first)})`
  })
  return sql`(${sql.join(halves, sql` union all `)}) a left join people p on p.id = a.person_id
    ${whereAll([...searchWords(filter.q).map(says), ...(filter.prefecture ? [sql<SqlBool>`a.prefecture_code = ${filter.prefecture}`] : [])])}`
}

type Walk = { cursor: OrganisationCursor | null; descending: boolean; limit: number }

/** The first rows of each half by its index; later rows of a half cannot be among the first of both. */
const inOrder = ({ descending, limit }: Walk) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${appliedAt} ${direction}, o.id ${direction} limit ${limit}`
}

const beyond = ({ cursor, descending }: Walk): RawBuilder<SqlBool>[] =>
  cursor
    ? [
        sql`(${appliedAt}, o.id) ${sql.raw(descending ? '<' : '>')} (${`${cursor.value}Z`}::timestamptz, ${cursor.id}::uuid)`,
      ]
    : []

const isMoment = (text: string) => /^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}$/.test(text)

function conditionsOf({ status, from, to }: OrganisationFilter, side: Side, only: readonly OrgRef[] | null) {
  const conditions: RawBuilder<SqlBool>[] = []
  if (status) conditions.push(sql`o.status = ${status}`)
  if (from) conditions.push(sql`${appliedAt} >= ${momentOf(from, 0)}`)
  if (to) conditions.push(sql`${appliedAt} < ${momentOf(addDays(to, 1), 0)}`)
  if (only) {
    const ids = only.filter((org) => ('farmId' in org ? 'farm' : 'restaurant') === side).map(orgIdOf)
    conditions.push(sql`o.id = any(${ids}::uuid[])`)
  }
  return conditions
}

const texts = [
  sql`a.name, a.kana, a.legal_name, a.representative, a.representative_kana, a.number, a.city || a.street, a.phone`,
  sql`p.name, p.name_kana, p.email`,
]

/** One word anywhere in a name, its kana, an address, a number or a mail address; a prefecture by its name. */
function says(word: string): RawBuilder<SqlBool> {
  const prefecture = prefectures.find(({ name, shortName }) => word.startsWith(name) || word === shortName)
  const rest = prefecture && word.startsWith(prefecture.name) ? word.slice(prefecture.name.length) : ''
  const written = saysWord(texts, word)
  if (!prefecture) return written
  const there = sql<SqlBool>`(a.prefecture_code = ${prefecture.code} and a.city || a.street ilike ${likeWithin(rest)})`
  return sql<SqlBool>`(${there} or ${written})`
}

const whereAll = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`

const columns = sql`a.side || '-' || a.id as ref, a.side, a.id, a.name, a.kana, coalesce(p.name, '') as "personName",
  coalesce(p.email, '') as email, a.prefecture_code as "prefectureCode", a.city, a.phone,
  coalesce(a.number, '') as "registrationNumber", a.status, a.applied_at as "appliedAt"`

export type OrganisationListPage = {
  members: OrganisationRow[]
  total: number
  next: OrganisationCursor | null
  previous: OrganisationCursor | null
}

/** One page of all members, for staff, and the number of matches: two queries, whatever the size of the page. */
export async function organisationListPage(
  ctx: Ctx,
  filter: OrganisationFilter,
  { sort, cursor, limit }: { sort: OrganisationSort; cursor: OrganisationCursor | null; limit: number },
): Promise<OrganisationListPage> {
  requireOrganisationsSeen(ctx)
  const { rows: counted } = await sql<{ n: string }>`select count(*) as n from ${fitting(filter, null)}`.execute(ctx.db)
  const found = await rowsOf(ctx, filter, { sort, cursor, limit: limit + 1 })
  const beyond = found.length > limit
  const shown = found.slice(0, limit)
  if (cursor?.before) shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const hasNext = cursor?.before ? true : beyond
  const hasPrevious = cursor?.before ? beyond : cursor !== null
  return {
    members: shown.map(asRow),
    total: Number(counted[0]?.n ?? 0),
    next: hasNext && last ? { value: last.sortedBy, id: last.id, before: false } : null,
    previous: hasPrevious && first ? { value: first.sortedBy, id: first.id, before: true } : null,
  }
}

async function rowsOf(
  { db }: Ctx,
  filter: OrganisationFilter,
  {
    sort,
    cursor,
    limit,
    only = null,
  }: { sort: OrganisationSort; cursor: OrganisationCursor | null; limit: number; only?: readonly OrgRef[] | null },
): Promise<Found[]> {
  const descending = sort.descending !== (cursor?.before ?? false)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const byIndex = sort.by === 'applied' && filter.q === '' && !filter.prefecture && (!cursor || isMoment(cursor.value))
  const from = fitting(filter, only, byIndex ? { cursor, descending, limit } : null)
  const after = cursor
    ? sql`where (m."sortedBy", m.id::text collate "C") ${sql.raw(descending ? '<' : '>')} (${cursor.value}, ${cursor.id})`
    : sql``
  const { rows } = await sql<Found>`
    select * from (select ${columns}, ${sortedBy[sort.by]} as "sortedBy" from ${from}) m ${after}
     order by m."sortedBy" ${direction}, m.id::text collate "C" ${direction} limit ${limit}`.execute(db)
  return rows
}

const asRow = ({ id: _, sortedBy: __, ...row }: Found): OrganisationRow => row

/** These members, newest first; unknown ones are left out. For a file, and for bulk actions. */
export async function organisationsByRef(ctx: Ctx, refs: readonly OrgRef[]): Promise<OrganisationRow[]> {
  requireOrganisationsSeen(ctx)
  if (refs.length === 0) return []
  const sort = { by: 'applied', descending: true } as const
  const found = await rowsOf(ctx, noFilter, { sort, cursor: null, limit: refs.length, only: refs })
  return found.map(asRow)
}

const noFilter: OrganisationFilter = { q: '', side: null, status: null, prefecture: null, from: null, to: null }

const chunk = 500

/** All members of the filter, newest first, in chunks, so that they are never all in memory. */
export async function* organisationsInChunks(ctx: Ctx, filter: OrganisationFilter): AsyncGenerator<OrganisationRow[]> {
  requireOrganisationsSeen(ctx)
  let cursor: OrganisationCursor | null = null
  do {
    const found: Found[] = await rowsOf(ctx, filter, {
      sort: { by: 'applied', descending: true },
      cursor,
      limit: chunk,
    })
    yield found.map(asRow)
    const last = found.at(-1)
    cursor = last && found.length === chunk ? { value: last.sortedBy, id: last.id, before: false } : null
  } while (cursor)
}

export type OrganisationCounts = { all: number; waiting: number; restaurant: number; farm: number; suspended: number }

/** The figures beside the tabs. One query. */
export async function organisationCounts(ctx: Ctx): Promise<OrganisationCounts> {
  requireOrganisationsSeen(ctx)
  const { rows } = await sql<{ side: Side; status: OrgStatus; n: number }>`
    select 'farm' as side, status, count(*)::int as n from farms group by status
    union all select 'restaurant', status, count(*)::int from restaurants group by status`.execute(ctx.db)
  const sum = (fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(fits).reduce((total, { n }) => total + n, 0)
  return {
    all: sum(() => true),
    waiting: sum(({ status }) => status === 'submitted'),
    restaurant: sum(({ side }) => side === 'restaurant'),
    farm: sum(({ side }) => side === 'farm'),
    suspended: sum(({ status }) => status === 'suspended'),
  }
}

/** The longest waiting applicant other than this one; null if there is none. */
export async function nextWaiting(ctx: Ctx, than: OrgRef): Promise<OrgRef | null> {
  requireOrganisationsSeen(ctx)
  const { rows } = await sql<{ ref: string }>`
    (select 'farm-' || id as ref, submitted_at as at from farms where status = 'submitted')
    union all (select 'restaurant-' || id, submitted_at from restaurants where status = 'submitted')
    order by at, ref limit 2`.execute(ctx.db)
  return rows.map(({ ref }) => parseOrg(ref)).find((org) => org && orgIdOf(org) !== orgIdOf(than)) ?? null
}

/** Staff only; to others the list does not exist (404). */
export function requireOrganisationsSeen({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('members')
  seeOrNotFound(actor, 'members.see', null)
}
