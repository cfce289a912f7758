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
  text: z.string().describe('くわしいこと。ないときは空'),
  path: z.string().meta({ description: 'サイトの中の、その画面', examples: ['/farmer/orders/0199…'] }),
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
  failingSince: Moment.nullable().describe('このときから届いていない'),
  stoppedAt: Moment.nullable().describe('返事がないので止めた'),
})

const Delivery = z.object({
  id: AnId.describe('送るものの id。送り直しても同じ'),
  kind: z.string().meta({ examples: ['order.placed'] }),
  orderNumber: Text(0, 40).nullable(),
  createdAt: Moment,
  tries: Count,
  answerStatus: z.int().nullable(),
  error: z.string().nullable(),
  tookMs: z.int().nullable(),
  sentAt: Moment.nullable(),
  failedAt: Moment.nullable(),
  dueAt: Moment.nullable().describe('次に送る時刻'),
})

export const notificationsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/notices',
    tag,
    scope: 'notices.read',
    summary: '届いたお知らせを見る',
    description: '新しい順。next があれば、after に入れると続きが読めます。半年で消えます。',
  })
    .input(
      z.object({
        query: z.object({
          unread: z.enum(['true', 'false']).optional().describe('true なら、まだ読んでいないものだけ'),
          after: CursorOf<'notification'>().optional(),
          limit: Limit.optional(),
        }),
      }),
    )
    .output(
      z.object({
        notices: z.array(Told),
        unread: Count.describe('読んでいない数（100まで）'),
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
    summary: '読んだことにする',
    description: 'ids を入れるとそれだけ、入れないと upTo の時刻までのぜんぶ。',
    example: { body: { upTo: '2026-11-24T01:00:00.000Z' }, answer: { read: 3 } },
    output: z.object({ read: Count }),
    answer: (_context, _given, read) => ({ read }),
  }),
  settings: endpoint('members', {
    method: 'GET',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: '届け方を見る',
  })
    .output(z.object({ kinds: z.array(SettingIn), quiet: QuietIn }))
    .handler(({ context: { ctx } }) => notificationSettings(ctx)),
  saveSettings: operation(saveNotificationSettings, {
    method: 'PUT',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: '届け方を変える',
    description:
      '名前のない種類は、そのまま残ります。取引に必要な種類は、どれか1つの届け方が残っていないと変えられません。',
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
    summary: '送り先を見る（責任者）',
    description:
      '加えるのとやめるのは、サイトの設定の「Webhook」で行います。ひみつの文字は、加えたときに一度だけ出ます。',
  })
    .output(z.object({ webhooks: z.array(Webhook) }))
    .handler(async ({ context: { ctx } }) => ({ webhooks: await ownWebhooks(ctx) })),
  deliveries: endpoint('members', {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag: hooks,
    scope: 'notices.read',
    summary: '送った記録を見る（責任者）',
    description: '新しい順に100件。30日で消えます。',
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
    summary: 'もう一度送る（責任者）',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
}
