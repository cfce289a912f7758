import { api } from '#api/api.server.ts'
import { liveRoomsOf } from '#api/live-rooms.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import { livePage } from '#infra/realtime/live-stream.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { editMessage, removeMessage } from '#modules/messaging/change-message.server.ts'
import { setConversationClosed } from '#modules/messaging/close-conversation.server.ts'
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

export const conversationHandlers = {
  list: api.talk.list.handler(async ({ context: { ctx } }) => ({ talks: await myConversations(ctx) })),
  unread: api.talk.unread.handler(async ({ context: { ctx } }) => ({ messages: await unreadMessages(ctx) })),
  search: api.talk.search.handler(async ({ context: { ctx }, input: { query } }) => ({
    found: await searchConversations(ctx, query.q),
  })),
  received: api.talk.received.handler(({ context: { ctx } }) => markReceived(ctx)),
  open: api.talk.open.handler(({ context: { ctx }, input: { params } }) => conversationWith(ctx, params.other)),
  messages: api.talk.messages.handler(({ context: { ctx }, input: { params, query } }) =>
    query.before === undefined
      ? newerMessages(ctx, params.other, query.after ?? 0)
      : olderMessages(ctx, params.other, query.before),
  ),
  send: api.talk.send.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    talked(await sendMessage(ctx, params.other, { ...body, key: headers['idempotency-key'] })),
  ),
  edit: api.talk.edit.handler(async ({ context: { ctx }, input: { params, body } }) =>
    talked(await editMessage(ctx, params.other, { no: params.no, text: body.text })),
  ),
  remove: api.talk.remove.handler(async ({ context: { ctx }, input: { params } }) =>
    talked(await removeMessage(ctx, params.other, params.no)),
  ),
  read: api.talk.read.handler(({ context: { ctx }, input: { params, body } }) => markRead(ctx, params.other, body.no)),
  typing: api.talk.typing.handler(({ context: { ctx }, input: { params } }) => sayTyping(ctx, params.other)),
  close: api.talk.close.handler(({ context: { ctx }, input: { params, body } }) =>
    setConversationClosed(ctx, params.other, body.closed),
  ),
  report: api.talk.report.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    talked(await reportConversation(ctx, params.other, { ...body, key: headers['idempotency-key'] })),
  ),
  /** One response; a stream is opened before the contract is reached (live.server.ts). */
  live: api.talk.live.handler(async ({ context: { ctx, live }, input: { query } }) => {
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
