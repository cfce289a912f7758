import { createHmac } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'

/** How the bank answers the next requests to hold an amount. */
export type BankAnswer = 'success' | 'prove' | 'insufficient_funds' | 'expired_card' | 'timeout' | 'lost'

type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_action' | 'requires_capture' | 'requires_payment_method' | 'succeeded' | 'canceled'
  created: number
  metadata: Record<string, string>
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } } | null
  last_payment_error: { code: string; decline_code?: string } | null
  latest_charge: { id: string; object: 'charge'; payment_method_details: { card: { capture_before: number } } } | null
}
type Session = { id: string; customer: string; client_reference_id: string; success_url: string; method: string | null }
type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: string
  failure_reason?: string
  metadata: Record<string, string>
}
type Dispute = {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  reason: string
  status: string
}

/**
 * The part of Stripe's API that the app calls, with its pages for saving a card and for 3-D Secure: form-encoded, and a
 * request with a known idempotency key gets the stored answer. Nothing leaves the machine.
 */
export async function fakeStripe({ webhookSecret = 'whsec_testtesttest', port = 0, now = () => new Date() } = {}) {
  const intents = new Map<string, Intent>()
  const sessions = new Map<string, Session>()
  const refunds: Refund[] = []
  const disputes = new Map<string, Dispute>()
  const replies = new Map<string, { status: number; body: unknown; sent: string }>()
  const requests: string[] = []
  const plan: BankAnswer[] = []
  let deaf = 0
  let serial = 0
  let origin = ''
  const newId = (prefix: string) => `${prefix}_${process.pid}${++serial}`
  const seconds = () => Math.floor(now().getTime() / 1000)
  const method = (id: string) => ({
    id,
    object: 'payment_method',
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2028 },
  })
  const error = (status: number, body: Record<string, unknown>) => ({ status, body: { error: body } })
  const fine = (body: unknown) => ({ status: 200, body })

  function hold(form: Map<string, string>, answer: BankAnswer) {
    const id = newId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_capture',
      created: seconds(),
      metadata: { hold: form.get('metadata[hold]') ?? '' },
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
    }
    intents.set(id, intent)
    if (answer === 'prove' && form.get('off_session') !== 'true') {
      const back = form.get('return_url') ?? ''
      intent.status = 'requires_action'
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${origin}/prove/${id}`, return_url: back },
      }
      return fine(intent)
    }
    if (answer === 'success' || answer === 'lost' || answer === 'timeout') {
      authorise(intent)
      return fine(intent)
    }
    intent.status = 'requires_payment_method'
    const code = answer === 'prove' ? 'authentication_required' : 'card_declined'
    intent.last_payment_error = { code, decline_code: answer === 'prove' ? 'authentication_required' : answer }
    return error(402, { type: 'card_error', ...intent.last_payment_error, message: answer, payment_intent: intent })
  }

  function authorise(intent: Intent) {
    intent.status = 'requires_capture'
    intent.next_action = null
    const before = seconds() + 7 * 24 * 3_600
    intent.latest_charge = {
      id: newId('ch'),
      object: 'charge',
      payment_method_details: { card: { capture_before: before } },
    }
  }

  const wrongState = (intent: Intent) =>
    error(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: intent.status })
  const missing = () =>
    error(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' })

  function post(path: string, form: Map<string, string>) {
    const [, , kind, id = '', step] = path.split('/')
    if (kind === 'customers') return fine({ id: newId('cus'), object: 'customer' })
    if (kind === 'checkout') {
      const session: Session = {
        id: newId('cs'),
        customer: form.get('customer') ?? '',
        client_reference_id: form.get('client_reference_id') ?? '',
        success_url: form.get('success_url') ?? '',
        method: null,
      }
      sessions.set(session.id, session)
      return fine({ id: session.id, object: 'checkout.session', url: `${origin}/save/${session.id}` })
    }
    if (kind === 'payment_methods') return fine(method(id))
    if (kind === 'refunds') {
      const intent = intents.get(form.get('payment_intent') ?? '')
      if (!intent) return missing()
      const amount = Number(form.get('amount'))
      const before = refunds.reduce((sum, it) => (it.payment_intent === intent.id ? sum + it.amount : sum), 0)
      if (before + amount > intent.amount_received)
        return error(400, { type: 'invalid_request_error', code: 'amount_too_large', message: 'too much' })
      const metadata = { refund: form.get('metadata[refund]') ?? '' }
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        payment_intent: intent.id,
        amount,
        status: 'succeeded',
        metadata,
      }
      refunds.push(refund)
      return fine(refund)
    }
    const intent = intents.get(id)
    if (!intent) return missing()
    if (step === 'capture') {
      if (intent.status !== 'requires_capture') return wrongState(intent)
      const amount = Number(form.get('amount_to_capture'))
      if (amount > intent.amount)
        return error(400, { type: 'invalid_request_error', code: 'amount_too_large', message: '' })
      Object.assign(intent, { status: 'succeeded', amount_received: amount })
      return fine(intent)
    }
    if (intent.status === 'succeeded' || intent.status === 'canceled') return wrongState(intent)
    intent.status = 'canceled'
    return fine(intent)
  }

  function get(path: string, query: URLSearchParams) {
    const [, , kind, id = '', sub = ''] = path.split('/')
    if (kind === 'checkout') {
      const session = sessions.get(sub)
      if (!session) return missing()
      const saved = session.method && method(session.method)
      return fine({ ...session, object: 'checkout.session', setup_intent: saved ? { payment_method: saved } : null })
    }
    if (kind === 'refunds' && id) {
      const refund = refunds.find((it) => it.id === id)
      return refund ? fine(refund) : missing()
    }
    if (kind === 'refunds') {
      const data = refunds.filter((refund) => refund.payment_intent === query.get('payment_intent'))
      return fine({ object: 'list', data, has_more: false })
    }
    const found = kind === 'disputes' ? disputes.get(id) : intents.get(id)
    return found ? fine(found) : missing()
  }

  async function api(c: Context) {
    const { path } = c.req
    const url = new URL(c.req.url)
    if (c.req.method === 'GET') {
      requests.push(`GET ${path}`)
      const { status, body } = get(path, url.searchParams)
      return Response.json(body, { status })
    }
    const sent = await c.req.text()
    const form = new Map(new URLSearchParams(sent))
    requests.push(`POST ${path}`)
    const key = c.req.header('idempotency-key')
    const known = key ? replies.get(key) : undefined
    if (known && known.sent !== sent) {
      const { status, body } = error(400, { type: 'idempotency_error', message: 'other parameters' })
      return Response.json(body, { status })
    }
    if (known) return Response.json(known.body, { status: known.status, headers: { 'idempotent-replayed': 'true' } })
    const answer = path === '/v1/payment_intents' ? (plan.shift() ?? 'success') : 'success'
    // the request never arrived: nothing is done, and nothing answers
    if (answer === 'timeout') return silence(c)
    if (deaf > 0 && (path.endsWith('/capture') || path === '/v1/refunds')) {
      deaf -= 1
      return silence(c)
    }
    const reply = path === '/v1/payment_intents' ? hold(form, answer) : post(path, form)
    const stored = { ...structuredClone(reply), sent }
    if (key) replies.set(key, stored)
    // done, but the answer is lost on its way
    return answer === 'lost' ? silence(c) : Response.json(stored.body, { status: stored.status })
  }

  const silence = async (c: Context) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return c.text('', 504)
  }

  const app = new Hono()
  app.all('/v1/*', api)
  app.get('/save/:id', (c) =>
    c.html(`<!doctype html><title>Card</title><form method="post"><button>カードを保存する</button></form>`),
  )
  app.post('/save/:id', (c) => {
    const session = sessions.get(c.req.param('id'))
    if (!session) return c.notFound()
    session.method = newId('pm')
    return c.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  })
  app.get('/prove/:id', (c) =>
    c.html(
      `<!doctype html><title>3-D Secure</title><form method="post"><button name="said" value="yes">認証する</button><button name="said" value="no">やめる</button></form>`,
    ),
  )
  app.post('/prove/:id', async (c) => {
    const { said } = await c.req.parseBody()
    const back = prove(c.req.param('id'), said === 'yes')
    return back ? c.redirect(back, 303) : c.notFound()
  })

  /** What the holder does at their bank. Returns where they are led. */
  function prove(id: string, isHolder = true): string | null {
    const intent = intents.get(id)
    const back = intent?.next_action?.redirect_to_url.return_url
    if (!intent || !back) return null
    if (isHolder) authorise(intent)
    else {
      intent.status = 'requires_payment_method'
      intent.next_action = null
      intent.last_payment_error = { code: 'payment_intent_authentication_failure' }
    }
    return `${back}?payment_intent=${id}`
  }

  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(started as Server))
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    webhookSecret,
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_fakefakefake',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_HOST: origin,
    },
    intents,
    refunds,
    /** What was asked of it, in this order. */
    requests,
    /** The next answers of the bank; success afterwards. */
    answers: (...next: BankAnswer[]) => void plan.push(...next),
    prove,
    /** Saves a card, as the chef does on the provider's page, and returns where they are led. */
    save(id: string): string {
      const session = sessions.get(id)
      if (!session) throw new Error(`no session ${id}`)
      session.method = newId('pm')
      return session.success_url.replace('{CHECKOUT_SESSION_ID}', id)
    },
    dispute(intent: string, amount: number) {
      const id = newId('dp')
      disputes.set(id, {
        id,
        object: 'dispute',
        payment_intent: intent,
        amount,
        currency: 'jpy',
        reason: 'fraudulent',
        status: 'needs_response',
      })
      return { id, end: (status: 'won' | 'lost') => Object.assign(disputes.get(id) ?? {}, { status }) }
    },
    /** The bank of the card returns a refund some days later. Returns the provider's name for it. */
    failRefund(intent: string, failure_reason = 'expired_or_canceled_card'): string {
      const refund = refunds.findLast((it) => it.payment_intent === intent)
      if (!refund) throw new Error(`no refund of ${intent}`)
      Object.assign(refund, { status: 'failed', failure_reason })
      return refund.id
    },
    /** The bank lets an amount go that was held too long. */
    lapse(intent: string): void {
      Object.assign(intents.get(intent) ?? {}, { status: 'canceled' })
    },
    /** The next requests to capture or refund do not arrive. */
    silent: (times: number) => {
      deaf = times
    },
    /** A webhook as Stripe sends it: the body and its signature. */
    event(type: string, id: string, secret = webhookSecret) {
      const body = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object: { id, amount: 1 } } })
      const t = Math.floor(Date.now() / 1000)
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return { body, signature: `t=${t},v1=${v1}` }
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
