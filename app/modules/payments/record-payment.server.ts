import type { Ctx } from '#authorization/ctx.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import { type EventId, type IssuedDocumentId, newId, type PaymentId, type RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'

export type NewPayment = {
  /** Of what brought it, such as the row of a bank file: the same event is one payment. */
  eventKey: string
  method: PaymentMethod
  receivedOn: JstDate
  yen: Yen
  payer: string
  /** What it pays, in all the whole payment; without a document it is credit of the restaurant for its next invoice. */
  allocations: readonly {
    restaurantId: RestaurantId
    documentId: IssuedDocumentId | null
    yen: Yen
    reason: string
  }[]
  eventId?: EventId
}

/**
 * Records money that came to the bank and what it pays, and posts it, in the caller's transaction. The same event counts
 * once; null: it was recorded before.
 */
export async function recordPayment(ctx: Pick<Ctx, 'db' | 'now'>, payment: NewPayment): Promise<PaymentId | null> {
  const { eventKey, method, receivedOn, payer, allocations, eventId = null } = payment
  if (sumYen(allocations.map((part) => part.yen)) !== payment.yen)
    throw new Error(`payment ${eventKey} is not allocated in full`)
  const made = await ctx.db
    .insertInto('payments')
    .values({ id: newId<'payment'>(), eventKey, method, receivedOn, yen: payment.yen, payer, at: ctx.now })
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  await ctx.db
    .insertInto('paymentAllocations')
    .values(
      allocations.map((part) => ({
        ...part,
        id: newId<'allocation'>(),
        paymentId: made.id,
        reverses: null,
        eventId,
        at: ctx.now,
      })),
    )
    .execute()
  await postEntry(ctx, {
    eventKey: `payment:${eventKey}`,
    kind: 'payment',
    onDay: receivedOn,
    memo: payer,
    postings: [
      { account: 'bank', yen: payment.yen },
      ...allocations.map((part) => ({
        account: 'receivable' as const,
        restaurantId: part.restaurantId,
        yen: yen(-part.yen),
      })),
    ],
  })
  return made.id
}
