import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { faxChannel } from '../../app/infra/channels/fax.server.ts'
import { isFromLine, lineChannel } from '../../app/infra/channels/line.server.ts'
import { smsNotifications } from '../../app/infra/channels/sms.server.ts'
import { pushChannel } from '../../app/infra/channels/web-push.server.ts'
import { httpSms } from '../../app/infra/login-methods/sms-channel.server.ts'
import { isPublicIp, safeFetch } from '../../app/infra/safe-fetch.server.ts'
import type { Outgoing } from '../../app/kernel/channel.ts'
import { newId } from '../../app/kernel/ids.ts'
import { type Answer, type Recorded, recordedServer } from '../support/recorded-server.ts'
import { there } from './steps.ts'

let close: (() => Promise<void>) | null = null
afterEach(async () => {
  await close?.()
  close = null
})
async function server(answer?: (asked: Recorded) => Answer) {
  const made = await recordedServer(answer)
  close = made.close
  return made
}

const site = 'https://market.example.jp'
const token = 'A'.repeat(43)
const notice = (more: Partial<Outgoing> = {}): Outgoing => ({
  id: newId(),
  to: 'U0123456789abcdef0123456789abcdef',
  keys: null,
  kind: 'question',
  title: '新しい注文（ビストロ灯・11月26日(木)お届け）',
  body: '大玉トマト 2箱。今日14:00までに回答してください 🍅',
  address: `${site}/farmer/orders/1`,
  answer: { address: `${site}/a/${token}`, token },
  sheet: null,
  usefulForSeconds: 3_600,
  ...more,
})

test('LINE is sent a message to one person, with the answers to press, under a key by which it knows a repeated one', async () => {
  const accepted = new Set<string>()
  const line = await server(({ headers }) => {
    const key = String(headers['x-line-retry-key'])
    if (accepted.has(key)) return { status: 409, body: '{"message":"The retry key is already accepted"}' }
    accepted.add(key)
    return { status: 200 }
  })
  const channel = lineChannel({ token: 'line-token', api: line.url })
  const message = notice()
  expect(await channel.send(message)).toEqual({ end: 'sent' })
  expect(await channel.send(message)).toEqual({ end: 'sent' })
  expect(accepted.size).toBe(1)
  const [asked] = line.recorded
  expect(asked).toMatchObject({
    path: '/v2/bot/message/push',
    headers: { authorization: 'Bearer line-token', 'x-line-retry-key': message.id },
  })
  const body = JSON.parse(there(asked).body.toString())
  expect(body.to).toBe(message.to)
  expect(body.messages[0].text).toContain('【新しい注文（ビストロ灯・11月26日(木)お届け）】')
  expect(body.messages[0].text).toContain(`${site}/a/${token}`)
  const actions = body.messages[0].quickReply.items.map((item: { action: unknown }) => item.action)
  expect(actions).toEqual([
    {
      type: 'postback',
      label: 'すべて出荷できます',
      data: `answer=${token}&do=all`,
      displayText: 'すべて出荷できます',
    },
    { type: 'uri', label: '一部なら出荷できます', uri: `${site}/a/${token}` },
    { type: 'postback', label: '出荷できません', data: `answer=${token}&do=none`, displayText: '出荷できません' },
  ])
  // the limits of the Messaging API
  for (const { label, data = '' } of actions) {
    expect(label.length).toBeLessThanOrEqual(20)
    expect(data.length).toBeLessThanOrEqual(300)
  }
})

test('what is in the boxes is typed on the page: a message about it has no buttons', async () => {
  const line = await server()
  await lineChannel({ token: 't', api: line.url }).send(notice({ kind: 'order' }))
  const { messages } = JSON.parse(there(line.recorded[0]).body.toString())
  expect(messages[0].text).toContain(`報告する（サインイン不要）\n${site}/a/${token}`)
  expect(messages[0].quickReply).toBeUndefined()
})

test.each([
  [400, 'gone'],
  [403, 'refused'],
  [429, 'again'],
  [500, 'again'],
] as const)('what LINE answers with %i is %s', async (status, end) => {
  const line = await server(() => ({ status, body: '{"message":"no"}' }))
  const sent = lineChannel({ token: 't', api: line.url }).send(notice())
  if (end === 'again') await expect(sent).rejects.toThrow(String(status))
  else expect(await sent).toMatchObject({ end })
})

