import { data, redirect } from 'react-router'
import { inspectLink } from '#modules/identity/inspect-link.server.ts'
import { page } from '#web/page.server.ts'
import { onlyCodes } from '../only-codes.server.ts'
import type { Route } from './+types/update-email.ts'
import { keepLink } from './link-cookie.server.ts'

export const middleware = onlyCodes

/**
 * The short address of the link that changes an e-mail address. A valid secret is redirected to the page for all links;
 * for everything else there is no such page. The address is never displayed.
 */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const link = { mode: 'verifyAndChangeEmail', code: params.updateEmail } as const
  if (!(await inspectLink(ctx, link.mode, link.code))) throw data(null, { status: 404 })
  throw redirect('/auth/MngAccount', { headers: { 'set-cookie': await keepLink(link) } })
})

/** Never rendered: the loader redirects, or answers 404. */
export default function UpdateEmailPage() {
  return null
}
