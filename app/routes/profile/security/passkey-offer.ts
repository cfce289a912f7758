import { redirect } from 'react-router'
import { requirePerson } from '#authorization/recent-auth.ts'
import { offerPasskey } from '#modules/identity/factors/passkeys.server.ts'
import { ownAccount } from '#modules/identity/own-account.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/passkey-offer.ts'

export const loader = () => redirect('/profile/passkeys')

/** The options from which the browser creates a new passkey, as JSON. */
export const action = page(async (ctx, { context }: Route.ActionArgs) => {
  const { personId } = requirePerson(ctx.actor)
  const site = { origin: context.get(requestFacts).secureOrigin }
  const { name, email } = await ownAccount(ctx)
  return Response.json(await offerPasskey(ctx, site, { personId }, { name, email: email ?? name }))
})
