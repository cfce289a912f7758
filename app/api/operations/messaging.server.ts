import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { liveRoomsOf } from '#api/live-rooms.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment } from '#api/schemas/shapes.ts'
import { livePage } from '#infra/realtime/live-stream.server.ts'
import { orderStates, reportReasons } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { Body, IdOf, KeyHeader, Text } from '#kernel/schema.ts'
import { editMessage, removeMessage } from '#modules/messaging/change-message.server.ts'
import { setConversationClosed } from '#modules/messaging/close-conversation.server.ts'
import { longestMessage, mostPhotos, pageSize } from '#modules/messaging/conversation.ts'
import {
  conversationWith,
  myConversations,
  newerMessages,
  olderMessages,
  searchConversations,
  unreadMessages,
} from '#modules/messaging/conversation-queries.server.ts'
import { markRead, markReceived, sayTyping } from '#modules/messaging/mark-conversation.server.ts'
import { type ConversationRefusal, conversationRefusalText } from '#modules/messaging/refusal-text.ts'
import { reportConversation } from '#modules/messaging/report-conversation.server.ts'
import { sendMessage } from '#modules/messaging/send-message.server.ts'
import { PhotoKeys } from '#modules/ordering/claims/claim-input.ts'

const tag = 'やりとり'

const refusedBy = (...codes: ConversationRefusal[]) => refusals(codes, conversationRefusalText)

/** The other side identifies the conversation: there is one for each farm and restaurant. */
const ofConversation = z.object({ other: IdOf<'farm'>('相手').describe('相手のID。店からは農園、農園からは店') })

/** The range of a message number. */
const greatestNo = 2_147_483_647

const No = z.coerce
  .number({ error: '番号は1以上の整数です。' })
  .int('番号は1以上の整数です。')
  .min(1, '番号は1以上の整数です。')
  .max(greatestNo, '番号が大きすぎます。')

const ofMessage = z.object({
  other: IdOf<'farm'>('相手').describe('相手のID'),
  no: No.describe('メッセージの番号'),
})

