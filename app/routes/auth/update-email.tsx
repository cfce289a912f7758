import { data, redirect } from 'react-router'
import { inspectLink } from '#modules/identity/inspect-link.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/update-email.ts'
import { keepLink } from './link-cookie.server.ts'
import { onlyCodes } from './only-codes.server.ts'

export const middleware = onlyCodes

/**
 * The short address of the link that changes an e-mail address. A secret that can still be used goes on to where all
 * links are pressed; for everything else there is no such page. What stands in the address is shown nowhere.
 */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const link = { mode: 'verifyAndChangeEmail', code: params.updateEmail } as const
  if (!(await inspectLink(ctx, link.mode, link.code))) throw data(null, { status: 404 })
  throw redirect('/auth/MngAccount', { headers: { 'set-cookie': await keepLink(link) } })
})

/** Never shown: the loader leads on, or to the 404 page. */
export default function UpdateEmailPage() {
  return null
}
