import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type EventId, newId, type PaymentId, type RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { payerNameKey } from '#modules/banking/payer-name.ts'
import { requireChangesDeposits } from './deposit-access.ts'
import { bankFees } from './match-deposit.ts'
import { tellMatched } from './payment-mails.server.tsx'
import { allocate, lockForMatching, type NewAllocation } from './record-payment.server.ts'
import { depositRefusals, detailOf } from './refusal-text.ts'
import { creditIsUsed, liveAllocations, undoAllocations } from './undo-allocations.server.ts'
import { openInvoicesOf } from './unpaid-of.server.ts'

const highestFee = Math.max(...bankFees)

/**
 * Staff say what a deposit pays: invoices of one restaurant or of several, a fee that the bank deducted, and credit. What is
 * left stays unmatched. From then on the name of the payer belongs to the restaurant.
 */
export const matchByHand = mutation({
  name: 'deposits.match',
  permission: 'deposits.change',
  input: {
    paymentId: IdOf<'payment'>('入金'),
    pays: z.array(z.object({ documentId: IdOf<'issuedDocument'>('請求書'), yen: z.int() })).max(50),
    feeYen: z.int().default(0),
    credit: z.object({ restaurantId: IdOf<'restaurant'>('飲食店'), yen: z.int().min(1) }).optional(),
    /** That cheques of other banks in it were paid. */
    cleared: z.boolean().default(false),
  },
  refusals: depositRefusals(
    'already_matched',
    'changed_meanwhile',
    'beyond_unpaid',
    'too_much',
    'nothing_chosen',
    'never_a_payment',
    'not_cleared',
    'fee_too_high',
    'key_reused',
  ),
  run: async (ctx, { paymentId, pays, feeYen, credit, cleared }) => {
    requireChangesDeposits(ctx)
    const row = await depositRow(ctx.db, paymentId)
    if (row.nature !== 'deposit') return refuse('never_a_payment')
    if (row.unclearedYen > 0 && !cleared) return refuse('not_cleared')
    if (feeYen < 0 || feeYen > highestFee) return refuse('fee_too_high')
    if (pays.length === 0 && !credit) return refuse('nothing_chosen')
    const documents = await ctx.db
      .selectFrom('issuedDocuments')
      .select('restaurantId')
      .where('id', 'in', [...pays.map(({ documentId }) => documentId), newId<'issuedDocument'>()])
      .execute()
    const restaurantIds = new Set<RestaurantId>(documents.flatMap(({ restaurantId }) => restaurantId ?? []))
    if (credit) restaurantIds.add(credit.restaurantId)
    await lockForMatching(ctx.db, { paymentIds: [paymentId], restaurantIds: [...restaurantIds] })

    const left = await leftOf(ctx.db, paymentId)
    if (left <= 0) return refuse('already_matched')
    const open = new Map((await openInvoicesOf(ctx.db, [...restaurantIds])).map((it) => [it.documentId, it]))
    const chosen = pays.flatMap((paid) => {
      const invoice = open.get(paid.documentId)
      return invoice ? [{ ...invoice, yen: yen(paid.yen) }] : []
    })
    const beyond = chosen.find(
      (it) => it.yen === 0 || it.yen * Math.sign(it.unpaidYen) > Math.abs(it.unpaidYen) || it.yen * it.unpaidYen < 0,
    )
    const twice = new Set(pays.map(({ documentId }) => documentId)).size < pays.length
    if (chosen.length < pays.length || twice) return refuse('changed_meanwhile')
    if (beyond) return refuse('beyond_unpaid', detailOf(beyond))
    const sum = sumYen(chosen.map((it) => it.yen)) + (credit?.yen ?? 0)
    const last = chosen.at(-1)
    if (sum <= 0 || sum - feeYen > left || (feeYen > 0 && (!last || last.yen < feeYen))) return refuse('too_much')

    const by = 'name' in ctx.actor ? ctx.actor.name : '運営'
    const reason = `${by}が手作業で消し込みました（振込名義「${row.payerKana}」）。`
    const allocations = chosen.flatMap(({ restaurantId, documentId, yen: paid }): NewAllocation[] => {
      const fee = documentId === last?.documentId ? feeYen : 0
      const of = { restaurantId, documentId, reason }
      return [
        ...(paid - fee === 0 ? [] : [{ ...of, yen: yen(paid - fee) }]),
        ...(fee === 0 ? [] : [{ ...of, yen: yen(fee), takenFrom: 'bank_fees' as const }]),
      ]
    })
    if (credit) allocations.push({ restaurantId: credit.restaurantId, documentId: null, yen: yen(credit.yen), reason })
    const [eventId] = await allocate(ctx, [{ paymentId, allocations }])
    if (eventId && restaurantIds.size === 1) await learnName(ctx, row.payerKana, [...restaurantIds], eventId)
    await tellMatched(
      ctx,
      [...restaurantIds].map((restaurantId) => ({
        paymentId,
        restaurantId,
        numbers: chosen.filter((it) => it.restaurantId === restaurantId).map(({ number }) => number),
        yen: sumYen(
          allocations
            .filter((it) => it.restaurantId === restaurantId && it.takenFrom !== 'bank_fees')
            .map((it) => it.yen),
        ),
      })),
    )
    return ok({ eventId: eventId ?? null, leftYen: yen(left - (sum - feeYen)) })
  },
})

