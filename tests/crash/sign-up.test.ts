import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '../../app/infra/db/connect.server.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { consentsToJoin } from '../../app/modules/organisations/sign-up/commit-sign-up.server.ts'
import { RunningApp } from '../support/running-app.ts'

/**
 * The moment in which an account is created: kill -9 in the middle of it, and two processes concurrently with one
 * draft.
 */

let app: RunningApp
let database: OpenDatabase

beforeAll(async () => {
  app = await RunningApp.start()
  database = await app.database()
}, 240_000)
afterAll(async () => {
  await database?.close()
  await app?.end()
}, 30_000)

/** The embedded server ends with the process that started it: every connection is a new one afterwards. */
async function startAgain(): Promise<void> {
  await database.close().catch(() => {})
  await app.startAgain()
  database = await app.database()
}

const typed = {
  ...{ tradeName: 'ビストロ 畝', tradeNameKana: 'ビストロウネ', partyType: 'sole_trader' },
  ...{ lastName: '山田', firstName: '太郎', lastNameKana: 'ヤマダ', firstNameKana: 'タロウ' },
  ...{ postalCode: '162-0825', prefectureCode: '13', city: '新宿区', town: '神楽坂', street: '1-2-3', building: '' },
  ...{ phone: '0332601234', invoiceNumber: '', businessType: 'フレンチ' },
  ...{ receivingWeekdays: '1,3,5', slot: 'am', receivingNote: '裏口' },
}

/** Two windows of one browser. */
const [mine, other] = [randomUUID(), randomUUID()]

/** A sign-up ready to be confirmed, as the previous screens leave it, with a document. */
async function aDraft() {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const email = `${randomUUID()}@example.jp`
  await database.pool.query(
    `insert into signup_drafts (id_hash, side, email, profile, version, saved_by, created_at, expires_at)
     values ($1, 'restaurant', $2, $3, 3, $4, now(), now() + interval '1 day')`,
    [hash, email, JSON.stringify(typed), mine],
  )
  await database.pool.query(
    `insert into documents (id, kind, draft_hash, file_key, media_type, file_name, byte_count, added_at)
     values ($1, 'business_licence', $2, $3, 'application/pdf', '許可証.pdf', 1, now())`,
    [randomUUID(), hash, randomBytes(16).toString('hex')],
  )
  return { token, hash, email }
}
type Draft = Awaited<ReturnType<typeof aDraft>>

const post = (at: RunningApp, path: string, { token }: Draft, form: Record<string, string>) =>
  fetch(at.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: at.origin, cookie: `__Host-su=${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  })

/** What the button 「同意して申し込む」 sends, with what the page shows ticked. */
async function confirmation(): Promise<Record<string, string>> {
  const wanted = await consentsToJoin({ db: kyselyOn(database.pool), now: new Date() })
  const ticked = Object.fromEntries(wanted.map(({ slug, pageVersionId }) => [slug, pageVersionId]))
  return { ...ticked, commission: '1200', password: '畑と厨房をつなぐ一本の道' }
}

async function press(at: RunningApp, draft: Draft): Promise<string> {
  const response = await post(at, '/auth/signup/confirm', draft, await confirmation())
  return response.headers.get('location') ?? `${response.status} ${(await response.text()).slice(0, 400)}`
}

/** The same, from a browser that never gets the answer, however early it comes. */
async function pressWithoutAnswer(at: RunningApp, { token }: Draft): Promise<void> {
  const { host, hostname, port } = new URL(at.origin)
  const body = new URLSearchParams(await confirmation()).toString()
  const head = [
    'POST /auth/signup/confirm HTTP/1.1',
    `host: ${host}`,
    `origin: ${at.origin}`,
    `cookie: __Host-su=${token}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Everything there is of a draft's address: all ones, or all noughts. */
async function madeOf({ email, hash }: Draft) {
  const { rows } = await database.pool.query<Record<string, number>>(
    `select (select count(*)::int from people where email = $1) as people,
            (select count(*)::int from passwords w join people p on p.id = w.person_id where p.email = $1) as passwords,
            (select count(*)::int from identities where email = $1) as identities,
            (select count(*)::int from memberships m join people p on p.id = m.person_id
               join restaurants r on r.id = m.restaurant_id join kitchens k on k.restaurant_id = r.id
               join documents d on d.restaurant_id = r.id where p.email = $1 and r.name = $3 and k.street like '%1-2-3') as places,
            (select count(distinct page_version_id)::int from consents c join people p on p.id = c.person_id where p.email = $1) / 2 as consents,
            (select count(*)::int from one_time_codes where email = $1) as links,
            (select count(*)::int from mails where recipient = $1) as mails,
            (select count(*)::int from signup_drafts where id_hash = $2 and committed_at is not null) as sent,
            (select count(*)::int from signup_drafts where id_hash = $2 and profile @> $4) as typed`,
    [email, hash, typed.tradeName, JSON.stringify(typed)],
  )
  return rows[0]
}
const of = (n: 0 | 1) => ({
  ...{ people: n, passwords: n, identities: n, places: n, consents: n, links: n, mails: n, sent: n, typed: 1 },
})

/** Until the app waits for a lock that we hold: it is in the middle of its transaction. */
async function untilItWaits(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%mails%'`,
    )
    if (rows[0]?.n) return
    await sleep(50)
  }
  throw new Error('the app never came to the mail')
}

test('kill -9 between the account and its mail leaves neither, and what was typed; pressed again there are both', async () => {
  const draft = await aDraft()
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table mails in share row exclusive mode')
  const lost = press(app, draft).catch(() => 'no answer')
  await untilItWaits(database.pool)
  await app.kill()
  expect(await lost).toBe('no answer')
  holder.release(true)
  await startAgain()
  expect(await madeOf(draft)).toEqual(of(0))
  expect(await press(app, draft)).toMatch('/auth/signup/verify-email')
  expect(await madeOf(draft)).toEqual(of(1))
  expect(await press(app, draft)).toMatch('/auth/signup/verify-email')
  expect(await madeOf(draft)).toEqual(of(1))
}, 240_000)

test('kill -9 after the account, before the answer: pressing again finds it made', async () => {
  const draft = await aDraft()
  await pressWithoutAnswer(app, draft)
  while ((await madeOf(draft))?.people === 0) await sleep(5)
  await app.kill()
  await startAgain()
  expect(await press(app, draft)).toMatch('/auth/signup/verify-email')
  expect(await madeOf(draft)).toEqual(of(1))
}, 240_000)

test('one draft, two processes, everything pressed twice: one account, one mail, nothing lost', async () => {
  const second = await RunningApp.startIn(app.folder)
  const draft = await aDraft()
  const save = (at: RunningApp, tab: string) =>
    post(at, '/auth/signup/draft', draft, { ...typed, version: '3', tab }).then(({ status }) => status)
  // the window that saved last may save again; the other one is refused
  const saved = await Promise.all([save(app, mine), save(second, mine), save(app, mine), save(second, mine)])
  expect(saved).toEqual([204, 204, 204, 204])
  expect(await save(second, other)).toBe(409)
  const answers = await Promise.all([app, second, app, second].map((at) => press(at, draft)))
  expect(new Set(answers)).toEqual(new Set(['/auth/signup/verify-email']))
  expect(await madeOf(draft)).toEqual(of(1))
  expect(await save(second, mine)).toBe(410)
  await second.kill()
}, 60_000)
