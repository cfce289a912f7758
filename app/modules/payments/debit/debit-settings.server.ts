import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { readBankKana } from '#modules/banking/account-kana.ts'
import { bankOf, branchOf } from '#modules/banking/bank-directory.server.ts'
import { digitsOf } from '#modules/banking/yucho.ts'
import type { TransferSender } from '#modules/banking/zengin-transfer.ts'
import { requireChangesDebits, requireSeesDebits } from './debit-access.ts'
import { debitRefusals } from './debit-labels.ts'

/** Our 委託者番号, the account into which the bank collects, and by when it wants the file. */
export const debitSettings = query('debits.see', async (ctx: Ctx) => {
  requireSeesDebits(ctx)
  return readDebitSettings(ctx.db)
})

export const readDebitSettings = (db: DbOrTx) => db.selectFrom('debitSettings').selectAll().executeTakeFirstOrThrow()

/** Of two administrators who make a run at once, the second one waits. */
export const lockDebitSettings = (db: DbOrTx) =>
  db.selectFrom('debitSettings').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Without the code of the collector, direct debit is not offered any more; what is agreed stays. */
export const saveDebitSettings = mutation({
  name: 'debits.settings',
  permission: 'debits.change',
  input: {
    version: RowVersion,
    collectorCode: z.string().max(20),
    collectorName: z.string().max(100),
    bankCode: z.string().max(10),
    branchCode: z.string().max(10),
    type: z.enum(['1', '2'], { error: '預金種目を選択してください。' }),
    number: z.string().max(20),
    leadDays: z
      .int('整数を入力してください。')
      .min(1, '1から20の整数を入力してください。')
      .max(20, '1から20の整数を入力してください。'),
  },
  refusals: debitRefusals('bad_settings', 'changed_meanwhile', 'key_reused'),
  run: async (ctx, { key: _, version, type, leadDays, ...given }) => {
    requireChangesDebits(ctx)
    const collectorCode = digitsOf(given.collectorCode)
    const values =
      collectorCode === ''
        ? { collectorCode, collectorName: '', bankCode: '', branchCode: '', type, number: '', leadDays }
        : await readAll({ ...given, collectorCode, type, leadDays })
    if (!values) return refuse('bad_settings')
    const changed = await ctx.db
      .updateTable('debitSettings')
      .set({ ...values, version: version + 1 })
      .where('version', '=', version)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return refuse('changed_meanwhile')
    await recordEvent(ctx.db, ctx, { kind: 'debit_settings_changed', data: values })
    return ok(null)
  },
})

type Given = {
  collectorCode: string
  collectorName: string
  bankCode: string
  branchCode: string
  type: '1' | '2'
  number: string
  leadDays: number
}

async function readAll(given: Given) {
  const name = readBankKana(given.collectorName)
  const number = digitsOf(given.number).padStart(7, '0')
  const [bankCode, branchCode] = [digitsOf(given.bankCode), digitsOf(given.branchCode)]
  if (!/^\d{10}$/.test(given.collectorCode) || !/^\d{7}$/.test(number) || !name.ok || name.value.length > 40)
    return null
  if (!(await branchOf(bankCode, branchCode))) return null
  return { ...given, collectorName: name.value, bankCode, branchCode, number }
}

/** Our account as the file names it; null until it is set. */
export async function collectorOf(
  settings: Awaited<ReturnType<typeof readDebitSettings>>,
): Promise<TransferSender | null> {
  const { collectorCode, collectorName, bankCode, branchCode, type, number } = settings
  const [bank, branch] = [await bankOf(bankCode), await branchOf(bankCode, branchCode)]
  if (collectorCode === '' || !bank || !branch) return null
  return {
    code: collectorCode,
    name: collectorName,
    bankCode,
    bankName: bank.kana,
    branchCode,
    branchName: branch.kana,
    type,
    number,
  }
}
