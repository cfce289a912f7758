import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import type { Encryption } from '../../app/kernel/encryption.ts'
import type { MailedCodeId } from '../../app/kernel/ids.ts'
import { mailedCode } from '../../app/modules/notifications/mailed-code.server.ts'
import { everythingStored, partsIn } from '../support/everything-stored.ts'
import { withWords } from '../support/mailed.ts'
import { password, RunningApp } from '../support/running-app.ts'

/** What a forged Host header and a reader of the log get from the running app: nothing. */

let app: RunningApp
let database: Awaited<ReturnType<RunningApp['database']>>
let encryption: Encryption
beforeAll(async () => {
  app = await RunningApp.start(600, { LOG_LEVEL: 'debug', WORKER: 'inline' })
  database = await app.database()
  encryption = makeEncryption(await readFile(join(app.folder, 'auth-secret'), 'utf8'))
}, 240_000)
afterAll(async () => {
  await database?.close()
  await app?.end()
}, 30_000)

const form = { 'content-type': 'application/x-www-form-urlencoded' }

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

/** A request with any Host header, which `fetch` does not allow. */
function ask(
  path: string,
  { method = 'GET', headers = {}, body = '' }: Asked,
): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const asked = request(new URL(path, app.origin), { method, headers }, async (answer) => {
      let text = ''
      for await (const part of answer) text += String(part)
      done({ status: answer.statusCode ?? 0, text: text + JSON.stringify(answer.headers) })
    })
    asked.once('error', failed)
    asked.end(body)
  })
}

type Mail = { template: string; data: null; html: string; text: string; code_id: MailedCodeId | null }
const newestMail = async (recipient: string): Promise<Mail | undefined> =>
  (
    await withWords(
      (
        await database.pool.query<Mail>(`select * from mails where recipient = $1 order by created_at desc limit 1`, [
          recipient,
        ])
      ).rows,
    )
  )[0]

test('a forged Host header asking for a new password gives a mail with our address only', async () => {
  const host = 'evil.example'
  const body = new URLSearchParams({ email: 'chef@example.jp' }).toString()
  const answer = await ask('/auth/forgotPassword', { method: 'POST', headers: { ...form, host }, body })
  expect(answer.status).toBe(302)
  const mail = await newestMail('chef@example.jp')
  expect(`${mail?.html}${mail?.text}`).toContain('resetPassword')
  expect(`${mail?.html}${mail?.text}`).not.toContain(host)
  expect([...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, to = '']) => new URL(to).host)).toEqual([
    'site.invalid',
  ])
  // the queue of the running program takes it within seconds
  const waiting = () => database.pool.query('select from mails where due_at is not null')
  await expect.poll(async () => (await waiting()).rowCount).toBe(0)
})

test('a forged Host header is neither our origin for forms nor in any address of a page', async () => {
  const host = 'evil.example'
  const body = new URLSearchParams({ email: 'chef@example.jp', password }).toString()
  const headers = { ...form, host, origin: `http://${host}` }
  expect(await ask('/auth/signIn', { method: 'POST', headers, body })).toMatchObject({ status: 403 })
  for (const path of ['/', '/auth/signIn', '/sitemap.xml', '/robots.txt', '/restaurant/Guide'])
    expect([path, (await ask(path, { headers: { host } })).text.includes(host)]).toEqual([path, false])
})

test('T57 no line of the log and no table, those of the jobs too, has the secret of a link or a session, also not where the page failed', async () => {
  const body = new URLSearchParams({ email: 'owner@example.jp' }).toString()
  expect((await ask('/auth/forgotPassword', { method: 'POST', headers: form, body })).status).toBe(302)
  const id = (await newestMail('owner@example.jp'))?.code_id
  const code = id ? mailedCode(encryption, id) : 'none'
  const addresses = [
    `/auth/MngAccount?mode=resetPassword&oobCode=${code}`,
    `/auth/invitation?code=${code}`,
    `/admin/invitation?code=${code}`,
    `/a/${code}`,
    `/calendar/${code}.ics`,
    `/unsubscribe/${code}/price`,
    `/${code}/updateEmail`,
  ]
  const cookies = (await fetch(app.origin + addresses[0], { redirect: 'manual' })).headers.getSetCookie()
  expect(cookies.join()).toContain('__Host-')
  const session = await app.cookie('manager@example.jp')
  const tables = ['one_time_codes', 'answer_links', 'calendar_feeds', 'people', 'invitations']
  for (const table of tables) await database.pool.query(`alter table ${table} rename to ${table}_away`)
  try {
    const before = app.output.length
    for (const address of addresses) {
      await ask(address, {})
      await ask(address, { method: 'POST', headers: form, body: 'newPassword=x' })
    }
    await ask('/auth/MngAccount', { headers: { cookie: cookies.map((set) => set.split(';')[0]).join('; ') } })
    for (const path of ['/restaurant', '/profile', '/profile.data'])
      await ask(path, { headers: { cookie: session, 'x-forwarded-for': session } })
    expect(app.output.length).toBeGreaterThan(before)
  } finally {
    for (const table of tables) await database.pool.query(`alter table ${table}_away rename to ${table}`)
  }
  expect(app.output).toContain('page failed')
  const token = session.slice(-43)
  expect(token).toMatch(/^[\w-]{43}$/)
  const secretIn = (line: string) => [code, token].some((secret) => partsIn(line, secret).length > 0)
  expect(app.output.split('\n').filter(secretIn)).toEqual([])
  const stored = await everythingStored(database.pool)
  expect(stored).toContain('(schedule,x_x_x_x_x,cron,')
  expect([...partsIn(stored, code), ...partsIn(stored, token)]).toEqual([])
})
