import { viewerOf } from './actor.ts'
import type { Ctx } from './ctx.ts'
import { readOnly } from './read-only.server.ts'

/**
 * The context of a request. Only here is a view of a user's screens made read-only: its use cases get a database that
 * refuses writes, whether or not they check the rules before they write.
 */
export const ctxOf = (ctx: Ctx): Ctx => (viewerOf(ctx.actor) ? { ...ctx, db: readOnly(ctx.db) } : ctx)
