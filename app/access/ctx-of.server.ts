import { viewerOf } from './actor.ts'
import type { Ctx } from './ctx.ts'
import { readOnly } from './read-only.server.ts'

/**
 * What a request is handed. Here, and nowhere else, a view through somebody's eyes is made harmless: its use cases get a
 * database that answers and takes nothing, whether or not they ask the rules before they write.
 */
export const ctxOf = (ctx: Ctx): Ctx => (viewerOf(ctx.actor) ? { ...ctx, db: readOnly(ctx.db) } : ctx)
