import type { Ctx } from '#authorization/ctx.ts'
import type { ClosingId, RestaurantId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import { chargesOfClosing } from '#modules/issued-documents/charges-of-closing.server.ts'
import type { InvoiceContent } from '#modules/issued-documents/document-content.ts'
import { printedSlips } from '#modules/issued-documents/printed-slips.server.ts'
import { lockBillTo } from './bill-to.server.ts'
import { invoiceContent } from './close-period.server.ts'
import { printedLateCharges } from './late-charges.server.ts'

type Old = { content: InvoiceContent; closingId: ClosingId; restaurantId: RestaurantId }

/**
 * What an invoice says if it is issued anew: the same charges, balances and due date, with the addresses, accounts and
 * registrations as they are recorded now.
 */
export async function correctedInvoice(
  ctx: Ctx,
  operator: Operator,
  { content, closingId, restaurantId }: Old,
): Promise<InvoiceContent | null> {
  const [billTo] = await lockBillTo(ctx.db, [restaurantId])
  if (!billTo) return null
  const { fromOn, toOn, dueOn } = content
  const chargeIds = await chargesOfClosing(ctx.db, closingId)
  const slips = await printedSlips(ctx.db, chargeIds)
  const lateCharges = await printedLateCharges(ctx.db, chargeIds)
  return { ...invoiceContent(operator, { billTo, fromOn, toOn, slips, lateCharges, balance: content }), dueOn }
}