async function learnName(ctx: Ctx, payerKana: string, restaurantIds: readonly RestaurantId[], eventId: EventId) {
  const nameKey = payerNameKey(payerKana).slice(0, 100)
  if (nameKey === '') return
  await ctx.db
    .insertInto('payerNames')
    .values(restaurantIds.map((restaurantId) => ({ restaurantId, nameKey, eventId, at: ctx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes a match back: each of its allocations is reversed, and so is its entry in the ledger. Nothing is changed or removed
 * but the name that was learned by it.
 */
export const undoMatch = mutation({
  name: 'deposits.undo',
  permission: 'deposits.change',
  input: { matchId: IdOf<'event'>('消込'), reason: Text(1, 400, '理由を入力してください。') },
  refusals: depositRefusals('undone_already', 'credit_used', 'key_reused'),
  run: async (ctx, { matchId, reason }) => {
    requireChangesDeposits(ctx)
    const read = () => liveAllocations(ctx.db, matchId)
    const seen = await read()
    await lockForMatching(ctx.db, {
      paymentIds: seen.map(({ paymentId }) => paymentId),
      restaurantIds: seen.map(({ restaurantId }) => restaurantId),
    })
    const live = await read()
    const [first] = live
    if (!first) return refuse('undone_already')
    if (await creditIsUsed(ctx.db, live)) return refuse('credit_used')
    await undoAllocations(ctx, { matchId, live, reason })
    await ctx.db.deleteFrom('payerNames').where('eventId', '=', matchId).execute()
    return ok({ paymentId: first.paymentId })
  },
})

/** Puts a deposit aside until more is known, or takes it back to the list. The money stays in suspense either way. */
export const holdDeposit = mutation({
  name: 'deposits.hold',
  permission: 'deposits.change',
  input: { paymentId: IdOf<'payment'>('入金'), held: z.boolean(), note: z.string().trim().max(400).default('') },
  refusals: depositRefusals('key_reused'),
  run: async (ctx, { paymentId, held, note }) => {
    requireChangesDeposits(ctx)
    await depositRow(ctx.db, paymentId)
    await lockForMatching(ctx.db, { paymentIds: [paymentId], restaurantIds: [] })
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: held ? 'deposit_held' : 'deposit_released',
      reason: note,
      data: { paymentId },
    })
    await ctx.db.insertInto('depositHolds').values({ paymentId, held, note, eventId, at: ctx.now }).execute()
    return ok({ held })
  },
})

/** A deposit and its cancellation by the bank are nothing together: both leave the list, and the ledger already says so. */
export const offsetDeposits = mutation({
  name: 'deposits.offset',
  permission: 'deposits.change',
  input: {
    paymentId: IdOf<'payment'>('入金'),
    otherId: IdOf<'payment'>('取消'),
    reason: Text(1, 400, '理由を入力してください。'),
  },
  refusals: depositRefusals('not_opposite', 'key_reused'),
  run: async (ctx, { paymentId, otherId, reason }) => {
    requireChangesDeposits(ctx)
    await lockForMatching(ctx.db, { paymentIds: [paymentId, otherId], restaurantIds: [] })
    const [one, other] = [await leftOf(ctx.db, paymentId), await leftOf(ctx.db, otherId)]
    const whole = (await depositRow(ctx.db, paymentId)).yen === one && (await depositRow(ctx.db, otherId)).yen === other
    if (!whole || one === 0 || one + other !== 0) return refuse('not_opposite')
    const eventId = await recordEvent(ctx.db, ctx, { kind: 'deposits_offset', reason, data: { paymentId, otherId } })
    await ctx.db
      .insertInto('depositClearings')
      .values([
        { id: newId(), paymentId, yen: one, payRunItemId: null, reason, eventId, at: ctx.now },
        { id: newId(), paymentId: otherId, yen: other, payRunItemId: null, reason, eventId, at: ctx.now },
      ])
      .execute()
    return ok({ yen: one })
  },
})

export async function depositRow(db: DbOrTx, paymentId: PaymentId) {
  const row = await db
    .selectFrom('bankRows')
    .select(['nature', 'unclearedYen', 'payerKana', 'yen'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  if (!row) throw new NotFound('deposit')
  return row
}

/** What of a payment is neither allocated nor settled otherwise. */
export async function leftOf(db: DbOrTx, paymentId: PaymentId): Promise<Yen> {
  const { rows } = await sql<{ left: number }>`
    select (p.yen
      - coalesce((select sum(yen) from payment_allocations where payment_id = p.id and taken_from = 'payment'), 0)
      - coalesce((select sum(yen) from deposit_clearings where payment_id = p.id), 0))::bigint as left
      from payments p where p.id = ${paymentId}`.execute(db)
  return yen(Number(rows[0]?.left ?? 0))
}
