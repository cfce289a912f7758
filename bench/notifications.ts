import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import '../app/infra/db/connect.server.ts'
import { lineChannel } from '../app/infra/channels/line.server.ts'
import { startEmbeddedPostgres } from '../app/infra/db/embedded-postgres.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../app/infra/db/migrate.server.ts'
import { newId, type PersonId } from '../app/kernel/ids.ts'
import { addMinutes } from '../app/kernel/jst.ts'
import { addNotifications } from '../app/modules/notifications/add-notices.server.ts'
import { sendDueDeliveries } from '../app/modules/notifications/send-deliveries.server.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

/**
 * `npm run bench:notices`: a hundred thousand notifications, each to a LINE account; how long until they are all sent,
 * with the worker killed (SIGKILL) in the middle. The other side recognises a repetition by its retry key, as LINE
 * does: it counts what it was sent twice, and what it would have shown twice. Prints Markdown.
 */
const count = 100_000
const people = 1_000
const noon = new Date('2026-11-24T03:00:00Z')

if (process.argv[2] === 'work') await work()
else await measure()

/** The worker, in a separate process: sends what is due until nothing is left. */
async function work(): Promise<void> {
  const [, , , connection = '', api = '', minutes = '0'] = process.argv
  const pool = new pg.Pool({ ...JSON.parse(connection), max: 5 })
  const system = {
    db: kyselyOn(pool),
    now: addMinutes(noon, Number(minutes)),
    site: 'https://market.example.jp',
    sign: () => 'T'.repeat(43),
    sheetOf: async () => new Uint8Array(),
  }
  await sendDueDeliveries(system, { line: lineChannel({ token: 't', api }) }, 600_000)
  await pool.end()
}

async function measure(): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataDir: join(await temporaryFolder('bench-notices'), 'postgres'),
    onNotice: () => {},
  })
  const connection = { ...server.connection, database: 'postgres' }
  const pool = new pg.Pool({ ...connection, max: 4 })
  // at the end the server sometimes goes first
  pool.on('error', () => {})
  const db = kyselyOn(pool)
  await migrateToLatest(db, 'db/migrations')
  const ids = Array.from({ length: people }, () => newId<'person'>())
  for (const [index, id] of ids.entries()) await aReader(pool, id, index)
  const queuedMs = await timed(() => queueAll(db, ids))

  const middle = Promise.withResolvers<void>()
  // in the middle of a batch, with some in transit
  const line = await lineServer((accepted) => accepted === count / 2 + 37 && middle.resolve())
  const began = performance.now()
  const first = worker(connection, line.url, 0)
  await middle.promise
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killedAt = line.accepted.size
  await once(worker(connection, line.url, 0), 'exit')
  // those claimed by the killed worker follow with their next attempt
  await once(worker(connection, line.url, 3), 'exit')
  const drainedMs = performance.now() - began
  const { rows } = await pool.query('select count(*)::int as n from notification_deliveries where sent_at is null')
  print([
    ['told and queued (500 a transaction), notices per second', Math.round((count / queuedMs) * 1000)],
    ['carried, seconds for all, with the kill', (drainedMs / 1000).toFixed(1)],
    ['carried per second', Math.round((count / drainedMs) * 1000)],
    ['killed after', killedAt],
    ['requests that were sent twice (known by their key)', line.repeated()],
    ['shown twice', line.requests() - line.accepted.size - line.repeated()],
    ['never arrived', count - line.accepted.size],
    ['still waiting in the database', rows[0]?.n ?? 0],
  ])
  line.close()
  await pool.end()
  await server.stop()
}

async function aReader(pool: pg.Pool, id: PersonId, index: number): Promise<void> {
  await pool.query('insert into people (id, email, name, email_verified_at, created_at) values ($1, $2, $3, $4, $4)', [
    id,
    `reader${index}@example.jp`,
    '森',
    noon,
  ])
  await pool.query(
    `insert into notification_addresses (id, person_id, channel, address, created_at) values ($1, $2, 'line', $3, $4)`,
    [newId(), id, `U${String(index).padStart(32, '0')}`, noon],
  )
}

async function queueAll(db: Parameters<typeof addNotifications>[0], ids: readonly PersonId[]): Promise<void> {
  for (let done = 0; done < count; done += 500)
    await addNotifications(
      db,
      noon,
      Array.from({ length: 500 }, (_, index) => ({
        key: `bench:${done + index}`,
        kind: 'order' as const,
        personId: ids[(done + index) % people] ?? newId<'person'>(),
        title: `受注が確定しました（佐藤農園・${done + index}）`,
        body: '大玉トマト 2箱',
        path: '/restaurant/order/History' as const,
      })),
    )
}

/** Accepts a message once per retry key, as documented by LINE. */
async function lineServer(hasAccepted: (count: number) => unknown) {
  const accepted = new Set<string>()
  let [requests, repeated] = [0, 0]
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const key = String(request.headers['x-line-retry-key'])
      requests += 1
      if (accepted.has(key)) repeated += 1
      response.writeHead(accepted.has(key) ? 409 : 200).end('{}')
      accepted.add(key)
      hasAccepted(accepted.size)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    requests: () => requests,
    repeated: () => repeated,
    close: () => server.close(),
  }
}

function worker(connection: object, api: string, minutes: number) {
  const asked = ['work', JSON.stringify(connection), api, String(minutes)]
  return spawn(process.execPath, [import.meta.filename, ...asked], { stdio: 'inherit' })
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

function print(rows: readonly (readonly [string, string | number])[]): void {
  process.stdout.write('| what | |\n| --- | --: |\n')
  for (const [what, figure] of rows) process.stdout.write(`| ${what} | ${figure} |\n`)
}
