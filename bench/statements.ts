import type pg from 'pg'
import type { RunningApp } from '../tests/support/running-app.ts'
import type { Job } from './jobs.ts'

/** What one call of a job asks of PostgreSQL. */
export type Statements = { count: number; planMs: number; runMs: number; costly: string[] }

type Entry = { query: string; calls: number; plan: number; run: number; rows: number }

const samples = 3

/**
 * How many statements each job sends, and the costly ones, by pg_stat_statements: the app is started with it and, as it
 * costs time itself, without it again before anything is measured.
 */
export async function countStatements(
  app: RunningApp,
  jobs: (pool: pg.Pool) => Promise<Job[]>,
): Promise<Map<string, Statements>> {
  await restartWith(app, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  const database = await app.database()
  const found = new Map<string, Statements>()
  try {
    await database.pool.query('create extension if not exists pg_stat_statements')
    await database.pool.query("alter system set pg_stat_statements.track_planning = 'on'")
    await database.pool.query('select pg_reload_conf()')
    for (const job of await jobs(database.pool)) {
      for (let index = 0; index < samples; index++) await job.ours(index)
      await database.pool.query('select pg_stat_statements_reset()')
      for (let index = samples; index < 2 * samples; index++) await job.ours(index)
      const { rows } = await database.pool.query<Entry>(entriesSql)
      found.set(job.name, summary(rows))
    }
    await database.pool.query('drop extension pg_stat_statements')
  } finally {
    await database.close()
  }
  await restartWith(app, 'alter system reset all')
  return found
}

async function restartWith(app: RunningApp, setting: string): Promise<void> {
  const database = await app.database()
  await database.pool.query(setting)
  await database.close()
  await app.stop()
  await app.startAgain()
}

function summary(entries: readonly Entry[]): Statements {
  const ours = entries.filter(({ query }) => !query.includes('pg_stat_statements'))
  const sum = (of: (entry: Entry) => number) => ours.reduce((total, entry) => total + of(entry), 0) / samples
  return {
    count: Math.round(sum(({ calls }) => calls)),
    planMs: sum(({ plan }) => plan),
    runMs: sum(({ run }) => run),
    costly: ours
      .toSorted((a, b) => b.plan + b.run - a.plan - a.run)
      .slice(0, 12)
      .map(
        ({ query, calls, plan, run }) =>
          `${(calls / samples).toFixed(1)} × plan ${(plan / samples).toFixed(2)} run ${(run / samples).toFixed(2)} ms: ${query.replace(/\s+/g, ' ').slice(0, 220)}`,
      ),
  }
}

const entriesSql = `select query, calls::int, total_plan_time as plan, total_exec_time as run, rows::int
  from pg_stat_statements where query !~* '^(begin|commit|rollback|savepoint|release)'`
