import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { formatYen } from '#kernel/format.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { isBankHoliday } from '#modules/banking/bank-days.ts'
import { tellReminder } from './credit-mails.server.tsx'
import { creditOf } from './credit-standing.server.ts'
import { reminderDays, reminderDueOn, stopOn } from './reminder-days.ts'

/** The last reminder of an invoice, or of those that it replaced. */
const remindedUntil = sql<number | null>`(
  with recursive chain as (
    select d.id, d.supersedes from issued_documents d where d.id = open_invoices.id
    union all
    select b.id, b.supersedes from issued_documents b join chain on b.id = chain.supersedes)
  select max(m.days) from invoice_reminders m join chain on chain.id = m.document_id)`

/** Not by our bank, from an account whose bank has agreed: until it could not collect, nobody is asked to transfer. */
export const isNotCollected = sql<boolean>`(restaurants.payment_method <> 'direct_debit'
  or not exists (select from debit_settings where collector_code <> '')
  or not exists (select from debit_agreements a where a.restaurant_id = restaurants.id and a.agreed_at is not null and a.ended_at is null)
  or exists (select from debit_items i where i.document_id = open_invoices.id and i.outcome not in ('paid', 'cancelled')))`

/**
 * Reminds of unpaid invoices before, on and after the day they are due, each time once and only on days on which a bank
 * would take the transfer: what falls on a holiday follows on the next bank day. Disputed amounts are left out. How many.
 */
export async function remindInvoices({ db, now, ...parts }: Omit<Ctx, 'actor'>): Promise<number> {
  const today = jstDateOf(now)
  if (isBankHoliday(today)) return 0
  const open = await db
    .selectFrom('openInvoices')
    .innerJoin('restaurants', 'restaurants.id', 'openInvoices.restaurantId')
    .innerJoin('creditTerms', (join) => join.onTrue())
    .select(['openInvoices.id', 'restaurantId', 'number', 'dueOn', 'unpaidYen', 'disputedYen'])
    .select(['restaurants.billingEmail', 'creditTerms.overdueDays', remindedUntil.as('reminded')])
    .where('dueOn', '<=', addDays(today, -reminderDays[0]))
    .where('restaurants.paymentMethod', '<>', 'card')
    .where(isNotCollected)
    .whereRef('unpaidYen', '>', 'disputedYen')
    .orderBy('dueOn')
    .orderBy('openInvoices.id')
    .execute()
  let count = 0
  for (const { id, restaurantId, number, dueOn, unpaidYen, disputedYen, ...of } of open) {
    const days = dueOn && reminderDueOn(today, dueOn)
    if (!dueOn || days === null || days === undefined) continue
    if (of.reminded !== null && of.reminded >= days) continue
    // what another invoice gives back, and credit, are set off
    const { unpaidYen: balanceYen } = await creditOf({ db, now }, restaurantId)
    const owed = yen(Math.min(unpaidYen - disputedYen, balanceYen))
    if (owed <= 0) continue
    await db.transaction().execute(async (within) => {
      const fresh = await within
        .insertInto('invoiceReminders')
        .values({ documentId: id, days, yen: owed, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (!fresh) return
      const data = { days, number, dueOn, amount: formatYen(owed), stopOn: stopOn(dueOn, of.overdueDays) }
      const told = { restaurantId, cause: `${id}:${days}`, billingEmail: of.billingEmail }
      await tellReminder({ ...parts, db: within, now }, told, data)
      count++
    })
  }
  return count
}
