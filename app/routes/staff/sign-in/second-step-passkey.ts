import { redirect } from 'react-router'
import { Unauthenticated } from '#kernel/errors.ts'
import { askForPasskey } from '#modules/identity/factors/prove-passkey.server.ts'
import { secondStepOf } from '#modules/identity/second-step.server.ts'
import { adminTicketCookie } from '#modules/identity/session.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/second-step-passkey.ts'

export const loader = () => redirect('/admin/signin')

/** The passkey challenge for the administrator whose password was right, as JSON. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const ticket = readCookie(request, adminTicketCookie)
  const step = ticket ? await secondStepOf(ctx, ticket, 'admin') : null
  if (!step) throw new Unauthenticated('second step')
  const site = { origin: context.get(requestFacts).secureOrigin }
  return Response.json(await askForPasskey(ctx.db, ctx.now, site, step.owner))
})
