import { data, redirect } from 'react-router'
import { invitationPasskey } from '#modules/identity/admins/accept-invitation.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/invitation-passkey.ts'
import { keptStaffInvitation } from './invitation-cookie.server.ts'

export const loader = () => redirect('/admin/invitation')

/** The options from which an invited administrator's browser creates a passkey, as JSON. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { encryption, secureOrigin } = context.get(requestFacts)
  const code = await keptStaffInvitation(request)
  const offer = await invitationPasskey(ctx, encryption, { code, site: { origin: secureOrigin } })
  if (!offer) throw data(null, { status: 404 })
  return Response.json(offer)
})
