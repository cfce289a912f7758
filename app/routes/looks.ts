import { data, redirect } from 'react-router'
import { can } from '#access/rules.ts'
import { parseLooks } from '#kernel/looks.ts'
import { saveLooks } from '#modules/identity/save-looks.server.ts'
import type { Route } from './+types/looks.ts'
import { formOf } from './form.ts'
import { keepLooks } from './looks.server.ts'
import { isSentByScript, page, safeReturn } from './page.server.ts'

export const loader = () => redirect('/')

/** Keeps the choice in the account, if there is one, and in this browser; then back to where one was. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const looks = parseLooks(form.get('theme'), form.get('textSize'))
  if (!looks) throw data(null, { status: 400 })
  if (can(ctx.actor, 'looks.save', null)) await saveLooks(ctx, looks)
  const headers = { 'set-cookie': keepLooks(looks) }
  if (isSentByScript(request)) return data(null, { headers })
  const back = form.get('returnTo')
  return redirect(safeReturn(typeof back === 'string' ? back : null, '/'), { headers })
})
