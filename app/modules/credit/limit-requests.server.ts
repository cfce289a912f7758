import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, YesNo } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { tellAsked, tellDeclined } from './credit-mails.server.tsx'
import { creditOf } from './credit-standing.server.ts'
import { staffCreditRefusals } from './refusal-text.ts'
import { holdForCredit, isLimit, LimitIn, ReasonIn, requireStaff, staffName, writeLimit } from './set-limit.server.ts'

/** An owner asks to owe more; staff answer. One request at a time. */
export const askForLimit = mutation({
  name: 'credit.ask',
  permission: 'credit.ask',
  input: { limitYen: LimitIn, reason: ReasonIn },
  refusals: staffCreditRefusals('bad_credit_limit', 'not_higher', 'asked_already'),
  run: async (ctx, { limitYen, reason }) => {
    const { restaurantId, name } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'credit.ask', { farmId: null, restaurantId })
    if (!isLimit(limitYen)) return refuse('bad_credit_limit')
    await holdForCredit(ctx, restaurantId)
    const credit = await creditOf(ctx, restaurantId)
    if (limitYen <= credit.limitYen) return refuse('not_higher')
    const open = await requestsOf(ctx, restaurantId).where('answeredAt', 'is', null).executeTakeFirst()
    if (open) return refuse('asked_already')
    const id = newId<'creditRequest'>()
    const unanswered = { answeredAt: null, answeredBy: null, agreed: null, answer: null }
    await ctx.db
      .insertInto('creditRequests')
      .values({ id, restaurantId, limitYen: yen(limitYen), reason, askedBy: name, at: ctx.now, ...unanswered })
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'credit_limit_asked',
      aboutRestaurantId: restaurantId,
      reason,
      data: { before: credit.limitYen, asked: limitYen },
    })
    const restaurant = await ctx.db
      .selectFrom('restaurants')
      .select('name')
      .where('id', '=', restaurantId)
      .executeTakeFirstOrThrow()
    const asked = { restaurant: restaurant.name, restaurantId, before: credit.limitYen, asked: yen(limitYen), reason }
    await tellAsked(ctx, id, asked)
    return ok({ id })
  },
})

/** Staff agree, and the limit is raised to what was asked for, or decline with the reason. */
export const answerLimitRequest = mutation({
  name: 'credit.answer',
  permission: 'credit.change',
  input: { requestId: IdOf<'creditRequest'>('依頼'), agreed: YesNo, reason: ReasonIn },
  refusals: staffCreditRefusals('answered_already'),
  run: async (ctx, { requestId, agreed, reason }) => {
    seeOrNotFound(ctx.actor, 'credit.list_all', null)
    authorize(ctx.actor, 'credit.change', null)
    const request = await ctx.db
      .selectFrom('creditRequests')
      .selectAll()
      .where('id', '=', requestId)
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw new NotFound('credit request')
    if (request.answeredAt) return refuse('answered_already')
    const { restaurantId, limitYen } = request
    await ctx.db
      .updateTable('creditRequests')
      .set({ answeredAt: ctx.now, answeredBy: staffName(ctx), agreed, answer: reason })
      .where('id', '=', requestId)
      .execute()
    if (agreed) await writeLimit(ctx, { restaurantId, limitYen, reason })
    else {
      await recordEvent(ctx.db, ctx, {
        kind: 'credit_limit_declined',
        aboutRestaurantId: restaurantId,
        reason,
        data: { asked: limitYen },
      })
      await tellDeclined(ctx, { restaurantId, cause: requestId }, { asked: limitYen, reason })
    }
    return ok({ restaurantId })
  },
})

const requestsOf = ({ db }: Pick<Ctx, 'db'>, restaurantId: RestaurantId) =>
  db
    .selectFrom('creditRequests')
    .select(['id', 'limitYen', 'reason', 'askedBy', 'at', 'agreed', 'answer', 'answeredAt'])
    .where('restaurantId', '=', restaurantId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')

/** The last request of the caller's restaurant. */
export const ownLimitRequest = query('credit.see', async (ctx) => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'credit.see', { restaurantId })
  return (await requestsOf(ctx, restaurantId).limit(1).executeTakeFirst()) ?? null
})

/** What waits for an answer, the oldest first. */
export const openLimitRequests = query('credit.list_all', async (ctx) => {
  requireStaff(ctx)
  return ctx.db
    .selectFrom('creditRequests as q')
    .innerJoin('restaurants as r', 'r.id', 'q.restaurantId')
    .select(['q.id', 'q.restaurantId', 'r.name as restaurant', 'q.limitYen', 'q.reason', 'q.askedBy', 'q.at'])
    .where('q.answeredAt', 'is', null)
    .orderBy('q.at')
    .execute()
})
