import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { allocate, lockForMatching, type NewAllocation } from './record-payment.server.ts'
import { creditsOf, openInvoicesOf } from './unpaid-of.server.ts'

/**
 * What restaurants have paid beyond their invoices, or by card before there was one, pays the invoices that are open, the
 * earliest due first: an invoice says so in what it carries, so nobody is to be reminded of it. How many were paid from it.
 */
export async function spendCredits({ db, ...parts }: Omit<Ctx, 'actor'>): Promise<number> {
  const perRestaurant = Map.groupBy(await creditsOf(db), ({ restaurantId }) => restaurantId)
  const ids = [...perRestaurant].flatMap(([id, credits]) => (sumYen(credits.map((it) => it.yen)) > 0 ? [id] : []))
  const owing = new Set(
    (await openInvoicesOf(db, ids)).flatMap(({ restaurantId, unpaidYen }) => (unpaidYen > 0 ? [restaurantId] : [])),
  )
  let count = 0
  for (const id of owing)
    count += await db
      .transaction()
      .execute((within) => spendCreditOf({ ...parts, db: within, actor: { kind: 'system' } }, id))
  return count
}

async function spendCreditOf(ctx: Ctx, restaurantId: RestaurantId): Promise<number> {
  await lockForMatching(ctx.db, { paymentIds: [], restaurantIds: [restaurantId] })
  const credits = await creditsOf(ctx.db, [restaurantId])
  const collected = await collectedNow(ctx.db, restaurantId)
  const invoices = (await openInvoicesOf(ctx.db, [restaurantId]))
    .filter(({ documentId, unpaidYen }) => unpaidYen > 0 && !collected.has(documentId))
    .toSorted((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? '') || a.number.localeCompare(b.number))
    .map(({ documentId, unpaidYen }) => ({ documentId, left: Number(unpaidYen) }))
  // what went back to a card is below zero, and is not there to be used
  let rest: number = sumYen(credits.map((it) => it.yen))
  const paid = new Set<string>()
  const matches = credits.flatMap(({ paymentId, yen: credit }) => {
    const allocations: NewAllocation[] = []
    let left = Math.min(credit, rest)
    for (const invoice of invoices) {
      const part = Math.min(left, invoice.left)
      if (part <= 0) continue
      const of = { restaurantId, reason: '過入金などを充当しました。' }
      allocations.push({ ...of, documentId: invoice.documentId, yen: yen(part) })
      allocations.push({ ...of, documentId: null, yen: yen(-part) })
      paid.add(invoice.documentId)
      invoice.left -= part
      left -= part
      rest -= part
    }
    return allocations.length > 0 ? [{ paymentId, allocations }] : []
  })
  await allocate(ctx, matches)
  return paid.size
}

/** Of these the bank has been asked for the whole amount already. */
async function collectedNow(db: DbOrTx, restaurantId: RestaurantId): Promise<Set<IssuedDocumentId>> {
  const items = await db
    .selectFrom('debitItems')
    .select('documentId')
    .where('restaurantId', '=', restaurantId)
    .where('endedAt', 'is', null)
    .execute()
  return new Set(items.map(({ documentId }) => documentId))
}
