import { z } from 'zod'
import { StatedEvent, toEvent } from '#infra/tracking/carrier-tracking.server.ts'
import { CarrierName } from '#kernel/schema.ts'
import { parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { takeParcelMessages } from '#modules/ordering/fulfilment/tracking/take-messages.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import type { Route } from './+types/parcel-webhook.ts'

const Messages = z.object({
  parcels: z
    .array(
      z.object({
        carrier: CarrierName,
        number: z
          .string()
          .max(40)
          .transform((text) => {
            const read = parseTrackingNumber(text)
            return read.ok ? read.value : String(read.detail?.digits ?? text)
          }),
        events: z.array(StatedEvent).max(200),
      }),
    )
    .max(1_000),
})

/**
 * The webhook of a tracking service: `{"parcels":[{"carrier","number","events":[{"words","at","place"}]}]}`, signed with
 * HMAC-SHA256 in `x-signature` (hexadecimal). Sent again, it changes nothing; 503 asks to send it again later.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { db, now, tracking } = context.get(requestCtx)
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (!tracking?.isSigned(bytes, request.headers.get('x-signature'))) return new Response(null, { status: 403 })
  const messages = Messages.safeParse(parsed(bytes))
  if (!messages.success) return new Response(null, { status: 400 })
  try {
    const parcels = messages.data.parcels.map(({ events, ...it }) => ({ ...it, events: events.map(toEvent) }))
    return Response.json(await takeParcelMessages({ db, now }, parcels))
  } catch (error) {
    context.get(requestFacts).logError(error)
    return new Response(null, tryLater(60, 503))
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
