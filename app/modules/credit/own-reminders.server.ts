import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isNotCollected } from './remind-invoices.server.ts'
import { nextReminder, type ReminderDays, stopOn } from './reminder-days.ts'

/** An invoice that is not paid: which reminders were sent, and what happens next. */
export type OpenInvoice = {
  id: IssuedDocumentId
  number: string
  dueOn: JstDate
  owedYen: Yen
  sent: { days: ReminderDays; at: Date }[]
  next: { days: ReminderDays; on: JstDate } | null
  /** By our bank, from the account of the restaurant: it is not reminded, and has nothing to transfer. */
  collected: boolean
  /** From this day on nothing can be ordered on account. */
  stopOn: JstDate
}

/** Of the caller's restaurant, the earliest due date first; without disputed amounts, of which nobody is reminded. */
export const ownReminders = query('credit.see', async (ctx): Promise<OpenInvoice[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'credit.see', { restaurantId })
  const open = await ctx.db
    .selectFrom('openInvoices')
    .innerJoin('restaurants', 'restaurants.id', 'openInvoices.restaurantId')
    .innerJoin('creditTerms', (join) => join.onTrue())
    .select(['openInvoices.id', 'number', 'dueOn', 'overdueDays', isNotCollected.as('isReminded')])
    .select(({ eb }) => eb('unpaidYen', '-', eb.ref('disputedYen')).$castTo<Yen>().as('owedYen'))
    .where('openInvoices.restaurantId', '=', restaurantId)
    .where('restaurants.paymentMethod', '<>', 'card')
    .whereRef('unpaidYen', '>', 'disputedYen')
    .orderBy('dueOn')
    .orderBy('openInvoices.id')
    .execute()
  if (open.length === 0) return []
  const sent = Map.groupBy(
    await ctx.db
      .selectFrom('invoiceReminders')
      .select(['documentId', 'days', 'at'])
      .where(
        'documentId',
        'in',
        open.map(({ id }) => id),
      )
      .orderBy('days')
      .execute(),
    ({ documentId }) => documentId,
  )
  const today = jstDateOf(ctx.now)
  return open.flatMap(({ dueOn, overdueDays, isReminded, ...invoice }) =>
    dueOn
      ? [
          {
            ...invoice,
            dueOn,
            sent: (sent.get(invoice.id) ?? []).map(({ days, at }) => ({ days, at })),
            next: isReminded ? nextReminder(today, dueOn) : null,
            collected: !isReminded,
            stopOn: stopOn(dueOn, overdueDays),
          },
        ]
      : [],
  )
})
