import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Appearance } from '#kernel/appearance.ts'

/** Stores how the user wants pages displayed, for all their devices. */
export async function saveAppearance(ctx: Ctx, appearance: Appearance): Promise<void> {
  authorize(ctx.actor, 'looks.save', null)
  const chosen = { theme: appearance.theme, textSize: appearance.textSize }
  if ('personId' in ctx.actor)
    await ctx.db.updateTable('people').set(chosen).where('id', '=', ctx.actor.personId).execute()
  if ('adminId' in ctx.actor)
    await ctx.db.updateTable('admins').set(chosen).where('id', '=', ctx.actor.adminId).execute()
}
