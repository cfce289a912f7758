import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import { NotFound } from '#kernel/errors.ts'
import { type BankFileId, newId, type PaymentId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Bytes, IdOf } from '#kernel/schema.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { type BankStatement, type StatementRow, statementLayoutWord } from '#modules/banking/bank-statement.ts'
import { readBankFile } from '#modules/banking/read-bank-file.ts'
import { allocationsOf } from './apply-plan.ts'
import { clearReturned, lockImports } from './clear-returned.server.ts'
import { requireChangesDeposits, requireSeesDeposits } from './deposit-access.ts'
import { type DepositNature, type MatchPlan, matchDeposit } from './match-deposit.ts'
import { settle } from './payers.ts'
import { tellMatched } from './payment-mails.server.tsx'
import { accountWord, keyOfRow, ownAccountsOf, type PlannedAccount, planRows } from './plan-import.server.ts'
import { readPayers } from './read-payers.server.ts'
import { allocate, lockForMatching, recordPayments } from './record-payment.server.ts'
import { depositRefusals } from './refusal-text.ts'

/** Keeps a file as it was uploaded, once it can be read; nothing is booked yet. The same file again is the same one. */
export const uploadBankFile = mutation({
  name: 'deposits.upload',
  permission: 'deposits.change',
  input: {
    bytes: Bytes,
    fileName: z.string().trim().min(1).max(200),
    accountId: IdOf<'ownBankAccount'>('口座').optional(),
  },
  refusals: depositRefusals(
    ...(['unreadable', 'account_unknown', 'account_missing', 'account_ended', 'other_layout', 'key_reused'] as const),
  ),
  same: ({ bytes, fileName, accountId }) => [sha256Of(bytes), fileName, accountId],
  run: async (ctx, { bytes, fileName, accountId = null }) => {
    requireChangesDeposits(ctx)
    const sha256 = sha256Of(bytes)
    // two who upload it at once: the second finds what the first has kept
    await sql`select pg_advisory_xact_lock(hashtext(${`bank_file:${sha256}`}))`.execute(ctx.db)
    const before = await ctx.db.selectFrom('bankFiles').select('id').where('sha256', '=', sha256).executeTakeFirst()
    if (before) return ok({ fileId: before.id })
    const read = readBankFile(bytes, jstDateOf(ctx.now))
    if (!read.ok) return refuse('unreadable', { sentence: read.sentence })
    const { statement } = read
    const ours = await ownAccountsOf(ctx.db, { statement, accountId })
    if (!ours.ok) return ours
    const id = newId<'bankFile'>()
    const rowCount = statement.accounts.reduce((sum, { rows }) => sum + rows.length, 0)
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'bank_file_uploaded',
      data: { fileId: id, name: fileName, layout: statementLayoutWord[statement.layout], rows: rowCount },
    })
    const named = statement.accounts.every(({ account }) => account !== null)
    await ctx.db
      .insertInto('bankFiles')
      .values({
        id,
        sha256,
        name: fileName,
        layout: statement.layout,
        bytes: Buffer.from(bytes),
        rowCount,
        accountId: named ? null : accountId,
        eventId,
        at: ctx.now,
      })
      .execute()
    return ok({ fileId: id })
  },
})

/** What the import of a file would do, or has done. */
export const bankFilePreview = query('deposits.see', async (ctx: Ctx, fileId: BankFileId) => {
  requireSeesDeposits(ctx)
  const { file, statement } = await readStored(ctx, fileId)
  const imported = await ctx.db.selectFrom('bankImports').select('at').where('fileId', '=', fileId).executeTakeFirst()
  const plan = await planRows(ctx.db, { ...file, statement }, { isImported: imported !== undefined })
  return {
    name: file.name,
    layout: statementLayoutWord[statement.layout],
    rowCount: file.rowCount,
    warnings: statement.warnings,
    importedAt: imported?.at ?? null,
    refused: plan.ok ? null : depositRefusals().text(plan.refusal, plan.detail),
    accounts: plan.ok ? plan.value.map(sumsOf) : [],
  }
})

