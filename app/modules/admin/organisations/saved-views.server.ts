import type { Ctx } from '#authorization/ctx.ts'
import { type Id, newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { Line } from '#modules/organisations/fields.server.ts'
import { requireOrganisationsSeen } from './organisation-list.server.ts'

export type SavedView = { id: Id<'savedView'>; name: string; query: string }

/** Views that one administrator may save for one page. */
const most = 20

const adminOf = ({ actor }: Ctx) => (actor.kind === 'staff' ? actor.adminId : null)

/** The administrator's own filters of a page, by name. */
export const savedViews = query('members.see', async (ctx, page: string): Promise<SavedView[]> => {
  requireOrganisationsSeen(ctx)
  return ctx.db
    .selectFrom('savedViews')
    .select(['id', 'name', 'query'])
    .where('adminId', '=', adminOf(ctx))
    .where('page', '=', page)
    .orderBy('name')
    .execute()
})

const tooMany = `保存できる条件は${most}件までです。不要な条件を削除してから、もう一度お試しください。`

/** Saves a filter under a name; the same name again replaces it. */
export const saveView = repeatable({
  name: 'view.save',
  permission: 'members.see',
  input: {
    page: Text(1, 40),
    name: Line(40, '名前を入力してください。'),
    query: Text(0, 1_000),
  },
  refusals: { codes: ['too_many_views'], text: () => tooMany },
  run: async (ctx, { page, name, query }) => {
    const views = await savedViews(ctx, page)
    const adminId = adminOf(ctx)
    if (!adminId) return ok(null)
    if (views.length >= most && !views.some((view) => view.name === name)) return refuse('too_many_views')
    await ctx.db
      .insertInto('savedViews')
      .values({ id: newId<'savedView'>(), adminId, page, name, query, createdAt: ctx.now })
      .onConflict((conflict) => conflict.columns(['adminId', 'page', 'name']).doUpdateSet({ query }))
      .execute()
    return ok(null)
  },
})

/** Deletes one of the administrator's own views, never a colleague's. */
export const removeView = repeatable({
  name: 'view.remove',
  permission: 'members.see',
  input: { id: IdOf<'savedView'>('条件') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    requireOrganisationsSeen(ctx)
    await ctx.db.deleteFrom('savedViews').where('id', '=', id).where('adminId', '=', adminOf(ctx)).execute()
    return ok(null)
  },
})
