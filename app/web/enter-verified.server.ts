import { type RouterContextProvider, redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { Entered } from '#modules/identity/login-methods/enter-with.server.ts'
import { draftCookie, ticketCookie } from '#modules/identity/session.ts'
import type { Ticket } from '#modules/identity/sign-in.server.ts'
import { enter } from './enter.server.ts'
import { firstPageOf } from './first-page.server.ts'
import { ownHome } from './own-home.server.ts'
import { safeReturn } from './page.server.ts'
import { forgetCookie, keepCookie, readCookie } from './session-cookie.server.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * After a successful login: to the second step with its ticket, to the requested page or home; a user without an
 * organisation continues the sign-up at its first step that is not done.
 */
export async function enterVerified(
  ctx: Ctx,
  args: RouteArgs,
  entered: Entered | Ticket,
  returnTo: string | null,
  /** The phone number that was verified, if any. */
  phone: string | null = null,
): Promise<Response> {
  if ('ticket' in entered) {
    const query = returnTo ? `?${new URLSearchParams({ returnTo })}` : ''
    return redirect(`/auth/signIn/code${query}`, {
      headers: { 'set-cookie': keepCookie(ticketCookie, entered.ticket) },
    })
  }
  const { token, email, home, personId } = entered
  if (home !== '/') {
    const answer = await enter(ctx, args, 'people', { token, email, phone, to: firstPageOf(entered, returnTo) })
    // a user with an organisation began a sign-up by mistake
    if (readCookie(args.request, draftCookie)) answer.headers.append('set-cookie', forgetCookie(draftCookie))
    return answer
  }
  const actor = { kind: 'person' as const, personId, name: '' }
  const to = (await ownHome({ ...ctx, actor }, args.request)) ?? '/'
  return enter(ctx, args, 'people', { token, email, phone, to: safeReturn(returnTo, to) })
}
