import { createHash, randomUUID } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../app/infra/db/connect.server.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../../app/infra/db/migrate.server.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { stopMails } from '../../app/modules/notifications/notification-settings.server.ts'
import { sendMails } from '../../app/modules/notifications/send-mails.server.ts'
import { noon } from '../factories/market.ts'
import { aPool } from '../support/pool.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Migration 0050 on a database with mails and keys from before it. */

const folder = join(import.meta.dirname, '../../db/migrations')
const name = `test_0050_${process.pid}_${Date.now()}`
const server = () => ({ ...inject('postgres'), database: 'postgres' })
let pool: pg.Pool

const code = `${'Abc_-'.repeat(8)}xyz`
const link = `https://market.example.jp/auth/MngAccount?mode=resetPassword&oobCode=${code}&lang=ja`
const person = { id: newId<'person'>(), key: randomUUID() }

async function administer(sql: string): Promise<void> {
  const client = new pg.Client(server())
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

beforeAll(async () => {
  await administer(`create database ${name}`)
  pool = aPool({ ...server(), database: name, max: 5 })
  const before = await temporaryFolder('migrations')
  for (const file of (await readdir(folder)).filter((file) => file < '0050'))
    await cp(join(folder, file), join(before, file))
  await migrateToLatest(kyselyOn(pool), before)
  await pool.query(
    `insert into people (id, name, email, created_at, notice_key) values ($1, '森', 'mori@example.jp', now(), $2)`,
    [person.id, person.key],
  )
  for (const end of ['sent', 'kept', 'failed', 'due'])
    await pool.query(
      `insert into mails (id, key, template, recipient, subject, html, text, created_at, ${end}_at)
       values ($1, $2, 'reset_password', 'mori@example.jp', '再設定', $3, $4, $5, $5)`,
      [newId(), end, `<a href="${link.replaceAll('&', '&amp;')}">決める</a>`, `決める ${link}`, noon],
    )
  await migrateToLatest(kyselyOn(pool), folder)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await administer(`drop database if exists ${name} with (force)`)
})

const wordsOf = async (key: string) =>
  (await pool.query<{ words: string }>('select html || text as words from mails where key = $1', [key])).rows[0]?.words

test.each(['sent', 'kept', 'failed'])('a mail that was %s has lost its code and nothing else', async (key) => {
  const blank = link.replace(code, '…')
  expect(await wordsOf(key)).toBe(`<a href="${blank.replaceAll('&', '&amp;')}">決める</a>決める ${blank}`)
})

test('one that waits is sent with the link that its reader needs, and loses it then', async () => {
  const texts: string[] = []
  const system = {
    db: kyselyOn(pool),
    now: noon,
    site: 'https://market.example.jp',
    encryption: makeEncryption('x'),
    kinds: [],
  }
  // what waited before the queue (migration 0063) has its job
  const { rows: jobs } = await pool.query(`select id, retry_count as "retryCount" from jobs.job where name = 'mail'`)
  await sendMails(system, { kind: 'smtp', send: async ({ text }) => void texts.push(text) }, jobs)
  expect(texts).toEqual([`決める ${link}`])
  expect(await wordsOf('due')).not.toContain(code)
})

test('the key in mails that were sent stops mails as before, and is stored as its hash only', async () => {
  const { rows } = await pool.query('select to_jsonb(p) as row from people p where id = $1', [person.id])
  expect(JSON.stringify(rows)).not.toContain(person.key)
  expect(rows[0].row.old_notice_key_hash).toBe(`\\x${createHash('sha256').update(person.key).digest('hex')}`)
  const stopping = { key: person.key, kind: 'price' } as const
  expect(await stopMails({ db: kyselyOn(pool), encryption: makeEncryption('x') }, stopping)).toBe(true)
})
