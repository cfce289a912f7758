import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { countingInvoice } from '#modules/billing/balances.server.ts'
import { type OpenItemRow, openItemsOf } from '#modules/ledger/open-item.ts'
import { runFreightSides } from '#modules/runs/run-freights.server.ts'
import { amounts, countingStatement } from './ageing.server.ts'
import { requireLedger } from './require-ledger.ts'

/** What the ledger and the documents say about one party. `voidYen`: of slips whose document is void and not replaced. */
export type AgreementRow<Id> = {
  id: Id
  name: string
  ledgerYen: Yen
  documentsYen: Yen
  unlistedYen: Yen
  paidAheadYen: Yen
  voidYen: Yen
  differenceYen: Yen
}

export type AgreementSide<Id> = {
  count: number
  differing: number
  ledgerYen: Yen
  otherYen: Yen
  rows: AgreementRow<Id>[]
}
export type Agreement = {
  restaurants: AgreementSide<RestaurantId>
  farms: AgreementSide<FarmId>
  /** The sum of all postings: zero. */
  sumYen: Yen
}

const mostShown = 100

/**
 * The receivable of each restaurant is its unpaid invoices and what is not billed, less its credit; the payable of each farm
 * its statements that are not paid and what is not on a statement. Both are reckoned from the ledger and from the documents,
 * and compared. What differs is first, the greatest difference on top.
 */
export const agreement = query('ledger.see', async (ctx: Ctx): Promise<Agreement> => {
  requireLedger(ctx)
  const { rows } = await sql<{ yen: string }>`select coalesce(sum(yen), 0) as yen from ledger_postings`.execute(ctx.db)
  return {
    restaurants: await sideOf<RestaurantId>(ctx, receivables, 'restaurants'),
    farms: await sideOf<FarmId>(ctx, payables, 'farms'),
    sumYen: yen(Number(rows[0]?.yen ?? 0)),
  }
})

const receivables = sql`
  select restaurant_id as id, yen as ledger, 0 as documents, 0 as unlisted, 0 as ahead, 0 as void
    from ledger_postings where account = 'receivable'
  union all
  select d.restaurant_id, 0, d.total_yen, 0, 0, 0 from issued_documents d where ${countingInvoice}
  union all
  select a.restaurant_id, 0, case when ${paysCounting()} then -a.yen else 0 end, 0,
         case when ${paysCounting()} then 0 else a.yen end, 0 from payment_allocations a
  union all
  select c.restaurant_id, 0, 0, case when cc.charge_id is null then c.total_yen else 0 end, 0,
         case when cc.charge_id is null then 0 else c.total_yen end
    from charges c left join closing_charges cc on cc.charge_id = c.id and cc.side = 'restaurant'
   where not exists (select from issued_documents d where d.closing_id = cc.closing_id and ${countingInvoice})`

function paysCounting() {
  return sql<boolean>`exists (select from issued_documents d where d.id = a.document_id and ${countingInvoice})`
}

const payables = sql`
  select farm_id as id, -yen as ledger, 0 as documents, 0 as unlisted, 0 as ahead, 0 as void
    from ledger_postings where account = 'payable'
  union all
  select d.farm_id, 0, d.total_yen, 0, 0, 0 from issued_documents d where ${countingStatement}
  union all
  select i.farm_id, 0, case when s.counts then -i.yen else 0 end, 0, case when s.counts then 0 else i.yen end, 0
    from pay_run_items i join pay_runs r on r.id = i.run_id and r.sent_at is not null
    join lateral (select exists (
      select from issued_documents d where d.id = i.document_id and ${countingStatement}) as counts) s on true
   where i.ended_at is null
  union all
  select c.farm_id, 0, 0, case when cc.charge_id is null then c.farm_yen - c.fee_yen else 0 end, 0,
         case when cc.charge_id is null then 0 else c.farm_yen - c.fee_yen end
    from charges c left join closing_charges cc on cc.charge_id = c.id and cc.side = 'farm'
   where not exists (select from issued_documents d where d.closing_id = cc.closing_id and ${countingStatement})
  union all
  select s.farm_id, 0, 0, case when s.closing_id is null then s.yen else 0 end, 0,
         case when s.closing_id is null then 0 else s.yen end
    from ${runFreightSides}
   where not exists (select from issued_documents d where d.closing_id = s.closing_id and ${countingStatement})`

