import { deviceWord } from '#modules/identity/device-word.ts'
import { keepBrowser } from '#modules/notifications/notification-addresses.server.ts'
import { formOf } from '#web/form.ts'
import { pageAction } from '#web/page.server.ts'
import type { Route } from './+types/push.ts'

/** Stores a browser's PushSubscription; called by the script of the settings. */
export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const kept = await keepBrowser(ctx, {
    endpoint: text('endpoint'),
    keys: { p256dh: text('p256dh'), auth: text('auth') },
    label: deviceWord(request.headers.get('user-agent')),
  })
  return kept.ok
    ? Response.json({ kept: true })
    : Response.json({ kept: false, sentence: keepBrowser.declaration.refusals.text(kept.refusal) }, { status: 422 })
})
