import type { RouterContextProvider } from 'react-router'
import { seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { requestFacts } from '../request-context.ts'

/** The pages under /test are for those who build the program and for administrators; for others they do not exist. */
export function forDevelopers(ctx: Ctx, context: Readonly<RouterContextProvider>): void {
  seeOrNotFound(ctx.actor, 'installation.see', context.get(requestFacts))
}
