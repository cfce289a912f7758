import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Side } from '#kernel/enums.ts'
import type { EventId, FarmId, OrderId, ProductId, RestaurantId, WebhookDeliveryId, WebhookId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import { type JobEnd, type QueueJob, skipped } from '#kernel/queue-job.ts'
import { ForbiddenAddress, type SafeFetch } from '#kernel/safe-fetch.ts'
import { mailToOf, notifyMany } from '../notify.server.ts'
import { reasonText } from '../reason-text.ts'
import { webhookPurpose } from './keep-webhook.server.ts'
import { signatureHeader, signatureOf } from './sign-webhook.server.ts'
import { publicKind } from './webhook-kinds.ts'
import { webhookStopped } from './webhook-mails.server.tsx'

type System = Omit<Ctx, 'actor'> & { encryption: Encryption; safeFetch: SafeFetch }

/** Days without a delivered message after which it is no longer called. */
const stopAfterDays = 5
const atOnce = 8

/** Milliseconds: a receiver that takes longer to answer, or does not answer, is left alone for a minute. */
const slowMs = 5_000

/**
 * Sends events to connected programs, with nothing locked. At least once: a receiver recognises a repeated message by
 * its id. Messages may arrive out of order; `sequence` gives the order. A receiver that does not answer delays the others
 * once a minute, not once per message. What waits for a program that was stopped stays due, without a job, until it is
 * resumed.
 */
export async function sendWebhooks(system: System, jobs: readonly QueueJob[]): Promise<JobEnd[]> {
  const found = await waiting(
    system,
    jobs.map(({ id }) => id as WebhookDeliveryId),
  )
  const tries = new Map<string, number>(jobs.map(({ id, retryCount }) => [id, retryCount + 1]))
  const [ends, untried]: [JobEnd[], WebhookDeliveryId[]] = [[], []]
  const deaf = new Set<WebhookId>()
  const caller = async () => {
    for (let next = found.shift(); next; next = found.shift()) {
      if (deaf.has(next.webhookId)) {
        untried.push(next.id)
        continue
      }
      const { end, slow } = await call(system, next, tries.get(next.id) ?? 1)
      if (slow) deaf.add(next.webhookId)
      ends.push(end)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  await leaveAlone(system, [...deaf], untried)
  return jobs.map(({ id }) => ends.find((end) => end.id === id) ?? skipped(id, 'later'))
}

type Waiting = {
  id: WebhookDeliveryId
  webhookId: WebhookId
  url: string
  sealedSecret: string
  kind: string
  eventId: EventId | null
  at: Date
  seq: number | null
  fromState: string | null
  toState: string | null
  reason: string | null
  orderId: OrderId | null
  orderNumber: string | null
  deliveryOn: string | null
  productId: ProductId | null
  delta: number | null
  availableQty: number | null
  farmId: FarmId | null
  restaurantId: RestaurantId | null
  messageNo: number | null
  messageSide: Side | null
  /** As they are told: what was issued or declared void, what of a payment is the receiver's, what was transferred. */
  document: object | null
  payment: object | null
  payout: object | null
}

/** What has not been tried follows in a minute, and has lost no attempt. */
async function leaveAlone({ db, now }: System, deaf: readonly WebhookId[], untried: readonly WebhookDeliveryId[]) {
  if (deaf.length === 0) return
  await db
    .updateTable('webhookDeliveries')
    .set({ dueAt: addMinutes(now, 1) })
    .where('webhookId', 'in', deaf)
    .where('dueAt', 'is not', null)
    .where((is) => is.or([is('tries', '=', 0), is('id', '=', sql<WebhookDeliveryId>`any(${untried})`)]))
    .execute()
}

async function waiting({ db }: System, ids: readonly WebhookDeliveryId[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select d.id, d.webhook_id, w.url, w.sealed_secret,
           coalesce(e.kind, case when d.document_id is not null then 'document' when d.message_no is null then 'stock'
             else 'message' end) as kind, d.event_id,
           coalesce(e.at, s.at, m.sent_at, i.at) as at, e.seq,
           e.from_state, e.to_state, e.reason, o.id as order_id, o.number as order_number,
           to_char(o.delivery_on, 'YYYY-MM-DD') as delivery_on, s.product_id, s.delta, k.available_qty,
           t.farm_id, t.restaurant_id, d.message_no, m.side as message_side,
           ${issued} as document, ${matched} as payment, ${transferred} as payout
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id and w.stopped_at is null and w.ended_at is null
      left join events e on e.id = d.event_id
      left join orders o on o.id = e.order_id
      left join stock_entries s on s.id = d.stock_entry_id
      left join product_stock k on k.product_id = s.product_id
      left join issued_documents i on i.id = coalesce(d.document_id, ${idIn('documentId', ['issued_document_voided'])})
      left join conversations t on t.id = d.conversation_id
      left join messages m on m.conversation_id = d.conversation_id and m.no = d.message_no
     where d.id = any(${ids}) and d.due_at is not null
     order by d.created_at, e.seq, d.stock_entry_id, d.message_no`.execute(db)
  return rows
}

/** An id that events of these kinds have in their data. */
const idIn = (name: string, kinds: readonly string[]) =>
  sql`(case when e.kind = any(${kinds}) then e.data ->> ${name} end)::uuid`

const issued = sql`case when i.id is not null then json_build_object(
  'id', i.id, 'number', i.number, 'kind', i.kind, 'issuedOn', i.issued_on, 'totalYen', i.total_yen) end`

/** As `GET /billing/payments` has it: a transfer fee that we bear pays an invoice, but did not come in. */
const matched = sql`(
  select json_build_object('id', p.id, 'receivedOn', p.received_on, 'method', p.method, 'yen', sum(a.yen - a.fee),
           'invoices', coalesce(json_agg(json_build_object('id', a.document_id, 'number', b.number, 'yen', a.yen, 'bankFeeYen', a.fee)
                         order by b.number) filter (where a.document_id is not null), '[]'))
    from (select document_id, sum(yen) as yen, coalesce(sum(yen) filter (where taken_from = 'bank_fees'), 0) as fee
            from payment_allocations where event_id = e.id and restaurant_id = w.restaurant_id group by 1) a
    join payments p on p.id = ${idIn('paymentId', ['deposit_matched', 'deposit_unmatched'])}
    left join issued_documents b on b.id = a.document_id
   group by p.id)`

const transferred = sql`(
  select json_build_object('id', p.id, 'statement', b.number, 'payOn', r.pay_on, 'yen', p.yen)
    from pay_run_items p join pay_runs r on r.id = p.run_id join issued_documents b on b.id = p.document_id
   where p.id = ${idIn('payoutId', ['payout_sent', 'payout_returned'])} and p.farm_id = w.farm_id)`

/** The content of a message: what happened to what; the API has the details. */
export function messageOf(it: Waiting): string {
  return JSON.stringify({
    id: it.id,
    kind: publicKind(it.kind),
    occurredAt: it.at.toISOString(),
    sequence: it.seq ?? it.messageNo,
    data: aboutOf(it),
  })
}

function aboutOf(it: Waiting) {
  if (it.messageNo !== null)
    return {
      message: { farmId: it.farmId, restaurantId: it.restaurantId, no: it.messageNo, side: it.messageSide },
    }
  if (it.document) return { document: it.document }
  if (it.payment) return { payment: it.payment }
  if (it.payout) return { payout: it.payout }
  if (it.orderId === null) return { product: { id: it.productId, change: it.delta, available: it.availableQty } }
  return {
    order: { id: it.orderId, number: it.orderNumber, deliveryOn: it.deliveryOn, state: it.toState },
    reason: it.reason,
  }
}

async function call(system: System, it: Waiting, tries: number): Promise<{ end: JobEnd; slow: boolean }> {
  const { db, now, encryption, safeFetch } = system
  const secret = encryption.open(webhookPurpose, it.sealedSecret)
  const body = messageOf(it)
  const began = performance.now()
  const answer = await safeFetch
    .post(it.url, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'une-to-sara-webhook/1',
        [signatureHeader]: signatureOf(secret ?? '', body, now),
      },
      body,
    })
    .catch((error: unknown) => ({ status: null, text: String(error), forbidden: error instanceof ForbiddenAddress }))
  const tookMs = Math.round(performance.now() - began)
  const arrived = answer.status !== null && answer.status >= 200 && answer.status < 300
  const forGood = 'forbidden' in answer && answer.forbidden
  const reason = reasonText(answer.status === null ? answer.text : `HTTP ${answer.status} ${answer.text}`)
  await db
    .updateTable('webhookDeliveries')
    .set({ tries, triedAt: now, answerStatus: answer.status, tookMs, lastError: arrived ? null : reason })
    .$if(arrived, (rows) => rows.set({ sentAt: now, dueAt: null }))
    .where('id', '=', it.id)
    .where('dueAt', 'is not', null)
    .execute()
  await db
    .updateTable('webhooks')
    .set(answer.status === 410 ? { stoppedAt: now } : { failingSince: arrived ? null : now })
    .where('id', '=', it.webhookId)
    .$if(!arrived && answer.status !== 410, (rows) => rows.where('failingSince', 'is', null))
    .$if(arrived, (rows) => rows.where('failingSince', 'is not', null))
    .execute()
  const end: JobEnd = arrived
    ? { id: it.id, status: 'completed' }
    : { id: it.id, status: forGood ? 'deadletter' : 'failed', output: { reason } }
  return { end, slow: answer.status === null || tookMs > slowMs }
}

/**
 * A receiver that has not answered for days is no longer called, and the current owners of the organisation are
 * notified: its maker may have left.
 */
export async function stopDeafWebhooks({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - stopAfterDays * 86_400_000)
  const deaf = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'farmId', 'restaurantId'])
    .where('failingSince', '<', before)
    .where('stoppedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
  for (const it of deaf) await db.transaction().execute((tx) => stop({ db: tx, now }, it))
  return deaf.length
}

type Deaf = { id: WebhookId; url: string; farmId: FarmId | null; restaurantId: RestaurantId | null }

async function stop({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, url, farmId, restaurantId }: Deaf): Promise<void> {
  const stopped = await db
    .updateTable('webhooks')
    .set({ stoppedAt: now })
    .where('id', '=', id)
    .where('stoppedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!stopped) return
  const owners = await db
    .selectFrom('memberships as m')
    .innerJoin('people', 'people.id', 'm.personId')
    .select(['people.id as personId', 'people.email'])
    .where((is) => (farmId ? is('m.farmId', '=', farmId) : is('m.restaurantId', '=', restaurantId)))
    .where('m.role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .execute()
  await notifyMany(db, now, {
    kind: webhookStopped,
    to: owners.map((it) => ({ key: `webhook:${id}:stopped:${now.getTime()}:${it.personId}`, to: mailToOf(it) })),
    data: { webhookId: id, host: new URL(url).host, days: stopAfterDays },
  })
}

/** Deletes messages after a month, also those still waiting for a webhook that we stopped calling. */
export async function forgetOldWebhooks({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 30 * 86_400_000)
  const gone = await db
    .deleteFrom('webhookDeliveries')
    .where('createdAt', '<', before)
    .where((is) =>
      is.or([
        is('dueAt', 'is', null),
        is.exists(
          is
            .selectFrom('webhooks')
            .select('webhooks.id')
            .whereRef('webhooks.id', '=', 'webhookDeliveries.webhookId')
            .where((of) => of.or([of('stoppedAt', 'is not', null), of('endedAt', 'is not', null)])),
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
