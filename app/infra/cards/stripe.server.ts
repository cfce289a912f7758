import Stripe from 'stripe'
import { type Cards, CardsUnavailable, type HoldAnswer, type SavedCard } from '#kernel/cards.ts'
import { addDays, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'

type StripeSettings = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_HOST?: string | undefined
}

/** The cards of the settings; null: they are not offered. `timeoutMs` is shorter in tests. */
export function cardsOf(
  { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_HOST: api }: StripeSettings,
  timeoutMs = 20_000,
): Cards | null {
  if (!key || !webhookSecret) return null
  const { protocol, hostname, port } = new URL(api ?? 'https://api.stripe.com')
  const stripe = new Stripe(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutMs,
    // with the same idempotency key, so that nothing is done twice
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return stripeCards(stripe, webhookSecret, api ? [api] : ['https://checkout.stripe.com', 'https://hooks.stripe.com'])
}

/** Yen have no decimals: an amount is the number of yen, never times 100. */
const currency = 'jpy'

function stripeCards(stripe: Stripe, webhookSecret: string, pages: readonly string[]): Cards {
  const look = async (intent: string) =>
    answerOf(await answered(stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })))
  return {
    pages,
    customer: async (restaurantId) => {
      const facts = { metadata: { restaurant: restaurantId } }
      return (await answered(stripe.customers.create(facts, { idempotencyKey: `customer-${restaurantId}` }))).id
    },
    startSaving: async ({ restaurantId, customer, done, cancelled }) => {
      const { url } = await answered(
        stripe.checkout.sessions.create({
          mode: 'setup',
          currency,
          customer,
          allowed_payment_method_types: ['card'],
          locale: 'ja',
          client_reference_id: restaurantId,
          success_url: done,
          cancel_url: cancelled,
        }),
      )
      if (!url) throw new CardsUnavailable('a session without an address')
      return url
    },
    savedIn: async (id) => {
      const session = await answered(
        stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }),
      ).catch(nullIfMissing)
      const method = typeof session?.setup_intent === 'object' && session.setup_intent?.payment_method
      if (!session?.client_reference_id || !method || typeof method === 'string' || !method.card) return null
      const customer = idOf(session.customer)
      return customer
        ? { restaurantId: session.client_reference_id, customer, card: cardOf(method.id, method.card) }
        : null
    },
    forget: async (method) => {
      await answered(stripe.paymentMethods.detach(method)).catch(nullIfMissing)
    },
    hold: async ({ id, customer, method, yen: amount, backTo }) => {
      try {
        const intent = await answered(
          stripe.paymentIntents.create(
            {
              amount,
              currency,
              customer,
              payment_method: method,
              allowed_payment_method_types: ['card'],
              capture_method: 'manual',
              confirm: true,
              ...(backTo ? { return_url: backTo } : { off_session: true }),
              metadata: { hold: id },
              expand: ['latest_charge'],
            },
            { idempotencyKey: `hold-${id}` },
          ),
        )
        return answerOf(intent)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
        return { state: 'failed', intent: error.payment_intent?.id ?? null, failure: failureOf(error) }
      }
    },
    look,
    capture: async ({ id, intent, yen: amount }) => {
      try {
        const options = { idempotencyKey: `capture-${id}` }
        return answerOf(await answered(stripe.paymentIntents.capture(intent, { amount_to_capture: amount }, options)))
      } catch (error) {
        // already captured, or released by the bank: the state says which
        if (error instanceof Stripe.errors.StripeError && !(error instanceof CardsUnavailable)) return look(intent)
        throw error
      }
    },
    release: async (intent) => {
      try {
        return answerOf(await answered(stripe.paymentIntents.cancel(intent)))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) return look(intent)
        throw error
      }
    },
    refund: async ({ id, intent, yen: amount }) => {
      const earlier = await answered(stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      const same = earlier.data.find(({ metadata }) => metadata?.refund === id)
      try {
        const refund =
          same ??
          (await answered(
            stripe.refunds.create(
              { payment_intent: intent, amount, metadata: { refund: id } },
              { idempotencyKey: `refund-${id}` },
            ),
          ))
        return refundFailure(refund)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) return error.code ?? 'failed'
        throw error
      }
    },
    refundOf: async (id) => {
      const refund = await answered(stripe.refunds.retrieve(id)).catch(nullIfMissing)
      const ours = refund?.metadata?.refund
      return refund && ours ? { id: ours, failure: refundFailure(refund) } : null
    },
    dispute: async (id) => {
      const dispute = await answered(stripe.disputes.retrieve(id)).catch(nullIfMissing)
      const intent = idOf(dispute?.payment_intent)
      if (!dispute || !intent || dispute.currency !== currency) return null
      // a warning takes no money; prevented and closed warnings neither
      if (dispute.status.startsWith('warning_') || dispute.status === 'prevented') return null
      const facts = { id, intent, yen: yen(dispute.amount), reason: dispute.reason.slice(0, 80) }
      if (dispute.status === 'won') return { ...facts, state: 'won' }
      return { ...facts, state: dispute.status === 'lost' ? 'lost' : 'open' }
    },
    event: (body, signature) => {
      if (!signature) return null
      try {
        const { type, data } = stripe.webhooks.constructEvent(Buffer.from(body), signature, webhookSecret)
        const { id } = data.object as { id?: unknown }
        const about = subjectOf(type)
        return about && typeof id === 'string' ? { about, id } : 'ignored'
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },
  }
}

