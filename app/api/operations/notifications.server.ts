import { z } from 'zod'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Moment } from '#api/schemas/shapes.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { mailPaces, notificationTopicNames, ringingChannels } from '#kernel/notification-enums.ts'
import { Body, CursorOf, cursorText, IdOf, Limit, Text } from '#kernel/schema.ts'
import { ownNotifications, readNotices, unreadCount } from '#modules/notifications/centre.server.ts'
import {
  notificationSettings,
  type SettingsRefusal,
  saveNotificationSettings,
  settingsRefusalText,
} from '#modules/notifications/notification-settings.server.ts'
import { notificationTopics } from '#modules/notifications/notification-topics.ts'
import { ownWebhooks, replayDelivery, webhookDeliveries } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { webhookGroupNames, webhookGroups } from '#modules/notifications/webhooks/webhook-kinds.ts'

const tag = 'お知らせ'

const Kind = z
  .enum(notificationTopicNames)
  .describe(notificationTopicNames.map((kind) => `${kind}：${notificationTopics[kind].word}`).join('／'))

const Told = z.object({
  id: AnId,
  kind: Kind,
  title: z.string(),
  text: z.string().describe('くわしいこと。ないときは空'),
  path: z.string().meta({ description: 'サイトの中の、その画面', examples: ['/farmer/orders/0199…'] }),
  at: Moment,
  unread: z.boolean(),
})

const Minute = z.int().min(0).max(1_439).describe('その日の何分めか（22時は 1320）。日本の時刻')

const Quiet = z
  .object({ from: Minute, until: Minute })
  .describe('この間は、端末・LINE・SMS・FAXを鳴らさない。同じ値なら、いつでも鳴る')

const Setting = z.object({
  kind: Kind,
  mail: z.enum(mailPaces).describe('now：すぐに／daily：朝7時に1通にまとめて／off：送らない'),
  channels: z.array(z.enum(ringingChannels)).max(4),
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

const textOf = (refusal: SettingsRefusal) => settingsRefusalText[refusal]

const minute = (n: number) =>
  minuteOfDay(`${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)

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
  read: endpoint('members', {
    method: 'PUT',
    path: '/notices/readings',
    tag,
    scope: 'notices.read',
    summary: '読んだことにする',
    description: 'ids を入れるとそれだけ、入れないと upTo の時刻までのぜんぶ。',
    example: { body: { upTo: '2026-11-24T01:00:00.000Z' }, answer: { read: 3 } },
  })
    .input(
      z.object({
        body: Body({
          ids: z.array(IdOf<'notification'>('お知らせ')).max(200).optional(),
          upTo: z.iso.datetime({ error: '時刻は ISO 8601 で入力してください。' }).optional(),
        }),
      }),
    )
    .output(z.object({ read: Count }))
    .handler(async ({ context: { ctx }, input: { body } }) => ({
      read: await readNotices(ctx, {
        ...(body.ids && { ids: body.ids }),
        upTo: body.upTo ? new Date(body.upTo) : ctx.now,
      }),
    })),
  settings: endpoint('members', {
    method: 'GET',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: '届け方を見る',
  })
    .output(z.object({ kinds: z.array(Setting), quiet: Quiet }))
    .handler(({ context: { ctx } }) => notificationSettings(ctx)),
  saveSettings: endpoint('members', {
    method: 'PUT',
    path: '/notices/settings',
    tag,
    scope: 'none',
    summary: '届け方を変える',
    description:
      '名前のない種類は、そのまま残ります。取引に必要な種類は、どれか1つの届け方が残っていないと変えられません。',
    successStatus: 204,
  })
    .errors(refusals(['needed_unheard', 'needed_gathered', 'bad_hours'], textOf))
    .input(z.object({ body: Body({ kinds: z.array(Setting).max(20), quiet: Quiet }) }))
    .handler(async ({ context: { ctx }, input: { body } }) => {
      const quiet = { from: minute(body.quiet.from), until: minute(body.quiet.until) }
      granted(await saveNotificationSettings(ctx, { kinds: body.kinds, quiet }), textOf)
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
  replay: endpoint('members', {
    method: 'PUT',
    path: '/webhooks/deliveries/{id}/replay',
    tag: hooks,
    scope: 'notices.read',
    summary: 'もう一度送る（責任者）',
    successStatus: 204,
  })
    .input(z.object({ params: z.object({ id: IdOf<'webhookDelivery'>('送ったもの') }) }))
    .handler(async ({ context: { ctx }, input: { params } }) => {
      await replayDelivery(ctx, params.id)
    }),
}
