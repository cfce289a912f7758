import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Moment } from '#api/schemas/shapes.ts'
import { CursorOf, cursorText, IdOf, Limit, Text } from '#kernel/schema.ts'
import { ownNotifications, readNotices, unreadCount } from '#modules/notifications/centre.server.ts'
import {
  notificationSettings,
  QuietIn,
  SettingIn,
  saveNotificationSettings,
  TopicIn,
} from '#modules/notifications/notification-settings.server.ts'
import { ownWebhooks, replayDelivery, webhookDeliveries } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { webhookGroupNames, webhookGroups } from '#modules/notifications/webhooks/webhook-kinds.ts'

const tag = 'お知らせ'

const Told = z.object({
  id: AnId,
  kind: TopicIn,
  title: z.string(),
  text: z.string().describe('詳細。ない場合は空'),
  path: z.string().meta({ description: 'サイト内の該当画面', examples: ['/farmer/orders/0199…'] }),
  at: Moment,
  unread: z.boolean(),
})

const hooks = 'Webhook'

const Webhook = z.object({
  id: AnId,
  url: z.string(),
  groups: z
    .array(z.enum(webhookGroupNames))
    .describe(webhookGroupNames.map((name) => `${name}：${webhookGroups[name].word}`).join('／')),
  createdAt: Moment,
  failingSince: Moment.nullable().describe('未達になった時刻'),
  stoppedAt: Moment.nullable().describe('応答がないため停止した時刻'),
})

const Delivery = z.object({
  id: AnId.describe('送信内容の id。再送しても同じ'),
  kind: z.string().meta({ examples: ['order.placed'] }),
  orderNumber: Text(0, 40).nullable(),
  createdAt: Moment,
  tries: Count,
  answerStatus: z.int().nullable(),
  error: z.string().nullable(),
  tookMs: z.int().nullable(),
  sentAt: Moment.nullable(),
  failedAt: Moment.nullable(),
  dueAt: Moment.nullable().describe('次回の送信時刻'),
})

export const notificationsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/notices',
    tag,
    scope: 'notices.read',
    summary: 'お知らせを取得する',
    description: '新しい順。next がある場合は、after に指定すると続きを取得できます。半年後に削除されます。',
  })
    .input(
      z.object({
        query: z.object({
          unread: z.enum(['true', 'false']).optional().describe('true の場合は未読のみ'),
          after: CursorOf<'notification'>().optional(),
          limit: Limit.optional(),
        }),
      }),
    )
    .output(
      z.object({
        notices: z.array(Told),
        unread: Count.describe('未読件数（100まで）'),
        next: z.string().nullable(),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
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
  read: operation(readNotices, {
    method: 'PUT',
    path: '/notices/readings',
    tag,
    scope: 'notices.read',
    summary: '既読にする',
    description: 'ids を指定するとその分のみ、省略すると upTo の時刻までのすべてが対象です。',
    example: { body: { upTo: '2026-11-24T01:00:00.000Z' }, answer: { read: 3 } },
    output: z.object({ read: Count }),
    answer: (_context, _given, read) => ({ read }),
  }),
  settings: endpoint('members', {
    method: 'GET',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: 'お知らせの受信設定を取得する',
  })
    .output(z.object({ kinds: z.array(SettingIn), quiet: QuietIn }))
    .handler(({ context: { ctx } }) => notificationSettings(ctx)),
  saveSettings: operation(saveNotificationSettings, {
    method: 'PUT',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: 'お知らせの受信設定を変更する',
    description: '指定しない種類は変わりません。取引に必要な種類は、1つ以上の通知方法が残っていないと変更できません。',
    successStatus: 204,
    output: z.void(),
    answer: () => undefined,
  }),
}

export const webhooksOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/webhooks',
    tag: hooks,
    scope: 'notices.read',
    summary: '送信先を取得する（責任者）',
    description:
      '追加と削除は、サイトの設定の「Webhook」で行います。署名シークレットは、追加時に一度だけ表示されます。',
  })
    .output(z.object({ webhooks: z.array(Webhook) }))
    .handler(async ({ context: { ctx } }) => ({ webhooks: await ownWebhooks(ctx) })),
  deliveries: endpoint('members', {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag: hooks,
    scope: 'notices.read',
    summary: '送信履歴を取得する（責任者）',
    description: '新しい順に100件。30日後に削除されます。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'webhook'>('Webhook') }) }))
    .output(z.object({ deliveries: z.array(Delivery) }))
    .handler(async ({ context: { ctx }, input: { params } }) => ({
      deliveries: (await webhookDeliveries(ctx, params.id)).deliveries.map(({ triedAt: _, ...delivery }) => delivery),
    })),
  replay: operation(replayDelivery, {
    method: 'PUT',
    path: '/webhooks/deliveries/{id}/replay',
    tag: hooks,
    scope: 'notices.read',
    summary: '再送する（責任者）',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
}
