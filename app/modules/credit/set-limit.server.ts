import { z } from 'zod'
import { refusalOfVisitor } from '#authorization/actor.ts'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { statutoryRateTenths } from '#kernel/payment-terms.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion, Written } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { tellLimit } from './credit-mails.server.tsx'
import { creditOf } from './credit-standing.server.ts'
import { lateRateFrom } from './late-rate.server.ts'
import { staffCreditRefusals } from './refusal-text.ts'

export const RestaurantIdIn = IdOf<'restaurant'>('飲食店')
export const ReasonIn = Written(400, '理由を入力してください')
export const LimitIn = z.int(staffCreditRefusals().text('bad_credit_limit'))
export const isLimit = (typed: number) => typed >= 0 && typed <= 100_000_000

/** Staff raise or lower how much a restaurant may owe; the owners are told. */
export const setCreditLimit = mutation({
  name: 'credit.set_limit',
  permission: 'credit.change',
  input: { restaurantId: RestaurantIdIn, limitYen: LimitIn, reason: ReasonIn },
  refusals: staffCreditRefusals('bad_credit_limit'),
  run: async (ctx, { restaurantId, limitYen, reason }) => {
    seeOrNotFound(ctx.actor, 'credit.list_all', null)
    authorize(ctx.actor, 'credit.change', null)
    if (!isLimit(limitYen)) return refuse('bad_credit_limit')
    await writeLimit(ctx, { restaurantId, limitYen: yen(limitYen), reason })
    return ok({ restaurantId })
  },
})

/** Also if it stays as it was; only what changes is told. */
export async function writeLimit(
  ctx: Ctx,
  { restaurantId, limitYen: after, reason }: { restaurantId: RestaurantId; limitYen: Yen; reason: string },
): Promise<void> {
  await holdForCredit(ctx, restaurantId)
  const before = (await creditOf(ctx, restaurantId)).limitYen
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'credit_limit_set',
    aboutRestaurantId: restaurantId,
    reason,
    data: { before, now: after },
  })
  await ctx.db
    .insertInto('creditLimits')
    .values({
      id: newId<'creditLimit'>(),
      restaurantId,
      limitYen: after,
      reason,
      setBy: staffName(ctx),
      eventId,
      at: ctx.now,
    })
    .execute()
  if (before !== after) await tellLimit(ctx, { restaurantId, cause: eventId }, { before, after })
}

/**
 * The platform's limit for restaurants without one of their own, after how many days overdue ordering stops, and the rate
 * of the late charge from tomorrow on: a day that has begun keeps its rate.
 */
export const setCreditTerms = mutation({
  name: 'credit.set_terms',
  permission: 'credit.change',
  input: {
    defaultLimitYen: LimitIn,
    overdueDays: z.int(staffCreditRefusals().text('bad_overdue_days')),
    /** A year; 0: off. */
    lateRatePercent: z.number(staffCreditRefusals().text('bad_late_rate')),
    version: RowVersion,
  },
  refusals: staffCreditRefusals('bad_credit_limit', 'bad_overdue_days', 'bad_late_rate', 'changed_meanwhile'),
  run: async (ctx, { defaultLimitYen, overdueDays, lateRatePercent, version }) => {
    seeOrNotFound(ctx.actor, 'credit.list_all', null)
    authorize(ctx.actor, 'credit.change', null)
    if (!isLimit(defaultLimitYen)) return refuse('bad_credit_limit')
    if (overdueDays < 1 || overdueDays > 90) return refuse('bad_overdue_days')
    const lateRateTenths = Math.round(lateRatePercent * 10)
    if (lateRateTenths / 10 !== lateRatePercent || lateRateTenths < 0 || lateRateTenths > statutoryRateTenths)
      return refuse('bad_late_rate')
    const changed = await ctx.db
      .updateTable('creditTerms')
      .set({ defaultLimitYen: yen(defaultLimitYen), overdueDays, version: version + 1 })
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (!changed) return refuse('changed_meanwhile')
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'credit_terms_set',
      data: { defaultLimitYen, overdueDays, lateRateTenths },
    })
    if (lateRateTenths !== (await lateRateFrom(ctx.db)).rateTenths)
      await ctx.db
        .insertInto('lateChargeRates')
        .values({ fromOn: addDays(jstDateOf(ctx.now), 1), rateTenths: lateRateTenths, eventId, at: ctx.now })
        .execute()
    return ok({ version: changed.version })
  },
})

/** How a restaurant stands, with the history of its limits and stops. */
export const creditForStaff = query('credit.list_all', async (ctx, restaurantId: RestaurantId) => {
  requireStaff(ctx)
  const credit = await creditOf(ctx, restaurantId)
  const limits = await ctx.db
    .selectFrom('creditLimits')
    .select(['id', 'limitYen', 'reason', 'setBy', 'at'])
    .where('restaurantId', '=', restaurantId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const stops = await ctx.db
    .selectFrom('orderStops')
    .select(['id', 'kind', 'reason', 'stoppedBy', 'at', 'releasedAt', 'releasedBy', 'releaseReason'])
    .where('restaurantId', '=', restaurantId)
    .orderBy('at', 'desc')
    .execute()
  return { credit, limits, stops }
})

/** A list of staff does not exist for members; a visitor is asked to sign in. */
export function requireStaff({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'credit')
  seeOrNotFound(actor, 'credit.list_all', null)
}

/** Locked as by an order (ordering/hold-places.server.ts), so that neither is decided on the other's old figures. */
export const holdForCredit = ({ db }: Pick<Ctx, 'db'>, restaurantId: RestaurantId) =>
  db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()

export const staffName = ({ actor }: Pick<Ctx, 'actor'>): string => ('name' in actor ? actor.name : '')
