import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { GoodsKind } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { addDays, addMinutes, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { moneyJobs } from '#modules/bookkeeping/job-labels.ts'
import { longHolds } from '#modules/payouts/long-holds.server.ts'

/** Days before the end of a permit from which on it is listed. */
export const permitNoticeDays = 30
/** Days for which a failed mail or fax is listed. */
const mailDays = 7

/** How many of each wait for the administrator who asks. */
export type Waiting = {
  /** Farms and restaurants that have submitted their application. */
  applications: number
  /** Orders that should have been shipped before today. */
  lateOrders: number
  /** Claims that staff have to decide. */
  claims: number
  /** Open inquiries: mine, and unassigned ones. */
  myInquiries: number
  freeInquiries: number
  failedMails: number
  /** Orders of which a fax could not be sent, and the farm may not know. */
  failedFaxes: number
  /** Recalls that are not over; no rehearsals. */
  recalls: number
  /** New products that staff have yet to review. */
  goods: number
  /** Conversations that were reported, or that contain a word that staff watch for. */
  reports: number
  /** Reviews that were reported, or that contain such a word. */
  reviews: number
  /** Documents of approved members that end within thirty days, or have ended. */
  permits: number
  /** Objections of farms to their statements. */
  objections: number
  /** Pay runs that a colleague has made, and that this administrator may release. */
  payRuns: number
  /** Amounts held from farms which near the 60th day after the receipt. */
  longHolds: number
  /** Scheduled jobs without which money stands still, and which failed when they ran last. */
  failedJobs: number
}

/** The figures of the menu and of the first page: one query, using the indexes of open items. */
export async function waitingForMe(ctx: Ctx): Promise<Waiting> {
  const adminId = requireDesk(ctx)
  const { today, permitsUntil, mailsSince } = limitsOf(ctx.now)
  const { rows } = await sql<Waiting>`
    select (select count(*)::int from farms where status = 'submitted')
           + (select count(*)::int from restaurants where status = 'submitted') as applications,
           (select count(*)::int from orders
             where state in ('accepted', 'preparing', 'partly_shipped') and ship_on < ${today}::date) as "lateOrders",
           (select count(*)::int from claims where state = 'escalated') as claims,
           (select count(*)::int from inquiries where state <> 'done' and assigned_to = ${adminId}) as "myInquiries",
           (select count(*)::int from inquiries where state <> 'done' and assigned_to is null) as "freeInquiries",
           (select count(*)::int from mails where created_at >= ${mailsSince} and failed_at is not null) as "failedMails",
           (select count(distinct order_id)::int from ${failedFaxes(mailsSince)}) as "failedFaxes",
           (select count(*)::int from recalls where closed_at is null and not rehearsal) as recalls,
           (select count(*)::int from products where review = 'waiting') as goods,
           (select count(*)::int from conversation_reports where closed_at is null) as reports,
           (select count(*)::int from review_reports where closed_at is null) as reviews,
           (select count(*)::int from ${openPermits(permitsUntil)}) as permits,
           (select count(*)::int from statement_objections o
             where not exists (select from objection_answers a where a.objection_id = o.id)) as objections,
           (select count(*)::int from pay_runs
             where released_at is null and cancelled_at is null and made_by <> ${adminId}) as "payRuns",
           (select count(*)::int from ${longHolds(today)}) as "longHolds",
           (select count(*)::int from failed_jobs where job = any(${[...moneyJobs]}::text[])) as "failedJobs"`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw new Error('a query of counts gave no row')
  return found
}

export type WaitingThing = {
  of: 'farm' | 'restaurant' | 'order' | 'claim' | 'inquiry' | 'mail' | 'fax' | 'recall' | 'review' | 'hold'
  id: string
  name: string
  /** Whose it is, or what it is about; may be empty. */
  more: string
  since: Date
}
export type EndingPermit = {
  of: 'farm' | 'restaurant'
  id: string
  organisation: string
  name: string
  expiresOn: JstDate
  /** What a farm may not sell until the permit is renewed. */
  lapsed: GoodsKind[]
  /** A newer document was uploaded and has not been checked yet. */
  arrived: boolean
}

/** The longest waiting items of every kind, and the permits that end first: one query. */
export async function longestWaiting(
  ctx: Ctx,
  limit = 12,
): Promise<{ things: WaitingThing[]; permits: EndingPermit[] }> {
  const adminId = requireDesk(ctx)
  const { today, permitsUntil, mailsSince } = limitsOf(ctx.now)
  const { rows } = await sql<{ things: (Omit<WaitingThing, 'since'> & { since: string })[]; permits: EndingPermit[] }>`
    with things as (
      (select 'farm' as of, id, name, place as more, submitted_at as since from farms
        where status = 'submitted' and submitted_at is not null order by submitted_at limit ${limit})
      union all
      (select 'restaurant', id, name, business_type, submitted_at from restaurants
        where status = 'submitted' and submitted_at is not null order by submitted_at limit ${limit})
      union all
      (select 'order', o.id, o.number, f.name || ' → ' || r.name, (o.ship_on + 1)::timestamp at time zone 'Asia/Tokyo'
         from orders o join farms f on f.id = o.farm_id join restaurants r on r.id = o.restaurant_id
        where o.state in ('accepted', 'preparing', 'partly_shipped') and o.ship_on < ${today}::date
        order by o.ship_on, o.id limit ${limit})
      union all
      (select 'claim', c.id, c.number, f.name || ' → ' || r.name, c.escalated_at
         from claims c join farms f on f.id = c.farm_id join restaurants r on r.id = c.restaurant_id
        where c.state = 'escalated' order by c.escalated_at limit ${limit})
      union all
      (select 'inquiry', id, number, name, sent_at from inquiries
        where state <> 'done' and (assigned_to is null or assigned_to = ${adminId}) order by sent_at, id limit ${limit})
      union all
      (select 'mail', id, subject, recipient, failed_at from mails
        where created_at >= ${mailsSince} and failed_at is not null order by failed_at limit ${limit})
      union all
      (select 'fax', o.id, o.number, f.name || ' → ' || r.name, min(x.failed_at)
         from ${failedFaxes(mailsSince)} join orders o on o.id = x.order_id
         join farms f on f.id = o.farm_id join restaurants r on r.id = o.restaurant_id
        group by o.id, f.name, r.name order by min(x.failed_at) limit ${limit})
      union all
      (select 'recall', c.id, 'No. ' || c.number, f.name || '：' || c.reason, c.begun_at
         from recalls c join farms f on f.id = c.farm_id
        where c.closed_at is null and not c.rehearsal order by c.begun_at limit ${limit})
      union all
      (select 'review', w.id, o.number, f.name || ' → ' || r.name, min(t.at)
         from review_reports t join reviews w on w.id = t.review_id join orders o on o.id = w.order_id
         join farms f on f.id = o.farm_id join restaurants r on r.id = o.restaurant_id
        where t.closed_at is null group by w.id, o.number, f.name, r.name order by min(t.at) limit ${limit})
      union all
      (select 'hold', h.id, h.name, h.farm, h.received_on::timestamp at time zone 'Asia/Tokyo'
         from ${longHolds(today)} order by h.received_on, h.id limit ${limit}))
    select (select coalesce(json_agg(t order by t.since, t.id), '[]')
              from (select * from things order by since, id limit ${limit}) t) as things,
           (select coalesce(json_agg(p order by p."expiresOn", p.name), '[]') from (
              select p.of, p.organisation_id as id, p.organisation, p.name, p.expires_on as "expiresOn", p.lapsed, p.arrived
                from ${openPermits(permitsUntil)} order by p.expires_on, p.name limit ${limit}) p) as permits`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw new Error('a query of lists gave no row')
  return { ...found, things: found.things.map((it) => ({ ...it, since: new Date(it.since) })) }
}

const limitsOf = (now: Date) => ({
  today: jstDateOf(now),
  permitsUntil: addDays(jstDateOf(now), permitNoticeDays),
  mailsSince: addMinutes(now, -mailDays * 24 * 60),
})

/** Faxes about orders that were given up. */
const failedFaxes = (since: Date) => sql`
  (select n.order_id, d.failed_at from notification_deliveries d join notifications n on n.id = d.notification_id
    where d.channel = 'fax' and d.failed_at >= ${since} and n.order_id is not null) x`

/**
 * Documents of active members, unless a newer one of the same kind lasts longer; and every document that products are
 * held back for, even if the farm has removed it.
 */
const openPermits = (until: JstDate) => sql`
  (select d.file_name as name, d.expires_on, coalesce(f.name, r.name) as organisation,
          case when f.id is not null then 'farm' else 'restaurant' end as of, coalesce(f.id, r.id) as organisation_id,
          array(select l.goods_kind from lapsed_products l where l.document_id = d.id order by l.goods_kind) as lapsed,
          exists (select from documents newer
                   where (newer.farm_id = d.farm_id or newer.restaurant_id = d.restaurant_id) and newer.added_at > d.added_at
                     and newer.checked_at is null and newer.removed_at is null) as arrived
     from documents d
     left join farms f on f.id = d.farm_id and f.status = 'approved'
     left join restaurants r on r.id = d.restaurant_id and r.status = 'approved'
    where d.expires_on <= ${until}::date and (f.id is not null or r.id is not null)
      and (exists (select from lapsed_products l where l.document_id = d.id)
           or d.removed_at is null
              and not exists (select from documents later
                               where later.kind = d.kind and later.removed_at is null and later.expires_on > d.expires_on
                                 and (later.farm_id = d.farm_id or later.restaurant_id = d.restaurant_id)
                                 and later.goods_kinds in (d.goods_kinds, '{}')))) p`

function requireDesk({ actor }: Ctx) {
  if (actor.kind === 'visitor') throw new Unauthenticated('desk')
  seeOrNotFound(actor, 'desk.see', null)
  if (actor.kind !== 'staff') throw new NotFound('desk')
  return actor.adminId
}
