import { z } from 'zod'
import { authorize, requireSide, seeOrNotFound } from '#authorization/authorize.ts'
import { reportReasons } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { NoIn, OtherIn } from './conversation-input.ts'
import { findConversation, sidesWith } from './conversation-store.server.ts'
import { conversationRefusals } from './refusal-text.ts'

/** Asks staff to review a conversation; from then on they may, and each view is recorded. */
export const reportConversation = mutation({
  name: 'conversation.report',
  permission: 'conversation.report',
  input: {
    other: OtherIn,
    no: NoIn.nullable().default(null).describe('対象のメッセージ。null は全体'),
    reason: z
      .enum(reportReasons, {
        error: ({ input }) =>
          input === undefined
            ? '理由を選択してください。'
            : `${reportReasons.join('、')} のいずれかを入力してください。`,
      })
      .describe('不適切な発言・詐欺のおそれ・畝と皿の外での取引・迷惑な宣伝・その他'),
    // required if the reason alone is not specific
    words: Text(0, 400).default(''),
  },
  refusals: conversationRefusals('reported_already', 'reason_missing', 'key_reused'),
  run: async (ctx, { other, no, reason, words }) => {
    const { personId } = requireSide(ctx.actor)
    const { mine, ...sides } = sidesWith(ctx.actor, other)
    seeOrNotFound(ctx.actor, 'conversation.see', sides)
    authorize(ctx.actor, 'conversation.report', sides)
    const { db, now } = ctx
    if (reason === 'other' && words.trim() === '') return refuse('reason_missing')
    const conversation = await findConversation(db, sides)
    if (!conversation || (no !== null && no > conversation.lastNo)) throw new NotFound('talk')
    const open = await db
      .selectFrom('conversationReports')
      .select('id')
      .where('conversationId', '=', conversation.id)
      .where('personId', '=', personId)
      .where('no', no === null ? 'is' : '=', no)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    if (open) return refuse('reported_already')
    const id = newId<'conversationReport'>()
    await db
      .insertInto('conversationReports')
      .values({
        id,
        conversationId: conversation.id,
        no,
        side: mine,
        personId,
        reason,
        words,
        at: now,
        closedAt: null,
        closedBy: null,
        verdict: null,
      })
      .execute()
    await recordEvent(db, ctx, {
      kind: 'talk_reported',
      aboutConversationId: conversation.id,
      aboutFarmId: sides.farmId,
      aboutRestaurantId: sides.restaurantId,
      data: { reason, no },
    })
    await tellLive(db, ['staff'], 'report', {})
    return ok({ id })
  },
})
