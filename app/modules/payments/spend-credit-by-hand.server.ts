import { z } from 'zod'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { IssuedDocumentId, PaymentId, RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { requireChangesDeposits } from './deposit-access.ts'
import { isBeingCollected } from './move-allocations.server.ts'
import type { OpenInvoice } from './payers.ts'
import { allocate, lockForMatching } from './record-payment.server.ts'
import { depositRefusals, detailOf } from './refusal-text.ts'
import { creditsOf, openInvoicesOf } from './unpaid-of.server.ts'

/**
 * Staff say which invoice of the restaurant the credit of a payment pays, before the job spends it on the earliest due one. It
 * is one match of the payment, and is undone as such (`undoMatch`).
 */
export const spendCreditByHand = mutation({
  name: 'deposits.spend_credit',
  permission: 'deposits.change',
  input: {
    paymentId: IdOf<'payment'>('入金'),
    documentId: IdOf<'issuedDocument'>('請求書'),
    yen: z.int('円の整数で入力してください（例 12000）。').min(1, '1円以上で入力してください。'),
  },
  refusals: depositRefusals('credit_short', 'changed_meanwhile', 'beyond_unpaid', 'being_collected', 'key_reused'),
  run: async (ctx, { paymentId, documentId, yen: amount }) => {
    requireChangesDeposits(ctx)
    const { db, actor } = ctx
    const restaurantId = await restaurantOf(db, documentId)
    if (!restaurantId) return refuse('changed_meanwhile')
    await lockForMatching(db, { paymentIds: [paymentId], restaurantIds: [restaurantId] })
    const credits = await creditsOf(db, [restaurantId])
    const own = credits.find((credit) => credit.paymentId === paymentId)?.yen ?? 0
    // what went back to a card is credit below zero, and takes from the rest
    if (amount > Math.min(own, sumYen(credits.map((credit) => credit.yen)))) return refuse('credit_short')
    const invoice = (await openInvoicesOf(db, [restaurantId])).find((it) => it.documentId === documentId)
    if (!invoice) return refuse('changed_meanwhile')
    if (amount > invoice.unpaidYen) return refuse('beyond_unpaid', detailOf(invoice))
    if (await isBeingCollected(ctx, documentId)) return refuse('being_collected')
    const reason = `${'name' in actor ? actor.name : '運営'}が過入金を充当しました。`
    const of = { restaurantId, reason }
    await allocate(ctx, [
      {
        paymentId,
        allocations: [
          { ...of, documentId, yen: yen(amount) },
          { ...of, documentId: null, yen: yen(-amount) },
        ],
      },
    ])
    return ok({ number: invoice.number, yen: yen(amount) })
  },
})

async function restaurantOf(db: DbOrTx, documentId: IssuedDocumentId): Promise<RestaurantId | null> {
  const document = await db
    .selectFrom('issuedDocuments')
    .select('restaurantId')
    .where('id', '=', documentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  return document?.restaurantId ?? null
}

/** What of a payment is still credit, by restaurant, with the invoices that it can pay: the earliest due first. */
export type SpendableCredit = { restaurantId: RestaurantId; restaurant: string; yen: Yen; invoices: OpenInvoice[] }

const mostOffered = 50

/** The credit of a payment that staff may spend. */
export async function spendableCredits(db: DbOrTx, paymentId: PaymentId): Promise<SpendableCredit[]> {
  const credits = await db
    .selectFrom('paymentAllocations as a')
    .innerJoin('restaurants as r', 'r.id', 'a.restaurantId')
    .select(['a.restaurantId', 'r.name as restaurant'])
    .select(({ fn }) => fn.sum<string>('a.yen').as('yen'))
    .where('a.paymentId', '=', paymentId)
    .where('a.documentId', 'is', null)
    .groupBy(['a.restaurantId', 'r.name'])
    .having(({ fn }) => fn.sum('a.yen'), '>', 0)
    .execute()
  const open = await openInvoicesOf(
    db,
    credits.map(({ restaurantId }) => restaurantId),
  )
  const invoices = Map.groupBy(
    open
      .filter(({ unpaidYen }) => unpaidYen > 0)
      .toSorted((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? '') || a.number.localeCompare(b.number)),
    ({ restaurantId }) => restaurantId,
  )
  return credits.map(({ yen: left, ...credit }) => ({
    ...credit,
    yen: yen(Number(left)),
    invoices: (invoices.get(credit.restaurantId) ?? []).slice(0, mostOffered),
  }))
}
