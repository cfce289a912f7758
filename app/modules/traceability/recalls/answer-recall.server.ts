import { z } from 'zod'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RecallId, RestaurantId } from '#kernel/ids.ts'
import { recallAnswers } from '#kernel/recall-enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { answerWord, type RecallRefusal, recallRefusals, recallRefusalText } from './recall-labels.ts'
import { nameOf } from './who.ts'

export const RecallIdIn = IdOf<'recall'>('回収')

const said = {
  recallId: RecallIdIn,
  answer: z
    .enum(recallAnswers, recallRefusalText('answer_missing'))
    .describe(recallAnswers.map((answer) => `${answer}：${answerWord[answer]}`).join('／')),
  note: Text(0, 400).default(''),
}
type Said = z.output<z.ZodObject<typeof said>>
type Answered = Result<{ recallId: RecallId }, RecallRefusal>

/** The kitchen states what happened to the products; a later statement supplements it, and both stay. */
export const answerRecall = mutation({
  name: 'recall.answer',
  permission: 'recall.answer',
  input: said,
  refusals: recallRefusals('closed', 'key_reused'),
  run: async (ctx, input) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'recall.answer', { restaurantId })
    const recall = await lockTarget(ctx, input.recallId, restaurantId)
    if (recall.rehearsal) throw new NotFound('recall')
    if (recall.closedAt) return refuse('closed')
    return written(ctx, recall, { ...input, restaurantId, heard: false })
  },
})

/** What a kitchen said on the telephone, recorded by the caller; in a rehearsal, what it would have said. */
export const hearAnswer = mutation({
  name: 'recall.hear',
  permission: 'recall.hear',
  input: { ...said, restaurantId: IdOf<'restaurant'>('飲食店') },
  refusals: recallRefusals('closed', 'key_reused'),
  run: async (ctx, input) => {
    const recall = await lockTarget(ctx, input.recallId, input.restaurantId)
    seeOrNotFound(ctx.actor, 'recall.see', recall)
    authorize(ctx.actor, 'recall.hear', recall)
    if (recall.closedAt) return refuse('closed')
    return written(ctx, recall, { ...input, heard: true })
  },
})

/** Records the first view, so that the farm need not call that kitchen to inform it. */
export const markRecallRead = repeatable({
  name: 'recall.mark_read',
  permission: 'own',
  input: { recallId: RecallIdIn },
  refusals: recallRefusals(),
  run: async (ctx, { recallId }) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    await ctx.db
      .updateTable('recallTargets')
      .set({ readAt: ctx.now, readBy: nameOf(ctx.actor) })
      .where('recallId', '=', recallId)
      .where('restaurantId', '=', restaurantId)
      .where('readAt', 'is', null)
      .execute()
    return ok(null)
  },
})

async function lockTarget({ db }: Ctx, recallId: RecallId, restaurantId: RestaurantId) {
  const target = await db
    .selectFrom('recallTargets')
    .innerJoin('recalls', 'recalls.id', 'recallTargets.recallId')
    .select(['recalls.farmId', 'recalls.rehearsal', 'recalls.closedAt'])
    .where('recallId', '=', recallId)
    .where('restaurantId', '=', restaurantId)
    .forUpdate()
    .executeTakeFirst()
  if (!target) throw new NotFound('recall')
  return target
}

type Written = Said & { restaurantId: RestaurantId; heard: boolean }

async function written(ctx: Ctx, { farmId }: Awaited<ReturnType<typeof lockTarget>>, it: Written): Promise<Answered> {
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: it.heard ? 'recall_heard' : 'recall_answered',
    aboutFarmId: farmId,
    aboutRestaurantId: it.restaurantId,
    data: { recallId: it.recallId, answer: it.answer },
  })
  await ctx.db
    .insertInto('recallAnswers')
    .values({
      recallId: it.recallId,
      restaurantId: it.restaurantId,
      answer: it.answer,
      note: it.note.trim(),
      heard: it.heard,
      saidBy: nameOf(ctx.actor),
      eventId,
      at: ctx.now,
    })
    .execute()
  return ok({ recallId: it.recallId })
}
