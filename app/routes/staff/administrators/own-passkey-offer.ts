import { redirect } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { adminList } from '#modules/identity/admins/admin-list.server.ts'
import { offerPasskey } from '#modules/identity/factors/passkeys.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/own-passkey-offer.ts'

export const loader = () => redirect('/admin/profile')

/** The options from which an administrator's browser creates a new passkey, as JSON. */
export const action = page(async (ctx, { context }: Route.ActionArgs) => {
  const { adminId } = requireStaff(ctx)
  const me = (await adminList(ctx)).find(({ id }) => id === adminId)
  if (!me) throw new NotFound('admin')
  const site = { origin: context.get(requestFacts).secureOrigin }
  return Response.json(await offerPasskey(ctx, site, { adminId }, me))
})
