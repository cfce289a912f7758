import { mkdir, writeFile } from 'node:fs/promises'
import { postmasterOf, RunningApp } from '../tests/support/running-app.ts'
import { cpuBetween, cpuOf } from './cpu.ts'
import { type Job, jobsOf } from './jobs.ts'
import { lastUnits } from './last-units.ts'
import { startLimit } from './limit.ts'
import { machine } from './machine.ts'
import { type Measured, measure } from './measure.ts'
import { countStatements, type Statements } from './statements.ts'

/**
 * `npm run bench [-- 10000 100000 --statements]`: what users do most, through HTTP with 16 callers, beside the limit of the machine
 * (bare SQL over node:http) in interleaved rounds; the median round counts. Then 200 concurrent checkouts for the last
 * 50 units. Prints Markdown and writes it to bench/results/latest.md; figures worth keeping go into bench/README.md.
 */
const sizes = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const showsStatements = process.argv.includes('--statements')
const rounds = 3
const atOnce = 16
const callsOfJob = 600

type Round = Measured & { app: number; postgres: number }
type Row = {
  job: string
  ours: Round
  limit: Round | null
  bytes: number
  same: boolean | null
  statements: Statements | undefined
}

const report: string[] = []
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const app = await RunningApp.start(size)
  say(`${machine()}: ${size.toLocaleString('en')} products, ${atOnce} callers, median of ${rounds} rounds\n`)
  try {
    const statements = await statementsOf(app)
    const rows = await measureAll(app, statements)
    say(table(rows))
    if (showsStatements) for (const row of rows) say(costlyText(row))
    const database = await app.database()
    say(await lastUnits([app], database.pool))
    await database.close()
  } finally {
    await app.end()
  }
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/latest.md', `${report.join('\n')}\n`)

/** One call after the other: how many statements each job sends. */
async function statementsOf(app: RunningApp): Promise<Map<string, Statements>> {
  return await countStatements(app, async (pool) => await jobsOf({ app, limit: '', pool, calls: 40 }))
}

async function measureAll(app: RunningApp, statements: ReadonlyMap<string, Statements>): Promise<Row[]> {
  const database = await app.database()
  const limit = await startLimit(app.folder)
  try {
    const postmaster = await postmasterOf(database.pool)
    const jobs = await jobsOf({ app, limit: limit.origin, pool: database.pool, calls: callsOfJob })
    const rows: Row[] = []
    for (const job of jobs) {
      const ours: Round[] = []
      const bare: Round[] = []
      const [body, bareBody] = [await job.ours(0), job.limit ? await job.limit(0) : null]
      const perRound = Math.floor(job.calls / rounds)
      for (let round = 0; round < rounds; round++) {
        const first = 1 + round * perRound
        ours.push(await measured(app, postmaster, job.ours, first, perRound))
        if (job.limit) bare.push(await measured(app, postmaster, job.limit, first, perRound))
      }
      const row = {
        job: job.name,
        ours: median(ours),
        limit: bare.length > 0 ? median(bare) : null,
        statements: statements.get(job.name),
        bytes: Buffer.byteLength(body),
        same: job.same && bareBody !== null ? job.same(body, bareBody) : null,
      }
      rows.push(row)
      process.stderr.write(`${rowText(row)}\n`)
    }
    return rows
  } finally {
    await limit.end()
    await database.close()
  }
}

/** CPU in milliseconds a call. The first calls of the first round warm up, but are counted: three rounds, one median. */
async function measured(
  app: RunningApp,
  postmaster: number,
  call: Job['ours'],
  first: number,
  calls: number,
): Promise<Round> {
  const before = cpuOf(app.pid, postmaster)
  const times = await measure((index) => call(first + index), { calls, atOnce, warmUp: 0 })
  const used = cpuBetween(before, cpuOf(app.pid, postmaster))
  return { ...times, app: (used.app * 1000) / calls, postgres: (used.postgres * 1000) / calls }
}

function median(of: Round[]): Round {
  const sorted = [...of].sort((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('no rounds')
  return { ...middle, errors: of.reduce((sum, { errors }) => sum + errors, 0) }
}

function rowText({ job, ours, limit, bytes, same, statements }: Row): string {
  const share = limit ? `${((ours.perSecond / limit.perSecond) * 100).toFixed(1)} %` : '–'
  const cells = [
    job,
    ours.perSecond.toFixed(0),
    share,
    ms(ours.app + ours.postgres),
    ms(ours.app),
    ms(ours.postgres),
    ms(ours.p50),
    ms(ours.p95),
    ms(ours.p99),
    statements?.count ?? '–',
    statements ? ms(statements.planMs) : '–',
    bytes.toLocaleString('en'),
    same === null ? '–' : same ? 'yes' : 'NO',
    ours.errors + (limit?.errors ?? 0),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The statements of a job that cost most, to see where to look next. */
function costlyText({ job, statements }: Row) {
  return [`#### ${job}`, '', ...(statements?.costly ?? []).map((line) => `- ${line}`), ''].join('\n')
}

function ms(value: number): string {
  return value.toFixed(1)
}

function table(rows: readonly Row[]): string {
  const heads =
    'job,req/s,share of limit,CPU ms,app,PostgreSQL,p50 ms,p95,p99,statements,planning ms,bytes,same rows,errors'.split(
      ',',
    )
  return [
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, index) => (index ? ' --: ' : ' --- ')).join('|')}|`,
    ...rows.map(rowText),
    '',
  ].join('\n')
}
