import { randomBytes } from 'node:crypto'
import type { Actor } from '#access/actor.ts'
import { authorize } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { requireFreshPerson } from '#access/fresh.ts'
import { Forbidden, NotFound, Unauthenticated } from '#kernel/errors.ts'
import { type FarmId, newId, type RestaurantId, type WebhookDeliveryId, type WebhookId } from '#kernel/ids.ts'
import type { Outside } from '#kernel/outside.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Vault } from '#kernel/vault.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { groupsFor, groupsOf, publicKind, type WebhookGroup, webhookGroups } from './webhook-kinds.ts'

type Place = { farmId: FarmId | null; restaurantId: RestaurantId | null }

/** The place that somebody owns: its programs are theirs to connect. */
function ownPlace({ actor }: Ctx): Place {
  const place = placeOf(actor)
  authorize(actor, 'webhook.keep', place)
  return place
}

function placeOf(actor: Actor): Place {
  if (actor.kind === 'farm') return { farmId: actor.farmId, restaurantId: null }
  if (actor.kind === 'buyer') return { farmId: null, restaurantId: actor.restaurantId }
  if (actor.kind === 'visitor') throw new Unauthenticated('webhooks')
  throw new Forbidden('webhook.keep')
}

/** On which side somebody connects programs. */
export const webhookSide = (ctx: Ctx): 'farm' | 'restaurant' => (ownPlace(ctx).farmId ? 'farm' : 'restaurant')

export type Webhook = {
  id: WebhookId
  url: string
  groups: WebhookGroup[]
  createdAt: Date
  /** Nothing arrives since then. */
  failingSince: Date | null
  /** We have stopped calling it. */
  stoppedAt: Date | null
}

const rowsOf = ({ db }: Ctx, { farmId, restaurantId }: Place) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'kinds', 'created_at', 'failing_since', 'stopped_at'])
    .where('ended_at', 'is', null)
    .where((is) => (farmId ? is('farm_id', '=', farmId) : is('restaurant_id', '=', restaurantId)))

/** Where the programs of one's place are, the oldest first. */
export async function ownWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const rows = await rowsOf(ctx, ownPlace(ctx)).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    groups: groupsOf(row.kinds),
    createdAt: row.created_at,
    failingSince: row.failing_since,
    stoppedAt: row.stopped_at,
  }))
}

export type WebhookRefusal = 'bad_address' | 'nothing_chosen' | 'too_many_webhooks'

export const mostWebhooks = 5
export const webhookRefusalText: Record<WebhookRefusal, string> = {
  bad_address:
    'https:// で始まる、インターネットから届くアドレス（ポートは443か8443）を入力してください。社内や手元のアドレスには送れません。',
  nothing_chosen: '知らせることを、1つ以上選んでください。',
  too_many_webhooks: `Webhookは${mostWebhooks}つまでです。使っていないものをやめてください。`,
}

/** With what secrets of webhooks are sealed. */
export const webhookPurpose = 'webhook'

/**
 * Connects a program of the place: it hears of what happens from now on. The secret by which it knows our messages is
 * returned the one time it can be seen; it takes a session of the last ten minutes.
 */
export async function makeWebhook(
  ctx: Ctx,
  { url, groups, vault, outside }: { url: string; groups: readonly string[]; vault: Vault; outside: Outside },
): Promise<Result<{ id: WebhookId; secret: string }, WebhookRefusal>> {
  const place = ownPlace(ctx)
  const { personId } = requireFreshPerson(ctx.actor, ctx.now)
  const address = url.trim()
  const chosen = groupsFor(place.farmId ? 'farm' : 'restaurant').filter((name) => groups.includes(name))
  if (address.length > 500 || outside.refuses(address)) return refuse('bad_address')
  if (chosen.length === 0) return refuse('nothing_chosen')
  return ctx.db.transaction().execute(async (db) => {
    await db.selectFrom('people').select('id').where('id', '=', personId).forUpdate().executeTakeFirst()
    if ((await rowsOf({ ...ctx, db }, place).execute()).length >= mostWebhooks) return refuse('too_many_webhooks')
    const secret = `whsec_${randomBytes(32).toString('base64url')}`
    const id = newId<'webhook'>()
    await db
      .insertInto('webhooks')
      .values({
        id,
        farm_id: place.farmId,
        restaurant_id: place.restaurantId,
        url: new URL(address).href,
        sealed_secret: vault.seal(webhookPurpose, secret),
        kinds: chosen.flatMap((name) => [...webhookGroups[name].kinds]),
        made_by: personId,
        created_at: ctx.now,
        failing_since: null,
        stopped_at: null,
        ended_at: null,
      })
      .execute()
    const data = { host: new URL(address).host, groups: chosen }
    await recordEvent(db, ctx, { kind: 'webhook_made', ...aboutPlace(place), data })
    return ok({ id, secret })
  })
}

