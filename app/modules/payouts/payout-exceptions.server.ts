import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { addHours, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf, openItemsOf } from '#modules/ledger/open-item.ts'
import { runFreightSides } from '#modules/runs/run-freights.server.ts'
import { farmsDue, lastSettledMonth } from './close-farms.server.ts'
import { objectedYen } from './disputed.ts'
import { longHolds } from './long-holds.server.ts'
import { requireDesk } from './require-desk.ts'

/** What of the payments to farms needs a person, the most pressing first. */
export const payoutExceptionKinds = ['returned', 'unsentRuns', 'payRuns', 'longHolds', 'objections'] as const
export type PayoutExceptionKind = (typeof payoutExceptionKinds)[number]

/**
 * For staff, in one statement: statements of which a transfer came back and which are not paid since, runs whose day has passed
 * without a result, runs that wait for a second administrator, amounts held for long, objections without an answer.
 */
export const payoutExceptions = query(
  'payouts.see',
  async (ctx: Ctx): Promise<Record<PayoutExceptionKind, OpenItem>> => {
    requireDesk(ctx)
    const today = jstDateOf(ctx.now)
    const { rows } = await sql<OpenItemRow & { kind: PayoutExceptionKind }>`
      select 'returned' as kind, count(*) as count, coalesce(sum(least(rest, came_back)), 0) as yen, min(ended_on) as since
        from (
          select d.net_yen - coalesce(sum(i.yen) filter (where i.ended_at is null), 0) as rest,
                 sum(i.yen) filter (where i.outcome in ('returned', 'refused')) as came_back,
                 min(i.ended_on) filter (where i.outcome in ('returned', 'refused')) as ended_on
            from pay_run_items i join issued_documents d on d.id = i.document_id
           where d.id in (select document_id from pay_run_items where outcome in ('returned', 'refused'))
             and not exists (select from document_voids v where v.document_id = d.id)
             and not exists (select from issued_documents n where n.supersedes = d.id)
           group by d.id) x
       where rest > 0
      union all
      select 'unsentRuns', count(*), coalesce(sum(total_yen), 0), min(pay_on) from pay_runs
       where released_at is not null and sent_at is null and cancelled_at is null and pay_on < ${today}
      union all
      select 'payRuns', count(*), coalesce(sum(total_yen), 0), min((made_at at time zone 'Asia/Tokyo')::date) from pay_runs
       where released_at is null and cancelled_at is null
      union all
      select 'longHolds', count(*), coalesce(sum(h.yen), 0), min(h.received_on) from ${longHolds(today)}
      union all
      select 'objections', coalesce(sum(said), 0), coalesce(sum(yen), 0), min(since) from (
        select count(*) as said, least(sum(${objectedYen}), greatest(0, max(s.farm_yen - s.fee_yen))) as yen,
               min((o.at at time zone 'Asia/Tokyo')::date) as since
          from statement_objections o join charges s on s.id = o.charge_id
         where not exists (select from objection_answers a where a.objection_id = o.id)
         group by o.document_id, s.id) of_slip`.execute(ctx.db)
    return openItemsOf(payoutExceptionKinds, rows)
  },
)

/**
 * Farms whose month should have been closed a day ago at the latest and is not, as when their statement cannot be made: what
 * they earned of it less our fee, with the freight of runs, and its first day of supply.
 */
export async function missedStatements({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<OpenItem> {
  const toOn = lastSettledMonth(addHours(now, -24))
  const ids = (await farmsDue(db, toOn)).map(({ farmId }) => farmId)
  if (ids.length === 0) return nothingOpen
  const { rows } = await sql<Omit<OpenItemRow, 'count'>>`
    select coalesce(sum(yen), 0) as yen, min(supplied_on) as since from (
      select c.farm_yen - c.fee_yen as yen, c.supplied_on from charges c
       where c.farm_id = any(${ids}::uuid[]) and c.supplied_on <= ${toOn}
         and not exists (select from closing_charges cc where cc.charge_id = c.id and cc.side = 'farm')
      union all
      select s.yen, s.supplied_on from ${runFreightSides}
       where s.farm_id = any(${ids}::uuid[]) and s.supplied_on <= ${toOn} and s.closing_id is null) open`.execute(db)
  return openItemOf({ count: String(ids.length), yen: null, since: null, ...rows[0] })
}
