import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { bankFilePreview } from '../app/modules/payments/bank-file-preview.server.ts'
import { importBankFile, uploadBankFile } from '../app/modules/payments/import-bank-file.server.ts'
import { matchOpenFiles } from '../app/modules/payments/match-imported.server.ts'
import { staffOn } from './staff-on.ts'

/** What bank-file.ts measures; its argument is the folder of the data. */
const [, , folder = ''] = process.argv

/** The steps of staff, and the job, in a process of its own; says how long each took. */
async function work(): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir: folder, poolSize: 3 })
  const ctx = await staffOn(pool)
  say(`| ready | | | | ${mb()} |`)
  const step = stepsOn(pool)
  const file = await step('upload', async () => {
    const bytes = await readFile(join(folder, 'bank-file.txt'))
    return uploadBankFile(ctx, { key: randomUUID(), bytes, fileName: 'bench.txt', accountId: undefined })
  })
  if (!file.ok) throw new Error(JSON.stringify(file))
  await step('preview', () => bankFilePreview(ctx, file.value.fileId))
  const form = { key: randomUUID(), fileId: file.value.fileId }
  await step('import: booked in the request', () => importBankFile(ctx, form))
  await step('its page, while it is matched', () => bankFilePreview(ctx, file.value.fileId))
  const { db } = ctx
  await step('matched by the job', () => matchOpenFiles({ db, now: new Date() }))
  const done = await step('the same press again', () => importBankFile(ctx, form))
  const again = await step('import again', () => importBankFile(ctx, { ...form, key: randomUUID() }))
  say(`\n${JSON.stringify({ done, again })}`)
  await close()
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const mb = () => `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Runs a step, and says what it took: by the clock, of this process, and of the processes of the database. */
const stepsOn =
  (pool: pg.Pool) =>
  async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const others = await ticksOf(pool)
    const began = performance.now()
    const before = process.cpuUsage()
    const done = await run()
    const took = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    let ticks = 0
    for (const [pid, count] of await ticksOf(pool)) ticks += count - (others.get(pid) ?? 0)
    say(
      `| ${name} | ${seconds(took)} | ${seconds((user + system) / 1000)} | ${seconds((ticks * 1000) / ticksPerSecond)} | ${mb()} |`,
    )
    return done
  }

/** Of Linux, for every program. */
const ticksPerSecond = 100

/** The processor time of each process of the database, also of those that serve others. */
async function ticksOf(pool: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  const ticks = new Map<number, number>()
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // after the name in brackets, which may have blanks, the 12th and the 13th field are those of the program and the system
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks.set(pid, Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
  }
  return ticks
}

await work()
