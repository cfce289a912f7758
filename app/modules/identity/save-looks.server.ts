import { authorize } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { Looks } from '#kernel/looks.ts'

/** Stores how the user wants pages displayed, for all their devices. */
export async function saveLooks(ctx: Ctx, looks: Looks): Promise<void> {
  authorize(ctx.actor, 'looks.save', null)
  const chosen = { theme: looks.theme, text_size: looks.textSize }
  if ('personId' in ctx.actor)
    await ctx.db.updateTable('people').set(chosen).where('id', '=', ctx.actor.personId).execute()
  if ('adminId' in ctx.actor)
    await ctx.db.updateTable('admins').set(chosen).where('id', '=', ctx.actor.adminId).execute()
}
