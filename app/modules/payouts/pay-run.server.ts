import { z } from 'zod'
import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import { newId, type PayRunId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { recordEvent, recordEvents } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { isBankHoliday } from '#modules/banking/bank-days.ts'
import { postEntries, postEntry } from '#modules/ledger/post-entry.server.ts'
import { mailToOf, notifyEach } from '#modules/notifications/notify.server.ts'
import { clearReturned, tryLockImports } from '#modules/payments/clear-returned.server.ts'
import { blockAccount, ownersOf } from './bank-account.server.ts'
import { duePayouts } from './due-payouts.server.ts'
import { payRunRefusals } from './pay-run-labels.ts'
import { farmsChanged, itemsOf, lockRun, namesOf, requireFinance, runId } from './pay-run-store.server.ts'
import { payoutSent } from './payout-mails.server.tsx'
import { lockSettings, readSettings } from './payout-settings.server.ts'
import { requireDesk } from './require-desk.ts'

/** What a run on this day would pay, exceptions first. */
export const previewPayRun = query('payouts.see', async (ctx: Ctx, payOn: JstDate) => {
  requireDesk(ctx)
  const { leastYen } = await readSettings(ctx.db)
  const due = await duePayouts(ctx.db, { payOn, leastYen })
  const paid = due.filter(({ obstacle }) => obstacle === null)
  return {
    exceptions: due.filter(({ obstacle }) => obstacle !== null),
    paid,
    totalYen: sumYen(paid.map((it) => it.yen)),
    isBankDay: !isBankHoliday(payOn),
  }
})

/** One administrator makes the run that the preview has shown: as many payouts, and the same sum. */
export const makePayRun = mutation({
  name: 'pay_run.make',
  permission: 'payouts.run',
  input: {
    payOn: DayIn,
    count: z.int().min(0).describe('プレビューの件数'),
    totalYen: z.int().min(0).describe('プレビューの合計'),
  },
  refusals: payRunRefusals('not_bank_day', 'day_passed', 'nothing_to_pay', 'changed_meanwhile', 'key_reused'),
  run: async (ctx, { payOn, count, totalYen }) => {
    const madeBy = requireFinance(ctx)
    const { db, now } = ctx
    if (isBankHoliday(payOn)) return refuse('not_bank_day')
    if (payOn < jstDateOf(now)) return refuse('day_passed')
    const { leastYen } = await lockSettings(db)
    const due = (await duePayouts(db, { payOn, leastYen })).flatMap(({ obstacle, bankAccountId, ...it }) =>
      obstacle === null && bankAccountId ? [{ ...it, bankAccountId }] : [],
    )
    if (due.length === 0) return refuse('nothing_to_pay')
    const total = sumYen(due.map((it) => it.yen))
    if (due.length !== count || total !== totalYen) return refuse('changed_meanwhile')
    const id = newId<'payRun'>()
    await db
      .insertInto('payRuns')
      .values({
        id,
        payOn,
        itemCount: count,
        totalYen: total,
        madeBy,
        madeAt: now,
        releasedBy: null,
        releasedAt: null,
        fileAt: null,
        sentBy: null,
        sentAt: null,
        feeYen: null,
        cancelledBy: null,
        cancelledAt: null,
      })
      .execute()
    await db
      .insertInto('payRunItems')
      .values(
        due.map(({ farmId, documentId, part, bankAccountId, yen, heldYen }, at) => ({
          id: newId<'payRunItem'>(),
          runId: id,
          ordinal: at + 1,
          farmId,
          documentId,
          part,
          bankAccountId,
          yen,
          heldYen,
          endedAt: null,
          outcome: null,
          endedOn: null,
        })),
      )
      .execute()
    await recordEvent(db, ctx, { kind: 'pay_run_made', data: { runId: id, payOn, count, totalYen } })
    return ok({ id })
  },
})

/** Another administrator releases it, with a recent proof: only then there is a file. */
export const releasePayRun = mutation({
  name: 'pay_run.release',
  permission: 'payouts.release',
  input: { id: runId },
  refusals: payRunRefusals('own_run', 'wrong_state', 'day_passed', 'outdated', 'key_reused'),
  guard: (ctx) => {
    requireDesk(ctx)
    authorizeProven(ctx, 'payouts.release', null)
  },
  run: async (ctx, { id }) => {
    const releasedBy = requireFinance(ctx)
    const { db, now } = ctx
    const run = await lockRun(db, id)
    if (run.madeBy === releasedBy) return refuse('own_run')
    if (run.releasedAt || run.cancelledAt) return refuse('wrong_state')
    if (run.payOn < jstDateOf(now)) return refuse('day_passed')
    const farms = await farmsChanged(db, run)
    if (farms.length > 0) return refuse('outdated', { farms: namesOf(farms) })
    await db.updateTable('payRuns').set({ releasedBy, releasedAt: now }).where('id', '=', id).execute()
    await recordEvent(db, ctx, { kind: 'pay_run_released', data: { runId: id, totalYen: run.totalYen } })
    return ok(null)
  },
})

/**
 * The bank has made the transfers: they are booked on the day of the run, or today if its month is closed, with what they
 * cost us, and the farms are told. All of it in one transaction: whatever ends the program before its end, nothing has
 * happened.
 */
export const markPayRunSent = mutation({
  name: 'pay_run.sent',
  permission: 'payouts.run',
  input: { id: runId },
  refusals: payRunRefusals('wrong_state', 'too_early', 'key_reused'),
  run: async (ctx, { id }) => {
    const sentBy = requireFinance(ctx)
    const { db, now } = ctx
    const run = await lockRun(db, id)
    if (!run.releasedAt || run.sentAt || run.cancelledAt) return refuse('wrong_state')
    if (jstDateOf(now) < run.payOn) return refuse('too_early')
    const { transferFeeYen } = await readSettings(db)
    const items = await itemsOf(db, id)
    const feeYen = yen(transferFeeYen * items.length)
    await db.updateTable('payRuns').set({ sentBy, sentAt: now, feeYen }).where('id', '=', id).execute()
    for (let from = 0; from < items.length; from += mostAtOnce)
      await bookSent(ctx, run, items.slice(from, from + mostAtOnce))
    await postEntry(ctx, {
      eventKey: `payout-fees:${id}`,
      kind: 'payout_fees',
      onDay: run.payOn,
      memo: '',
      postings: [
        { account: 'bank_fees', yen: feeYen },
        { account: 'bank', yen: yen(-feeYen) },
      ],
    })
    await recordEvent(db, ctx, { kind: 'pay_run_sent', data: { runId: id, totalYen: run.totalYen } })
    return ok(null)
  },
})

/** PostgreSQL takes 65,535 values in a statement. */
const mostAtOnce = 500

type Item = Awaited<ReturnType<typeof itemsOf>>[number]

async function bookSent(ctx: Ctx, run: { id: PayRunId; payOn: JstDate }, items: readonly Item[]): Promise<void> {
  const { db, now } = ctx
  await postEntries(
    ctx,
    items.map((item) => ({
      eventKey: `payout:${item.id}`,
      kind: 'payout',
      onDay: run.payOn,
      memo: item.number,
      postings: [
        { account: 'payable', farmId: item.farmId, yen: item.yen },
        { account: 'bank', yen: yen(-item.yen) },
      ],
    })),
  )
  const owners = Map.groupBy(
    await ownersOf(
      db,
      items.map(({ farmId }) => farmId),
    ),
    ({ farmId }) => farmId,
  )
  await notifyEach(
    db,
    now,
    payoutSent,
    items.flatMap((item) =>
      (owners.get(item.farmId) ?? []).map((owner) => ({
        key: `payout:${item.id}:${owner.personId}`,
        to: mailToOf(owner),
        data: {
          farm: item.farm,
          amount: formatYen(item.yen),
          day: formatDay(run.payOn),
          account: accountText(item),
          statement: item.number,
        },
      })),
    ),
  )
  await recordEvents(
    db,
    ctx,
    items.map((item) => ({
      kind: 'payout_sent',
      aboutFarmId: item.farmId,
      data: { runId: run.id, payoutId: item.id, statement: item.number, yen: item.yen },
    })),
  )
}

/**
 * A transfer came back (組戻し) or the bank refused it: it is booked back, the statement is due again, and the account is
 * blocked until the farm gives another one. What the transfer cost us is lost.
 */
export const returnPayout = mutation({
  name: 'payout.return',
  permission: 'payouts.run',
  input: {
    itemId: IdOf<'payRunItem'>('振込'),
    on: DayIn,
    outcome: z.enum(['returned', 'refused'], { error: '「組戻し」または「振込不能」を選択してください。' }),
  },
  refusals: payRunRefusals('wrong_state', 'too_early', 'import_running', 'key_reused'),
  run: async (ctx, { itemId, on, outcome }) => {
    requireFinance(ctx)
    const { db, now } = ctx
    if (!(await tryLockImports(ctx))) return refuse('import_running')
    const item = await db
      .selectFrom('payRunItems as i')
      .innerJoin('payRuns as r', 'r.id', 'i.runId')
      .innerJoin('issuedDocuments as d', 'd.id', 'i.documentId')
      .select(['i.farmId', 'i.yen', 'i.bankAccountId', 'i.endedAt', 'r.payOn', 'r.sentAt', 'd.number'])
      .where('i.id', '=', itemId)
      .forUpdate('i')
      .executeTakeFirst()
    if (!item?.sentAt || item.endedAt) return refuse('wrong_state')
    if (on < item.payOn || on > jstDateOf(now)) return refuse('too_early')
    const entry = await db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('eventKey', '=', `payout:${itemId}`)
      .executeTakeFirstOrThrow()
    await db.updateTable('payRunItems').set({ endedAt: now, endedOn: on, outcome }).where('id', '=', itemId).execute()
    await postEntry(ctx, {
      eventKey: `payout-return:${itemId}`,
      kind: 'payout_return',
      onDay: on,
      memo: item.number,
      reverses: entry.id,
      postings: [
        { account: 'bank', yen: item.yen },
        { account: 'payable', farmId: item.farmId, yen: yen(-item.yen) },
      ],
    })
    await clearReturned(ctx)
    await blockAccount(db, now, item.bankAccountId)
    await recordEvent(db, ctx, {
      kind: 'payout_returned',
      aboutFarmId: item.farmId,
      data: { payoutId: itemId, statement: item.number, yen: item.yen, outcome },
    })
    return ok(null)
  },
})

const mostRuns = 60

/** The runs, newest first. */
export const payRuns = query('payouts.see', async (ctx: Ctx) => {
  requireDesk(ctx)
  return ctx.db
    .selectFrom('payRuns')
    .innerJoin('admins as maker', 'maker.id', 'payRuns.madeBy')
    .leftJoin('admins as releaser', 'releaser.id', 'payRuns.releasedBy')
    .select(['payRuns.id', 'payOn', 'itemCount', 'totalYen', 'releasedAt', 'sentAt', 'cancelledAt', 'madeBy'])
    .select(['maker.name as maker', 'releaser.name as releaser'])
    .select(({ selectFrom }) =>
      selectFrom('payRunItems as i')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .whereRef('i.runId', '=', 'payRuns.id')
        .where('i.outcome', 'in', ['returned', 'refused'])
        .as('returned'),
    )
    .orderBy('payOn', 'desc')
    .orderBy('payRuns.id', 'desc')
    .limit(mostRuns)
    .execute()
})

/** One run with its payouts. */
export const payRunDetail = query('payouts.see', async (ctx: Ctx, id: PayRunId) => {
  requireDesk(ctx)
  const run = await ctx.db
    .selectFrom('payRuns')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('pay run'))
  const items = await itemsOf(ctx.db, id)
  return {
    run,
    items: items.map((item) => ({
      id: item.id,
      ordinal: item.ordinal,
      farm: item.farm,
      number: item.number,
      yen: item.yen,
      heldYen: item.heldYen,
      outcome: item.outcome,
      account: accountText(item),
    })),
  }
})
