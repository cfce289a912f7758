import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { queueSchema } from '../../app/infra/db/queues.server.ts'
import { makeLog } from '../../app/infra/log.server.ts'
import { type JobParts, jobs } from '../../app/jobs.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { type JobEnd, scheduleQueue } from '../../app/kernel/queue-job.ts'
import { forgetRemovedJobs } from '../../app/modules/audit-log/failed-jobs.server.ts'
import { keepSchedules, reasonOf, runScheduled, type Scheduled } from '../../server/scheduler.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const now = at('2026-11-24 10:00')

const begunAgain: string[] = []
const partsNow = (): Pick<JobParts, 'db' | 'now'> => ({ db: test_.db, now })
const scheduler = (again: (job: string) => Promise<unknown>) =>
  runScheduled(partsNow as () => JobParts, makeLog('silent'), again)
const run = scheduler(async (job) => void begunAgain.push(job))
const ends = async (...due: Scheduled[]) => statuses(await run(rows(due)))
const rows = (due: readonly Scheduled[]) => due.map((data) => ({ id: newId(), data }))
const statuses = (ended: readonly JobEnd[]) => ended.map(({ status }) => status)
const rename = (from: string, to: string) => test_.pool.query(`alter table ${from} rename to ${to}`)
const failures = () => test_.db.selectFrom('failedJobs').selectAll().execute()

test('a job that fails is noted, and forgotten when it succeeds', async () => {
  const job = { job: 'fold-kept-sums' }
  await rename('kept_sum_changes', 'hidden')
  expect(await ends(job)).toEqual(['failed'])
  await rename('hidden', 'kept_sum_changes')
  expect(await failures()).toEqual([
    {
      ...job,
      firstAt: now,
      lastAt: now,
      times: 1,
      reason: 'error: relation "kept_sum_changes" does not exist',
    },
  ])
  expect(await ends(job)).toEqual(['completed'])
  expect(await failures()).toEqual([])
})

test('of those that are due together, the one that fails is begun again by itself', async () => {
  const together = jobs.filter(({ cron }) => cron === '*/5 * * * *').map(({ name }) => name)
  expect(together).toContain('apply-prices')
  expect(together.length).toBeGreaterThan(1)
  await test_.db
    .insertInto('failedJobs')
    .values(together.map((job) => ({ job, firstAt: now, lastAt: now, times: 1, reason: 'before' })))
    .execute()

  await rename('price_changes', 'hidden')
  expect(await ends({ cron: '*/5 * * * *' })).toEqual(['completed'])
  await rename('hidden', 'price_changes')
  expect(begunAgain.splice(0)).toEqual(['apply-prices'])
  // the others have succeeded
  expect(await failures()).toMatchObject([{ job: 'apply-prices', times: 2 }])

  expect(await ends({ job: 'apply-prices' })).toEqual(['completed'])
  expect(await failures()).toEqual([])
  expect(begunAgain).toEqual([])
})

test('one that cannot be begun again has its row repeated, also where it is not known what failed before', async () => {
  await rename('price_changes', 'hidden')
  await rename('failed_jobs', 'hidden_too')
  const alone = scheduler(() => Promise.reject(new Error('the connection is lost')))
  expect(statuses(await alone(rows([{ cron: '*/5 * * * *' }, { job: 'fold-kept-sums' }])))).toEqual([
    'failed',
    'completed',
  ])
  await rename('hidden_too', 'failed_jobs')
  await rename('hidden', 'price_changes')
})

test('one that is still running when it is due again is left out; begun by itself, it waits for its turn', async () => {
  await test_.db
    .insertInto('failedJobs')
    .values({ job: 'apply-prices', firstAt: now, lastAt: now, times: 1, reason: 'before' })
    .execute()
  const client = await test_.pool.connect()
  await client.query('begin; lock table price_changes')
  const first = run(rows([{ cron: '*/5 * * * *' }]))
  const running = () => client.query(`select from pg_locks where relation = 'price_changes'::regclass and not granted`)
  await expect.poll(async () => (await running()).rowCount).toBe(1)
  expect(await ends({ cron: '*/5 * * * *' })).toEqual(['completed'])
  const alone = ends({ job: 'apply-prices' })
  await client.query('commit')
  client.release()
  expect(statuses(await first)).toEqual(['completed'])
  expect(await alone).toEqual(['completed'])
  expect(await failures()).toEqual([])
})

test('a job that was removed is forgotten with its failure', async () => {
  await test_.db
    .insertInto('failedJobs')
    .values(['apply-prices', 'removed'].map((job) => ({ job, firstAt: now, lastAt: now, times: 1, reason: 'before' })))
    .execute()
  await forgetRemovedJobs(
    partsNow(),
    jobs.map(({ name }) => name),
  )
  expect(await failures()).toMatchObject([{ job: 'apply-prices' }])
  await ends({ job: 'apply-prices' })
})

test('what an older process has scheduled and no process knows any more is over', async () => {
  expect(await ends({ job: 'no-such-job' }, { cron: '59 23 31 12 *' })).toEqual(['completed', 'completed'])
})

test('each time at which something is due has one schedule', async () => {
  const { host, port, user, database } = test_.config
  const boss = await new PgBoss({
    ...{ host, port, user, database, schema: queueSchema },
    ...{ supervise: false, schedule: false, migrate: false },
  }).start()
  try {
    await boss.schedule(scheduleQueue, '* * * * *', { job: 'of-an-older-process' }, { key: 'of-an-older-process' })
    await keepSchedules(boss)
    const kept = await boss.getSchedules(scheduleQueue)
    expect(kept.map(({ cron }) => cron).sort()).toEqual([...new Set(jobs.map(({ cron }) => cron))].sort())
    expect(kept.every(({ cron, data }) => (data as { cron: string }).cron === cron)).toBe(true)
    expect(new Set(kept.map(({ timezone }) => timezone))).toEqual(new Set(['Asia/Tokyo']))
  } finally {
    await boss.stop({ graceful: false })
  }
})

test('the reason of a job that went on names what failed', () => {
  const parts = [new Error('one'), new TypeError('two'), 'three', 'four']
  expect(reasonOf(new AggregateError(parts, '4 orders failed'))).toBe(
    '4 orders failed; Error: one; TypeError: two; three',
  )
})
