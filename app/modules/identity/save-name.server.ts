import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import type { Kana } from '#kernel/kana.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'

/** The user's own name as others see it, and its reading; saving unchanged values leaves no trace. */
export async function saveName(ctx: Ctx, { name, nameKana }: { name: string; nameKana: Kana | '' }): Promise<void> {
  const { personId } = requirePerson(ctx.actor)
  await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('people')
      .set({ name, nameKana })
      .where('id', '=', personId)
      .where((is) => is.or([is('name', '<>', name), is('nameKana', '<>', nameKana)]))
      .returning('id')
      .executeTakeFirst()
    if (changed) await recordEvent(db, ctx, { kind: 'name_changed', aboutPersonId: personId })
  })
}
