import { authorize } from '#access/authorize.ts'
import type { Ctx, DbOrTx } from '#access/ctx.ts'

/** Whether staff have switched it on for the whole market; off until somebody has. */
export async function isSwitchedOn(db: DbOrTx, name: 'goods_review'): Promise<boolean> {
  const row = await db.selectFrom('switches').select('is_on').where('name', '=', name).executeTakeFirst()
  return row?.is_on ?? false
}

export async function switchReview(ctx: Ctx, isOn: boolean): Promise<void> {
  authorize(ctx.actor, 'goods.review', null)
  if (ctx.actor.kind !== 'staff') return
  const values = { is_on: isOn, changed_at: ctx.now, admin_id: ctx.actor.adminId }
  await ctx.db
    .insertInto('switches')
    .values({ name: 'goods_review', ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}
