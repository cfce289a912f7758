import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ReportReason } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ConversationReportId, newId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { findConversation, type OtherId, requireSide, sidesWith } from './conversation-store.server.ts'
import type { ConversationRefusal } from './refusal-text.ts'

export type Report = {
  key: string
  /** The message; null for the conversation as a whole. */
  no: number | null
  reason: ReportReason
  /** Up to 400 characters; required if the reason alone is not specific. */
  words: string
}

/** Asks staff to review a conversation; from then on they may, and each view is recorded. */
export async function reportConversation(
  ctx: Ctx,
  other: OtherId,
  { key, ...report }: Report,
): Promise<Result<{ id: ConversationReportId }, ConversationRefusal>> {
  const { personId } = requireSide(ctx.actor)
  const { mine, ...sides } = sidesWith(ctx.actor, other)
  seeOrNotFound(ctx.actor, 'conversation.see', sides)
  authorize(ctx.actor, 'conversation.report', sides)
  return idempotent(ctx, 'conversation.report', key, { other, ...report }, async (within) => {
    const { db, now } = within
    if (report.reason === 'other' && report.words.trim() === '') return refuse('reason_missing')
    const conversation = await findConversation(db, sides)
    if (!conversation || (report.no !== null && report.no > conversation.lastNo)) throw new NotFound('talk')
    const open = await db
      .selectFrom('conversationReports')
      .select('id')
      .where('conversationId', '=', conversation.id)
      .where('personId', '=', personId)
      .where('no', report.no === null ? 'is' : '=', report.no)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    if (open) return refuse('reported_already')
    const id = newId<'conversationReport'>()
    await db
      .insertInto('conversationReports')
      .values({
        id,
        conversationId: conversation.id,
        no: report.no,
        side: mine,
        personId,
        reason: report.reason,
        words: report.words,
        at: now,
        closedAt: null,
        closedBy: null,
        verdict: null,
      })
      .execute()
    await recordEvent(db, within, {
      kind: 'talk_reported',
      aboutConversationId: conversation.id,
      aboutFarmId: sides.farmId,
      aboutRestaurantId: sides.restaurantId,
      data: { reason: report.reason, no: report.no },
    })
    await tellLive(db, ['staff'], 'report', {})
    return ok({ id })
  })
}
