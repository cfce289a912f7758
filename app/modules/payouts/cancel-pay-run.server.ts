import { z } from 'zod'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { payRunRefusals } from './pay-run-labels.ts'
import { lockRun, requireFinance, runId } from './pay-run-store.server.ts'

/**
 * What was made or released and not sent ends; its statements are due again. Once its file was made the bank may have it:
 * then it is cancelled only before its day, with the word of the administrator that the bank does not have the file (any
 * more), and the reason. From its day on the bank may have paid, so it can only be marked as sent; what did not arrive is
 * returned one by one.
 */
export const cancelPayRun = repeatable({
  name: 'pay_run.cancel',
  permission: 'payouts.run',
  input: {
    id: runId,
    notAtBank: z.boolean().default(false).describe('振込データを銀行に送信していない、または銀行で取り消した'),
    reason: Text(0, 400).trim().default(''),
  },
  refusals: payRunRefusals('wrong_state', 'at_bank', 'bank_unsure', 'reason_missing'),
  run: async (ctx, { id, notAtBank, reason }) => {
    const cancelledBy = requireFinance(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const run = await lockRun(db, id)
      if (run.sentAt || run.cancelledAt) return refuse('wrong_state')
      if (run.fileAt) {
        if (run.payOn <= jstDateOf(ctx.now)) return refuse('at_bank')
        if (!notAtBank) return refuse('bank_unsure')
        if (reason === '') return refuse('reason_missing')
      }
      await db.updateTable('payRuns').set({ cancelledBy, cancelledAt: ctx.now }).where('id', '=', id).execute()
      await db
        .updateTable('payRunItems')
        .set({ endedAt: ctx.now, endedOn: jstDateOf(ctx.now), outcome: 'cancelled' })
        .where('runId', '=', id)
        .execute()
      await recordEvent(db, ctx, { kind: 'pay_run_cancelled', data: { runId: id }, ...(reason !== '' && { reason }) })
      return ok(null)
    })
  },
})
