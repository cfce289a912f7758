import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { type JstDate, jstDate } from '#kernel/jst.ts'
import { type Result, refuse } from '#kernel/result.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { Account } from '#modules/ledger/accounts.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { platformBookSettings } from './book-settings.server.ts'
import { lastDayOf, type Months, monthsBetween, mostMonths } from './export-books.server.ts'
import type { Deal, ExportFile } from './exports/deal.ts'
import { type DayOfKind, type FeeOfDay, platformDeals } from './exports/platform-deals.ts'
import { writeExport } from './exports/write-export.ts'
import { requireLedger } from './require-ledger.ts'

/** How many deals the books of the platform have in these months, and which of the months are not closed yet. */
export const previewPlatformBooks = query('ledger.see', async (ctx: Ctx, months: Months) => {
  requireLedger(ctx)
  const deals = areMonths(months) ? await dealsIn(ctx, months) : []
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month
      from generate_series(${firstDayOf(months.fromMonth)}::date, ${firstDayOf(months.toMonth)}::date, interval '1 month') m
     where not exists (select from ledger_months l where l.month = m::date) order by 1 limit ${mostMonths}`.execute(
    ctx.db,
  )
  return { deals: deals.length, openMonths: rows.map(({ month }) => month) }
})

/**
 * The books of the platform itself for its accounting software, from the ledger as it is; a closed month gives the same
 * bytes whenever it is asked for, until the settings change. Who took it is recorded.
 */
export const platformBookFile = query(
  'ledger.see',
  async (ctx: Ctx, months: Months): Promise<Result<ExportFile, 'bad_months' | 'nothing_booked' | 'no_tax_name'>> => {
    requireLedger(ctx)
    if (!areMonths(months)) return refuse('bad_months')
    const deals = await dealsIn(ctx, months)
    if (deals.length === 0) return refuse('nothing_booked')
    const { software, encoding, accounts } = await platformBookSettings(ctx)
    const { fromMonth, toMonth } = months
    const fileName = `platform-${software}-${fromMonth}${fromMonth === toMonth ? '' : `-${toMonth}`}.csv`
    const file = writeExport(software, deals, { accounts, encoding, fileName })
    if (file.ok)
      await recordEvent(ctx.db, ctx, { kind: 'platform_books_exported', data: { software, fromMonth, toMonth } })
    return file
  },
)

const areMonths = ({ fromMonth, toMonth }: Months) =>
  fromMonth <= toMonth && monthsBetween(fromMonth, toMonth) < mostMonths
const firstDayOf = (month: string): JstDate => jstDate(`${month}-01`)

async function dealsIn(ctx: Ctx, { fromMonth, toMonth }: Months): Promise<Deal[]> {
  const [from, to] = [firstDayOf(fromMonth), lastDayOf(toMonth)]
  const { rows } = await sql<{ onDay: JstDate; kind: string; account: Account; yen: string }>`
    select e.on_day, e.kind, p.account, sum(p.yen) as yen
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
     where e.on_day between ${from} and ${to} group by 1, 2, 3 order by 1, 2, 3`.execute(ctx.db)
  const days = [...Map.groupBy(rows, ({ onDay, kind }) => `${onDay} ${kind}`).values()].flatMap((legs): DayOfKind[] => {
    const [first] = legs
    if (!first) return []
    const amounts = new Map<Account, Yen>(legs.map(({ account, yen: amount }) => [account, yen(Number(amount))]))
    return [{ on: first.onDay, kind: first.kind, legs: amounts }]
  })
  const rates = await taxRates(ctx)
  return platformDeals(days, await feesIn(ctx, from, to), (on) => resolveTaxPercent(rates, 'standard', on))
}

/** By the statements as they were first issued, on the days on which their tax was booked. */
async function feesIn({ db }: Ctx, from: JstDate, to: JstDate): Promise<FeeOfDay[]> {
  const { rows } = await sql<{ onDay: JstDate; percent: number; base: string; tax: string }>`
    select coalesce(e.on_day, c.to_on) as on_day, (d.fee ->> 'percent')::int as percent,
           sum((d.fee ->> 'baseYen')::bigint) as base, sum((d.fee ->> 'taxYen')::bigint) as tax
      from closings c
      join lateral (
        select content -> 'fee' as fee from issued_documents
         where closing_id = c.id and kind = 'statement' order by at, ordinal limit 1) d on true
      left join ledger_entries e on e.event_key = 'statement:' || c.id
     where c.farm_id is not null and coalesce(e.on_day, c.to_on) between ${from} and ${to}
     group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ onDay, percent, base, tax }) => ({
    ...{ on: onDay, percent },
    baseYen: yen(Number(base)),
    taxYen: yen(Number(tax)),
  }))
}
