import type { RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import { requireSide } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { removeMessage } from '#modules/messaging/change-message.server.ts'
import { setConversationClosed } from '#modules/messaging/close-conversation.server.ts'
import { mostPhotos } from '#modules/messaging/conversation.ts'
import {
  conversationWith,
  myConversations,
  ordersToShow,
  productToShow,
  searchConversations,
} from '#modules/messaging/conversation-queries.server.ts'
import type { OtherId } from '#modules/messaging/conversation-store.server.ts'
import { reportConversation } from '#modules/messaging/report-conversation.server.ts'
import { sendMessage } from '#modules/messaging/send-message.server.ts'
import { formOf } from './form.ts'
import { afterPhotos } from './form-photos.server.ts'
import { job, runJob } from './jobs.server.ts'

/** The farm or restaurant of an address; a malformed id is not found. */
export function otherIn({ other }: { other: string }): OtherId {
  const id = parseId<'farm' | 'restaurant'>(other)
  if (!id) throw new NotFound('talk')
  return id
}

/** The list beside the conversation, and the search. */
export async function conversationList(ctx: Ctx, request: Request) {
  const member = requireSide(ctx.actor)
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 60)
  return {
    me: member.personId,
    mine: member.kind === 'farm' ? ('farm' as const) : ('restaurant' as const),
    conversations: await myConversations(ctx),
    q,
    found: q === '' ? null : await searchConversations(ctx, q),
    now: ctx.now,
  }
}

/** One conversation: its newest messages, or those around a search result; and the objects that can be attached. */
export async function conversationPage(ctx: Ctx, request: Request, other: OtherId) {
  const { searchParams } = new URL(request.url)
  const around = parseWholeNumber(searchParams.get('to'))
  const [orderId, productId] = [
    parseId<'order'>(searchParams.get('order')),
    parseId<'product'>(searchParams.get('product')),
  ]
  const conversation = await conversationWith(ctx, other, around)
  return {
    conversation,
    orders: await ordersToShow(ctx, other),
    about: {
      order: orderId ? ((await ordersToShow(ctx, other, orderId))[0] ?? null) : null,
      product: productId ? await productToShow(ctx, other, productId) : null,
    },
    around,
    formKey: crypto.randomUUID() as string,
  }
}

type Args = { request: Request; params: { other: string }; context: Readonly<RouterContextProvider> }

const fields = ({ params: { other } }: Args) => ({ other })

const back = ({ request }: Args) => redirect(new URL(request.url).pathname.replace(/(\/_)?\.data$/, ''))

const closing = (closed: 'true' | 'false') =>
  job(setConversationClosed, {
    fields: (args: Args) => ({ ...fields(args), closed }),
    done: (_done, _given, _ctx, args) => back(args),
  })

const steps = {
  send: afterPhotos(
    { field: 'photos', most: mostPhotos },
    job(sendMessage, { fields, done: (_message, _given, _ctx, args: Args) => back(args) }),
  ),
  remove: job(removeMessage, { fields, done: (_message, _given, _ctx, args: Args) => back(args) }),
  close: closing('true'),
  reopen: closing('false'),
  report: job(reportConversation, {
    fields,
    done: (_report, _given, _ctx, _args: Args) =>
      data({ told: '運営に報告しました。前後のメッセージを確認し、対応します。' }),
  }),
}

/**
 * The forms of a conversation, also without script; with script messages use a queue (modules/messaging/ui/message-queue.ts).
 */
export async function conversationAction(ctx: Ctx, args: Args) {
  requireSide(ctx.actor)
  return runJob(steps, ctx, await formOf(args.request), args)
}
