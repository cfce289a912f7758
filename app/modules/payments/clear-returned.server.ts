import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type PaymentId, type PayRunItemId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'

/**
 * A transfer of ours that came back is booked to the bank when staff say so, and once more when the bank's row is imported.
 * Whichever comes second calls this: the two of one amount are cleared, and the second booking is taken back. The caller's
 * transaction has locked the imports (`tryLockImports`).
 */
export async function clearReturned(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{
    paymentId: PaymentId
    itemId: PayRunItemId
    yen: string
    onDay: JstDate
    statement: string
  }>`
    with rows as (
      select b.payment_id, b.yen, b.on_day, row_number() over (partition by b.yen order by b.on_day, b.id) as n
        from bank_rows b
       where b.nature = 'returned' and b.yen > 0
         and not exists (select from deposit_clearings c where c.payment_id = b.payment_id)),
    items as (
      select i.id, i.yen, d.number, row_number() over (partition by i.yen order by i.ended_on, i.id) as n
        from pay_run_items i join issued_documents d on d.id = i.document_id
       where i.outcome in ('returned', 'refused')
         and not exists (select from deposit_clearings c where c.pay_run_item_id = i.id))
    select rows.payment_id, items.id as item_id, yen, rows.on_day, items.number as statement
      from rows join items using (yen, n)`.execute(ctx.db)
  for (const { paymentId, itemId, onDay, statement, ...row } of rows) {
    const amount = yen(Number(row.yen))
    const reason = `支払通知書 ${statement} の振込の組戻しです。`
    const eventId = await recordEvent(ctx.db, ctx, { kind: 'deposits_offset', reason, data: { paymentId, itemId } })
    await ctx.db
      .insertInto('depositClearings')
      .values({ id: newId(), paymentId, yen: amount, payRunItemId: itemId, reason, eventId, at: ctx.now })
      .execute()
    await postEntry(ctx, {
      eventKey: `payout-return-row:${itemId}`,
      kind: 'payout_return',
      onDay,
      memo: statement,
      postings: [
        { account: 'suspense', yen: amount },
        { account: 'bank', yen: yen(-amount) },
      ],
    })
  }
}

/** For an import, which may take minutes, and who would wait for one: false if another transaction has the lock. */
export async function tryLockImports({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('bank_import')) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** For what no import may change meanwhile, and others like it may: false while one is booked. */
export async function tryHoldImports({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext('bank_import')) as locked`.execute(db)
  return rows[0]?.locked === true
}
