import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { queueSchema } from '../../app/infra/db/queues.server.ts'
import { makeLog } from '../../app/infra/log.server.ts'
import { type JobParts, jobs } from '../../app/jobs.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { scheduleQueue } from '../../app/kernel/queue-job.ts'
import { keepSchedules, reasonOf, runScheduled, type Scheduled } from '../../server/scheduler.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const now = at('2026-11-24 10:00')

const begunAgain: string[] = []
const partsNow = (): Pick<JobParts, 'db' | 'now'> => ({ db: test_.db, now })
const run = runScheduled(partsNow as () => JobParts, makeLog('silent'), async (job) => void begunAgain.push(job))
const ends = async (...due: Scheduled[]) =>
  (await run(due.map((data) => ({ id: newId(), data })))).map(({ status }) => status)
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
