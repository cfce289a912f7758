import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#authorization/actor.ts'
import { refusalOfVisitor } from '#authorization/actor.ts'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { requireSelf } from '#authorization/recent-auth.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import { type FarmId, newId, type RestaurantId, type WebhookDeliveryId, type WebhookId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { closeWebhooks } from './close-webhooks.server.ts'
import {
  groupsFor,
  groupsOf,
  publicKind,
  type WebhookGroup,
  webhookGroupNames,
  webhookGroups,
} from './webhook-kinds.ts'

type Place = { farmId: FarmId | null; restaurantId: RestaurantId | null }

/** The organisation that the user owns: only owners connect its programs. */
function ownWorkplace({ actor }: Ctx): Place {
  const place = placeOf(actor)
  authorize(actor, 'webhook.keep', place)
  return place
}

function placeOf(actor: Actor): Place {
  if (actor.kind === 'farm') return { farmId: actor.farmId, restaurantId: null }
  if (actor.kind === 'buyer') return { farmId: null, restaurantId: actor.restaurantId }
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'webhooks')
  throw new Forbidden('webhook.keep')
}

/** The side for which the user connects programs. */
export const webhookSide = (ctx: Ctx): 'farm' | 'restaurant' => (ownWorkplace(ctx).farmId ? 'farm' : 'restaurant')

export type Webhook = {
  id: WebhookId
  url: string
  groups: WebhookGroup[]
  createdAt: Date
  /** When something was last delivered; null if nothing has been yet. */
  lastSentAt: Date | null
  /** Deliveries have been failing since then. */
  failingSince: Date | null
  /** When we stopped calling it. */
  stoppedAt: Date | null
}

const rowsOf = ({ db }: Ctx, { farmId, restaurantId }: Place) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'kinds', 'createdAt', 'failingSince', 'stoppedAt'])
    .where('endedAt', 'is', null)
    .where((is) => (farmId ? is('farmId', '=', farmId) : is('restaurantId', '=', restaurantId)))

/** The webhooks of the user's organisation, oldest first. */
export const ownWebhooks = query('webhook.keep', async (ctx): Promise<Webhook[]> => {
  const rows = await rowsOf(ctx, ownWorkplace(ctx))
    .select(({ selectFrom }) =>
      selectFrom('webhookDeliveries')
        .select(({ fn }) => fn.max('webhookDeliveries.sentAt').as('at'))
        .whereRef('webhookId', '=', 'webhooks.id')
        .as('lastSentAt'),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    groups: groupsOf(row.kinds),
    createdAt: row.createdAt,
    lastSentAt: row.lastSentAt,
    failingSince: row.failingSince,
    stoppedAt: row.stoppedAt,
  }))
})

export const mostWebhooks = 5
const sentences = {
  bad_address:
    'https:// で始まる、インターネットからアクセスできるURL（ポートは443または8443）を入力してください。社内やローカルのアドレスには送信できません。',
  nothing_chosen: '通知する内容を、1つ以上選択してください。',
  too_many_webhooks: `Webhookは${mostWebhooks}件までです。使用していないWebhookを削除してください。`,
}

/** The encryption purpose of webhook secrets. */
export const webhookPurpose = 'webhook'

/**
 * Connects a program of the organisation: it receives events from now on. The secret with which it verifies our
 * messages is returned the only time it can be seen; this needs a proof of the last ten minutes.
 */
export const makeWebhook = repeatable({
  name: 'webhook.make',
  permission: 'webhook.make',
  input: { url: z.string().default(''), groups: z.array(z.enum(webhookGroupNames)).default([]) },
  refusals: {
    codes: ['bad_address', 'nothing_chosen', 'too_many_webhooks'],
    text: (refusal) => sentences[refusal],
  },
  run: async (ctx, { url, groups }, { encryption, safeFetch }: { encryption: Encryption; safeFetch: SafeFetch }) => {
    const place = ownWorkplace(ctx)
    authorizeProven(ctx, 'webhook.make', place)
    const { personId } = requireSelf(ctx.actor)
    const address = url.trim()
    const chosen = groupsFor(place.farmId ? 'farm' : 'restaurant').filter((name) => groups.includes(name))
    if (address.length > 500 || safeFetch.refuses(address)) return refuse('bad_address')
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
          farmId: place.farmId,
          restaurantId: place.restaurantId,
          url: new URL(address).href,
          sealedSecret: encryption.seal(webhookPurpose, secret),
          kinds: chosen.flatMap((name) => [...webhookGroups[name].kinds]),
          madeBy: personId,
          createdAt: ctx.now,
          failingSince: null,
          stoppedAt: null,
          endedAt: null,
        })
        .execute()
      const data = { host: new URL(address).host, groups: chosen }
      await recordEvent(db, ctx, { kind: 'webhook_made', ...aboutWorkplace(place), data })
      return ok({ id, secret })
    })
  },
})

