import type { Ctx } from '#authorization/ctx.ts'
import { formatYen } from '#kernel/format.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { isBankHoliday } from '#modules/banking/bank-days.ts'
import { tellReminder } from './credit-mails.server.tsx'
import { reminderDays, reminderDueOn } from './reminder-days.ts'

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
    .select(['openInvoices.id', 'restaurantId', 'number', 'dueOn', 'unpaidYen', 'disputedYen'])
    .where('dueOn', '<=', addDays(today, -reminderDays[0]))
    .where('restaurants.paymentMethod', '<>', 'card')
    .whereRef('unpaidYen', '>', 'disputedYen')
    .orderBy('dueOn')
    .orderBy('openInvoices.id')
    .execute()
  let count = 0
  for (const { id, restaurantId, number, dueOn, unpaidYen, disputedYen } of open) {
    const days = dueOn && reminderDueOn(today, dueOn)
    if (!dueOn || days === null || days === undefined) continue
    const owed = yen(unpaidYen - disputedYen)
    await db.transaction().execute(async (within) => {
      const fresh = await within
        .insertInto('invoiceReminders')
        .values({ documentId: id, days, yen: owed, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (!fresh) return
      const data = { days, number, dueOn, amount: formatYen(owed) }
      await tellReminder({ ...parts, db: within, now }, { restaurantId, cause: `${id}:${days}` }, data)
      count++
    })
  }
  return count
}
