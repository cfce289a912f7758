import { type RawBuilder, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ActorKind } from '#kernel/enums.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import type { EventId } from '#kernel/ids.ts'
import { addDays, momentOf } from '#kernel/jst.ts'
import { saysWord } from '#modules/audit-log/says-word.server.ts'
import type { AuditFilter, AuditSubject } from './audit-filter.ts'

export type AuditRow = {
  id: EventId
  at: Date
  kind: string
  actorKind: ActorKind
  actorName: string
  /** All subjects of the event. */
  about: { of: AuditSubject['of'] | 'document'; id: string; name: string }[]
  fromState: string | null
  toState: string | null
  reason: string | null
  data: Record<string, unknown>
}

type Page = { after: { at: Date; id: string } | null; limit: number }

export const auditPerPage = 50

/**
 * Who did what to whom, newest first. The rows of a page are read from the indexes of the filter, one short list each,
 * and names are looked up only for them: as fast for a million events as for a thousand.
 */
export async function auditTrail(ctx: Ctx, filter: AuditFilter, after: Page['after'] = null) {
  requireStaff(ctx)
  const found = await auditRows(ctx, filter, { after, limit: auditPerPage + 1 })
  const rows = found.slice(0, auditPerPage)
  const last = rows.at(-1)
  return { rows, next: found.length > auditPerPage && last ? { at: last.at, id: last.id } : null }
}

/** All rows of a filter, in chunks, so that a file of any length is never held in memory. */
export async function* auditInChunks(ctx: Ctx, filter: AuditFilter, size = 1_000): AsyncGenerator<AuditRow[]> {
  requireStaff(ctx)
  let after: Page['after'] = null
  for (;;) {
    const rows = await auditRows(ctx, filter, { after, limit: size })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < size || !last) return
    after = { at: last.at, id: last.id }
  }
}

async function auditRows({ db }: Ctx, filter: AuditFilter, page: Page): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    with found as (
      select id, at from (${sql.join(branches(filter, page), sql` union `)}) it order by at desc, id desc limit ${page.limit})
    select e.id, e.at, e.kind, e.actor_kind as "actorKind", e.actor_name as "actorName",
           e.from_state as "fromState", e.to_state as "toState", e.reason, e.data,
           to_json(array_remove(array[
             case when p.id is not null then json_build_object('of', 'person', 'id', p.id, 'name', p.name)::text end,
             case when a.id is not null then json_build_object('of', 'admin', 'id', a.id, 'name', a.name)::text end,
             case when f.id is not null then json_build_object('of', 'farm', 'id', f.id, 'name', f.name)::text end,
             case when r.id is not null then json_build_object('of', 'restaurant', 'id', r.id, 'name', r.name)::text end,
             case when o.id is not null then json_build_object('of', 'order', 'id', o.id, 'name', o.number)::text end,
             case when q.id is not null then json_build_object('of', 'inquiry', 'id', q.id, 'name', q.number)::text end,
             case when d.id is not null then json_build_object('of', 'document', 'id', d.id, 'name', d.file_name)::text end
           ], null)::json[]) as about
      from found join events e on e.id = found.id
      left join people p on p.id = e.about_person_id
      left join admins a on a.id = e.about_admin_id
      left join farms f on f.id = e.about_farm_id
      left join restaurants r on r.id = e.about_restaurant_id
      left join orders o on o.id = e.order_id
      left join inquiries q on q.id = e.inquiry_id
      left join documents d on d.id = e.about_document_id
     order by e.at desc, e.id desc`.execute(db)
  return rows
}

type Branch = RawBuilder<unknown>

/** For each column that can hold the subject, its newest events; without a subject, the newest of all. */
function branches(filter: AuditFilter, { after, limit }: Page): Branch[] {
  const { subject, kind, from, to } = filter
  const others = [
    ...(kind ? [sql`e.kind = ${kind}`] : []),
    ...(from ? [sql`e.at >= ${momentOf(from, 0)}`] : []),
    ...(to ? [sql`e.at < ${momentOf(addDays(to, 1), 0)}`] : []),
    ...(after ? [sql`(e.at, e.id) < (${after.at}, ${after.id}::uuid)`] : []),
  ]
  const newest = (source: Branch, where: Branch[]) =>
    sql`(select e.id, e.at from ${source} where ${sql.join([sql`true`, ...where, ...others], sql` and `)}
          order by e.at desc, e.id desc limit ${limit})`
  if (!subject) return [newest(sql`events e`, [])]
  return placesOf(subject).map(({ source = sql`events e`, is }) => newest(source, [is]))
}

function placesOf({ of, id }: AuditSubject): { source?: Branch; is: Branch }[] {
  switch (of) {
    case 'person':
      return [{ is: sql`e.about_person_id = ${id}` }, { is: sql`e.person_id = ${id}` }]
    case 'admin':
      return [{ is: sql`e.about_admin_id = ${id}` }, { is: sql`e.admin_id = ${id}` }]
    case 'farm':
      return [{ is: sql`e.about_farm_id = ${id}` }, { source: ofOrders, is: sql`o.farm_id = ${id}` }]
    case 'restaurant':
      return [{ is: sql`e.about_restaurant_id = ${id}` }, { source: ofOrders, is: sql`o.restaurant_id = ${id}` }]
    case 'order':
      return [{ is: sql`e.order_id = ${id}` }]
    case 'inquiry':
      return [{ is: sql`e.inquiry_id = ${id}` }]
  }
}

const ofOrders = sql`orders o join events e on e.order_id = o.id`

export type FoundSubject = Pick<AuditSubject, 'of' | 'id'> & { name: string; more: string }

/**
 * Subjects that match a search, to choose from: part of the name or address of a person, an administrator, a farm or a
 * restaurant; the number of an order or an inquiry. At most twenty.
 */
export async function findSubjects(ctx: Ctx, words: string): Promise<FoundSubject[]> {
  requireStaff(ctx)
  const text = words.trim()
  if (text === '') return []
  const saying = (...columns: string[]) =>
    saysWord(
      columns.map((column) => sql.ref(column)),
      text.normalize('NFKC'),
    )
  const { rows } = await sql<FoundSubject>`
    (select 'admin' as of, id, name, email as more from admins where ${saying('name', 'email')} limit 4)
    union all (select 'farm', id, name, place from farms where ${saying('name', 'kana')} limit 4)
    union all (select 'restaurant', id, name, business_type from restaurants where ${saying('name', 'kana')} limit 4)
    union all (select 'person', id, name, email from people where ${saying('name', 'email')} limit 4)
    union all (select 'order', id, number, '' from orders where number = ${text.toUpperCase()} limit 2)
    union all (select 'inquiry', id, number, '' from inquiries where number = ${text.toUpperCase()} limit 2)`.execute(
    ctx.db,
  )
  return rows
}

/** The name of the filter's subject; null if it no longer exists or the filter has none. */
export async function nameOfSubject(ctx: Ctx, subject: AuditSubject | null): Promise<string | null> {
  requireStaff(ctx)
  if (!subject) return null
  const [table, column] = namedIn[subject.of]
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${subject.id}`.execute(ctx.db)
  return rows[0]?.name ?? null
}

const namedIn: Record<AuditSubject['of'], readonly [string, string]> = {
  person: ['people', 'name'],
  admin: ['admins', 'name'],
  farm: ['farms', 'name'],
  restaurant: ['restaurants', 'name'],
  order: ['orders', 'number'],
  inquiry: ['inquiries', 'number'],
}

function requireStaff({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('audit')
  seeOrNotFound(actor, 'audit.see', null)
}
