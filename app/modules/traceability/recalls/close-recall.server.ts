import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RecallId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import type { RecallRefusal } from './recall-labels.ts'
import { tellOfRecall } from './recall-mails.server.tsx'
import { nameOf } from './who.ts'

/**
 * Ends it with a report of what was found and what follows; unless it is a rehearsal everyone who was asked reads it.
 */
export const closeRecall = (
  ctx: Ctx,
  input: { recallId: RecallId; key: string; report: string },
): Promise<Result<{ recallId: RecallId }, RecallRefusal>> =>
  idempotent(ctx, 'recall.close', input.key, input, async (ctx) => {
    const recall = await ctx.db
      .selectFrom('recalls')
      .select(['farm_id as farmId', 'rehearsal', 'closed_at as closedAt'])
      .where('id', '=', input.recallId)
      .forUpdate()
      .executeTakeFirst()
    if (!recall) throw new NotFound('recall')
    seeOrNotFound(ctx.actor, 'recall.see', recall)
    authorize(ctx.actor, 'recall.close', recall)
    if (recall.closedAt) return refuse('closed')
    const report = input.report.trim().slice(0, 2_000)
    if (report === '') return refuse('report_missing')
    await ctx.db
      .updateTable('recalls')
      .set({ closed_at: ctx.now, closed_by: nameOf(ctx.actor), report })
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
  })
