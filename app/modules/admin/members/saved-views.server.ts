import type { Ctx } from '#authorization/ctx.ts'
import { type Id, newId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { requireMembersSeen } from './member-list.server.ts'

export type SavedView = { id: Id<'savedView'>; name: string; query: string }

/** Views that one administrator may save for one page. */
const most = 20

const adminOf = ({ actor }: Ctx) => (actor.kind === 'staff' ? actor.adminId : null)

/** The administrator's own filters of a page, by name. */
export async function savedViews(ctx: Ctx, page: string): Promise<SavedView[]> {
  requireMembersSeen(ctx)
  return ctx.db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .where('admin_id', '=', adminOf(ctx))
    .where('page', '=', page)
    .orderBy('name')
    .execute()
}

export type SaveViewRefusal = 'too_many_views'
export const saveViewRefusalText: Record<SaveViewRefusal, string> = {
  too_many_views: `保存できるのは${most}個までです。使わないものを消してから、もう一度お試しください。`,
}

/** Saves a filter under a name; the same name again replaces it. */
export async function saveView(
  ctx: Ctx,
  page: string,
  { name, query }: { name: string; query: string },
): Promise<Result<null, SaveViewRefusal>> {
  const views = await savedViews(ctx, page)
  const adminId = adminOf(ctx)
  if (!adminId) return ok(null)
  if (views.length >= most && !views.some((view) => view.name === name)) return refuse('too_many_views')
  await ctx.db
    .insertInto('saved_views')
    .values({ id: newId<'savedView'>(), admin_id: adminId, page, name, query, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['admin_id', 'page', 'name']).doUpdateSet({ query }))
    .execute()
  return ok(null)
}

/** Deletes one of the administrator's own views, never a colleague's. */
export async function removeView(ctx: Ctx, id: Id<'savedView'>): Promise<void> {
  requireMembersSeen(ctx)
  await ctx.db.deleteFrom('saved_views').where('id', '=', id).where('admin_id', '=', adminOf(ctx)).execute()
}
