import type { RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { reportReasons } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { editMessage, removeMessage } from '#modules/messaging/change-message.server.ts'
import { setConversationClosed } from '#modules/messaging/close-conversation.server.ts'
import { mostPhotos } from '#modules/messaging/conversation.ts'
import {
  conversationWith,
  myConversations,
  ordersToShow,
  productToShow,
  searchConversations,
} from '#modules/messaging/conversation-queries.server.ts'
import { type OtherId, requireSide } from '#modules/messaging/conversation-store.server.ts'
import { markRead } from '#modules/messaging/mark-conversation.server.ts'
import { conversationRefusalText } from '#modules/messaging/refusal-text.ts'
import { reportConversation } from '#modules/messaging/report-conversation.server.ts'
import { sendMessage } from '#modules/messaging/send-message.server.ts'
import { formKey, formOf, invalid, parseForm, refused, words } from './form.ts'
import { photosOfField } from './form-photos.server.ts'
import { requestFacts } from './request-context.ts'

/** The farm or restaurant of an address; a malformed id is not found. */
export function otherIn({ other }: { other: string }): OtherId {
  const id: FarmId | null = parseId<'farm'>(other)
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

const id = <Of extends string>() =>
  z
    .string()
    .optional()
    .transform((text) => (text ? parseId<Of>(text) : null))
const no = z.coerce.number().int().min(1).max(2_147_483_647)

const Step = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('send'),
    key: formKey(),
    text: z.string().default(''),
    order: id<'order'>(),
    product: id<'product'>(),
  }),
  z.object({ intent: z.literal('edit'), no, text: z.string() }),
  z.object({ intent: z.literal('remove'), no }),
  z.object({ intent: z.literal('read'), no }),
  z.object({ intent: z.literal('close') }),
  z.object({ intent: z.literal('reopen') }),
  z.object({
    intent: z.literal('report'),
    key: formKey(),
    no: no.optional(),
    reason: z.enum(reportReasons, 'わけを選んでください。'),
    words: words(400).default(''),
  }),
])

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * The forms of a conversation, also without script; with script messages use a queue (modules/messaging/ui/message-queue.ts).
 */
export async function conversationAction(ctx: Ctx, { request, context }: Args, other: OtherId) {
  requireSide(ctx.actor)
  const sent = await formOf(request)
  const form = parseForm(Step, sent)
  if (!form.ok) return invalid(form.problem)
  const step = form.value
  const back = new URL(request.url).pathname.replace(/(\/_)?\.data$/, '')
  switch (step.intent) {
    case 'send': {
      const { key, text, order, product } = step
      const photos = await photosOfField(ctx, context.get(requestFacts).files, {
        form: sent,
        field: 'photos',
        keptAs: 'kept',
        formKey: key,
        most: mostPhotos,
      })
      if (photos.sentence) return refused(photos.sentence, sent, 'photos')
      const result = await sendMessage(ctx, other, {
        key,
        text,
        photos: photos.keys,
        orderId: order,
        productId: product,
      })
      if (!result.ok) return refused(conversationRefusalText(result.refusal), sent)
      return redirect(back)
    }
    case 'edit':
    case 'remove': {
      const result =
        step.intent === 'edit' ? await editMessage(ctx, other, step) : await removeMessage(ctx, other, step.no)
      if (!result.ok) return refused(conversationRefusalText(result.refusal), sent)
      return redirect(back)
    }
    case 'read':
      await markRead(ctx, other, step.no)
      return redirect(back)
    case 'close':
    case 'reopen':
      await setConversationClosed(ctx, other, step.intent === 'close')
      return redirect(back)
    case 'report': {
      const result = await reportConversation(ctx, other, { ...step, no: step.no ?? null })
      if (!result.ok) return refused(conversationRefusalText(result.refusal), sent)
      return data({ told: '運営に知らせました。前後のメッセージを見て、対応します。' })
    }
  }
}
