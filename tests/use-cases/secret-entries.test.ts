import { createHmac } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { isFromLine } from '../../app/infra/channels/line.server.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import type { LineMessage } from '../../app/kernel/line-message.ts'
import { makeLineCode, personOfLine } from '../../app/modules/notifications/notification-addresses.server.ts'
import { stopToken } from '../../app/modules/notifications/stop-address.server.ts'
import { action as lineAction } from '../../app/routes/public/line-webhook.ts'
import { action as stopAction, loader as stopLoader } from '../../app/routes/public/unsubscribe.tsx'
import { requestFacts } from '../../app/web/request-context.ts'
import { aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { pageContext } from '../support/page-context.ts'
import { must } from './steps.ts'

/** Endpoints without a session: LINE's webhook, and one-click unsubscribe. */
const test_ = testDatabase()
const site = 'https://market.example.jp'
const userId = `U${'0'.repeat(32)}`

function fromLine(body: unknown, secret = 'secret') {
  const said: [string, readonly LineMessage[]][] = []
  const context = pageContext(as(test_.db, { kind: 'visitor' }))
  const line = {
    name: '@une',
    isFromLine: (bytes: Uint8Array, signature: string | null) => isFromLine('secret', bytes, signature),
    reply: async (token: string, messages: readonly LineMessage[]) => void said.push([token, messages]),
  }
  context.set(requestFacts, { ...context.get(requestFacts), ringing: { channels: {}, line, pushKey: null } })
  const text = JSON.stringify(body)
  const signature = createHmac('sha256', secret).update(text).digest('base64')
  const url = new URL(`${site}/line/webhook`)
  const headers = { 'x-line-signature': signature, 'content-type': 'application/json' }
  const request = new Request(url, { method: 'POST', body: text, headers })
  return { said, answer: lineAction({ request, context, params: {}, url, pattern: '/line/webhook' }) }
}

const message = (text: string) => ({
  type: 'message',
  replyToken: 'reply-1',
  source: { type: 'user', userId },
  message: { type: 'text', id: '1', text },
  webhookEventId: 'e1',
  timestamp: 1,
})

test('signed requests of LINE are answered; events that do not concern us are ignored', async () => {
  const { code } = must(
    await makeLineCode(
      as(test_.db, { kind: 'person', personId: await aPerson(test_.db, '森'), name: '森' }),
      {},
      testEncryption,
    ),
  )
  const forged = fromLine({ events: [message(code)] }, 'other')
  expect((await forged.answer).status).toBe(403)
  expect(forged.said).toEqual([])
  expect(await personOfLine(test_, userId)).toBeNull()
  const sticker = { ...message(''), message: { type: 'sticker', packageId: '1', stickerId: '2' } }
  const group = { ...message(code), source: { type: 'group', groupId: 'C1' } }
  const heard = fromLine({ destination: 'U1', events: [sticker, group, message(code)] })
  expect((await heard.answer).status).toBe(200)
  expect(heard.said.map(([token, [first]]) => [token, first?.text])).toEqual([
    ['reply-1', '連携しました。今後、畝と皿のお知らせがここに届きます。'],
  ])
  expect(await personOfLine(test_, userId)).not.toBeNull()
  expect((await fromLine('none').answer).status).toBe(400)
  const gone = fromLine({ events: [{ type: 'unfollow', source: { type: 'user', userId } }] })
  expect((await gone.answer).status).toBe(200)
  expect(await personOfLine(test_, userId)).toBeNull()
})

function stop(context: RouterContextProvider, params: { key: string; kind: string }) {
  const url = new URL(`${site}/unsubscribe/${params.key}/${params.kind}`)
  // as a mail program sends it (RFC 8058): no cookie, no origin
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const request = new Request(url, { method: 'POST', body })
  return stopAction({ request, context, params, url, pattern: '/unsubscribe/:key/:kind' })
}

test('one-click unsubscribe stops a kind; opening the link stops nothing, and required mails cannot be stopped', async () => {
  const personId = await aPerson(test_.db, '森')
  const of = () => test_.db.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
  const key = stopToken(testEncryption, personId)
  const context = pageContext(as(test_.db, { kind: 'visitor' }))
  const url = new URL(`${site}/unsubscribe/${key}/price`)
  const request = new Request(url)
  await stopLoader({ request, context, params: { key, kind: 'price' }, url, pattern: '/unsubscribe/:key/:kind' })
  expect((await of()).priceMails).toBe(true)
  await stop(context, { key, kind: 'price' })
  expect((await of()).priceMails).toBe(false)
  for (const params of [
    { key, kind: 'order' },
    { key, kind: 'none' },
    { key: 'x', kind: 'price' },
    { key: crypto.randomUUID(), kind: 'price' },
    { key: personId, kind: 'price' },
    { key: stopToken(makeEncryption('another key'), personId), kind: 'price' },
  ])
    await expect(stop(context, params)).rejects.toMatchObject({ init: { status: 404 } })
})
