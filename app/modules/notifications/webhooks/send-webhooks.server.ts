import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Side } from '#kernel/enums.ts'
import type { EventId, FarmId, OrderId, ProductId, RestaurantId, WebhookDeliveryId, WebhookId } from '#kernel/ids.ts'
import { ForbiddenAddress, type SafeFetch } from '#kernel/safe-fetch.ts'
import { mailToOf, notifyMany } from '../notify.server.ts'
import { reasonText } from '../reason-text.ts'
import { webhookPurpose } from './keep-webhook.server.ts'
import { signatureHeader, signatureOf } from './sign-webhook.server.ts'
import { publicKind } from './webhook-kinds.ts'
import { webhookStopped } from './webhook-mails.server.tsx'

type System = Omit<Ctx, 'actor'> & { encryption: Encryption; safeFetch: SafeFetch }

/** Minutes between attempts: two days in all, which outlasts a weekend's repair. */
export const webhookRetryMinutes = [1, 5, 30, 120, 360, 720, 1_440] as const

/** Days without a delivered message after which it is no longer called. */
const stopAfterDays = 5
const batch = 50
const atOnce = 8
const roundMs = 45_000

/** Milliseconds: a receiver that takes longer to answer, or does not answer, is not called again in the same round. */
const slowMs = 5_000

/**
 * Sends events to connected programs. As with mails, a worker claims by postponing the next attempt and calls with
 * nothing locked. At least once: a receiver recognises a repeated message by its id. Messages may arrive out of order;
 * `sequence` gives the order. A receiver that does not answer delays the others once per round, not once per message.
 * Returns how many were delivered, and how many were not.
 */
export async function sendDueWebhooks(system: System, forMs = roundMs): Promise<{ sent: number; failed: number }> {
  const done = { sent: 0, failed: 0 }
  const started = performance.now()
  const deaf = new Set<WebhookId>()
  while (performance.now() - started < forMs) {
    const waiting = await claim(system, [...deaf])
    if (waiting.length === 0) break
    const untried: WebhookDeliveryId[] = []
    const caller = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (deaf.has(next.webhook_id)) {
          untried.push(next.id)
          continue
        }
        const { arrived, slow } = await call(system, next)
        if (slow) deaf.add(next.webhook_id)
        done[arrived ? 'sent' : 'failed'] += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, caller))
    await giveBack(system, untried)
  }
  await stopDeaf(system)
  return done
}

type Claimed = {
  id: WebhookDeliveryId
  webhook_id: WebhookId
  url: string
  sealed_secret: string
  tries: number
  kind: string
  event_id: EventId | null
  at: Date
  seq: number | null
  from_state: string | null
  to_state: string | null
  reason: string | null
  order_id: OrderId | null
  order_number: string | null
  delivery_on: string | null
  product_id: ProductId | null
  delta: number | null
  available_qty: number | null
  farm_id: FarmId | null
  restaurant_id: RestaurantId | null
  message_no: number | null
  message_side: Side | null
}

