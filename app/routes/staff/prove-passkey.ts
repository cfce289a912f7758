import { redirect } from 'react-router'
import { askAdminForPasskey, proveAdminAgain } from '#modules/identity/admins/prove-admin-again.server.ts'
import { adminCookie } from '#modules/identity/session.ts'
import { formOf, typedIn } from '../form.ts'
import { page } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/prove-passkey.ts'
import { requireStaff } from './require-staff.server.ts'

export const loader = () => redirect('/admin')

/** The question to a passkey of one's own, and what comes of the answer; for StaffProof, whose form stays as it is. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const { vault, secureOrigin } = context.get(requestFacts)
  const site = { origin: secureOrigin }
  const { passkey } = typedIn(await formOf(request))
  if (!passkey) return Response.json(await askAdminForPasskey(ctx, site))
  const proved = await proveAdminAgain(ctx, vault, { passkey: { json: passkey, site } })
  if (!proved.ok) return Response.json({ refusal: proved.refusal }, { status: 403 })
  return Response.json({}, { headers: { 'set-cookie': keepCookie(adminCookie, proved.value.token) } })
})
