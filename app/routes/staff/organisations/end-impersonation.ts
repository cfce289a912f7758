import { redirect } from 'react-router'
import { workplaceOfPerson } from '#modules/admin/organisations/organisation-detail.server.ts'
import { endImpersonation } from '#modules/identity/impersonation/end-impersonation.server.ts'
import { impersonationCookie } from '#modules/identity/session.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page } from '#web/page.server.ts'
import { forgetCookie } from '#web/session-cookie.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/end-impersonation.ts'

export const loader = () => redirect('/admin/users')

/** Ends the view of a user's screens and returns to its start. */
export const action = page(async (ctx, _: Route.ActionArgs) => {
  requireStaff(ctx)
  const ended = await endImpersonation(ctx, {})
  const personId = ended.ok ? ended.value : null
  const place = personId && (await workplaceOfPerson(ctx, personId))
  const answer = await redirectWithFlash(
    place ? `/admin/users/${place}/account` : '/admin/users',
    '閲覧を終了しました。閲覧した画面は、履歴に記録されています。',
  )
  answer.headers.append('set-cookie', forgetCookie(impersonationCookie))
  return answer
})
