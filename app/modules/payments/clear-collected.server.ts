import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { type DepositClearingId, type EventId, newId, type PaymentId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'
import { requireChangesDeposits } from './deposit-access.ts'
import { type Collected, collectedAccounts } from './deposit-labels.ts'
import { depositRow, leftOf } from './match-by-hand.server.ts'
import { lockForMatching } from './record-payment.server.ts'
import { depositRefusals } from './refusal-text.ts'

/**
 * Staff say that a deposit is what the provider of cards, or the collector of direct debits, pays for what they took from
 * restaurants: it leaves suspense and lowers what they owe us, together with the fee that they kept back.
 */
export const clearCollected = mutation({
  name: 'deposits.clear_collected',
  permission: 'deposits.change',
  input: {
    paymentId: IdOf<'payment'>('入金'),
    collected: z.enum(collectedAccounts, '入金元を選択してください。'),
    feeYen: z
      .int('手数料は円の整数で入力してください（例 3600）。')
      .min(0, '手数料は0円以上で入力してください。')
      .default(0),
  },
  refusals: depositRefusals('already_matched', 'never_a_payment', 'more_than_collected', 'key_reused'),
  run: async (ctx, { paymentId, collected, feeYen }) => {
    requireChangesDeposits(ctx)
    const { nature } = await depositRow(ctx.db, paymentId)
    if (nature !== 'deposit') return refuse('never_a_payment')
    await lockCollected(ctx, collected)
    await lockForMatching(ctx.db, { paymentIds: [paymentId], restaurantIds: [] })
    const left = await leftOf(ctx.db, paymentId)
    if (left <= 0) return refuse('already_matched')
    if (left + feeYen > (await balanceOf(ctx, collected))) return refuse('more_than_collected')
    const eventId = await recordEvent(ctx.db, ctx, { kind: 'deposit_cleared', data: { paymentId, collected, feeYen } })
    const fee = yen(feeYen)
    await book(ctx, {
      paymentId,
      collected,
      yen: left,
      feeYen: fee,
      reverses: null,
      eventId,
      reason: '決済代行からの入金です。',
    })
    return ok({ yen: left })
  },
})

/** Takes it back: the deposit is unmatched again. */
export const undoCollected = mutation({
  name: 'deposits.undo_collected',
  permission: 'deposits.change',
  input: { clearingId: IdOf<'depositClearing'>('消込'), reason: Text(1, 400, '理由を入力してください。') },
  refusals: depositRefusals('undone_already', 'key_reused'),
  run: async (ctx, { clearingId, reason }) => {
    requireChangesDeposits(ctx)
    const clearing = await ctx.db
      .selectFrom('depositClearings')
      .select('collected')
      .where('id', '=', clearingId)
      .executeTakeFirst()
    if (!clearing?.collected) return refuse('undone_already')
    await lockCollected(ctx, clearing.collected)
    const done = await ctx.db
      .selectFrom('depositClearings as c')
      .select(['c.paymentId', 'c.collected', 'c.yen', 'c.feeYen'])
      .where('c.id', '=', clearingId)
      .where('c.yen', '>', yen(0))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('depositClearings as u').select('u.id').whereRef('u.reverses', '=', 'c.id'))),
      )
      .executeTakeFirst()
    if (!done?.collected) return refuse('undone_already')
    const { paymentId, collected } = done
    const eventId = await recordEvent(ctx.db, ctx, { kind: 'deposit_clearing_undone', reason, data: { paymentId } })
    const taken = { yen: yen(-done.yen), feeYen: yen(0 - done.feeYen) }
    await book(ctx, { paymentId, collected, ...taken, reverses: clearingId, eventId, reason })
    return ok({ paymentId })
  },
})

/** Two deposits at once could lower the account below zero together. No import touches it. */
const lockCollected = async ({ db }: Ctx, account: Collected): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`collected:${account}`}))`.execute(db)
}

async function balanceOf({ db }: Ctx, account: Collected): Promise<Yen> {
  const { rows } = await sql<{ yen: string }>`
    select coalesce(sum(yen), 0) as yen from ledger_postings where account = ${account}`.execute(db)
  return yen(Number(rows[0]?.yen ?? 0))
}

type Clearing = {
  paymentId: PaymentId
  collected: Collected
  yen: Yen
  feeYen: Yen
  reverses: DepositClearingId | null
  eventId: EventId
  reason: string
}

async function book(ctx: Ctx, clearing: Clearing): Promise<void> {
  const id = newId<'depositClearing'>()
  await ctx.db
    .insertInto('depositClearings')
    .values({ ...clearing, id, payRunItemId: null, at: ctx.now })
    .execute()
  await postEntry(ctx, {
    eventKey: `deposit-clearing:${id}`,
    kind: 'collection',
    onDay: jstDateOf(ctx.now),
    memo: '',
    postings: [
      { account: 'suspense', yen: clearing.yen },
      ...(clearing.feeYen === 0 ? [] : [{ account: 'bank_fees' as const, yen: clearing.feeYen }]),
      { account: clearing.collected, yen: yen(0 - clearing.yen - clearing.feeYen) },
    ],
  })
}