const aboutWorkplace = ({ farmId, restaurantId }: Place) => ({
  ...(farmId && { aboutFarmId: farmId }),
  ...(restaurantId && { aboutRestaurantId: restaurantId }),
})

/** Ends a webhook: the program receives nothing more, and pending messages are not sent. */
export const endWebhook = repeatable({
  name: 'webhook.end',
  permission: 'webhook.keep',
  input: { id: IdOf<'webhook'>('Webhook') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const place = ownWorkplace(ctx)
    await ctx.db.transaction().execute(async (db) => {
      const { ids } = await held({ ...ctx, db }, place, id)
      await closeWebhooks(db, ctx.now, ids)
      await recordEvent(db, ctx, { kind: 'webhook_ended', ...aboutWorkplace(place) })
    })
    return ok(null)
  },
})

/** Resumes one that we had stopped calling, with its pending messages. */
export const resumeWebhook = repeatable({
  name: 'webhook.resume',
  permission: 'webhook.keep',
  input: { id: IdOf<'webhook'>('Webhook') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const { ids } = await held(ctx, ownWorkplace(ctx), id)
    await ctx.db.transaction().execute(async (db) => {
      await db.updateTable('webhooks').set({ stoppedAt: null, failingSince: null }).where('id', 'in', ids).execute()
      await db
        .updateTable('webhookDeliveries')
        .set({ dueAt: ctx.now })
        .where('webhookId', 'in', ids)
        .where('dueAt', 'is not', null)
        .execute()
    })
    return ok(null)
  },
})

/** One of the organisation's own webhooks; otherwise NotFound. */
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
  /** The time of the next attempt. */
  dueAt: Date | null
}

const mostShown = 100

/** The time of the next attempt is the queue's. */
const nextTry = sql<Date | null>`case when d.due_at is not null then coalesce(
  (select j.start_after from jobs.job j where j.name = 'webhook' and j.id = d.id and j.state < 'active'), d.due_at) end`

/** The messages sent to a program, newest first, with its responses. */
export const webhookDeliveries = query(
  'webhook.keep',
  async (ctx, id: WebhookId): Promise<{ url: string; deliveries: WebhookDelivery[] }> => {
    const { url } = await held(ctx, ownWorkplace(ctx), id)
    const rows = await ctx.db
      .selectFrom('webhookDeliveries as d')
      .leftJoin('events', 'events.id', 'd.eventId')
      .leftJoin('orders', 'orders.id', 'events.orderId')
      .select([
        'd.id',
        'events.kind',
        'd.messageNo',
        'd.documentId',
        'orders.number as orderNumber',
        'd.createdAt',
        'd.tries',
      ])
      .select(['d.answerStatus', 'd.lastError as error', 'd.tookMs', 'd.triedAt'])
      .select(['d.sentAt', 'd.failedAt'])
      .select(nextTry.as('dueAt'))
      .where('d.webhookId', '=', id)
      .orderBy('d.createdAt', 'desc')
      .orderBy('d.id', 'desc')
      .limit(mostShown)
      .execute()
    return {
      url,
      deliveries: rows.map(({ messageNo, documentId, ...row }) => ({
        ...row,
        kind: publicKind(row.kind ?? (documentId ? 'document' : messageNo === null ? 'stock' : 'message')),
      })),
    }
  },
)

/** Sends one of the organisation's messages again, under the same id, whatever its earlier outcome. */
export const replayDelivery = repeatable({
  name: 'webhook.replay',
  permission: 'webhook.keep',
  input: { id: IdOf<'webhookDelivery'>('送信したお知らせ') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const place = ownWorkplace(ctx)
    const again = await ctx.db
      .updateTable('webhookDeliveries as d')
      .set({ dueAt: ctx.now, tries: 0, sentAt: null, failedAt: null, lastError: null })
      .where('d.id', '=', id)
      .where('d.webhookId', 'in', rowsOf(ctx, place).clearSelect().select('webhooks.id'))
      .executeTakeFirst()
    if (again.numUpdatedRows === 0n) throw new NotFound('webhook delivery')
    return ok(null)
  },
})
