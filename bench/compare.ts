import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { postmasterOf, RunningApp } from '../tests/support/running-app.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { cpuBetween, cpuOf } from './cpu.ts'
import { type Job, jobsOf } from './jobs.ts'
import { machine } from './machine.ts'
import { measure } from './measure.ts'

/**
 * `npm run bench:compare -- <folder of another build> [parts of the names of jobs]`: the jobs of `npm run bench` on this build and on
 * another one, each with a copy of one market of 10,000 products, in rounds that take turns: what else the machine does
 * slows both. Prints the median CPU a call. With BENCH_DATA=<folder> the market is kept there for the next run.
 */
const [otherBuild, ...words] = process.argv.slice(2)
if (otherBuild === undefined) throw new Error('which folder has the other build?')
const size = 10_000
const rounds = 5
/** Of the jobs that are called most; see `calls` of jobs.ts. */
const callsOfRound = 160
const atOnce = 16

type Side = { app: RunningApp; jobs: Job[]; postmaster: number; close(): Promise<void> }
type Cost = { app: number; postgres: number }

// made by the other build: this one may have migrations that it does not know
const program = join(otherBuild, 'build/server/main.js')
const first = await RunningApp.startIn(process.env.BENCH_DATA ?? (await temporaryFolder('compare')), size, {}, program)
await first.stop()
const copies = await Promise.all([copyOf(first.folder), copyOf(first.folder)])
const apps = [await RunningApp.startIn(copies[0], size, {}, program), await RunningApp.startIn(copies[1], size)]
try {
  const sides = await Promise.all(apps.map(sideOf))
  process.stdout.write(`${machine()}: ${atOnce} callers, median of ${rounds} rounds of up to ${callsOfRound} calls\n\n`)
  process.stdout.write('| job | CPU ms there, app + PostgreSQL | here |\n| --- | --: | --: |\n')
  const names = sides[0]?.jobs.map(({ name }) => name) ?? []
  for (const name of names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))) {
    const costs: Cost[][] = [[], []]
    for (let round = 0; round <= rounds; round++)
      for (const [nth, side] of sides.entries()) {
        const cost = await costOf(side, name, round)
        // the first one warms up
        if (round > 0) costs[nth]?.push(cost)
      }
    process.stdout.write(`| ${name} | ${costs.map(medianText).join(' | ')} |\n`)
  }
  for (const { close } of sides) await close()
} finally {
  for (const app of apps) await app.end()
  if (!process.env.BENCH_DATA) await first.end()
}

async function copyOf(folder: string): Promise<string> {
  const copy = await temporaryFolder('compare')
  execFileSync('cp', ['-a', `${folder}/.`, copy])
  return copy
}

async function sideOf(app: RunningApp): Promise<Side> {
  const database = await app.database()
  const jobs = await jobsOf({ app, limit: '', pool: database.pool, calls: (rounds + 1) * callsOfRound })
  return { app, jobs, postmaster: await postmasterOf(database.pool), close: () => database.close() }
}

async function costOf({ app, jobs, postmaster }: Side, name: string, round: number): Promise<Cost> {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`no job ${name}`)
  const calls = Math.floor(job.calls / (rounds + 1))
  const before = cpuOf(app.pid, postmaster)
  const { errors } = await measure((index) => job.ours(round * calls + index), { calls, atOnce, warmUp: 0 })
  if (errors > 0) throw new Error(`${name}: ${errors} calls failed`)
  const used = cpuBetween(before, cpuOf(app.pid, postmaster))
  return { app: (used.app * 1000) / calls, postgres: (used.postgres * 1000) / calls }
}

function medianText(costs: readonly Cost[]): string {
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  return `${median(({ app }) => app).toFixed(1)} + ${median(({ postgres }) => postgres).toFixed(1)}`
}
