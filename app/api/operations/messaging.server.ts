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

const tag = 'やりとり'

const ofConversation = z.object({ other: OtherIn })

const sides = z.enum(['farm', 'restaurant'])

const MessageOut = z.object({
  no: Count.describe('このやりとりの中の番号。1から、欠番なし'),
  side: sides.describe('だれから'),
  key: z.string().describe('送ったときの Idempotency-Key'),
  personId: AnId,
  by: z.string().describe('書いた人の名前'),
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
    .describe('話している注文'),
  product: z
    .object({ id: AnId, name: z.string(), packLabel: z.string(), picture: z.string() })
    .nullable()
    .describe('話している商品'),
  sentAt: Moment,
  editedAt: Moment.nullable(),
  removedAt: Moment.nullable().describe('取り消されたとき。text は空になります'),
})

const OtherOut = z.object({
  id: AnId,
  name: z.string(),
  crest: z.string(),
  picture: z.string().nullable(),
  place: z.string(),
  phone: z.string().nullable().describe('注文したことのある相手だけ'),
})

const Page = z.object({ messages: z.array(MessageOut).describe('古い順'), more: z.boolean().describe('つづきがある') })

export const conversationOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/talks',
    tag,
    scope: 'talk.read',
    summary: 'やりとりの一覧',
    description: '農園と店の組ごとに、ひとつ。新しい順。',
  })
    .output(
      z.object({
        talks: z.array(
          z.object({
            other: OtherOut,
            last: z.object({ side: sides, beginning: z.string(), at: Moment }),
            unread: Count.describe('自分がまだ読んでいない数'),
            closed: z.boolean().describe('自分が止めている'),
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
    summary: '読んでいないメッセージの数',
  })
    .output(z.object({ messages: Count }))
    .handler(async ({ context: { ctx } }) => ({ messages: await unreadMessages(ctx) })),
  search: endpoint('members', {
    method: 'GET',
    path: '/talks/search',
    tag,
    scope: 'talk.read',
    summary: 'やりとりの中をさがす',
    description: '自分のやりとりの中から、新しい順に50件まで。ことばは空白で区切ると、ぜんぶふくむものだけ。',
  })
    .input(
      z.object({
        query: z.object({
          q: z.string('ことばを入れてください。').min(1, 'ことばを入れてください。').max(100, '100文字までです。'),
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
    summary: '届いたしるしを付ける',
    description: 'これまでのメッセージが、すべて手もとに届いたと知らせます。相手には「とどきました」と出ます。',
    successStatus: 204,
    output: z.void(),
    answer: () => undefined,
  }),
  open: endpoint('members', {
    method: 'GET',
    path: '/talks/{other}',
    tag,
    scope: 'talk.read',
    summary: '相手とのやりとりを見る',
    description: `新しいほうから${pageSize}件。まだ何も書いていない相手とも開けます。`,
  })
    .input(z.object({ params: ofConversation }))
    .output(
      Page.extend({
        mine: sides.describe('自分の側'),
        me: AnId,
        other: OtherOut,
        marks: z
          .object({ gotNo: Count, readNo: Count })
          .describe('相手に届いたところ（gotNo）と、読まれたところ（readNo）。自分のメッセージの番号とくらべます'),
        seenNo: Count.describe('自分が読んだところ'),
        closed: z.enum(['closed_by_you', 'closed_by_them']).nullable(),
        mayWrite: z.boolean(),
        mayReport: z.boolean().describe('運営に知らせることができる'),
      }),
    )
    .handler(({ context: { ctx }, input: { params } }) => conversationWith(ctx, params.other)),
  messages: endpoint('members', {
    method: 'GET',
    path: '/talks/{other}/messages',
    tag,
    scope: 'talk.read',
    summary: '前のメッセージ、あとのメッセージ',
    description: `before より前、または after よりあとの${pageSize}件。`,
  })
    .input(
      z.object({
        params: ofConversation,
        query: z
          .object({ before: NoInPath.optional(), after: z.coerce.number().int().min(0).max(greatestNo).optional() })
          .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
            message: 'before か after の、どちらかひとつを入れてください。',
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
    summary: 'メッセージを送る',
    description:
      '農園からは、注文をもらったか、メッセージをもらったことのある店にだけ送れます。写真は先に送り（POST /claim-photos、form はこの Idempotency-Key と同じ値）、返ってきた key を書きます。',
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
    summary: '送ったメッセージを直す',
    description: '自分が送ったものを、5分のあいだ。直したことは相手にも出ます。',
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
    summary: '送ったメッセージを取り消す',
    description: '自分が送ったものを、5分のあいだ。「取り消されました」と残ります。',
    params: { other: 'other', no: 'no' },
    output: MessageOut,
    answer: (_context, _given, message) => message,
  }),
  read: operation(markRead, {
    method: 'PUT',
    path: '/talks/{other}/read',
    tag,
    scope: 'talk.write',
    summary: '読んだしるしを付ける',
    description: 'この番号まで読みました。もどることはありません。',
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
    summary: '書いていることを知らせる',
    description: '相手の画面に、数秒のあいだ出ます。',
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
    summary: 'やりとりを止める・再開する',
    description: '止めているあいだは、どちらからも送れません。注文は、そのまま進みます。',
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
    summary: 'やりとりを運営に知らせる',
    description: '知らせたときから、運営がその前後のメッセージを見られます。見たことは記録されます。',
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
    summary: '新しい出来事を受け取る',
    description:
      '`Accept: text/event-stream` で開いたままにすると、出来事がそのつど届きます（SSE）。`Last-Event-ID` か `after` から、もれも重なりもなくつづきます。`event` は message（新しいメッセージ）、message_changed（直した・取り消した）、talk_marks（届いた・読まれた）、talk_closed、typing、order（注文が変わった。`orderId` で読み直す）、announcement、ready（ここまでが過去）、reset（長く離れていたので読み直す）、ping（20秒ごと）。開いたままにできないときは、`Accept: application/json` で after からの出来事をまとめて受け取れます。',
  })
    .input(
      z.object({
        query: z.object({
          after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('ここまで受け取った'),
        }),
      }),
    )
    .output(
      z.object({
        next: Count.describe('次に after に入れる'),
        reset: z.boolean().describe('after が古すぎるので、画面を読み直す'),
        events: z.array(z.object({ id: Count, event: z.string(), data: z.unknown() })),
      }),
    )
    .handler(async ({ context: { ctx, live }, input: { query } }) => {
      if (!live) throw new NotFound('live')
      return livePage(live, { rooms: liveRoomsOf(ctx.actor), after: query.after ?? null })
    }),
}
