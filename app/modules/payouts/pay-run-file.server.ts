import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { type Transfer, writeTransferFile } from '#modules/banking/zengin-transfer.ts'
import { accountPurpose } from './bank-account.server.ts'
import { payRunRefusals } from './pay-run-labels.ts'
import { farmsChanged, itemsOf, lockRun, namesOf, requireFinance, runId } from './pay-run-store.server.ts'
import { readSettings, senderOf } from './payout-settings.server.ts'

/**
 * The file for our bank, of a released run whose day has not passed. Between the release and the file an account may have
 * been blocked or changed, or a dispute opened: then there is no file. From the first file on the run may be at the bank.
 */
export const payRunFile = repeatable({
  name: 'pay_run.file',
  permission: 'payouts.run',
  input: { id: runId },
  refusals: payRunRefusals(
    'wrong_state',
    'day_passed',
    'sender_missing',
    'outdated',
    'at_bank',
    'unreadable_account',
    'not_bank_day',
  ),
  run: async (ctx: Ctx, { id }, { encryption }: { encryption: Encryption }) => {
    requireFinance(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const run = await lockRun(db, id)
      if (!run.releasedAt || run.sentAt || run.cancelledAt) return refuse('wrong_state')
      if (run.payOn < jstDateOf(ctx.now)) return refuse(run.fileAt ? 'at_bank' : 'day_passed')
      const settings = await readSettings(db)
      const sender = await senderOf(settings)
      if (!sender) return refuse('sender_missing')
      const farms = await farmsChanged(db, run)
      if (farms.length > 0) return refuse('outdated', { farms: namesOf(farms) })
      const items = await itemsOf(db, id)
      const transfers = items.flatMap((item): Transfer[] => {
        const number = encryption.open(accountPurpose, item.sealedNumber)
        const holder = encryption.open(accountPurpose, item.sealedHolder)
        if (number === null || holder === null) return []
        return [
          {
            bankCode: item.bankCode,
            bankName: item.bankKana,
            branchCode: item.branchCode,
            branchName: item.branchKana,
            type: item.type,
            number,
            holder,
            yen: item.yen,
            reference: String(item.ordinal),
          },
        ]
      })
      if (transfers.length !== run.itemCount) return refuse('unreadable_account')
      const file = writeTransferFile({ sender, on: run.payOn, transfers }, settings.lineEnds)
      if (!file.ok) return refuse('not_bank_day')
      if (!run.fileAt) await db.updateTable('payRuns').set({ fileAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, { kind: 'pay_run_file_made', data: { runId: id } })
      return ok({ name: `furikomi-${run.payOn}.txt`, ...file.value })
    })
  },
})
