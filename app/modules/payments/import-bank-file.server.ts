import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import { type BankFileId, newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Bytes, IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { type BankStatement, statementLayoutWord } from '#modules/banking/bank-statement.ts'
import { readBankFile } from '#modules/banking/read-bank-file.ts'
import { clearReturned, tryLockImports } from './clear-returned.server.ts'
import { requireChangesDeposits } from './deposit-access.ts'
import { beginMatching, isForTheJob, matchImported, matchingOf } from './match-imported.server.ts'
import { keyOfRow, ownAccountsOf, type PlannedAccount, planRows } from './plan-import.server.ts'
import { recordPayments } from './record-payment.server.ts'
import { depositRefusals } from './refusal-text.ts'
import { readStored } from './stored-bank-file.server.ts'

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
    const rowCount = statement.accounts.reduce((sum, { count }) => sum + count, 0)
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
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        rowCount,
        accountId: named ? null : accountId,
        eventId,
        at: ctx.now,
      })
      .execute()
    return ok({ fileId: id })
  },
})

const bookBankFile = mutation({
  name: 'deposits.import',
  permission: 'deposits.change',
  input: { fileId: IdOf<'bankFile'>('ファイル') },
  refusals: depositRefusals(
    'account_unknown',
    'account_missing',
    'account_ended',
    'other_layout',
    'import_running',
    'key_reused',
  ),
  run: async (ctx, { fileId }) => {
    requireChangesDeposits(ctx)
    const { file, statement } = await readStored(ctx, fileId)
    if (!(await tryLockImports(ctx))) return refuse('import_running')
    const before = await ctx.db.selectFrom('bankImports').select('at').where('fileId', '=', fileId).executeTakeFirst()
    const byJob = isForTheJob(file)
    // once the file is booked, so that its matching begins right away
    if (byJob) await beginMatching(ctx.db)
    if (before) return ok({ rows: 0, deposits: 0, byJob })
    const plan = await planRows(ctx.db, { statement, accountId: file.accountId })
    if (!plan.ok) return plan
    let [rows, deposits] = [0, 0]
    for (const account of plan.value) {
      const booked = await bookRows(ctx, file, statement, account)
      rows += booked.rows
      deposits += booked.deposits
    }
    const begun = { fileId, through: 0, matched: 0, begunAt: ctx.now, endedAt: null }
    await ctx.db.insertInto('bankMatchings').values(begun).execute()
    await clearReturned(ctx)
    return ok({ rows, deposits, byJob })
  },
})

/**
 * Books a file as a whole, in one transaction, and then matches what needs no person, in steps (match-imported.server.ts); of a
 * large file a job does that, and nobody waits for it. Importing a file again books nothing, and goes on with the matching if
 * that was interrupted. While another file is booked it is refused.
 */
export const importBankFile = Object.assign(
  async (ctx: Ctx, input: Parameters<typeof bookBankFile>[1]) => {
    const booked = await bookBankFile(ctx, input)
    if (!booked.ok) return booked
    const { rows, deposits, byJob } = booked.value
    const now = byJob ? null : await matchImported(ctx, input.fileId)
    const { matched, isOpen: isMatching } = await matchingOf(ctx.db, input.fileId)
    // the same form sent again gets the answer of the first time
    if (rows > 0) return ok({ rows, matched, unmatched: deposits - matched, isMatching })
    const [looked, here] = now ? [now.looked, now.matched] : [0, 0]
    return ok({ rows, matched: here, unmatched: looked - here, isMatching })
  },
  { declaration: bookBankFile.declaration },
)

/** Few enough that most of what a part leaves behind is gone before the next one is read. */
const mostAtOnce = 250

const rowColumns = [
  ...(['id', 'fileId', 'accountId', 'rowKey', 'ordinal', 'onDay', 'valueOn', 'yen', 'unclearedYen'] as const),
  ...(['payerKana', 'text', 'virtualAccount', 'edi', 'nature', 'paymentId', 'at'] as const),
] as const

/** The rows of an account; what came in, or was taken back, is a payment of an unknown payer until it is matched (仮受金). Returns how many. */
async function bookRows(
  ctx: Ctx,
  file: { id: BankFileId; sha256: string },
  statement: BankStatement,
  { account, fromOn, toOn, fresh }: PlannedAccount,
): Promise<{ rows: number; deposits: number }> {
  let [count, deposits] = [0, 0]
  for (const some of partsOf(fresh, mostAtOnce)) {
    const rows = some.map((it) => ({ ...it, id: newId<'bankRow'>() }))
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
    count += rows.length
    deposits += payments.size
  }
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'bank_file_imported',
    data: { fileId: file.id, account: account.name, rows: count, from: fromOn, to: toOn },
  })
  await ctx.db
    .insertInto('bankImports')
    .values({
      fileId: file.id,
      accountId: account.id,
      layout: statement.layout,
      fromOn,
      toOn,
      rowCount: count,
      eventId,
      at: ctx.now,
    })
    .execute()
  return { rows: count, deposits }
}

/** So many at a time. */
function* partsOf<T>(all: Iterable<T>, most: number): Generator<T[]> {
  let part: T[] = []
  for (const one of all) {
    part.push(one)
    if (part.length < most) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