function sumsOf({ account, fromOn, toOn, fresh, known }: PlannedAccount) {
  const sum = (some: PlannedAccount['fresh']) => sumYen(some.map(({ row }) => row.yen))
  const deposits = fresh.filter(({ nature }) => nature === 'deposit')
  const withdrawals = fresh.filter(({ nature }) => nature === 'withdrawal')
  const others = fresh.filter(({ nature }) => nature !== 'deposit' && nature !== 'withdrawal')
  return {
    account: `${account.name}（${accountWord(account)}）`,
    fromOn,
    toOn,
    known,
    deposits: { count: deposits.length, yen: sum(deposits) },
    withdrawals: { count: withdrawals.length, yen: sum(withdrawals) },
    others: { count: others.length, yen: sum(others) },
  }
}

/**
 * Books a file: all of its new rows, and the matches that need nobody, in one transaction. Importing it again changes
 * nothing. Imports wait for each other.
 */
export const importBankFile = mutation({
  name: 'deposits.import',
  permission: 'deposits.change',
  input: { fileId: IdOf<'bankFile'>('ファイル') },
  refusals: depositRefusals('account_unknown', 'account_missing', 'account_ended', 'other_layout', 'key_reused'),
  run: async (ctx, { fileId }) => {
    requireChangesDeposits(ctx)
    const { file, statement } = await readStored(ctx, fileId)
    await lockImports(ctx)
    const before = await ctx.db.selectFrom('bankImports').select('at').where('fileId', '=', fileId).executeTakeFirst()
    if (before) return ok({ rows: 0, matched: 0, unmatched: 0 })
    const plan = await planRows(ctx.db, { ...file, statement })
    if (!plan.ok) return plan
    const booked: Booked[][] = []
    for (const account of plan.value) booked.push(await bookRows(ctx, file, statement, account))
    const deposits = booked.flat()
    await clearReturned(ctx)
    const matched = await matchNew(ctx, deposits)
    const rows = plan.value.reduce((sum, { fresh }) => sum + fresh.length, 0)
    return ok({ rows, matched, unmatched: deposits.length - matched })
  },
})

async function readStored(ctx: Ctx, fileId: BankFileId) {
  const file = await ctx.db
    .selectFrom('bankFiles')
    .select(['id', 'sha256', 'name', 'rowCount', 'accountId', 'at'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) throw new NotFound('bank file')
  const read = readBankFile(await bytesOf(ctx.db, fileId), jstDateOf(file.at))
  if (!read.ok) throw new Error(`stored bank file ${fileId}: ${read.sentence}`)
  return { file, statement: read.statement }
}

const mebibyte = 1_048_576

/** Part by part: a file as one value would be in memory several times over before it can be read. */
async function bytesOf(db: DbOrTx, fileId: BankFileId): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (let from = 1; ; from += mebibyte) {
    const { part } = await db
      .selectFrom('bankFiles')
      .select(sql<Uint8Array>`substring(bytes from ${from} for ${mebibyte})`.as('part'))
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    parts.push(part)
    if (part.length < mebibyte) return Buffer.concat(parts)
  }
}

const mostAtOnce = 1_000

const rowColumns = [
  ...(['id', 'fileId', 'accountId', 'rowKey', 'ordinal', 'onDay', 'valueOn', 'yen', 'unclearedYen'] as const),
  ...(['payerKana', 'text', 'virtualAccount', 'edi', 'nature', 'paymentId', 'at'] as const),
] as const

/** A payment, and the row of the file that it came with. */
type Booked = { paymentId: PaymentId; row: StatementRow; nature: DepositNature }

