import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { type DebitRunId, newId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { sumYen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { bankDay, isBankHoliday } from '#modules/banking/bank-days.ts'
import { type DebitRequest, writeDebitRequest } from '#modules/banking/direct-debit.ts'
import { allocate, lockForMatching } from '../record-payment.server.ts'
import { debitPurpose } from './agreement.server.ts'
import { requireChangesDebits, requireSeesDebits } from './debit-access.ts'
import { type DebitRunState, debitRefusals } from './debit-labels.ts'
import { collectorOf, lockDebitSettings, readDebitSettings } from './debit-settings.server.ts'
import { dueDebits } from './due-debits.server.ts'

export const debitRunId = IdOf<'debitRun'>('口座振替')

/** So many bank days after this one, or before it. */
function bankDaysFrom(day: JstDate, count: number, way: 'next' | 'previous'): JstDate {
  let there = day
  for (let step = 0; step < count; step++) there = bankDay(addDays(there, way === 'next' ? 1 : -1), way)
  return there
}

/** By when the bank wants the file. */
export const handInBy = (debitOn: JstDate, leadDays: number): JstDate => bankDaysFrom(debitOn, leadDays, 'previous')

/** What a run on this day would collect, exceptions first; without a day, on the next one on which something is due. */
export const previewDebits = query('debits.see', async (ctx: Ctx, asked: JstDate | null) => {
  requireSeesDebits(ctx)
  const { leadDays, collectorCode } = await readDebitSettings(ctx.db)
  const debitOn = asked ?? (await nextDay(ctx, leadDays))
  const { due } = await dueDebits(ctx.db, debitOn)
  const collected = due.filter(({ obstacle, yen }) => obstacle === null && yen > 0)
  return {
    debitOn,
    handInBy: handInBy(debitOn, leadDays),
    isSetUp: collectorCode !== '',
    isBankDay: !isBankHoliday(debitOn),
    isLate: handInBy(debitOn, leadDays) < jstDateOf(ctx.now),
    exceptions: due.filter(({ obstacle }) => obstacle !== null),
    collected,
    totalYen: sumYen(collected.map((it) => it.yen)),
  }
})

async function nextDay({ db, now }: Pick<Ctx, 'db' | 'now'>, leadDays: number): Promise<JstDate> {
  const soonest = bankDaysFrom(bankDay(jstDateOf(now), 'next'), leadDays, 'next')
  const { due } = await dueDebits(db, addDays(soonest, 62))
  const first = due.find(({ obstacle }) => obstacle === null)?.dueOn ?? soonest
  return first > soonest ? bankDay(first, 'next') : soonest
}

/** Makes the run that the preview has shown: as many invoices, and the same sum. An invoice is asked for once. */
export const makeDebitRun = mutation({
  name: 'debit_run.make',
  permission: 'debits.change',
  input: {
    debitOn: DayIn,
    count: z.int().min(0).describe('プレビューの件数'),
    totalYen: z.int().min(0).describe('プレビューの合計'),
  },
  refusals: debitRefusals(
    'not_bank_day',
    'too_late',
    'collector_missing',
    'nothing_due',
    'changed_meanwhile',
    'key_reused',
  ),
  run: async (ctx, { debitOn, count, totalYen }) => {
    const madeBy = requireChangesDebits(ctx)
    const { db, now } = ctx
    const { leadDays, collectorCode } = await lockDebitSettings(db)
    if (isBankHoliday(debitOn)) return refuse('not_bank_day')
    const handIn = handInBy(debitOn, leadDays)
    if (handIn < jstDateOf(now)) return refuse('too_late', { on: handIn })
    if (collectorCode === '') return refuse('collector_missing')
    const seen = await dueDebits(db, debitOn)
    await lockForMatching(db, {
      paymentIds: seen.credits.map(({ paymentId }) => paymentId),
      restaurantIds: seen.due.map(({ restaurantId }) => restaurantId),
    })
    const { due, credits } = await dueDebits(db, debitOn)
    const items = due.flatMap(({ obstacle, agreementId, ...it }) =>
      obstacle === null && agreementId && it.yen > 0 ? [{ ...it, agreementId }] : [],
    )
    if (items.length === 0) return refuse('nothing_due')
    const total = sumYen(items.map((it) => it.yen))
    if (items.length !== count || total !== totalYen) return refuse('changed_meanwhile')
    await allocate(ctx, credits)
    const id = newId<'debitRun'>()
    await db
      .insertInto('debitRuns')
      .values({
        id,
        debitOn,
        collectorCode,
        itemCount: count,
        totalYen: total,
        madeBy,
        madeAt: now,
        fileAt: null,
        cancelledBy: null,
        cancelledAt: null,
      })
      .execute()
    await db
      .insertInto('debitItems')
      .values(
        items.map(({ agreementId, restaurantId, documentId, yen }) => ({
          id: newId<'debitItem'>(),
          runId: id,
          agreementId,
          restaurantId,
          documentId,
          yen,
          outcome: null,
          endedAt: null,
        })),
      )
      .execute()
    await recordEvent(db, ctx, { kind: 'debit_run_made', data: { runId: id, debitOn, count, totalYen } })
    return ok({ id })
  },
})

/** The bank was not asked, or was told to forget it: its invoices are due again. */
export const cancelDebitRun = repeatable({
  name: 'debit_run.cancel',
  permission: 'debits.change',
  input: { id: debitRunId },
  refusals: debitRefusals('wrong_state'),
  run: async (ctx, { id }) => {
    const cancelledBy = requireChangesDebits(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const run = await lockRun(db, id)
      if (run.cancelledAt || (await liveResult(db, id))) return refuse('wrong_state')
      await db
        .updateTable('debitItems')
        .set({ outcome: 'cancelled', endedAt: ctx.now })
        .where('runId', '=', id)
        .where('endedAt', 'is', null)
        .execute()
      await db.updateTable('debitRuns').set({ cancelledBy, cancelledAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, { kind: 'debit_run_cancelled', data: { runId: id } })
      return ok(null)
    })
  },
})

/** The file for our bank: one record for each restaurant. Each download is in the history. */
export const debitRunFile = repeatable({
  name: 'debit_run.file',
  permission: 'debits.change',
  input: { id: debitRunId },
  refusals: debitRefusals('wrong_state', 'collector_missing', 'unreadable_account'),
  run: async (ctx, { id }, { encryption }: { encryption: Encryption }) => {
    requireChangesDebits(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const run = await lockRun(db, id)
      if (run.cancelledAt || (await liveResult(db, id))) return refuse('wrong_state')
      const collector = await collectorOf(await readDebitSettings(db))
      if (collector?.code !== run.collectorCode) return refuse('collector_missing')
      const debits: DebitRequest[] = []
      for (const record of await recordsOfRun(db, id)) {
        const number = encryption.open(debitPurpose, record.sealedNumber)
        const holder = encryption.open(debitPurpose, record.sealedHolder)
        if (number === null || holder === null) return refuse('unreadable_account')
        debits.push({
          bankCode: record.bankCode,
          bankName: record.bankKana,
          branchCode: record.branchCode,
          branchName: record.branchKana,
          type: record.type,
          number,
          holder,
          yen: record.yen,
          isNew: record.debitedBefore ? 'known' : record.replaces ? 'changed' : 'first',
          customer: record.customer,
        })
      }
      const file = writeDebitRequest({ collector, on: run.debitOn, debits })
      if (!file.ok) throw new Error(`debit run ${id}: ${file.refusal}`)
      if (!run.fileAt) await db.updateTable('debitRuns').set({ fileAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, { kind: 'debit_run_file_made', data: { runId: id } })
      return ok({ name: `furikae-${run.debitOn}.txt`, bytes: file.value })
    })
  },
})

export const lockRun = (db: DbOrTx, id: DebitRunId) =>
  db
    .selectFrom('debitRuns')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('debit run'))

export const liveResult = (db: DbOrTx, runId: DebitRunId) =>
  db
    .selectFrom('debitResults')
    .select(['id', 'sha256', 'name', 'at'])
    .where('runId', '=', runId)
    .where('undoneAt', 'is', null)
    .executeTakeFirst()

/** The records of the file, in the order of their customers: the invoices of one agreement together. */
export const recordsOfRun = (db: DbOrTx, runId: DebitRunId) =>
  db
    .selectFrom('debitItems as i')
    .innerJoin('debitAgreements as a', 'a.id', 'i.agreementId')
    .select(['a.id as agreementId', 'a.restaurantId', 'a.customer', 'a.sealedNumber', 'a.sealedHolder', 'a.type'])
    .select(['a.bankCode', 'a.bankKana', 'a.branchCode', 'a.branchKana'])
    .select(({ exists, selectFrom }) => [
      sql<number>`sum(i.yen)::bigint`.as('yen'),
      exists(
        selectFrom('debitItems as e')
          .select('e.id')
          .whereRef('e.agreementId', '=', 'a.id')
          .where('e.runId', '<>', runId)
          .where('e.endedAt', 'is not', null)
          .where('e.outcome', '<>', 'cancelled'),
      ).as('debitedBefore'),
      exists(
        selectFrom('debitAgreements as o')
          .select('o.id')
          .whereRef('o.restaurantId', '=', 'a.restaurantId')
          .where('o.endReason', '=', 'replaced'),
      ).as('replaces'),
    ])
    .where('i.runId', '=', runId)
    .groupBy('a.id')
    .orderBy('a.customer')
    .execute()

const stateOf = ({
  cancelledAt,
  fileAt,
  resultAt,
}: {
  cancelledAt: Date | null
  fileAt: Date | null
  resultAt: Date | null
}): DebitRunState => {
  if (cancelledAt) return 'cancelled'
  if (resultAt) return 'done'
  return fileAt ? 'requested' : 'made'
}

const mostRuns = 60

const runs = (db: DbOrTx) =>
  db
    .selectFrom('debitRuns as r')
    .innerJoin('admins', 'admins.id', 'r.madeBy')
    .leftJoin('debitResults as f', (join) => join.onRef('f.runId', '=', 'r.id').on('f.undoneAt', 'is', null))
    .select(['r.id', 'r.debitOn', 'r.itemCount', 'r.totalYen', 'r.madeAt', 'r.fileAt', 'r.cancelledAt'])
    .select(['admins.name as maker', 'f.at as resultAt', 'f.name as resultName'])
    .select(({ selectFrom }) =>
      selectFrom('debitItems as i')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .whereRef('i.runId', '=', 'r.id')
        .where('i.outcome', 'not in', ['paid', 'cancelled'])
        .as('failed'),
    )

/** The runs, newest first. */
export const debitRuns = query('debits.see', async (ctx: Ctx) => {
  requireSeesDebits(ctx)
  const rows = await runs(ctx.db).orderBy('r.debitOn', 'desc').orderBy('r.id', 'desc').limit(mostRuns).execute()
  return rows.map(({ failed, ...run }) => ({ ...run, failed: Number(failed), state: stateOf(run) }))
})

/** One run with its invoices, those that were not collected first. */
export const debitRunDetail = query('debits.see', async (ctx: Ctx, id: DebitRunId) => {
  requireSeesDebits(ctx)
  const run = await runs(ctx.db)
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('debit run'))
  const { leadDays } = await readDebitSettings(ctx.db)
  const items = await ctx.db
    .selectFrom('debitItems as i')
    .innerJoin('debitAgreements as a', 'a.id', 'i.agreementId')
    .innerJoin('issuedDocuments as d', 'd.id', 'i.documentId')
    .innerJoin('restaurants', 'restaurants.id', 'i.restaurantId')
    .select(['i.id', 'i.yen', 'i.outcome', 'd.number', 'restaurants.name as restaurant', 'a.customer'])
    .select(['a.bankName', 'a.branchName', 'a.type', 'a.lastDigits'])
    .where('i.runId', '=', id)
    .orderBy(({ eb }) => eb('i.outcome', '=', 'paid'))
    .orderBy('a.customer')
    .orderBy('d.number')
    .execute()
  return {
    run: {
      ...run,
      state: stateOf(run),
      failed: Number(run.failed),
      handInBy: handInBy(run.debitOn, leadDays),
      /** The bank takes no more requests for its day. */
      isLate: handInBy(run.debitOn, leadDays) < jstDateOf(ctx.now),
    },
    items: items.map(({ bankName, branchName, type, lastDigits, ...item }) => ({
      ...item,
      account: accountText({ bankName, branchName, type, lastDigits }),
    })),
  }
})
