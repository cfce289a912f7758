import { api } from '#api/api.server.ts'
import { cursorText } from '#api/contract/shapes.ts'
import { granted } from '#api/problems.server.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { ownNotifications, readNotices, unreadCount } from '#modules/notifications/centre.server.ts'
import {
  notificationSettings,
  type SettingsRefusal,
  saveNotificationSettings,
  settingsRefusalText,
} from '#modules/notifications/notification-settings.server.ts'
import { ownWebhooks, replayDelivery, webhookDeliveries } from '#modules/notifications/webhooks/keep-webhook.server.ts'

const textOf = (refusal: SettingsRefusal) => settingsRefusalText[refusal]

const minute = (n: number) =>
  minuteOfDay(`${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)

export const notificationsHandlers = {
  list: api.notices.list.handler(async ({ context: { ctx }, input: { query } }) => {
    const after = query.after ? { createdAt: query.after.at, id: query.after.id } : null
    const page = await ownNotifications(ctx, {
      unread: query.unread === 'true',
      after,
      ...(query.limit !== undefined && { limit: query.limit }),
    })
    return {
      notices: page.notifications.map(({ id, kind, title, body, path, createdAt, unread }) => ({
        id,
        kind,
        title,
        text: body,
        path,
        at: createdAt,
        unread,
      })),
      unread: await unreadCount(ctx),
      next: page.next && cursorText(page.next.createdAt, page.next.id),
    }
  }),
  read: api.notices.read.handler(async ({ context: { ctx }, input: { body } }) => ({
    read: await readNotices(ctx, {
      ...(body.ids && { ids: body.ids }),
      upTo: body.upTo ? new Date(body.upTo) : ctx.now,
    }),
  })),
  settings: api.notices.settings.handler(({ context: { ctx } }) => notificationSettings(ctx)),
  saveSettings: api.notices.saveSettings.handler(async ({ context: { ctx }, input: { body } }) => {
    const quiet = { from: minute(body.quiet.from), until: minute(body.quiet.until) }
    granted(await saveNotificationSettings(ctx, { kinds: body.kinds, quiet }), textOf)
  }),
}

export const webhooksHandlers = {
  list: api.webhooks.list.handler(async ({ context: { ctx } }) => ({ webhooks: await ownWebhooks(ctx) })),
  deliveries: api.webhooks.deliveries.handler(async ({ context: { ctx }, input: { params } }) => ({
    deliveries: (await webhookDeliveries(ctx, params.id)).deliveries.map(({ triedAt: _, ...delivery }) => delivery),
  })),
  replay: api.webhooks.replay.handler(async ({ context: { ctx }, input: { params } }) => {
    await replayDelivery(ctx, params.id)
  }),
}
