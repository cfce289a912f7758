import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { mailEngine } from './mail-engine.server.ts'
import { readUrl, smtpEngine } from './smtp.server.ts'

type Received = { from: string; to: string[]; raw: string }
let server: SMTPServer | null = null
let engine: ReturnType<typeof smtpEngine> | null = null
afterEach(async () => {
  engine?.close()
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  server = null
})

/** A real SMTP server on a port of its own; `refuse` answers by the content of a mail. */
async function aServer(refuse?: string) {
  const received: Received[] = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'une@example' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('535 no')),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        })
        done(refuse ? new Error(refuse) : null)
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { received, port }
}
const made = (port: number, login = '') => {
  engine = smtpEngine({
    url: `smtp://${login}127.0.0.1:${port}`,
    from: '畝と皿 <info@une.example.jp>',
    staff: 'staff@une.example.jp',
  })
  return engine
}
const mail = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  to: 'chef@example.jp',
  replyTo: null,
  subject: '【畝と皿】㈱髙島 ①番のお問い合わせを受け付けました（Q-20261124-0007）🥕',
  html: '<p>髙島さま、トマト①箱 🍅</p>',
  text: '髙島さま、トマト①箱 🍅',
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`, over several lines, decoded like a mail client. */
function header(raw: string, name: string): string {
  const folded = new RegExp(`^${name}: ((?:.|\r\n[ \t])*)`, 'im').exec(raw)?.[1] ?? ''
  return folded
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_, how: string, words: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(words, 'base64').toString('latin1') : quoted(words),
    )
}
const quoted = (words: string) =>
  words.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number(`0x${code}`)))
const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString()

test('Japanese arrives as it was written, also what ISO-2022-JP cannot write', async () => {
  const { received, port } = await aServer()
  await made(port).send(mail)
  const [got] = received
  expect(got).toMatchObject({ from: 'info@une.example.jp', to: ['chef@example.jp'] })
  const raw = got?.raw ?? ''
  expect(utf8(header(raw, 'Subject'))).toBe(mail.subject)
  expect(utf8(header(raw, 'From'))).toBe('畝と皿 <info@une.example.jp>')
  expect(raw).toContain(`Message-ID: <${mail.id}@une.example.jp>`)
  // nothing that an old server on the way could bend: headers and bodies are ASCII
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is meant
  expect(raw).toMatch(/^[\x00-\x7f]*$/)
  const parts = [...raw.matchAll(/base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, body]) =>
    Buffer.from(body ?? '', 'base64').toString(),
  )
  expect(parts[0]?.trim()).toBe(mail.text)
  expect(raw).toMatch(/content-type: text\/plain; charset=utf-8/i)
  expect(raw).toMatch(/content-type: text\/html; charset=utf-8/i)
})

test('a newline in a subject or in an address adds no header and no receiver', async () => {
  const { received, port } = await aServer()
  const sending = made(port)
  await sending.send({ ...mail, subject: 'はい\r\nBcc: all@example.jp\r\n\r\nほんぶん' })
  for (const to of ['chef@example.jp\r\nBcc: all@example.jp', 'chef@example.jp, all@example.jp', 'a: all@example.jp;'])
    await expect(sending.send({ ...mail, to })).rejects.toThrow('not one plain')
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['chef@example.jp'])
  expect(received[0]?.raw).not.toMatch(/^bcc:/im)
})

test('mails for staff go to the address that is set', async () => {
  const { received, port } = await aServer()
  await made(port).send({ ...mail, to: 'staff' })
  expect(received[0]?.to).toEqual(['staff@une.example.jp'])
})

test('a password with signs in it is read from the address', async () => {
  const { received, port } = await aServer()
  await made(port, 'une%40example:p%40ss@').send(mail)
  expect(received).toHaveLength(1)
  engine?.close()
  await expect(made(port, 'une:wrong@').send(mail)).rejects.toThrow()
})

test('the server’s reason for a refusal is stored', async () => {
  const { port } = await aServer('450 mailbox busy')
  await expect(made(port).send(mail)).rejects.toThrow(/mailbox busy/)
})

test('the health check asks whether the server answers; a server that is down is no crash', async () => {
  const { port } = await aServer()
  expect(await made(port).verify()).toBe(true)
  engine?.close()
  expect(await made(1).verify()).toBe(false)
})

test('without a server mails are kept', async () => {
  const settings = { SMTP_URL: undefined, MAIL_FROM: undefined } as Parameters<typeof mailEngine>[0]
  expect((await mailEngine(settings)).kind).toBe('kept')
})

test.each([
  ['smtp://mail.example.jp:587', true],
  ['smtp://10.0.0.5', true],
  ['smtps://mail.example.jp', false],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://localhost:2525', false],
])('%s: STARTTLS is required: %s', (url, required) => {
  expect(readUrl(url).requireTLS).toBe(required)
})
