import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { addMinutes, jstDateOf } from '#kernel/jst.ts'
import { type OpenItem, type OpenItemRow, openItemsOf } from '#modules/ledger/open-item.ts'
import { noAnswer } from './card/hold-store.server.ts'
import { fromOpenDeposits } from './deposit-queries.server.ts'

const kinds = ['deposits', 'unfinishedFiles', 'lateDebits', 'chargebacks', 'cards'] as const

/** A job goes on with a file that was interrupted within a few minutes (match-imported.server.ts). */
const unfinishedAfterMinutes = 10

/**
 * What of the payments needs a person, in one statement: deposits that no invoice is paid by yet and that are not on hold, files
 * of banks whose matching began more than ten minutes ago and is not over, direct debits past their day without a result,
 * chargebacks that are open, captures and refunds that the provider never answered. Of a deposit counts what is left.
 */
export async function paymentExceptions({
  db,
  now,
}: Pick<Ctx, 'db' | 'now'>): Promise<Record<(typeof kinds)[number], OpenItem>> {
  const { rows } = await sql<OpenItemRow & { kind: (typeof kinds)[number] }>`
    select 'deposits' as kind, count(*) as count, coalesce(sum(left_yen), 0) as yen, min(on_day) as since
      from ${fromOpenDeposits} where not held
    union all
    select 'unfinishedFiles', count(*), null, min((begun_at at time zone 'Asia/Tokyo')::date)
      from bank_matchings where ended_at is null and begun_at < ${addMinutes(now, -unfinishedAfterMinutes)}
    union all
    select 'lateDebits', count(*), coalesce(sum(total_yen), 0), min(debit_on)
      from debit_runs r
     where debit_on < ${jstDateOf(now)} and cancelled_at is null
       and not exists (select from debit_results d where d.run_id = r.id and d.undone_at is null)
    union all
    select 'chargebacks', count(*), coalesce(sum(yen), 0), min((at at time zone 'Asia/Tokyo')::date)
      from card_disputes where state = 'open'
    union all
    select 'cards', count(*), coalesce(sum(yen), 0), min((at at time zone 'Asia/Tokyo')::date)
      from card_movements where state = 'failed' and failure = ${noAnswer}`.execute(db)
  return openItemsOf(kinds, rows)
}