const subjectOf = (type: string) => {
  if (type.startsWith('payment_intent.')) return 'intent'
  if (type.startsWith('charge.dispute.')) return 'dispute'
  if (type.startsWith('refund.') || type === 'charge.refund.updated') return 'refund'
  return type === 'checkout.session.completed' ? 'session' : null
}

/** What says nothing about the card: no answer, an overload, or the same request still running. */
async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const { StripeConnectionError, StripeRateLimitError, StripeAPIError, StripeIdempotencyError } = Stripe.errors
    const unknown = [StripeConnectionError, StripeRateLimitError, StripeAPIError, StripeIdempotencyError]
    if (unknown.some((kind) => error instanceof kind)) throw new CardsUnavailable('no answer', { cause: error })
    throw error
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
  throw error
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)

const failureOf = (error: { code?: string | undefined; decline_code?: string | undefined }): string =>
  (error.decline_code ?? error.code ?? 'declined').slice(0, 80)

const refundFailure = ({ status, failure_reason: reason }: Stripe.Refund): string | null =>
  status === 'failed' || status === 'canceled' ? (reason ?? 'failed').slice(0, 80) : null

/** Holds last for seven days unless the provider states it. */
const usualLifeSeconds = 7 * 24 * 3_600

function answerOf(intent: Stripe.PaymentIntent): HoldAnswer {
  const { id } = intent
  switch (intent.status) {
    case 'requires_capture': {
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      const until = charge?.payment_method_details?.card?.capture_before ?? intent.created + usualLifeSeconds
      return { state: 'held', intent: id, until: new Date(until * 1000) }
    }
    case 'succeeded':
      return { state: 'captured', intent: id, yen: yen(intent.amount_received) }
    case 'canceled':
      return { state: 'released', intent: id }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      if (url) return { state: 'proving', intent: id, url }
      return { state: 'failed', intent: id, failure: 'authentication_required' }
    }
    case 'requires_payment_method':
      return { state: 'failed', intent: id, failure: failureOf(intent.last_payment_error ?? {}) }
    default:
      throw new CardsUnavailable(`${id} is ${intent.status}`)
  }
}

const cardOf = (method: string, card: Stripe.PaymentMethod.Card): SavedCard => {
  const [year, month] = card.exp_month === 12 ? [card.exp_year + 1, 1] : [card.exp_year, card.exp_month + 1]
  const afterIt = jstDate(`${year}-${String(month).padStart(2, '0')}-01`)
  return { method, brand: card.brand.slice(0, 40), lastFour: card.last4, expiresOn: addDays(afterIt, -1) }
}
