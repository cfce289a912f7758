import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { RecallIdIn } from './answer-recall.server.ts'
import { recallRefusals, recallRefusalText } from './recall-labels.ts'
import { tellOfRecall } from './recall-mails.server.tsx'
import { nameOf } from './who.ts'

/**
 * Ends it with a report of what was found and what follows; unless it is a rehearsal everyone who was asked reads it.
 */
export const closeRecall = mutation({
  name: 'recall.close',
  permission: 'recall.close',
  input: { recallId: RecallIdIn, report: Text(1, 2_000, recallRefusalText('report_missing')) },
  refusals: recallRefusals('closed', 'report_missing', 'key_reused'),
  run: async (ctx, input) => {
    const recall = await ctx.db
      .selectFrom('recalls')
      .select(['farmId', 'rehearsal', 'closedAt'])
      .where('id', '=', input.recallId)
      .forUpdate()
      .executeTakeFirst()
    if (!recall) throw new NotFound('recall')
    seeOrNotFound(ctx.actor, 'recall.see', recall)
    authorize(ctx.actor, 'recall.close', recall)
    if (recall.closedAt) return refuse('closed')
    const report = input.report.trim()
    if (report === '') return refuse('report_missing')
    await ctx.db
      .updateTable('recalls')
      .set({ closedAt: ctx.now, closedBy: nameOf(ctx.actor), report })
      .where('id', '=', input.recallId)
      .execute()
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'recall_closed',
      aboutFarmId: recall.farmId,
      reason: report.slice(0, 400),
      data: { recallId: input.recallId },
    })
    if (!recall.rehearsal) await tellOfRecall(ctx, input.recallId, 'closed', eventId)
    return ok({ recallId: input.recallId })
  },
})
