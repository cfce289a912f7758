import { livePage } from '#infra/realtime/live-stream.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { editMessage, removeMessage } from '#modules/talk/change-message.server.ts'
import { setTalkClosed } from '#modules/talk/close-talk.server.ts'
import { markRead, markReceived, sayTyping } from '#modules/talk/mark-talk.server.ts'
import { type TalkRefusal, talkRefusalText } from '#modules/talk/refusal-text.ts'
import { reportTalk } from '#modules/talk/report-talk.server.ts'
import { sendMessage } from '#modules/talk/send-message.server.ts'
import {
  myTalks,
  newerMessages,
  olderMessages,
  searchTalks,
  talkWith,
  unreadMessages,
} from '#modules/talk/talk-queries.server.ts'
import { api } from '../api.server.ts'
import { liveRoomsOf } from '../live-rooms.ts'
import { granted, tooMany } from '../problems.server.ts'

export const talkHandlers = {
  list: api.talk.list.handler(async ({ context: { ctx } }) => ({ talks: await myTalks(ctx) })),
  unread: api.talk.unread.handler(async ({ context: { ctx } }) => ({ messages: await unreadMessages(ctx) })),
  search: api.talk.search.handler(async ({ context: { ctx }, input: { query } }) => ({
    found: await searchTalks(ctx, query.q),
  })),
  received: api.talk.received.handler(({ context: { ctx } }) => markReceived(ctx)),
  open: api.talk.open.handler(({ context: { ctx }, input: { params } }) => talkWith(ctx, params.other)),
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
    setTalkClosed(ctx, params.other, body.closed),
  ),
  report: api.talk.report.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    talked(await reportTalk(ctx, params.other, { ...body, key: headers['idempotency-key'] })),
  ),
  /** One response; a stream is opened before the contract is reached (live.server.ts). */
  live: api.talk.live.handler(async ({ context: { ctx, live }, input: { query } }) => {
    if (!live) throw new NotFound('live')
    return livePage(live, { rooms: liveRoomsOf(ctx.actor), after: query.after ?? null })
  }),
}

/** Writing too fast is answered with 429; every other refusal as usual. */
function talked<T>(result: Result<T, TalkRefusal | 'key_reused'>): T {
  if (!result.ok && result.refusal === 'too_fast')
    throw tooMany('TOO_FAST', talkRefusalText('too_fast'), waitSecondsOf(result))
  return granted(result, talkRefusalText)
}
