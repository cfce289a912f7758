import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { bankDay } from '#modules/banking/bank-days.ts'
import { askedToCollectOn, isCollected } from '#modules/payments/debit-agreed/collected-invoice.server.ts'
import { nextReminder, type ReminderDays, stopOn } from './reminder-days.ts'

/** An invoice that is not paid: which reminders were sent, and what happens next. */
export type OpenInvoice = {
  id: IssuedDocumentId
  number: string
  dueOn: JstDate
  owedYen: Yen
  sent: { days: ReminderDays; at: Date }[]
  /** Null: there is none any more, or our bank collects it. */
  next: { days: ReminderDays; on: JstDate } | null
  /** When our bank collects it; null: it is transferred. */
  debitOn: JstDate | null
  /** From this day on nothing can be ordered on account. */
  stopOn: JstDate
}

/** Of the caller's restaurant, the earliest due date first; without disputed amounts, for which no reminder is sent. */
export const ownReminders = query('credit.see', async (ctx): Promise<OpenInvoice[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'credit.see', { restaurantId })
  const open = await ctx.db
    .selectFrom('openInvoices')
    .innerJoin('restaurants', 'restaurants.id', 'openInvoices.restaurantId')
    .innerJoin('creditTerms', (join) => join.onTrue())
    .select(['openInvoices.id', 'number', 'dueOn', 'overdueDays'])
    .select(({ eb }) => eb('unpaidYen', '-', eb.ref('disputedYen')).$castTo<Yen>().as('owedYen'))
    .select([isCollected.as('isCollected'), askedToCollectOn.as('askedOn')])
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
  return open.flatMap(({ dueOn, overdueDays, isCollected, askedOn, ...invoice }) =>
    dueOn
      ? [
          {
            ...invoice,
            dueOn,
            sent: (sent.get(invoice.id) ?? []).map(({ days, at }) => ({ days, at })),
            next: isCollected ? null : nextReminder(today, dueOn),
            debitOn: isCollected ? (askedOn ?? bankDay(dueOn, 'next')) : null,
            stopOn: stopOn(dueOn, overdueDays),
          },
        ]
      : [],
  )
})
