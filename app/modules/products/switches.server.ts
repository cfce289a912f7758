import { z } from 'zod'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { ok } from '#kernel/result.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { goodsRefusals } from './refusal-text.ts'

/** Whether staff have switched it on for the whole market; off by default. */
export async function isSwitchedOn(db: DbOrTx, name: 'goods_review'): Promise<boolean> {
  const row = await db.selectFrom('switches').select('isOn').where('name', '=', name).executeTakeFirst()
  return row?.isOn ?? false
}

/** Switches the review of new products on or off; those already waiting stay in the queue. */
export const switchApproval = repeatable({
  name: 'goods.switch_review',
  permission: 'goods.review',
  input: { isOn: z.boolean() },
  refusals: goodsRefusals(),
  run: async (ctx, { isOn }) => {
    if (ctx.actor.kind === 'visitor') throw new Unauthenticated('goods.review')
    seeOrNotFound(ctx.actor, 'goods.review', null)
    if (ctx.actor.kind !== 'staff') throw new NotFound('switch')
    const values = { isOn, changedAt: ctx.now, adminId: ctx.actor.adminId }
    await ctx.db
      .insertInto('switches')
      .values({ name: 'goods_review', ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute()
    return ok(null)
  },
})
