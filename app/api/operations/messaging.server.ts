import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { liveRoomsOf } from '#api/live-rooms.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment } from '#api/schemas/shapes.ts'
import { livePage } from '#infra/realtime/live-stream.server.ts'
import { orderStates } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { editMessage, removeMessage } from '#modules/messaging/change-message.server.ts'
import { setConversationClosed } from '#modules/messaging/close-conversation.server.ts'
import { pageSize } from '#modules/messaging/conversation.ts'
import { greatestNo, NoInPath, OtherIn } from '#modules/messaging/conversation-input.ts'
import {
  conversationWith,
  myConversations,
  newerMessages,
  olderMessages,
  searchConversations,
  unreadMessages,
} from '#modules/messaging/conversation-queries.server.ts'
import { markRead, markReceived, sayTyping } from '#modules/messaging/mark-conversation.server.ts'
import { reportConversation } from '#modules/messaging/report-conversation.server.ts'
import { sendMessage } from '#modules/messaging/send-message.server.ts'

const tag = '会話'

const ofConversation = z.object({ other: OtherIn })

const sides = z.enum(['farm', 'restaurant'])

const MessageOut = z.object({
  no: Count.describe('この会話内の番号。1から始まり、欠番なし'),
  side: sides.describe('送信者の区分'),
  key: z.string().describe('送信時の Idempotency-Key'),
  personId: AnId,
  by: z.string().describe('送信者の氏名'),
  text: z.string(),
  photos: z.array(z.object({ key: z.string(), width: Count, height: Count })).describe('/media/<key>.webp'),
  order: z
    .object({
      id: AnId,
      number: z.string(),
      deliveryOn: Day,
      state: z.enum(orderStates),
      firstGoods: z.string(),
      moreGoods: Count,
    })
    .nullable()
    .describe('関連する注文'),
  product: z
    .object({ id: AnId, name: z.string(), packLabel: z.string(), picture: z.string() })
    .nullable()
    .describe('関連する商品'),
  sentAt: Moment,
  editedAt: Moment.nullable(),
  removedAt: Moment.nullable().describe('取り消された時刻。text は空になります'),
})

const OtherOut = z.object({
  id: AnId,
  name: z.string(),
  crest: z.string(),
  picture: z.string().nullable(),
  place: z.string(),
  phone: z.string().nullable().describe('取引のある相手のみ'),
})

const Page = z.object({ messages: z.array(MessageOut).describe('古い順'), more: z.boolean().describe('続きがある') })

