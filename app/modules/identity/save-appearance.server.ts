import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import { textSizes, themes } from '#kernel/appearance.ts'
import { ok } from '#kernel/result.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'

/** Stores how the user wants pages displayed, for all their devices. */
export const saveAppearance = repeatable({
  name: 'person.save_appearance',
  permission: 'looks.save',
  input: { theme: z.enum(themes), textSize: z.enum(textSizes) },
  refusals: noRefusals,
  run: async (ctx, chosen) => {
    authorize(ctx.actor, 'looks.save', null)
    if ('personId' in ctx.actor)
      await ctx.db.updateTable('people').set(chosen).where('id', '=', ctx.actor.personId).execute()
    if ('adminId' in ctx.actor)
      await ctx.db.updateTable('admins').set(chosen).where('id', '=', ctx.actor.adminId).execute()
    return ok(null)
  },
})