const sumsOf = (parts: typeof receivables) => sql`
  select id, sum(ledger) as ledger_yen, sum(documents) as documents_yen, sum(unlisted) as unlisted_yen,
         sum(ahead) as paid_ahead_yen, sum(void) as void_yen,
         sum(ledger) - sum(documents) - sum(unlisted) + sum(ahead) as difference_yen
    from (${parts}) parts group by id`

/** What is wrong with the ledger, or asks for a person, the most pressing first. */
const ledgerFaultKinds = ['unbalanced', 'differing', 'negativeFarms'] as const

/**
 * In one statement, from the kept sums (docs/decisions/0089): whether all postings are zero together, the parties whose balance is
 * not what the documents say (their differences added without sign), and the farms that owe us more than they have earned since,
 * by the day on which that of the longest still one last moved. `agreement` compares the same from all rows.
 */
export async function ledgerFaults({ db }: Pick<Ctx, 'db'>) {
  const { rows } = await sql<OpenItemRow & { kind: (typeof ledgerFaultKinds)[number] }>`
    with sums as materialized (select * from current_sums),
    sides as materialized (
      select 'restaurant' as side, id, sum(ledger) as ledger_yen, sum(ledger) - sum(documents) as difference_yen
        from (${keptReceivables}) parts group by id
      union all
      select 'farm', id, sum(ledger), sum(ledger) - sum(documents) from (${keptPayables}) parts group by id),
    negative as (
      select s.id, -s.ledger_yen as yen,
             (select max(e.on_day) from ledger_postings p join ledger_entries e on e.id = p.entry_id
               where p.account = 'payable' and p.farm_id = s.id) as moved_on
        from sides s where s.side = 'farm' and s.ledger_yen < 0)
    select 'unbalanced' as kind, (coalesce(sum(yen), 0) <> 0)::int as count, coalesce(sum(yen), 0) as yen, null::date as since
      from sums where what not in ('unbilled', 'unstated')
    union all
    select 'differing', count(*), coalesce(sum(abs(difference_yen)), 0), null from sides where difference_yen <> 0
    union all
    select 'negativeFarms', count(*), coalesce(sum(yen), 0), min(moved_on) from negative`.execute(db)
  return openItemsOf(ledgerFaultKinds, rows)
}

/** What each restaurant owes, once by the ledger and once by its invoices, what pays them, and what is on none. */
const keptReceivables = sql`
  select restaurant_id as id, yen as ledger, 0 as documents from sums where what = 'receivable'
  union all select restaurant_id, 0, yen from sums where what = 'unbilled'
  union all select restaurant_id, 0, total_yen from counting_invoices
  union all select restaurant_id, 0, -yen from payment_allocations`

/** What each farm is owed, once by the ledger and once by its statements, what was sent, and what is on none. */
const keptPayables = sql`
  select farm_id as id, -yen as ledger, 0 as documents from sums where what = 'payable'
  union all select farm_id, 0, yen from sums where what = 'unstated'
  union all select d.farm_id, 0, d.total_yen from issued_documents d where ${countingStatement}
  union all
  select i.farm_id, 0, -i.yen from pay_run_items i join pay_runs r on r.id = i.run_id
   where r.sent_at is not null and i.ended_at is null
  union all select s.farm_id, 0, s.yen from ${runFreightSides} where s.closing_id is null`

const figures = ['ledgerYen', 'documentsYen', 'unlistedYen', 'paidAheadYen', 'voidYen', 'differenceYen'] as const
type Figures = (typeof figures)[number] | 'count' | 'differing' | 'allLedger' | 'allOther'

async function sideOf<Id extends string>(
  { db }: Ctx,
  parts: typeof receivables,
  table: 'restaurants' | 'farms',
): Promise<AgreementSide<Id>> {
  const { rows } = await sql<{ id: Id; name: string } & Record<Figures, string>>`
    with sums as (${sumsOf(parts)})
    select s.*, p.name, count(*) over () as count, count(*) filter (where difference_yen <> 0) over () as differing,
           sum(ledger_yen) over () as all_ledger,
           sum(documents_yen + unlisted_yen - paid_ahead_yen) over () as all_other
      from sums s join ${sql.table(table)} p on p.id = s.id
     order by abs(difference_yen) desc, abs(ledger_yen) desc, s.id limit ${mostShown}`.execute(db)
  const [first] = rows
  return {
    count: Number(first?.count ?? 0),
    differing: Number(first?.differing ?? 0),
    ledgerYen: yen(Number(first?.allLedger ?? 0)),
    otherYen: yen(Number(first?.allOther ?? 0)),
    rows: rows.map((row) => ({ ...amounts(row, figures), id: row.id, name: row.name })),
  }
}