/** The rows of an account; what came in, or was taken back, is a payment that nobody knows yet (仮受金). */
async function bookRows(
  ctx: Ctx,
  file: { id: BankFileId; sha256: string },
  statement: BankStatement,
  { account, fromOn, toOn, fresh }: PlannedAccount,
): Promise<Booked[]> {
  const booked: Booked[] = []
  for (let from = 0; from < fresh.length; from += mostAtOnce) {
    const rows = fresh.slice(from, from + mostAtOnce).map((it) => ({ ...it, id: newId<'bankRow'>() }))
    const payments = await recordPayments(
      ctx,
      rows
        .filter(({ nature }) => nature !== 'withdrawal')
        .map(({ id, row }) => ({
          eventKey: `bank:${id}`,
          method: 'transfer' as const,
          receivedOn: row.valueOn,
          bookedOn: row.on,
          yen: row.yen,
          payer: row.payerKana,
        })),
    )
    const stored = rows.map(({ id, row, nature }) => ({
      ...row,
      id,
      fileId: file.id,
      accountId: account.id,
      rowKey: keyOfRow(file.sha256, row),
      onDay: row.on,
      nature,
      paymentId: payments.get(`bank:${id}`) ?? null,
      at: ctx.now,
    }))
    await ctx.db
      .insertInto('bankRows')
      .columns(rowColumns)
      .expression(manyRows('bankRows', rowColumns, stored))
      .execute()
    for (const { id, row, nature } of rows) {
      const paymentId = payments.get(`bank:${id}`)
      if (paymentId) booked.push({ paymentId, row, nature })
    }
  }
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'bank_file_imported',
    data: { fileId: file.id, account: account.name, rows: fresh.length, from: fromOn, to: toOn },
  })
  await ctx.db
    .insertInto('bankImports')
    .values({
      fileId: file.id,
      accountId: account.id,
      layout: statement.layout,
      fromOn,
      toOn,
      rowCount: fresh.length,
      eventId,
      at: ctx.now,
    })
    .execute()
  return booked
}

export const readDepositSettings = (db: DbOrTx) =>
  db.selectFrom('depositSettings').select(['booksBankFees', 'version']).executeTakeFirstOrThrow()

/** Matches what needs nobody. Returns how many. */
async function matchNew(ctx: Ctx, deposits: readonly Booked[]): Promise<number> {
  const restaurants = await ctx.db
    .selectFrom('issuedDocuments')
    .select('restaurantId')
    .distinct()
    .where('kind', '=', 'invoice')
    .where('restaurantId', 'is not', null)
    .execute()
  await lockForMatching(ctx.db, {
    paymentIds: [],
    restaurantIds: restaurants.flatMap(({ restaurantId }) => restaurantId ?? []),
  })
  const { payers, creditsBy } = await readPayers(ctx.db)
  const { booksBankFees } = await readDepositSettings(ctx.db)
  let count = 0
  for (let from = 0; from < deposits.length; from += mostAtOnce) {
    const matches: { paymentId: PaymentId; plan: MatchPlan; allocations: ReturnType<typeof allocationsOf> }[] = []
    for (const { paymentId, row, nature } of deposits.slice(from, from + mostAtOnce)) {
      const { automatic: plan } = matchDeposit({ ...row, nature }, payers, booksBankFees)
      if (!plan) continue
      const credits = creditsBy.get(plan.restaurantId) ?? []
      matches.push({ paymentId, plan, allocations: allocationsOf(plan, credits) })
      if (plan.usedCreditYen > 0) creditsBy.delete(plan.restaurantId)
      if (plan.creditYen > 0)
        creditsBy.set(plan.restaurantId, [
          ...(creditsBy.get(plan.restaurantId) ?? []),
          { restaurantId: plan.restaurantId, paymentId, yen: plan.creditYen },
        ])
      settle(payers, plan)
    }
    if (matches.length === 0) continue
    count += matches.length
    await allocate(ctx, matches)
    await tellMatched(
      ctx,
      matches.map(({ paymentId, plan }) => ({
        paymentId,
        restaurantId: plan.restaurantId,
        numbers: plan.pays.map(({ number }) => number),
        yen: yen(sumYen(plan.pays.map((it) => it.yen)) - plan.feeYen - plan.usedCreditYen + plan.creditYen),
      })),
    )
  }
  return count
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