const aboutPlace = ({ farmId, restaurantId }: Place) => ({
  ...(farmId && { aboutFarmId: farmId }),
  ...(restaurantId && { aboutRestaurantId: restaurantId }),
})

/** From here on the program hears nothing; what waits is not sent. */
export async function endWebhook(ctx: Ctx, id: WebhookId): Promise<void> {
  const place = ownPlace(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const { ids } = await held({ ...ctx, db }, place, id)
    await db.updateTable('webhooks').set({ ended_at: ctx.now }).where('id', 'in', ids).execute()
    await db
      .updateTable('webhook_deliveries')
      .set({ due_at: null, failed_at: ctx.now, last_error: '送り先をやめました' })
      .where('webhook_id', 'in', ids)
      .where('due_at', 'is not', null)
      .execute()
    await recordEvent(db, ctx, { kind: 'webhook_ended', ...aboutPlace(place) })
  })
}

/** One that we had stopped calling is called again, with what is still waiting. */
export async function resumeWebhook(ctx: Ctx, id: WebhookId): Promise<void> {
  const { ids } = await held(ctx, ownPlace(ctx), id)
  await ctx.db.updateTable('webhooks').set({ stopped_at: null, failing_since: null }).where('id', 'in', ids).execute()
}

/** One's own, or there is none such. */
async function held(ctx: Ctx, place: Place, id: WebhookId): Promise<{ ids: WebhookId[]; url: string }> {
  const row = await rowsOf(ctx, place).where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('webhook')
  return { ids: [row.id], url: row.url }
}

export type WebhookDelivery = {
  id: WebhookDeliveryId
  /** `order.placed` */
  kind: string
  orderNumber: string | null
  createdAt: Date
  tries: number
  answerStatus: number | null
  error: string | null
  tookMs: number | null
  triedAt: Date | null
  sentAt: Date | null
  failedAt: Date | null
  /** When it is tried next. */
  dueAt: Date | null
}

const mostShown = 100

/** What was sent to a program, the newest first, with what it answered. */
export async function webhookDeliveries(
  ctx: Ctx,
  id: WebhookId,
): Promise<{ url: string; deliveries: WebhookDelivery[] }> {
  const { url } = await held(ctx, ownPlace(ctx), id)
  const rows = await ctx.db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('events', 'events.id', 'd.event_id')
    .leftJoin('orders', 'orders.id', 'events.order_id')
    .select([
      'd.id',
      'events.kind',
      'd.message_no as messageNo',
      'orders.number as orderNumber',
      'd.created_at as createdAt',
      'd.tries',
    ])
    .select([
      'd.answer_status as answerStatus',
      'd.last_error as error',
      'd.took_ms as tookMs',
      'd.tried_at as triedAt',
    ])
    .select(['d.sent_at as sentAt', 'd.failed_at as failedAt', 'd.due_at as dueAt'])
    .where('d.webhook_id', '=', id)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(mostShown)
    .execute()
  return {
    url,
    deliveries: rows.map(({ messageNo, ...row }) => ({
      ...row,
      kind: publicKind(row.kind ?? (messageNo === null ? 'stock' : 'message')),
    })),
  }
}

/** Sends one of one's own messages again, under the same id, whatever came of it before. */
export async function replayDelivery(ctx: Ctx, id: WebhookDeliveryId): Promise<void> {
  const place = ownPlace(ctx)
  const again = await ctx.db
    .updateTable('webhook_deliveries as d')
    .set({ due_at: ctx.now, tries: 0, sent_at: null, failed_at: null, last_error: null })
    .where('d.id', '=', id)
    .where('d.webhook_id', 'in', rowsOf(ctx, place).clearSelect().select('webhooks.id'))
    .executeTakeFirst()
  if (again.numUpdatedRows === 0n) throw new NotFound('webhook delivery')
}
