import { redirect } from 'react-router'
import { askAdminForPasskey, proveAdminAgain } from '#modules/identity/admins/prove-admin-again.server.ts'
import { adminCookie } from '#modules/identity/session.ts'
import { formOf, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/prove-passkey.ts'

export const loader = () => redirect('/admin')

/**
 * The challenge for the administrator's own passkey, and the result of the response; for StaffProof, whose form stays
 * unchanged.
 */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const { encryption, secureOrigin } = context.get(requestFacts)
  const site = { origin: secureOrigin }
  const { passkey } = typedIn(await formOf(request))
  if (!passkey) return Response.json(await askAdminForPasskey(ctx, site))
  const proved = await proveAdminAgain(ctx, encryption, { passkey: { json: passkey, site } })
  if (!proved.ok) return Response.json({ refusal: proved.refusal }, { status: 403 })
  return Response.json({}, { headers: { 'set-cookie': keepCookie(adminCookie, proved.value.token) } })
})