/** What was claimed and not tried is left for the next round, without losing an attempt. */
async function giveBack({ db }: System, ids: readonly WebhookDeliveryId[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('webhook_deliveries')
    .set({ tries: sql`tries - 1` })
    .where('id', 'in', ids)
    .where('due_at', 'is not', null)
    .where('tries', '>', 0)
    .execute()
}

async function claim({ db, now }: System, without: readonly WebhookId[]): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select d.id from webhook_deliveries d
        join webhooks w on w.id = d.webhook_id and w.stopped_at is null and w.ended_at is null
       where d.due_at <= ${now} and d.webhook_id <> all(${[...without]}::uuid[])
       order by d.due_at limit ${batch}
         for update of d skip locked
    ), claimed as (
      update webhook_deliveries d
         set tries = d.tries + 1, tried_at = ${now},
             due_at = ${now}::timestamptz + make_interval(mins =>
               (${[...webhookRetryMinutes]}::int[])[least(d.tries + 1, ${webhookRetryMinutes.length}::int)])
        from due where d.id = due.id
      returning d.*
    )
    select c.id, c.webhook_id, w.url, w.sealed_secret, c.tries,
           coalesce(e.kind, case when c.message_no is null then 'stock' else 'message' end) as kind, c.event_id,
           coalesce(e.at, s.at, m.sent_at) as at, e.seq,
           e.from_state, e.to_state, e.reason, o.id as order_id, o.number as order_number,
           to_char(o.delivery_on, 'YYYY-MM-DD') as delivery_on, s.product_id, s.delta, k.available_qty,
           t.farm_id, t.restaurant_id, c.message_no, m.side as message_side
      from claimed c
      join webhooks w on w.id = c.webhook_id
      left join events e on e.id = c.event_id
      left join orders o on o.id = e.order_id
      left join stock_entries s on s.id = c.stock_entry_id
      left join product_stock k on k.product_id = s.product_id
      left join conversations t on t.id = c.conversation_id
      left join messages m on m.conversation_id = c.conversation_id and m.no = c.message_no
     order by c.created_at, e.seq, c.stock_entry_id, c.message_no`.execute(db)
  return rows
}

/** The content of a message: what happened to what; the API has the details. */
export function messageOf(it: Claimed): string {
  return JSON.stringify({
    id: it.id,
    kind: publicKind(it.kind),
    occurredAt: it.at.toISOString(),
    sequence: it.seq ?? it.message_no,
    data: aboutOf(it),
  })
}

function aboutOf(it: Claimed) {
  if (it.message_no !== null)
    return {
      message: { farmId: it.farm_id, restaurantId: it.restaurant_id, no: it.message_no, side: it.message_side },
    }
  if (it.order_id === null) return { product: { id: it.product_id, change: it.delta, available: it.available_qty } }
  return {
    order: { id: it.order_id, number: it.order_number, deliveryOn: it.delivery_on, state: it.to_state },
    reason: it.reason,
  }
}

async function call(system: System, it: Claimed): Promise<{ arrived: boolean; slow: boolean }> {
  const { db, now, encryption, safeFetch } = system
  const secret = encryption.open(webhookPurpose, it.sealed_secret)
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
  const over = !arrived && (forGood || it.tries > webhookRetryMinutes.length)
  await db
    .updateTable('webhook_deliveries')
    .set({
      answer_status: answer.status,
      took_ms: tookMs,
      last_error: arrived
        ? null
        : reasonText(answer.status === null ? answer.text : `HTTP ${answer.status} ${answer.text}`),
      ...(arrived && { sent_at: now, due_at: null }),
      ...(over && { failed_at: now, due_at: null }),
    })
    .where('id', '=', it.id)
    .where('due_at', 'is not', null)
    .execute()
  await db
    .updateTable('webhooks')
    .set(answer.status === 410 ? { stopped_at: now } : { failing_since: arrived ? null : now })
    .where('id', '=', it.webhook_id)
    .$if(!arrived && answer.status !== 410, (rows) => rows.where('failing_since', 'is', null))
    .$if(arrived, (rows) => rows.where('failing_since', 'is not', null))
    .execute()
  return { arrived, slow: answer.status === null || tookMs > slowMs }
}

/**
 * A receiver that has not answered for days is no longer called, and the current owners of the organisation are
 * notified: its maker may have left.
 */
async function stopDeaf({ db, now }: System): Promise<void> {
  const before = new Date(now.getTime() - stopAfterDays * 86_400_000)
  const deaf = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'farm_id as farmId', 'restaurant_id as restaurantId'])
    .where('failing_since', '<', before)
    .where('stopped_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  for (const it of deaf) await db.transaction().execute((tx) => stop({ db: tx, now }, it))
}

type Deaf = { id: WebhookId; url: string; farmId: FarmId | null; restaurantId: RestaurantId | null }

async function stop({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, url, farmId, restaurantId }: Deaf): Promise<void> {
  const stopped = await db
    .updateTable('webhooks')
    .set({ stopped_at: now })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!stopped) return
  const owners = await db
    .selectFrom('memberships as m')
    .innerJoin('people', 'people.id', 'm.person_id')
    .select(['people.id as personId', 'people.email'])
    .where((is) => (farmId ? is('m.farm_id', '=', farmId) : is('m.restaurant_id', '=', restaurantId)))
    .where('m.role', '=', 'owner')
    .where('people.closed_at', 'is', null)
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
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .where((is) =>
      is.or([
        is('due_at', 'is', null),
        is.exists(
          is
            .selectFrom('webhooks')
            .select('webhooks.id')
            .whereRef('webhooks.id', '=', 'webhook_deliveries.webhook_id')
            .where((of) => of.or([of('stopped_at', 'is not', null), of('ended_at', 'is not', null)])),
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
