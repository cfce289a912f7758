import { rm } from 'node:fs/promises'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { action } from '../../app/routes/public/inquiry/inquiry.tsx'
import { requestCtx, requestFacts } from '../../app/web/request-context.ts'
import { as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const test_ = testDatabase()
let folder: string
let jpeg: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  folder = await temporaryFolder('inquiry-page')
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#7a9a3a' } })
  jpeg = new Uint8Array(await picture.jpeg().toBuffer())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const question = () => ({
  key: crypto.randomUUID(),
  opened: String(noon.getTime() - 60_000),
  kind: 'order',
  body: '箱がつぶれて届きました。',
  name: '山田',
  email: `${newId()}@example.jp`,
  phone: '',
})

/** The response to a visitor's form, from a separate address by default. */
async function sent(fields: Record<string, string>, { photos = 0, ip = newId() as string } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (let n = 0; n < photos; n++) form.append('photos', new File([jpeg], `${n}.jpg`))
  const context = new RouterContextProvider()
  context.set(requestCtx, as(test_.db, { kind: 'visitor' }))
  const files = fileStore({ DATA_DIR: folder })
  context.set(requestFacts, {
    ip,
    trustedProxies: 0,
    files,
    encryption: makeEncryption('a secret of the tests'),
    secureOrigin: 'https://market.example.jp',
    requestId: newId(),
    clientFolder: folder,
    searchEngines: false,
    environment: 'test',
    operator: operatorOf(readSettings({ APP_ENV: 'development' })),
    loginMethods: { sms: null, social: [] },
    safeFetch: safeFetch({ allowLocal: false }),
    ringing: { channels: {}, line: null, pushKey: null },
    mail: { description: 'none', verify: async () => true },
    logError: () => {},
  })
  const url = new URL('https://market.example.jp/restaurant/Inquiry')
  const request = new Request(url, { method: 'POST', body: form })
  const answer = await action({ request, context, params: {}, url, pattern: '/restaurant/Inquiry' })
  if (answer instanceof Response) return { status: answer.status, shown: null }
  return { status: answer.init?.status ?? 200, shown: answer.data }
}

test('five emoji are too short, in words', async () => {
  const { status, shown } = await sent({ ...question(), body: '🍅'.repeat(5), step: 'send' })
  expect(status).toBe(422)
  expect(shown?.problem?.fields.body).toContain('10文字以上')
  expect((await sent({ ...question(), body: '🍅'.repeat(10), step: 'send' })).status).toBe(302)
})

test.each(['order', 'product'])('when the chosen %s is gone the question stays and can be sent', async (chosen) => {
  const typed = { ...question(), [chosen]: newId(), step: 'send' }
  const { status, shown } = await sent(typed)
  expect(status).toBe(409)
  expect(shown?.problem?.summary).toContain('このまま送信できます')
  expect(shown).toMatchObject({ step: 'check', typed: { key: typed.key, body: typed.body, email: typed.email } })
  expect(shown?.typed).not.toHaveProperty(chosen)
  expect((await sent({ ...shown?.typed, step: 'send' })).status).toBe(302)
})

test('drafts that are gone are said once and not sent again', async () => {
  const gone = `photo.${'a'.repeat(32)}`
  const { status, shown } = await sent({ ...question(), [gone]: 'on', step: 'send' }, { photos: 1 })
  expect(status).toBe(409)
  expect(shown?.typed).not.toHaveProperty([gone])
  expect(shown?.photos).toHaveLength(1)
  expect((await sent({ ...shown?.typed, step: 'send' })).status).toBe(302)
})

test('forty photos of one address are read, the next has to wait; another address has not', async () => {
  const ip = newId()
  for (let n = 0; n < 10; n++) expect((await sent(question(), { photos: 4, ip })).shown?.photos).toHaveLength(4)
  const { status, shown } = await sent(question(), { photos: 1, ip })
  expect(status).toBe(422)
  expect(shown?.problem?.fields.photos).toContain('15分')
  expect((await sent(question(), { photos: 1 })).status).toBe(200)
})
