import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type EventId, type IssuedDocumentId, newId, type RestaurantId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { sumYen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import type { InvoiceContent, ReceiptContent } from '#modules/issued-documents/document-content.ts'
import { issueDocument } from '#modules/issued-documents/issue-document.server.ts'
import { issuerOf } from '#modules/issued-documents/issuer.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { invoiceById, paymentsOf } from './invoice-queries.server.ts'
import { addedPerRate } from './invoice-sums.ts'

const sentence = {
  not_paid: '入金が確認できていないため、領収書を発行できません。入金の確認後に、もう一度お試しください。',
  key_reused: '画面を開き直して、もう一度お試しください。',
} as const

/**
 * `copies`: how often it was asked for again after it was issued. `press`: the event of issuing it, which opens the original
 * file (`documentFile`); null for a user who asks again and is given a copy marked 再発行.
 */
type Receipt = { id: IssuedDocumentId; copies: number; press: EventId | null }

/** The receipt of a paid invoice: issued once, and given again as a copy of the same document. */
export const issueReceipt = mutation({
  name: 'issueReceipt',
  permission: 'receipt.issue',
  input: { invoiceId: IdOf<'issuedDocument'>('請求書') },
  refusals: { codes: ['not_paid'], text: (refusal) => sentence[refusal] },
  run: async (ctx: Ctx, { invoiceId }, operator: Operator) => {
    const asked = await invoiceById(ctx, invoiceId)
    seeOrNotFound(ctx.actor, 'billing.see', asked)
    authorize(ctx.actor, 'receipt.issue', asked)
    // two requests at once: the second finds the receipt of the first; and no payment is undone meanwhile
    await ctx.db
      .selectFrom('restaurants')
      .select('id')
      .where('id', '=', asked.restaurantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const invoice = await invoiceById(ctx, invoiceId)
    const payments = await paymentsOf(ctx.db, invoiceId)
    const last = payments.at(-1)
    // what staff have written off was not paid
    if (invoice.unpaidYen > 0 || invoice.settledYen !== 0 || !last) return refuse('not_paid')
    const before = await receiptOf(ctx, invoice)
    const aboutRestaurantId = invoice.restaurantId
    if (before) {
      const data = { receiptId: before.id }
      await recordEvent(ctx.db, ctx, { kind: 'receipt_copied', aboutRestaurantId, data })
      return ok<Receipt>({ id: before.id, copies: before.copies + 1, press: null })
    }
    const id = newId<'issuedDocument'>()
    const data = { invoice: invoice.number, receiptId: id }
    const press = await recordEvent(ctx.db, ctx, { kind: 'receipt_issued', aboutRestaurantId, data })
    const content: ReceiptContent = {
      kind: 'receipt',
      issuer: issuerOf(operator),
      to: invoice.content.to,
      paidOn: last.receivedOn,
      method: paymentMethodWord[last.method],
      invoice: invoice.number,
      yen: sumYen(payments.map((payment) => payment.yen)),
      perRate: addedPerRate([...invoice.content.sales, ...invoice.content.returns]),
      ...withoutRates(invoice.content),
    }
    const { restaurantId, fromOn, toOn, paidYen: totalYen } = invoice
    const issuedBy = operator.name
    await issueDocument(ctx, { id, content, restaurantId, fromOn, toOn, totalYen, issuedBy })
    return ok<Receipt>({ id, copies: 0, press })
  },
})

/** What of an invoice has no total per rate. */
function withoutRates({ unregistered, untaxedYen, lateCharges = [] }: InvoiceContent) {
  const unregisteredYen = sumYen(unregistered.map(({ totalYen }) => totalYen))
  const outsideYen = sumYen([untaxedYen, ...lateCharges.map((late) => late.yen)])
  return {
    ...(unregisteredYen !== 0 && { unregisteredYen }),
    ...(outsideYen !== 0 && { untaxedYen: outsideYen }),
  }
}

/** The receipt of an invoice; one that was declared void does not count. */
export async function receiptOf(
  { db }: Ctx,
  invoice: { restaurantId: RestaurantId | null; number: string },
): Promise<Omit<Receipt, 'press'> | null> {
  const { rows } = await sql<Omit<Receipt, 'press'>>`
    select d.id, (select count(*)::int from events e where e.kind = 'receipt_copied'
                     and e.about_restaurant_id = d.restaurant_id and e.data ->> 'receiptId' = d.id::text) as copies
      from issued_documents d
     where d.kind = 'receipt' and d.restaurant_id = ${invoice.restaurantId}
       and d.content ->> 'invoice' = ${invoice.number}
       and not exists (select from document_voids v where v.document_id = d.id)`.execute(db)
  return rows[0] ?? null
}
