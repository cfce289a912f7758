import { z } from 'zod'
import { type LineEvent, takeLineEvent } from '#modules/ordering/magic-links/line-inbox.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/line-webhook.ts'

const Source = z.object({ type: z.literal('user'), userId: z.string().regex(/^U[0-9a-f]{32}$/) })
const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    source: Source,
    replyToken: z.string(),
    message: z.object({ type: z.literal('text'), text: z.string().max(5_000) }),
  }),
  z.object({
    type: z.literal('postback'),
    source: Source,
    replyToken: z.string(),
    postback: z.object({ data: z.string().max(300) }),
  }),
  z.object({ type: z.literal('unfollow'), source: Source }),
])
const Body = z.object({ events: z.array(z.unknown()).max(100) })

/**
 * The webhook of LINE. Only requests signed with our secret are read; events that we do not handle (pictures, groups)
 * are ignored. The response is 200 as soon as it is understood: LINE would send it again otherwise.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { ringing, encryption, secureOrigin: site, logError } = context.get(requestFacts)
  const { line } = ringing
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (!line?.isFromLine(bytes, request.headers.get('x-line-signature'))) return new Response(null, { status: 403 })
  const body = Body.safeParse(parsed(bytes))
  if (!body.success) return new Response(null, { status: 400 })
  const { db, now } = context.get(requestCtx)
  for (const told of body.data.events) {
    const event = Event.safeParse(told)
    if (!event.success) continue
    try {
      const said = await takeLineEvent({ db, now, encryption, site }, eventOf(event.data))
      if (said && 'replyToken' in event.data) await line.reply(event.data.replyToken, [said])
    } catch (error) {
      logError(error)
    }
  }
  return new Response(null, { status: 200 })
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function eventOf(event: z.infer<typeof Event>): LineEvent {
  const from = event.source.userId
  switch (event.type) {
    case 'message':
      return { kind: 'message', from, text: event.message.text }
    case 'postback':
      return { kind: 'postback', from, data: event.postback.data }
    case 'unfollow':
      return { kind: 'unfollow', from }
  }
}
