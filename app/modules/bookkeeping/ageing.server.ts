import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { countingInvoice } from '#modules/billing/balances.server.ts'
import { isBeingCollectedAs } from '#modules/payments/debit-agreed/collected-invoice.server.ts'
import { runFreightSides } from '#modules/runs/run-freights.server.ts'
import { requireLedger } from './require-ledger.ts'

/** Whether a statement counts: it is neither void nor replaced by another one. Of rows `d` of issued_documents. */
export const countingStatement = sql<boolean>`(d.kind = 'statement'
  and not exists (select from document_voids v where v.document_id = d.id)
  and not exists (select from issued_documents n where n.supersedes = d.id))`

const mostShown = 200

/** The first rows of a list, how many there are, and the sums of all of them. */
export type Aged<Row, K extends string> = { rows: Row[]; count: number; sums: Record<K, Yen> }

function aged<K extends string, Row extends Record<K, Yen>>(rows: Row[], keys: readonly K[]): Aged<Row, K> {
  const sums = Object.fromEntries(keys.map((key) => [key, sumYen(rows.map((row) => row[key]))])) as Record<K, Yen>
  return { rows: rows.slice(0, mostShown), count: rows.length, sums }
}

const receivableBuckets = [
  ...(['notDueYen', 'collectingYen', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const),
  ...(['creditYen', 'totalYen'] as const),
] as const
type ReceivableBucket = (typeof receivableBuckets)[number]
export type ReceivableAge = { id: RestaurantId; name: string } & Record<ReceivableBucket, Yen>

/**
 * What restaurants owe of their invoices by the days since each was due, the longest overdue first. Credit is what they
 * paid beyond: without an invoice, or for one that counts no more. What the bank is collecting is not past due.
 */
export const receivablesByAge = query(
  'ledger.see',
  async (ctx: Ctx, onDay: JstDate): Promise<Aged<ReceivableAge, ReceivableBucket>> => {
    requireLedger(ctx)
    const { rows } = await sql<{ id: RestaurantId; name: string } & Record<ReceivableBucket, string>>`
    with paid as (
      select document_id, sum(yen) as yen from payment_allocations where document_id is not null group by 1),
    open as (
      select d.id, d.closing_id, d.restaurant_id, d.total_yen, d.total_yen - coalesce(paid.yen, 0) as yen,
             ${onDay}::date - coalesce(d.due_on, d.to_on) as late
        from issued_documents d left join paid on paid.document_id = d.id where ${countingInvoice}),
    aged as (
      select restaurant_id, 0 as credit, case when late > 0 and ${isBeingCollectedAs('open')} then null else late end as late,
             yen from open where yen <> 0
      union all
      select a.restaurant_id, a.yen, null, 0 from payment_allocations a
       where not exists (select from issued_documents d where d.id = a.document_id and ${countingInvoice}))
    select r.id, r.name,
           coalesce(sum(yen) filter (where late <= 0), 0) as not_due_yen,
           coalesce(sum(yen) filter (where late between 1 and 30), 0) as "upTo30",
           coalesce(sum(yen) filter (where late between 31 and 60), 0) as "upTo60",
           coalesce(sum(yen) filter (where late between 61 and 90), 0) as "upTo90",
           coalesce(sum(yen) filter (where late > 90), 0) as "over90",
           sum(credit) as credit_yen, coalesce(sum(yen) filter (where late is null), 0) as collecting_yen,
           sum(yen) - sum(credit) as total_yen
      from aged join restaurants r on r.id = aged.restaurant_id
     group by r.id having bool_or(yen <> 0) or sum(credit) <> 0
     order by 7 desc, 6 desc, 5 desc, 4 desc, r.name, r.id`.execute(ctx.db)
    return aged(
      rows.map(({ id, name, ...row }) => ({ id, name, ...amounts(row, receivableBuckets) })),
      receivableBuckets,
    )
  },
)

const payableParts = ['unclosedYen', 'statementYen', 'scheduledYen', 'returnedYen', 'totalYen'] as const
type PayablePart = (typeof payableParts)[number]
export type PayableState = { id: FarmId; name: string } & Record<PayablePart, Yen>

/**
 * What farms are owed by how far it has come: not on a statement yet, on one, in a transfer that is under way, or come back
 * from the bank. What came back is first.
 */
export const payablesByState = query('ledger.see', async (ctx: Ctx): Promise<Aged<PayableState, PayablePart>> => {
  requireLedger(ctx)
  const { rows } = await sql<{ id: FarmId; name: string } & Record<PayablePart, string>>`
    with moved as (
      select i.document_id,
             coalesce(sum(i.yen) filter (where i.ended_at is null and r.sent_at is not null), 0) as paid,
             coalesce(sum(i.yen) filter (where i.ended_at is null and r.sent_at is null), 0) as scheduled,
             coalesce(sum(i.yen) filter (where i.outcome in ('returned', 'refused')), 0) as came_back
        from pay_run_items i join pay_runs r on r.id = i.run_id group by 1),
    stated as (
      select d.farm_id, m.scheduled, m.came_back,
             case when ${countingStatement} then d.total_yen else 0 end
               - coalesce(m.paid, 0) - coalesce(m.scheduled, 0) as rest
        from issued_documents d left join moved m on m.document_id = d.id where d.kind = 'statement'),
    parts as (
      select farm_id, 0::bigint as unclosed, rest - greatest(0, least(rest, coalesce(came_back, 0))) as stated,
             coalesce(scheduled, 0) as scheduled, greatest(0, least(rest, coalesce(came_back, 0))) as returned from stated
      union all
      select farm_id, yen, 0, 0, 0 from current_sums where what = 'unstated'
      union all
      select s.farm_id, s.yen, 0, 0, 0 from ${runFreightSides} where s.closing_id is null)
    select f.id, f.name, sum(unclosed) as unclosed_yen, sum(stated) as statement_yen, sum(scheduled) as scheduled_yen,
           sum(returned) as returned_yen, sum(unclosed + stated + scheduled + returned) as total_yen
      from parts join farms f on f.id = parts.farm_id group by f.id
    having bool_or(unclosed <> 0 or stated <> 0 or scheduled <> 0 or returned <> 0)
     order by 6 desc, 7 desc, f.name, f.id`.execute(ctx.db)
  return aged(
    rows.map(({ id, name, ...row }) => ({ id, name, ...amounts(row, payableParts) })),
    payableParts,
  )
})

/** Sums come from the database as text. */
export const amounts = <K extends string>(row: Record<K, string>, keys: readonly K[]): Record<K, Yen> =>
  Object.fromEntries(keys.map((key) => [key, yen(Number(row[key]))])) as Record<K, Yen>
