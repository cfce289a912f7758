import type { RouterContextProvider } from 'react-router'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { requestFacts } from '#web/request-context.ts'

/** The pages under /test are for developers and for administrators; for others they do not exist. */
export function forDevelopers(ctx: Ctx, context: Readonly<RouterContextProvider>): void {
  seeOrNotFound(ctx.actor, 'installation.see', context.get(requestFacts))
}

/** Pages that fail on purpose, and sample messages: in production they do not exist, not even for administrators. */
export function notInProduction(context: Readonly<RouterContextProvider>): void {
  if (context.get(requestFacts).environment === 'production') throw new NotFound('fault')
}
