import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { NotFound, ReauthRequired } from '../../app/kernel/errors.ts'
import type { ProductId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { isEventKind } from '../../app/modules/audit-log/event-labels.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import {
  endWebhook,
  makeWebhook,
  ownWebhooks,
  replayDelivery,
  resumeWebhook,
  webhookDeliveries,
} from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import {
  forgetOldWebhooks,
  sendWebhooks,
  stopDeafWebhooks,
} from '../../app/modules/notifications/webhooks/send-webhooks.server.ts'
import type { WebhookGroup } from '../../app/modules/notifications/webhooks/webhook-kinds.ts'
import { publicKind, webhookGroups } from '../../app/modules/notifications/webhooks/webhook-kinds.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { aKey, aMarket, aPerson, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testQueues } from '../support/queues.ts'
import { type Answer, type Recorded, recordedServer } from '../support/recorded-server.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const encryption = makeEncryption('a secret of thirty-two characters')
const local = safeFetch({ allowLocal: true })
let close: (() => Promise<void>) | null = null
afterEach(async () => {
  await close?.()
  close = null
  await test_.pool.query('update webhooks set ended_at = now() where ended_at is null')
})

const fresh = (actor: Actor, now = noon) =>
  as(test_.db, { ...actor, session: { key: 'k', authTime: now, aal: 1 } } as Actor, now)
async function connected(groups: WebhookGroup[], answer?: (asked: Recorded) => Answer) {
  const market = await aMarket(test_.db)
  const server = await recordedServer(answer)
  close = server.close
  const farmer = there(market.farms[0]).actor
  const made = must(
    await makeWebhook(fresh(farmer), { url: `${server.url}/hook`, groups }, { encryption, safeFetch: local }),
  )
  return { market, server, farmer, ...made }
}
const send = (now = noon, safeFetch = local) =>
  queues.run('webhook', now, (jobs) => sendWebhooks({ db: test_.db, now, encryption, safeFetch }, jobs))
/** In the order of the events: several are in transit concurrently. */
const bodies = (recorded: readonly Recorded[]) =>
  recorded.map(({ body }) => JSON.parse(body.toString())).toSorted((a, b) => a.sequence - b.sequence)
const ordersOf = async (market: Market) => placeAll(test_.db, market)

test('every kind that a webhook can hear is one that our history records', () => {
  const kinds = Object.values(webhookGroups).flatMap(({ kinds }) => [...kinds])
  expect(kinds.filter((kind) => !['stock', 'message', 'document'].includes(kind) && !isEventKind(kind))).toEqual([])
  expect(['order_placed', 'order_approved', 'order_cancel_asked'].map(publicKind)).toEqual([
    'order.placed',
    'order.placed',
    'order.cancel_asked',
  ])
  const { documents, payments, payouts } = webhookGroups
  expect([...documents.kinds, ...payments.kinds, ...payouts.kinds].map(publicKind)).toEqual([
    ...['document.issued', 'document.voided', 'payment.matched', 'payment.unmatched'],
    ...['payout.sent', 'payout.returned'],
  ])
})

test('a farm’s program hears of its own orders, signed, and a restaurant’s or another farm’s of nothing', async () => {
  const { market, server, farmer, secret } = await connected(['orders'])
  const [orderId] = await ordersOf(market)
  must(await acceptOrder(as(test_.db, farmer), { orderId: there(orderId), key: aKey(), lines: [] }))
  await send()
  expect(bodies(server.recorded)).toMatchObject([
    { kind: 'order.placed', data: { order: { id: orderId, state: 'placed' } } },
    { kind: 'order.accepted', data: { order: { id: orderId, state: 'accepted' } } },
  ])
  const { headers, body } = there(server.recorded[0])
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['une-signature'])) ?? []
  expect(Number(t)).toBe(Math.floor(noon.getTime() / 1000))
  expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
  expect(
    createHmac('sha256', secret)
      .update(`${Number(t) + 1}.${body}`)
      .digest('hex'),
  ).not.toBe(v1)
  await send()
  expect(server.recorded).toHaveLength(2)
})

