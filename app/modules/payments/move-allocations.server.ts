import type { Ctx } from '#authorization/ctx.ts'
import { type EventId, type IssuedDocumentId, newId, type RestaurantId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { lockForMatching } from './record-payment.server.ts'

/** Payments of an invoice, and the restaurant, in the order in which matching locks them. */
export async function lockPaymentsOf(ctx: Ctx, id: IssuedDocumentId, restaurantId: RestaurantId): Promise<void> {
  const payments = await ctx.db
    .selectFrom('paymentAllocations')
    .select('paymentId')
    .distinct()
    .where('documentId', '=', id)
    .execute()
  await lockForMatching(ctx.db, {
    paymentIds: payments.flatMap(({ paymentId }) => paymentId ?? []),
    restaurantIds: [restaurantId],
  })
}

/** Whether the bank has been asked for it: what it answers is about this invoice. */
export async function isBeingCollected({ db }: Pick<Ctx, 'db'>, id: IssuedDocumentId): Promise<boolean> {
  const item = await db
    .selectFrom('debitItems')
    .select('id')
    .where('documentId', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return item !== undefined
}

/**
 * What was paid or written off of an invoice settles the one that replaces it. The ledger stays as it is; the new allocations belong to the
 * match of the old ones, so that it can still be undone.
 */
export async function moveAllocations(
  ctx: Ctx,
  { from, to, eventId }: { from: IssuedDocumentId; to: IssuedDocumentId; eventId: EventId },
): Promise<void> {
  const live = await ctx.db
    .selectFrom('paymentAllocations as a')
    .leftJoin('paymentAllocations as r', 'r.reverses', 'a.id')
    .selectAll('a')
    .where('a.documentId', '=', from)
    .where('a.reverses', 'is', null)
    .where('r.id', 'is', null)
    .execute()
  if (live.length === 0) return
  const [reason, at] = ['請求書の差し替え', ctx.now]
  await ctx.db
    .insertInto('paymentAllocations')
    .values(
      live.flatMap((old) => [
        { ...old, id: newId<'allocation'>(), yen: yen(-old.yen), reason, reverses: old.id, eventId, at },
        { ...old, id: newId<'allocation'>(), documentId: to, reason, at },
      ]),
    )
    .execute()
}
