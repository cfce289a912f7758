import { data, redirect } from 'react-router'
import { can } from '#authorization/rules.ts'
import { parseAppearance } from '#kernel/appearance.ts'
import { saveAppearance } from '#modules/identity/save-appearance.server.ts'
import { keepAppearance } from '#web/appearance.server.ts'
import { formOf } from '#web/form.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { isSentByScript } from '#web/sent-by-script.ts'
import type { Route } from './+types/appearance.ts'

export const loader = () => redirect('/')

/** Stores the setting in the account, if there is one, and in this browser; then redirects back. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const appearance = parseAppearance(form.get('theme'), form.get('textSize'))
  if (!appearance) throw data(null, { status: 400 })
  if (can(ctx.actor, 'looks.save', null)) await saveAppearance(ctx, appearance)
  const headers = { 'set-cookie': keepAppearance(appearance) }
  if (isSentByScript(request)) return data(null, { headers })
  const back = form.get('returnTo')
  return redirect(safeReturn(typeof back === 'string' ? back : null, '/'), { headers })
})
