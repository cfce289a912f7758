import { z } from 'zod'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type EventId, newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Written } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { invoiceById } from '#modules/billing/invoice-queries.server.ts'
import { stopByStaff } from '#modules/credit/order-stops.server.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'
import { requireSeesDeposits } from './deposit-access.ts'
import { isBeingCollected } from './move-allocations.server.ts'
import { lockForMatching } from './record-payment.server.ts'
import { unpaidOf } from './unpaid-of.server.ts'
import { writeOffRefusals } from './write-off-refusals.ts'

/** The restaurant reads it: it says nothing of what staff think of its solvency. */
const stopReason = 'お支払いについて、運営による確認が必要です。'

const requireProof = (ctx: Ctx) => {
  requireSeesDeposits(ctx)
  authorizeProven(ctx, 'bad_debt.write_off', null)
}

const Reason = Written(500, '理由を入力してください。')

/**
 * Gives up what is unpaid of an invoice, or a part of it (貸倒れ): Dr bad_debt / Cr receivable, and the invoice is settled by as
 * much. Farms are paid all the same. Unless it says so, the restaurant may order again once nothing is overdue, so staff
 * stop it in the same press. `unpaidYen` is what the page has shown: of two at once the second is refused.
 */
export const writeOffInvoice = mutation({
  name: 'write_off.make',
  permission: 'bad_debt.write_off',
  input: {
    documentId: IdOf<'issuedDocument'>('請求書'),
    yen: z.int('金額は1円以上の整数で入力してください（例 12000）。').min(1, '金額は1円以上で入力してください。'),
    unpaidYen: z.int().describe('画面に表示した未払い額'),
    reason: Reason,
    stopsOrdering: z.boolean().default(false),
  },
  refusals: writeOffRefusals('nothing_unpaid', 'changed_meanwhile', 'too_much', 'being_collected'),
  guard: requireProof,
  run: async (ctx, { documentId, yen: amount, unpaidYen, reason, stopsOrdering }) => {
    const { restaurantId, restaurant, number } = await invoiceById(ctx, documentId)
    await lockForMatching(ctx.db, { paymentIds: [], restaurantIds: [restaurantId] })
    const unpaid = (await unpaidOf(ctx.db, [documentId])).get(documentId) ?? 0
    if (unpaid <= 0) return refuse('nothing_unpaid')
    if (unpaid !== unpaidYen) return refuse('changed_meanwhile', { unpaidYen: unpaid })
    if (amount > unpaid) return refuse('too_much', { unpaidYen: unpaid })
    if (await isBeingCollected(ctx, documentId)) return refuse('being_collected')
    const lost = yen(amount)
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'invoice_written_off',
      aboutRestaurantId: restaurantId,
      reason,
      data: { documentId, number, yen: lost },
    })
    const settles = { restaurantId, documentId, yen: lost, reason, reverses: null, eventId, at: ctx.now }
    await ctx.db
      .insertInto('paymentAllocations')
      .values({ id: newId<'allocation'>(), paymentId: null, takenFrom: 'bad_debt', ...settles })
      .execute()
    await postEntry(ctx, {
      eventKey: `write-off:${eventId}`,
      kind: 'write_off',
      memo: `${restaurant} ${number}`,
      postings: [
        { account: 'bad_debt', yen: lost },
        { account: 'receivable', restaurantId, yen: yen(-lost) },
      ],
    })
    if (stopsOrdering) {
      authorize(ctx.actor, 'credit.change', null)
      await stopByStaff(ctx, { restaurantId, reason: stopReason })
    }
    return ok({ writeOffId: eventId, yen: lost, leftYen: yen(unpaid - lost) })
  },
})

/**
 * Takes a write-off back by its reversal: the invoice, or the one that replaced it, is open again by as much, and is paid, or
 * reminded of, like any other. Ordering stays as it is.
 */
export const undoWriteOff = mutation({
  name: 'write_off.undo',
  permission: 'bad_debt.write_off',
  input: { writeOffId: IdOf<'event'>('貸倒れ処理'), reason: Reason },
  refusals: writeOffRefusals('undone_already'),
  guard: requireProof,
  run: async (ctx, { writeOffId, reason }) => {
    const { db } = ctx
    const made = await db
      .selectFrom('paymentAllocations')
      .innerJoin('restaurants', 'restaurants.id', 'restaurantId')
      .select(['restaurantId', 'restaurants.name as restaurant'])
      .where('eventId', '=', writeOffId)
      .where('takenFrom', '=', 'bad_debt')
      .executeTakeFirst()
    if (!made) throw new NotFound('write-off')
    const { restaurantId, restaurant } = made
    await lockForMatching(db, { paymentIds: [], restaurantIds: [restaurantId] })
    const live = await liveWriteOff(db, writeOffId)
    if (!live) return refuse('undone_already')
    const { id, number, ...allocation } = live
    const eventId = await recordEvent(db, ctx, {
      kind: 'write_off_undone',
      aboutRestaurantId: restaurantId,
      reason,
      data: { documentId: live.documentId, number, yen: live.yen, writeOffId },
    })
    const back = yen(-live.yen)
    await db
      .insertInto('paymentAllocations')
      .values({ ...allocation, id: newId<'allocation'>(), yen: back, reason, reverses: id, eventId, at: ctx.now })
      .execute()
    const { id: reverses } = await db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('eventKey', '=', `write-off:${writeOffId}`)
      .executeTakeFirstOrThrow()
    await postEntry(ctx, {
      eventKey: `write-off-undone:${writeOffId}`,
      kind: 'write_off_undone',
      memo: `${restaurant} ${number}`,
      reverses,
      postings: [
        { account: 'bad_debt', yen: back },
        { account: 'receivable', restaurantId, yen: live.yen },
      ],
    })
    return ok({ documentId: live.documentId, yen: live.yen })
  },
})

/** What of it stands: of the invoice itself, or of the one that replaced it. */
const liveWriteOff = (db: DbOrTx, writeOffId: EventId) =>
  db
    .selectFrom('paymentAllocations as a')
    .innerJoin('issuedDocuments as d', 'd.id', 'a.documentId')
    .leftJoin('paymentAllocations as r', 'r.reverses', 'a.id')
    .selectAll('a')
    .select('d.number')
    .where('a.eventId', '=', writeOffId)
    .where('a.takenFrom', '=', 'bad_debt')
    .where('a.reverses', 'is', null)
    .where('r.id', 'is', null)
    .executeTakeFirst()
