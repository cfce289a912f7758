import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import '../app/infra/db/connect.server.ts'
import { lineChannel } from '../app/infra/channels/line.server.ts'
import { startEmbeddedPostgres } from '../app/infra/db/embedded-postgres.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../app/infra/db/migrate.server.ts'
import { beginDueJobs, queueSchema } from '../app/infra/db/queues.server.ts'
import { newId, type PersonId } from '../app/kernel/ids.ts'
import { addMinutes } from '../app/kernel/jst.ts'
import { addNotifications } from '../app/modules/notifications/add-notices.server.ts'
import { sendDeliveries } from '../app/modules/notifications/send-deliveries.server.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

/**
 * `npm run bench:notices`: a hundred thousand notifications, each to a LINE account; how long until they are all sent,
 * with the worker killed (SIGKILL) in the middle and another one that runs on. The other side recognises a repetition by its retry key, as LINE
 * does: it counts what it was sent twice, and what it would have shown twice. Prints Markdown.
 */
const count = 100_000
const people = 1_000
const now = new Date()

if (process.argv[2] === 'work') await work()
else await measure()

/** The worker, in a separate process: sends until it is killed. */
async function work(): Promise<void> {
  const [, , , connection = '', api = ''] = process.argv
  const config = JSON.parse(connection)
  const channel = lineChannel({ token: 't', api })
  const system = {
    db: kyselyOn(new pg.Pool({ ...config, max: 5 })),
    site: 'https://market.example.jp',
    sign: () => 'T'.repeat(43),
    sheetOf: async () => new Uint8Array(),
  }
  const boss = new PgBoss({
    ...config,
    schema: queueSchema,
    max: 3,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  })
  // a busy machine: the next poll goes on
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`))
  await boss.start()
  await boss.work('line', { batchSize: 100, burstWhenBatchFull: true, perJobResults: true }, (jobs) =>
    sendDeliveries({ ...system, now: new Date() }, channel, jobs),
  )
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
  const first = worker(connection, line.url)
  await middle.promise
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killedAt = line.accepted.size
  const second = worker(connection, line.url)
  const waiting = async () => {
    // what the killed worker had begun is tried again when its heartbeat is missed, and then at once instead of minutes later
    await beginDueJobs(db, addMinutes(new Date(), 5))
    const { rows } = await pool.query('select count(*)::int as n from notification_deliveries where due_at is not null')
    return rows[0].n
  }
  let [sentMs, left] = [0, await waiting()]
  while (left > 0) {
    await sleep(1_000)
    left = await waiting()
    if (left > 100) sentMs = performance.now() - began
  }
  const allMs = performance.now() - began
  second.kill('SIGKILL')
  print([
    ['told and queued (500 a transaction), notices per second', Math.round((count / queuedMs) * 1000)],
    ['sent, seconds for all but those in transit at the kill', (sentMs / 1000).toFixed(1)],
    ['sent per second', Math.round((count / sentMs) * 1000)],
    ['seconds until those in transit at the kill followed', (allMs / 1000).toFixed(1)],
    ['killed after', killedAt],
    ['requests that were sent twice (known by their key)', line.repeated()],
    ['shown twice', line.requests() - line.accepted.size - line.repeated()],
    ['never arrived', count - line.accepted.size],
    ['still waiting in the database', left],
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
    now,
  ])
  await pool.query(
    `insert into notification_addresses (id, person_id, channel, address, created_at) values ($1, $2, 'line', $3, $4)`,
    [newId(), id, `U${String(index).padStart(32, '0')}`, now],
  )
}

async function queueAll(db: Parameters<typeof addNotifications>[0], ids: readonly PersonId[]): Promise<void> {
  for (let done = 0; done < count; done += 500)
    await addNotifications(
      db,
      now,
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

function worker(connection: object, api: string) {
  const asked = ['work', JSON.stringify(connection), api]
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
