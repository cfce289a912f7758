import { data, redirect } from 'react-router'
import { parseId } from '#kernel/ids.ts'
import { openNotification } from '#modules/notifications/centre.server.ts'
import { pageAction, safeReturn } from '#web/page.server.ts'
import type { Route } from './+types/open-notification.ts'

/** A GET shows the list; only a POST opens one, and marks it as read. */
export const loader = () => redirect('/notices')

export const action = pageAction(async (ctx, { params }: Route.ActionArgs) => {
  const id = parseId<'notification'>(params.id)
  const opened = id && (await openNotification(ctx, { id }))
  if (!opened?.ok || !opened.value) throw data(null, { status: 404 })
  return redirect(safeReturn(opened.value, '/notices'))
})
