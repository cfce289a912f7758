import { takeCardEvent } from '#modules/payments/card/take-event.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import type { Route } from './+types/stripe-webhook.ts'

/**
 * The webhook of Stripe. Its signature is checked on the bytes as they came; what is not about us is answered with 200. An
 * event that cannot be processed now is answered with 503, and Stripe sends it again.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { db, now, cards } = context.get(requestCtx)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const event = cards?.event(bytes, request.headers.get('stripe-signature'))
  if (!cards || !event) return new Response(null, { status: 403 })
  if (event === 'ignored') return new Response(null, { status: 200 })
  try {
    await takeCardEvent({ db, now, cards }, event)
    return new Response(null, { status: 200 })
  } catch (error) {
    context.get(requestFacts).logError(error)
    return new Response(null, tryLater(60, 503))
  }
}
