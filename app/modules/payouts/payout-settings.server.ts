import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { readBankKana } from '#modules/banking/account-kana.ts'
import { bankOf, branchOf } from '#modules/banking/bank-directory.server.ts'
import { digitsOf } from '#modules/banking/yucho.ts'
import type { TransferSender } from '#modules/banking/zengin-transfer.ts'
import { payRunRefusals } from './pay-run-labels.ts'
import { requireDesk } from './require-desk.ts'

/** The account from which farms are paid, the least amount, what a transfer costs us, and how our bank wants its files. */
export const payoutSettings = query('payouts.see', async (ctx: Ctx) => {
  requireDesk(ctx)
  return readSettings(ctx.db)
})

export const readSettings = (db: DbOrTx) => db.selectFrom('payoutSettings').selectAll().executeTakeFirstOrThrow()

/** Locks the settings: of two administrators who make a run at once, the second one waits. */
export const lockSettings = (db: DbOrTx) =>
  db.selectFrom('payoutSettings').selectAll().forUpdate().executeTakeFirstOrThrow()

export const savePayoutSettings = mutation({
  name: 'payouts.settings',
  permission: 'payouts.run',
  input: {
    version: RowVersion,
    senderCode: z.string().max(20),
    senderName: z.string().max(100),
    bankCode: z.string().max(10),
    branchCode: z.string().max(10),
    type: z.enum(['1', '2'], { error: '預金種目を選択してください。' }),
    number: z.string().max(20),
    leastYen: z.int('整数を入力してください。').min(1, '1以上の整数を入力してください。').max(1_000_000),
    transferFeeYen: z.int('整数を入力してください。').min(0, '0以上の整数を入力してください。').max(10_000),
    lineEnds: z.enum(['crlf', 'none'], { error: '改行の有無を選択してください。' }),
  },
  refusals: payRunRefusals('bad_settings', 'changed_meanwhile', 'key_reused'),
  run: async (ctx, { key: _, version, ...given }) => {
    requireDesk(ctx)
    authorize(ctx.actor, 'payouts.run', null)
    const senderCode = digitsOf(given.senderCode)
    const number = digitsOf(given.number).padStart(7, '0')
    const [bankCode, branchCode] = [digitsOf(given.bankCode), digitsOf(given.branchCode)]
    const name = readBankKana(given.senderName)
    if (!/^\d{10}$/.test(senderCode) || !/^\d{7}$/.test(number) || !name.ok || name.value.length > 40)
      return refuse('bad_settings')
    if (!(await branchOf(bankCode, branchCode))) return refuse('bad_settings')
    const values = {
      senderCode,
      senderName: name.value,
      bankCode,
      branchCode,
      type: given.type,
      number,
      leastYen: yen(given.leastYen),
      transferFeeYen: yen(given.transferFeeYen),
      lineEnds: given.lineEnds,
    }
    const changed = await ctx.db
      .updateTable('payoutSettings')
      .set({ ...values, version: version + 1 })
      .where('version', '=', version)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return refuse('changed_meanwhile')
    await recordEvent(ctx.db, ctx, { kind: 'payout_settings_changed', data: values })
    return ok(null)
  },
})

/** Our account as the file names it; null until it is set. */
export async function senderOf(settings: Awaited<ReturnType<typeof readSettings>>): Promise<TransferSender | null> {
  const { senderCode, senderName, bankCode, branchCode, type, number } = settings
  const [bank, branch] = [await bankOf(bankCode), await branchOf(bankCode, branchCode)]
  if (senderCode === '' || !bank || !branch) return null
  return {
    code: senderCode,
    name: senderName,
    bankCode,
    bankName: bank.kana,
    branchCode,
    branchName: branch.kana,
    type,
    number,
  }
}