test('a long notice is cut before the address where it is answered, never in it', async () => {
  const line = await server()
  await lineChannel({ token: 't', api: line.url }).send(notice({ body: '品'.repeat(1_000) }))
  const { messages } = JSON.parse(there(line.recorded[0]).body.toString())
  expect(messages[0].text).toMatch(new RegExp(`\\n${site}/a/${token}$`))
})

test.each([
  ['A message (messages[0]) in the request body is invalid', 'refused'],
  ["The property, 'to', in the request body is invalid (line: -, column: -)", 'gone'],
  ['Failed to send messages', 'gone'],
] as const)('a message that LINE will not have takes nobody’s account away: %s', async (message, end) => {
  const line = await server(() => ({ status: 400, body: JSON.stringify({ message }) }))
  expect(await lineChannel({ token: 't', api: line.url }).send(notice())).toMatchObject({ end })
})

test('only what LINE has signed with our secret comes from LINE', () => {
  const body = Buffer.from('{"events":[]}')
  const signature = createHmac('sha256', 'secret').update(body).digest('base64')
  expect(isFromLine('secret', body, signature)).toBe(true)
  expect(isFromLine('other', body, signature)).toBe(false)
  expect(isFromLine('secret', Buffer.from('{"events":[1]}'), signature)).toBe(false)
  for (const none of [null, '', 'x', signature.slice(1)]) expect(isFromLine('secret', body, none)).toBe(false)
})

/** A browser's side: its keys, and how it decrypts a message (RFC 8291 §3.4, RFC 8188). */
function browser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const open = (sealed: Buffer) => {
    const [salt, idLength] = [sealed.subarray(0, 16), sealed.readUInt8(20)]
    const sender = sealed.subarray(21, 21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
    const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
    const body = sealed.subarray(21 + idLength)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(body.subarray(-16))
    const plain = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
    // the padding ends with 2: the last record
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
  return { keys, open }
}

test('a push message is encrypted for its browser alone, and signed by us', async () => {
  const service = await server(() => ({ status: 201 }))
  const vapid = webPush.generateVAPIDKeys()
  const { keys, open } = browser()
  const channel = pushChannel({ ...vapid, contact: 'mailto:info@example.jp' }, safeFetch({ allowLocal: true }))
  const message = notice({ to: `${service.url}/push/abc`, keys })
  expect(await channel.send(message)).toEqual({ end: 'sent' })
  const asked = there(service.recorded[0])
  expect(asked.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' })
  expect(asked.headers.topic).toBe(message.id.replaceAll('-', ''))
  expect(asked.body.toString()).not.toContain('トマト')
  expect(JSON.parse(open(asked.body))).toEqual({
    title: message.title,
    body: message.body,
    path: '/farmer/orders/1',
    tag: message.id,
    kind: 'question',
  })
  // another browser cannot decrypt it
  expect(() => browser().open(asked.body)).toThrow()
  const [, jwt = ''] = /t=([^,]+)/.exec(String(asked.headers.authorization)) ?? []
  const claims = JSON.parse(Buffer.from(there(jwt.split('.')[1]), 'base64url').toString())
  expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:info@example.jp' })
})

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [413, 'refused'],
  [503, 'again'],
] as const)('a push service that answers %i: %s', async (status, end) => {
  const service = await server(() => ({ status }))
  const keys = webPush.generateVAPIDKeys()
  const channel = pushChannel({ ...keys, contact: 'mailto:a@example.jp' }, safeFetch({ allowLocal: true }))
  const sent = channel.send(notice({ to: `${service.url}/p`, keys: browser().keys }))
  if (end === 'again') await expect(sent).rejects.toThrow(String(status))
  else expect(await sent).toMatchObject({ end })
})

test('a push endpoint on an internal address is not called', async () => {
  const service = await server()
  const keys = webPush.generateVAPIDKeys()
  const channel = pushChannel({ ...keys, contact: 'mailto:a@example.jp' }, safeFetch({ allowLocal: false }))
  expect(await channel.send(notice({ to: `${service.url}/p`, keys: browser().keys }))).toMatchObject({ end: 'gone' })
  expect(service.recorded).toEqual([])
})