export const conversationOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/talks',
    tag,
    scope: 'talk.read',
    summary: '会話の一覧',
    description: '農園と飲食店の組ごとに1つ。新しい順。',
  })
    .output(
      z.object({
        talks: z.array(
          z.object({
            other: OtherOut,
            last: z.object({ side: sides, beginning: z.string(), at: Moment }),
            unread: Count.describe('自分の未読件数'),
            closed: z.boolean().describe('自分が停止している'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ talks: await myConversations(ctx) })),
  unread: endpoint('members', {
    method: 'GET',
    path: '/talks/unread',
    tag,
    scope: 'talk.read',
    summary: '未読メッセージの件数',
  })
    .output(z.object({ messages: Count }))
    .handler(async ({ context: { ctx } }) => ({ messages: await unreadMessages(ctx) })),
  search: endpoint('members', {
    method: 'GET',
    path: '/talks/search',
    tag,
    scope: 'talk.read',
    summary: '会話内を検索する',
    description: '自分の会話から、新しい順に50件まで返します。語句を空白で区切ると、すべてを含むものを検索します。',
  })
    .input(
      z.object({
        query: z.object({
          q: z
            .string('検索語を入力してください。')
            .min(1, '検索語を入力してください。')
            .max(100, '100文字以下で入力してください。'),
        }),
      }),
    )
    .output(
      z.object({
        found: z.array(z.object({ other: OtherOut, no: Count, side: sides, text: z.string(), sentAt: Moment })),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      found: await searchConversations(ctx, query.q),
    })),
  received: operation(markReceived, {
    method: 'PUT',
    path: '/talks/received',
    tag,
    scope: 'talk.read',
    summary: '受信済みにする',
    description: 'これまでのメッセージをすべて受信したことを通知します。相手には「送信済み」と表示されます。',
    successStatus: 204,
    output: z.void(),
    answer: () => undefined,
  }),
  open: endpoint('members', {
    method: 'GET',
    path: '/talks/{other}',
    tag,
    scope: 'talk.read',
    summary: '相手との会話を取得する',
    description: `新しい順に${pageSize}件。メッセージのない相手との会話も開始できます。`,
  })
    .input(z.object({ params: ofConversation }))
    .output(
      Page.extend({
        mine: sides.describe('自分の側'),
        me: AnId,
        other: OtherOut,
        marks: z
          .object({ gotNo: Count, readNo: Count })
          .describe('相手が受信した位置（gotNo）と、既読の位置（readNo）。自分のメッセージの番号と比較します'),
        seenNo: Count.describe('自分の既読の位置'),
        closed: z.enum(['closed_by_you', 'closed_by_them']).nullable(),
        mayWrite: z.boolean(),
        mayReport: z.boolean().describe('運営に報告できる'),
      }),
    )
    .handler(({ context: { ctx }, input: { params } }) => conversationWith(ctx, params.other)),
  messages: endpoint('members', {
    method: 'GET',
    path: '/talks/{other}/messages',
    tag,
    scope: 'talk.read',
    summary: '前後のメッセージを取得する',
    description: `before より前、または after より後の${pageSize}件。`,
  })
    .input(
      z.object({
        params: ofConversation,
        query: z
          .object({ before: NoInPath.optional(), after: z.coerce.number().int().min(0).max(greatestNo).optional() })
          .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
            message: 'before または after のどちらか一方を指定してください。',
            path: ['before'],
          }),
      }),
    )
    .output(Page)
    .handler(({ context: { ctx }, input: { params, query } }) =>
      query.before === undefined
        ? newerMessages(ctx, params.other, query.after ?? 0)
        : olderMessages(ctx, params.other, query.before),
    ),
  send: operation(sendMessage, {
    path: '/talks/{other}/messages',
    tag,
    scope: 'talk.write',
    summary: 'メッセージを送信する',
    description:
      '農園からは、注文またはメッセージを受けたことのある飲食店にのみ送信できます。写真は先に送信し（POST /claim-photos、form はこの Idempotency-Key と同じ値）、レスポンスの key を指定します。',
    successStatus: 201,
    example: { body: { text: '明日の小松菜、2箱ふやせますか？' } },
    params: { other: 'other' },
    forNow: ['too_fast'],
    output: MessageOut,
    answer: (_context, _given, message) => message,
  }),
  edit: operation(editMessage, {
    method: 'PATCH',
    path: '/talks/{other}/messages/{no}',
    tag,
    scope: 'talk.write',
    summary: '送信したメッセージを修正する',
    description: '自分が送信したメッセージのみ、送信から5分以内。修正したことは相手にも表示されます。',
    example: { body: { text: '明日の小松菜、3箱ふやせますか？' } },
    params: { other: 'other', no: 'no' },
    forNow: ['too_fast'],
    output: MessageOut,
    answer: (_context, _given, message) => message,
  }),
  remove: operation(removeMessage, {
    method: 'DELETE',
    path: '/talks/{other}/messages/{no}',
    tag,
    scope: 'talk.write',
    summary: '送信したメッセージを取り消す',
    description: '自分が送信したメッセージのみ、送信から5分以内。「取り消されました」と表示されます。',
    params: { other: 'other', no: 'no' },
    output: MessageOut,
    answer: (_context, _given, message) => message,
  }),
  read: operation(markRead, {
    method: 'PUT',
    path: '/talks/{other}/read',
    tag,
    scope: 'talk.write',
    summary: '既読にする',
    description: 'この番号までを既読にします。元に戻ることはありません。',
    successStatus: 204,
    example: { body: { no: 12 } },
    params: { other: 'other' },
    output: z.void(),
    answer: () => undefined,
  }),
  typing: operation(sayTyping, {
    method: 'PUT',
    path: '/talks/{other}/typing',
    tag,
    scope: 'talk.write',
    summary: '入力中であることを通知する',
    description: '相手の画面に数秒間表示されます。',
    successStatus: 204,
    params: { other: 'other' },
    output: z.void(),
    answer: () => undefined,
  }),
  close: operation(setConversationClosed, {
    method: 'PUT',
    path: '/talks/{other}/closed',
    tag,
    scope: 'talk.write',
    summary: '会話を停止・再開する',
    description: '停止中は、双方とも送信できません。注文は通常どおり進みます。',
    successStatus: 204,
    example: { body: { closed: true } },
    params: { other: 'other' },
    output: z.void(),
    answer: () => undefined,
  }),
  report: operation(reportConversation, {
    path: '/talks/{other}/reports',
    tag,
    scope: 'talk.write',
    summary: '会話を運営に報告する',
    description: '報告した時点から、運営がその前後のメッセージを閲覧できます。閲覧したことは記録されます。',
    successStatus: 201,
    example: { body: { no: 12, reason: 'rude', words: '' } },
    params: { other: 'other' },
    output: z.object({ id: AnId }),
    answer: (_context, _given, report) => report,
  }),
  /** One response; a stream is opened before the contract is reached (live.server.ts). */
  live: endpoint('members', {
    method: 'GET',
    path: '/live',
    tag,
    scope: 'talk.read',
    summary: '新しいイベントを受信する',
    description:
      '`Accept: text/event-stream` で接続を維持すると、イベントが随時届きます（SSE）。`Last-Event-ID` または `after` の位置から、欠落や重複なく続きを受信できます。`event` は message（新しいメッセージ）、message_changed（修正・取り消し）、talk_marks（受信・既読）、talk_closed、typing、order（注文の変更。`orderId` で再取得する）、announcement、ready（ここまでが過去のイベント）、reset（長時間切断したため再取得が必要）、ping（20秒ごと）です。接続を維持できない場合は、`Accept: application/json` で after 以降のイベントを一括で取得できます。',
  })
    .input(
      z.object({
        query: z.object({
          after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('受信済みの位置'),
        }),
      }),
    )
    .output(
      z.object({
        next: Count.describe('次に after に指定する値'),
        reset: z.boolean().describe('after が古すぎるため、画面の再読み込みが必要'),
        events: z.array(z.object({ id: Count, event: z.string(), data: z.unknown() })),
      }),
    )
    .handler(async ({ context: { ctx, live }, input: { query } }) => {
      if (!live) throw new NotFound('live')
      return livePage(live, { rooms: liveRoomsOf(ctx.actor), after: query.after ?? null })
    }),
}
