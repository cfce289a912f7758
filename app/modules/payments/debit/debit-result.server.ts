import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DbOrTx } from '#authorization/ctx.ts'
import { type DebitAgreementId, type DebitResultId, type DebitRunId, newId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import { ok, type RefusalDetail, type Result, refuse } from '#kernel/result.ts'
import { Bytes, Written } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import {
  type DebitOutcome,
  type DebitResult,
  debitResultRefusalText,
  readDebitResult,
} from '#modules/banking/direct-debit.ts'
import { allocate, lockForMatching, type NewAllocation, recordPayments } from '../record-payment.server.ts'
import { creditIsUsed, liveAllocations, undoAllocations } from '../undo-allocations.server.ts'
import { unpaidOf } from '../unpaid-of.server.ts'
import { requireChangesDebits } from './debit-access.ts'
import { type DebitRefusal, debitRefusals } from './debit-labels.ts'
import { tellDebitResult } from './debit-mails.server.tsx'
import { debitRunId, liveResult, lockRun, recordsOfRun } from './debit-run.server.ts'

/**
 * What the bank has collected of a run, all of it in one transaction: what was paid is booked and pays its invoices, what was
 * not is told to the restaurant, which transfers it. The file must answer each record of the run, and nothing else. The
 * same file again changes nothing.
 */
export const importDebitResult = mutation({
  name: 'debit_run.result',
  permission: 'debits.change',
  input: { id: debitRunId, bytes: Bytes, fileName: z.string().trim().min(1).max(200) },
  refusals: debitRefusals(
    'unreadable',
    'other_collector',
    'other_day',
    'foreign_row',
    'row_twice',
    'row_missing',
    'other_amount',
    'result_known',
    'wrong_state',
    'key_reused',
  ),
  same: ({ id, bytes, fileName }) => [id, sha256Of(bytes), fileName],
  run: async (ctx, { id: runId, bytes, fileName }, { operator }: { operator: Operator }) => {
    requireChangesDebits(ctx)
    const { db, now } = ctx
    const run = await lockRun(db, runId)
    if (run.cancelledAt) return refuse('wrong_state')
    const sha256 = sha256Of(bytes)
    const before = await liveResult(db, runId)
    if (before) return before.sha256 === sha256 ? ok({ paid: 0, failed: 0 }) : refuse('result_known')
    const read = readDebitResult(bytes)
    if (!read.ok) return refuse('unreadable', { sentence: debitResultRefusalText(read.refusal) })
    const records = await recordsOfRun(db, runId)
    const outcomes = outcomesOf(read.value, run, records)
    if (!outcomes.ok) return outcomes
    const resultId = newId<'debitResult'>()
    const count = (paid: boolean) => [...outcomes.value.values()].filter((it) => (it === 'paid') === paid).length
    const [paid, failed] = [count(true), count(false)]
    const eventId = await recordEvent(db, ctx, {
      kind: 'debit_result_imported',
      data: { runId, name: fileName, paid, failed },
    })
    await db
      .insertInto('debitResults')
      .values({
        id: resultId,
        runId,
        sha256,
        name: fileName,
        bytes: Buffer.from(bytes),
        eventId,
        at: now,
        undoneAt: null,
      })
      .execute()
    const items = await itemsOf(db, runId)
    await lockForMatching(db, { paymentIds: [], restaurantIds: items.map(({ restaurantId }) => restaurantId) })
    const unpaid = await unpaidOf(
      db,
      items.map(({ documentId }) => documentId),
    )
    for (const [agreementId, outcome] of outcomes.value) {
      const own = items.filter((item) => item.agreementId === agreementId)
      const [first] = own
      if (!first) continue
      await db
        .updateTable('debitItems')
        .set({ outcome, endedAt: now })
        .where('runId', '=', runId)
        .where('agreementId', '=', agreementId)
        .execute()
      const amount = yen(own.reduce((sum, item) => sum + item.yen, 0))
      if (outcome === 'paid') {
        const eventKey = `debit:${resultId}:${agreementId}`
        const payment = {
          eventKey,
          method: 'direct_debit',
          receivedOn: run.debitOn,
          yen: amount,
          payer: first.restaurant,
        } as const
        const paymentId = (await recordPayments(ctx, [payment])).get(eventKey)
        if (!paymentId) throw new Error(`${eventKey} is known already`)
        const [matchId] = await allocate(ctx, [{ paymentId, allocations: allocationsOf(own, unpaid) }])
        if (!matchId) throw new Error(`${eventKey} pays nothing`)
        await db.insertInto('debitPayments').values({ paymentId, resultId, matchId }).execute()
      }
      const { restaurantId } = first
      const numbers = own.map(({ number }) => number)
      const told = { key: `debit:${resultId}:${agreementId}`, restaurantId, outcome, yen: amount, numbers }
      await tellDebitResult(ctx, { ...told, debitOn: run.debitOn, payTo: operator.payTo })
    }
    return ok({ paid, failed })
  },
})

type Item = Awaited<ReturnType<typeof itemsOf>>[number]

const itemsOf = (db: DbOrTx, runId: DebitRunId) =>
  db
    .selectFrom('debitItems as i')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurantId')
    .innerJoin('issuedDocuments as d', 'd.id', 'i.documentId')
    .select(['i.agreementId', 'i.restaurantId', 'i.documentId', 'i.yen', 'd.number', 'r.name as restaurant'])
    .where('i.runId', '=', runId)
    .orderBy('d.dueOn')
    .orderBy('d.number')
    .execute()

/** What was paid otherwise meanwhile is credit of the restaurant. */
function allocationsOf(items: readonly Item[], unpaid: Awaited<ReturnType<typeof unpaidOf>>): NewAllocation[] {
  const reason = '口座振替の結果により消し込みました。'
  return items.flatMap(({ restaurantId, documentId, yen: asked }): NewAllocation[] => {
    const pays = Math.min(asked, Math.max(0, unpaid.get(documentId) ?? 0))
    return [
      ...(pays > 0 ? [{ restaurantId, documentId, yen: yen(pays), reason }] : []),
      ...(asked > pays ? [{ restaurantId, documentId: null, yen: yen(asked - pays), reason }] : []),
    ]
  })
}

type Asked = { agreementId: DebitAgreementId; customer: string; yen: number }
type ResultRefusal = Extract<
  DebitRefusal,
  'other_collector' | 'other_day' | 'foreign_row' | 'row_twice' | 'row_missing' | 'other_amount'
>

/** The outcome of each record that was asked for; a file of another run, or with other rows, is refused as a whole. */
function outcomesOf(
  { collector, on, rows }: DebitResult,
  { collectorCode, debitOn }: { collectorCode: string; debitOn: string },
  records: readonly Asked[],
): Result<Map<DebitAgreementId, DebitOutcome>, ResultRefusal> & { detail?: RefusalDetail } {
  if (collector !== collectorCode) return refuse('other_collector', { code: collector })
  if (on !== debitOn.slice(5, 7) + debitOn.slice(8, 10))
    return refuse('other_day', { on: `${Number(on.slice(0, 2))}月${Number(on.slice(2))}日` })
  const outcomes = new Map<DebitAgreementId, DebitOutcome>()
  for (const { customer: given, yen: got, outcome } of rows) {
    const customer = given.padStart(20, '0')
    const asked = records.find((record) => record.customer === customer)
    if (!asked) return refuse('foreign_row', { customer })
    if (outcomes.has(asked.agreementId)) return refuse('row_twice', { customer })
    if (got !== asked.yen) return refuse('other_amount', { customer, asked: asked.yen, got })
    outcomes.set(asked.agreementId, outcome)
  }
  const missing = records.find(({ agreementId }) => !outcomes.has(agreementId))
  return missing ? refuse('row_missing', { customer: missing.customer }) : ok(outcomes)
}

/** Takes the result of a run back: its payments and what they paid are reversed, and the run waits for a result again. */
export const undoDebitResult = mutation({
  name: 'debit_run.undo_result',
  permission: 'debits.change',
  input: { id: debitRunId, reason: Written(400, '理由を入力してください。履歴に残ります。') },
  refusals: debitRefusals('wrong_state', 'credit_used', 'reason_missing', 'key_reused'),
  run: async (ctx, { id: runId, reason }) => {
    requireChangesDebits(ctx)
    if (reason === '') return refuse('reason_missing')
    const { db, now } = ctx
    await lockRun(db, runId)
    const result = await liveResult(db, runId)
    if (!result) return refuse('wrong_state')
    const payments = await paymentsOf(db, result.id)
    await lockForMatching(db, {
      paymentIds: payments.map(({ paymentId }) => paymentId),
      restaurantIds: (await itemsOf(db, runId)).map(({ restaurantId }) => restaurantId),
    })
    const matches = []
    for (const { matchId } of payments) matches.push({ matchId, live: await liveAllocations(db, matchId) })
    if (
      await creditIsUsed(
        db,
        matches.flatMap(({ live }) => live),
      )
    )
      return refuse('credit_used')
    for (const { matchId, live } of matches) await undoAllocations(ctx, { matchId, live, reason })
    await recordPayments(
      ctx,
      payments.map(({ paymentId, receivedOn, payer, yen: amount }) => ({
        eventKey: `debit_undo:${paymentId}`,
        method: 'direct_debit',
        receivedOn,
        payer,
        yen: yen(-amount),
      })),
    )
    await db.updateTable('debitResults').set({ undoneAt: now }).where('id', '=', result.id).execute()
    await db.updateTable('debitItems').set({ outcome: null, endedAt: null }).where('runId', '=', runId).execute()
    await recordEvent(db, ctx, { kind: 'debit_result_undone', reason, data: { runId, name: result.name } })
    return ok(null)
  },
})

const paymentsOf = (db: DbOrTx, resultId: DebitResultId) =>
  db
    .selectFrom('debitPayments as d')
    .innerJoin('payments as p', 'p.id', 'd.paymentId')
    .select(['d.paymentId', 'd.matchId', 'p.receivedOn', 'p.payer', 'p.yen'])
    .where('d.resultId', '=', resultId)
    .orderBy('d.paymentId')
    .execute()

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