test('a fax is a PDF, its key is that of the notice, its login is in no address', async () => {
  const fax = await server(() => ({ status: 202 }))
  const channel = faxChannel(`${fax.url.replace('http://', 'http://une:p%40ss@')}/sheets`)
  const message = notice({ to: '+81967123456', sheet: Buffer.from('%PDF-1.7 …') })
  expect(await channel.send(message)).toEqual({ end: 'sent' })
  expect(fax.recorded[0]).toMatchObject({
    path: '/sheets',
    headers: {
      'idempotency-key': message.id,
      authorization: `Basic ${Buffer.from('une:p@ss').toString('base64')}`,
    },
  })
  const body = JSON.parse(there(fax.recorded[0]).body.toString())
  expect(body).toMatchObject({ to: '+81967123456', title: message.title })
  expect(Buffer.from(body.file, 'base64').toString()).toContain('%PDF')
})

test('a number that cannot be called is not called again', async () => {
  const fax = await server(() => ({ status: 422, body: 'no such number' }))
  expect(await faxChannel(fax.url).send(notice({ sheet: Buffer.from('x') }))).toMatchObject({ end: 'gone' })
})

test('an SMS is short, and says where to answer', async () => {
  const sms = await server()
  const channel = smsNotifications(httpSms(sms.url))
  const message = notice({ to: '+819012345678', title: 'と'.repeat(100) })
  expect(await channel.send(message)).toEqual({ end: 'sent' })
  const asked = there(sms.recorded[0])
  expect(asked.headers['idempotency-key']).toBe(message.id)
  const { to, text } = JSON.parse(asked.body.toString())
  expect(to).toBe('+819012345678')
  expect(text).toMatch(/^畝と皿：と{59}…\nhttps:\/\/market\.example\.jp\/a\/A{43}$/)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '::7f00:1',
  '::8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a01:101::1',
  '3fff::1',
  'fec0::1',
  '127.1',
  '0177.0.0.1',
  '1.1.1.1.',
  '',
])('T98 %s is not on the open internet', (ip) => expect(isPublicIp(ip)).toBe(false))

test.each(['1.1.1.1', '203.0.112.1', '172.32.0.1', '2606:4700::1111', '2400:cb00::1'])(
  '%s is on the open internet',
  (ip) => expect(isPublicIp(ip)).toBe(true),
)

test.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[::7f00:1]/hook',
  'https://[::127.0.0.1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://2130706433/hook',
  'https://0x7f.1/hook',
  'https://0177.0.0.1/hook',
  'https://017700000001/hook',
  'https://0x7f000001/hook',
  'https://127.1/hook',
  'https://127.0.0.1./hook',
  'https://１２７.0.0.1/hook',
  'https://169.254.169.254./latest/meta-data',
  'https://localhost/hook',
  'https://localhost./hook',
  'https://db.internal/hook',
  'https://db.internal./hook',
  'https://user:pass@example.com/hook',
  'https://user@example.com/hook',
  'https://example.com:22/hook',
  'https://example.com:80/hook',
  'https://example.com:5432/hook',
  'https://example.com:8444/hook',
  'https://1.1.1.1:25/hook',
  'ftp://example.com',
  'none',
])('T98 %s is refused as an outside address', (address) =>
  expect(safeFetch({ allowLocal: false }).refuses(address)).toBe(true),
)

test.each([
  'https://example.com/hook',
  'https://example.com:443/hook',
  'https://example.com:8443/hook',
  'https://example.com./hook',
  'https://1.1.1.1/hook',
  'https://[2606:4700::1111]:8443/hook',
])('%s is called', (address) => expect(safeFetch({ allowLocal: false }).refuses(address)).toBe(false))

test('the address of a host name is checked when it is called', async () => {
  const out = safeFetch({ allowLocal: false })
  expect(out.refuses('https://hook.example.com/une')).toBe(false)
  // a name that any attacker may own and that resolves to this machine
  const lookedUp = out.post('https://localhost.localdomain./x', { headers: {}, body: '' })
  await expect(lookedUp).rejects.toThrow()
})
