import { redirect } from 'react-router'
import { adminCookie, sessionCookie } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/sign-out.ts'

export const loader = () => redirect('/')

/** Ends the sessions of this browser, for users and for staff; `door` says which of the two sign-in pages follows. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const door = (await formOf(request)).get('door')
  const headers = new Headers({ 'clear-site-data': '"cache", "storage"' })
  for (const name of [sessionCookie, adminCookie] as const) {
    const token = readCookie(request, name)
    if (!token) continue
    await closeSession(ctx, token)
    headers.append('set-cookie', forgetCookie(name))
  }
  return redirect(door === 'staff' ? '/admin/signin' : '/auth/signIn', { headers })
})