test('a rolled back event is not sent; stock events are sent to webhooks that subscribe to them', async () => {
  const { market, server } = await connected(['stock'])
  const rolledBack = test_.db.transaction().execute(async (db) => {
    await db
      .insertInto('stockEntries')
      .values({
        productId: there(market.farms[0]).productId,
        delta: 1,
        cause: 'stated',
        orderLineId: null,
        at: noon,
      })
      .execute()
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await send()
  expect(server.recorded).toEqual([])
  await ordersOf(market)
  await send()
  expect(bodies(server.recorded)).toMatchObject([
    { kind: 'stock.changed', data: { product: { id: there(market.farms[0]).productId, change: -2 } } },
  ])
})

test('a message is told to the program of either side, without its words', async () => {
  const { market, server, farmer } = await connected(['messages'])
  const { chef } = market
  const farmId = there(market.farms[0]).farmId
  const message = { key: aKey(), text: 'ひみつの相談', photos: [], orderId: null, productId: null }
  must(await sendMessage(as(test_.db, chef), { other: farmId, ...message }))
  await send()
  expect(bodies(server.recorded)).toMatchObject([
    {
      kind: 'message.sent',
      sequence: 1,
      data: { message: { farmId, restaurantId: chef.restaurantId, no: 1, side: 'restaurant' } },
    },
  ])
  expect(String(server.recorded[0]?.body)).not.toContain('ひみつ')
  const [made] = await ownWebhooks(as(test_.db, farmer))
  const { deliveries } = await webhookDeliveries(as(test_.db, farmer), there(made).id)
  expect(deliveries).toMatchObject([{ kind: 'message.sent', orderNumber: null }])
})

test('a failed delivery is retried at growing intervals under the same id, then given up, and can be sent again', async () => {
  let status = 500
  const { market, server, farmer, id } = await connected(['orders'], () => ({ status, body: 'broken' }))
  await ordersOf(market)
  const ctx = as(test_.db, farmer)
  let now = noon
  for (let tries = 1; tries <= queues.settings.webhook.retryLimit; tries += 1) {
    expect(await send(now)).toMatchObject({ sent: 0, failed: 1 })
    const [waits] = (await webhookDeliveries(ctx, id)).deliveries
    const next = await queues.nextTry('webhook', there(waits).id)
    expect(there(waits)).toMatchObject({ tries, failedAt: null, dueAt: addMinutes(next, -1 / 60_000) })
    expect(next.getTime()).toBeGreaterThan(addMinutes(now, Math.min(2 ** (tries - 1), 719)).getTime())
    expect(await send(addMinutes(next, -1))).toMatchObject({ sent: 0, failed: 0 })
    now = next
  }
  // two days in all, as the documentation of the API says
  const hours = (now.getTime() - noon.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(40)
  expect(hours).toBeLessThan(54)
  expect(await send(now)).toMatchObject({ sent: 0, failed: 1 })
  expect(new Set(bodies(server.recorded).map((it) => it.id)).size).toBe(1)
  const [failed] = (await webhookDeliveries(ctx, id)).deliveries
  expect(failed).toMatchObject({ kind: 'order.placed', answerStatus: 500, error: 'HTTP 500 broken', dueAt: null })
  expect(there(failed).failedAt).toEqual(now)
  expect((await ownWebhooks(ctx))[0]?.failingSince).toEqual(noon)
  status = 204
  await replayDelivery(as(test_.db, farmer, now), { id: there(failed).id })
  expect(await send(now)).toMatchObject({ sent: 1, failed: 0 })
  expect((await ownWebhooks(ctx))[0]?.failingSince).toBeNull()
})

test('a webhook that does not answer for days is disabled, until it is enabled again', async () => {
  let status = 503
  const { market, farmer, id } = await connected(['orders'], () => ({ status }))
  const heir = await aPerson(test_.db, '畑 二代目')
  await test_.pool.query('update memberships set person_id = $1 where farm_id = $2', [
    heir,
    there(market.farms[0]).farmId,
  ])
  await ordersOf(market)
  await send()
  const later = addMinutes(noon, 6 * 24 * 60)
  await send(later)
  expect(await stopDeafWebhooks({ db: test_.db, now: later })).toBe(1)
  expect((await ownWebhooks(as(test_.db, farmer)))[0]?.stoppedAt).toEqual(later)
  // to the farm's current owner, not to one who has left it
  const { rows } = await test_.pool.query(`select recipient from mails where template = 'webhook_stopped'`)
  expect(rows).toEqual([{ recipient: `${heir}@example.jp` }])
  status = 200
  await resumeWebhook(as(test_.db, farmer, later), { id })
  expect(await send(addMinutes(later, 60))).toMatchObject({ sent: 1 })
})

test('a webhook that does not answer delays no other: it is tried once a minute, and untried messages lose no attempt', async () => {
  const { market, server, farmer, id } = await connected(['stock'])
  const other = there(market.farms[1])
  const { url } = server
  must(
    await makeWebhook(fresh(other.actor), { url: `${url}/other`, groups: ['stock'] }, { encryption, safeFetch: local }),
  )
  const entries = (productId: ProductId, count: number, at: Date) =>
    test_.db
      .insertInto('stockEntries')
      .values(
        Array.from({ length: count }, () => ({
          productId,
          delta: 1,
          cause: 'stated' as const,
          orderLineId: null,
          at,
        })),
      )
      .execute()
  await entries(there(market.farms[0]).productId, 60, addMinutes(noon, -5))
  await entries(other.productId, 1, noon)
  let silent = 0
  const parts = {
    ...local,
    post: async (address: string) => {
      if (address.endsWith('/other')) return { status: 204, text: '' }
      silent++
      throw new Error('no answer in time')
    },
  }
  expect(await send(noon, parts)).toMatchObject({ sent: 1 })
  expect(silent).toBeLessThanOrEqual(8)
  const { deliveries } = await webhookDeliveries(as(test_.db, farmer), id)
  expect(deliveries.filter(({ tries }) => tries > 0)).toHaveLength(silent)
  expect(await send(addMinutes(noon, 1))).toMatchObject({ sent: 60 - silent })
})

test('a response with characters that text columns cannot store is recorded, and retried like any other', async () => {
  const { market, farmer, id } = await connected(['orders'], () => ({ status: 500, body: 'a\u0000b' }))
  await ordersOf(market)
  expect(await send()).toMatchObject({ sent: 0, failed: 1 })
  const [first] = (await webhookDeliveries(as(test_.db, farmer), id)).deliveries
  expect(first).toMatchObject({ error: 'HTTP 500 ab', tries: 1 })
})

test('what has waited for a month for a program that was stopped is forgotten; what still waits is kept', async () => {
  const { market, id } = await connected(['orders'])
  await ordersOf(market)
  const left = async () =>
    Number(
      (await test_.pool.query('select count(*) from webhook_deliveries where webhook_id = $1', [id])).rows[0].count,
    )
  const later = addMinutes(noon, 31 * 24 * 60)
  await forgetOldWebhooks({ db: test_.db, now: later })
  expect(await left()).toBe(1)
  await test_.pool.query('update webhooks set stopped_at = $1 where id = $2', [noon, id])
  await forgetOldWebhooks({ db: test_.db, now: later })
  expect(await left()).toBe(0)
})

test('410 stops it at once', async () => {
  const { market, farmer } = await connected(['orders'], () => ({ status: 410 }))
  await ordersOf(market)
  await send()
  expect((await ownWebhooks(as(test_.db, farmer)))[0]?.stoppedAt).toEqual(noon)
})

test('of five workers at once each message is sent by one', async () => {
  const { market, server } = await connected(['orders', 'stock'])
  await ordersOf(market)
  await Promise.all(Array.from({ length: 5 }, () => send()))
  const ids = bodies(server.recorded).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('addresses inside are refused when they are given, and when they are called', async () => {
  const { market, server, farmer, id } = await connected(['orders'])
  const strict = safeFetch({ allowLocal: false })
  for (const url of ['http://example.com/x', 'https://10.0.0.1/x', 'https://169.254.169.254/latest', 'x'])
    expect(
      await makeWebhook(fresh(farmer), { url, groups: ['orders'] }, { encryption, safeFetch: strict }),
    ).toMatchObject({
      refusal: 'bad_address',
    })
  await ordersOf(market)
  expect(await send(noon, strict)).toMatchObject({ sent: 0, failed: 1 })
  expect(server.recorded).toEqual([])
  expect((await webhookDeliveries(as(test_.db, farmer), id)).deliveries[0]).toMatchObject({ dueAt: null, tries: 1 })
})

test('a webhook takes a fresh proof, is its place’s own, and hears nothing once it is ended', async () => {
  const { market, server, farmer, id } = await connected(['orders'])
  const asked = { url: 'https://example.com/x', groups: ['orders' as const] }
  const tools = { encryption, safeFetch: local }
  const long = { ...as(test_.db, farmer), now: addMinutes(noon, 11) }
  await expect(makeWebhook(long, asked, tools)).rejects.toThrow(ReauthRequired)
  expect(await makeWebhook(fresh(farmer), { ...asked, groups: [] }, tools)).toMatchObject({ refusal: 'nothing_chosen' })
  const other = as(test_.db, there(market.farms[1]).actor)
  await expect(webhookDeliveries(other, id)).rejects.toThrow(NotFound)
  await expect(endWebhook(other, { id })).rejects.toThrow(NotFound)
  await ordersOf(market)
  await endWebhook(as(test_.db, farmer), { id })
  await send()
  expect(server.recorded).toEqual([])
  const { rows } = await test_.pool.query('select sealed_secret, url from webhooks where id = $1', [id])
  expect(rows[0].sealed_secret).not.toContain('whsec')
})