/** The stored length counts characters as users do (kernel/text.ts): 𠮷 is one. */
const Words = Text(0, longestMessage * 2).describe(`${longestMessage}文字まで`)

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
  received: endpoint('members', {
    method: 'PUT',
    path: '/talks/received',
    tag,
    scope: 'talk.read',
    summary: '届いたしるしを付ける',
    description: 'これまでのメッセージが、すべて手もとに届いたと知らせます。相手には「とどきました」と出ます。',
    successStatus: 204,
  })
    .output(z.void())
    .handler(({ context: { ctx } }) => markReceived(ctx)),
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
          .object({ before: No.optional(), after: z.coerce.number().int().min(0).max(greatestNo).optional() })
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
  send: endpoint('members', {
    method: 'POST',
    path: '/talks/{other}/messages',
    tag,
    scope: 'talk.write',
    summary: 'メッセージを送る',
    description:
      '農園からは、注文をもらったか、メッセージをもらったことのある店にだけ送れます。写真は先に送り（POST /claim-photos、form はこの Idempotency-Key と同じ値）、返ってきた key を書きます。',
    successStatus: 201,
    example: { body: { text: '明日の小松菜、2箱ふやせますか？' } },
  })
    .errors({
      ...needsKey,
      ...refusedBy(
        'nothing_written',
        'too_long',
        'too_many_photos',
        'photos_gone',
        'word_stopped',
        'closed_by_you',
        'closed_by_them',
        'not_reachable',
        'order_of_others',
        'goods_of_others',
        'key_reused',
      ),
      TOO_FAST: { status: 429, message: conversationRefusalText('too_fast') },
    })
    .input(
      z.object({
        params: ofConversation,
        headers: KeyHeader,
        body: Body({
          text: Words.default(''),
          photos: PhotoKeys.max(mostPhotos, conversationRefusalText('too_many_photos')).default([]),
          orderId: IdOf<'order'>('注文').nullable().default(null),
          productId: IdOf<'product'>('商品').nullable().default(null),
        }),
      }),
    )
    .output(MessageOut)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
      talked(await sendMessage(ctx, params.other, { ...body, key: headers['idempotency-key'] })),
    ),
  edit: endpoint('members', {
    method: 'PATCH',
    path: '/talks/{other}/messages/{no}',
    tag,
    scope: 'talk.write',
    summary: '送ったメッセージを直す',
    description: '自分が送ったものを、5分のあいだ。直したことは相手にも出ます。',
    example: { body: { text: '明日の小松菜、3箱ふやせますか？' } },
  })
    .errors({
      ...refusedBy(
        'not_yours',
        'too_late',
        'removed_already',
        'nothing_written',
        'too_long',
        'word_stopped',
        'closed_by_you',
        'closed_by_them',
      ),
      TOO_FAST: { status: 429, message: conversationRefusalText('too_fast') },
    })
    .input(z.object({ params: ofMessage, body: Body({ text: Words }) }))
    .output(MessageOut)
    .handler(async ({ context: { ctx }, input: { params, body } }) =>
      talked(await editMessage(ctx, params.other, { no: params.no, text: body.text })),
    ),
  remove: endpoint('members', {
    method: 'DELETE',
    path: '/talks/{other}/messages/{no}',
    tag,
    scope: 'talk.write',
    summary: '送ったメッセージを取り消す',
    description: '自分が送ったものを、5分のあいだ。「取り消されました」と残ります。',
  })
    .errors(refusedBy('not_yours', 'too_late', 'removed_already'))
    .input(z.object({ params: ofMessage }))
    .output(MessageOut)
    .handler(async ({ context: { ctx }, input: { params } }) =>
      talked(await removeMessage(ctx, params.other, params.no)),
    ),
  read: endpoint('members', {
    method: 'PUT',
    path: '/talks/{other}/read',
    tag,
    scope: 'talk.write',
    summary: '読んだしるしを付ける',
    description: 'この番号まで読みました。もどることはありません。',
    successStatus: 204,
    example: { body: { no: 12 } },
  })
    .input(
      z.object({ params: ofConversation, body: Body({ no: z.int('整数を入れてください。').min(1).max(greatestNo) }) }),
    )
    .output(z.void())
    .handler(({ context: { ctx }, input: { params, body } }) => markRead(ctx, params.other, body.no)),
  typing: endpoint('members', {
    method: 'PUT',
    path: '/talks/{other}/typing',
    tag,
    scope: 'talk.write',
    summary: '書いていることを知らせる',
    description: '相手の画面に、数秒のあいだ出ます。',
    successStatus: 204,
  })
    .input(z.object({ params: ofConversation }))
    .output(z.void())
    .handler(({ context: { ctx }, input: { params } }) => sayTyping(ctx, params.other)),
  close: endpoint('members', {
    method: 'PUT',
    path: '/talks/{other}/closed',
    tag,
    scope: 'talk.write',
    summary: 'やりとりを止める・再開する',
    description: '止めているあいだは、どちらからも送れません。注文は、そのまま進みます。',
    successStatus: 204,
    example: { body: { closed: true } },
  })
    .input(z.object({ params: ofConversation, body: Body({ closed: z.boolean('true か false を入れてください。') }) }))
    .output(z.void())
    .handler(({ context: { ctx }, input: { params, body } }) => setConversationClosed(ctx, params.other, body.closed)),
  report: endpoint('members', {
    method: 'POST',
    path: '/talks/{other}/reports',
    tag,
    scope: 'talk.write',
    summary: 'やりとりを運営に知らせる',
    description: '知らせたときから、運営がその前後のメッセージを見られます。見たことは記録されます。',
    successStatus: 201,
    example: { body: { no: 12, reason: 'rude', words: '' } },
  })
    .errors({ ...needsKey, ...refusedBy('reported_already', 'reason_missing', 'key_reused') })
    .input(
      z.object({
        params: ofConversation,
        headers: KeyHeader,
        body: Body({
          no: z
            .int('整数を入れてください。')
            .min(1)
            .max(greatestNo)
            .nullable()
            .default(null)
            .describe('どのメッセージか。null は全体'),
          reason: z
            .enum(reportReasons, { error: `${reportReasons.join('、')} のどれかを入れてください。` })
            .describe('失礼なことば・詐欺のおそれ・外での取引・ほしくない宣伝・その他'),
          words: Text(0, 400).default(''),
        }),
      }),
    )
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
      talked(await reportConversation(ctx, params.other, { ...body, key: headers['idempotency-key'] })),
    ),
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
    .errors({ ...refusedBy() })
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

/** Writing too fast is answered with 429; every other refusal as usual. */
function talked<T>(result: Result<T, ConversationRefusal | 'key_reused'>): T {
  if (!result.ok && result.refusal === 'too_fast')
    throw tooMany('TOO_FAST', conversationRefusalText('too_fast'), waitSecondsOf(result))
  return granted(result, conversationRefusalText)
}
