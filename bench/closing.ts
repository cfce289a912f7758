import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { encryptionOf } from '../app/infra/encryption.server.ts'
import { operatorOf } from '../app/infra/operator.server.ts'
import { readSettings } from '../app/infra/settings.server.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '../app/kernel/jst.ts'
import { bankDay } from '../app/modules/banking/bank-days.ts'
import { closeDuePeriods, settledClosings } from '../app/modules/billing/close-period.server.ts'
import { replayLedger } from '../app/modules/bookkeeping/replay.server.ts'
import { accountPurpose } from '../app/modules/payouts/bank-account.server.ts'
import { closeFarms } from '../app/modules/payouts/close-farms.server.ts'
import { makePayRun, markPayRunSent, previewPayRun, releasePayRun } from '../app/modules/payouts/pay-run.server.ts'
import { payRunFile } from '../app/modules/payouts/pay-run-file.server.ts'
import { payoutSettings, savePayoutSettings } from '../app/modules/payouts/payout-settings.server.ts'
import { postmasterOf, RunningApp } from '../tests/support/running-app.ts'
import { measurePages, staffOf } from './closing-pages.ts'
import { cpuOf, ownSeconds } from './cpu.ts'
import { machine } from './machine.ts'
import { makeMonth } from './month-market.ts'

/**
 * `npm run bench:closing [-- <restaurants> <orders>]`: closes a month of 10,000 restaurants with 300,000 orders in a
 * process of its own, which is killed (SIGKILL) once in the middle; then the statements of 2,000 farms, a run that pays
 * them, the pages that staff and restaurants open afterwards, and the replay of the ledger. Prints Markdown and writes it to
 * bench/results/closing.md.
 */
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const [, , mode = '', folder = '', part = ''] = process.argv

/** The jobs, in a process of their own. */
async function work(): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir: folder, poolSize: 3 })
  const ctx = { db: kyselyOn(pool), now: new Date(), actor: { kind: 'system' } } as const
  if (part === 'restaurants') await closeDuePeriods(ctx, operator)
  else await closeFarms(ctx, operator)
  await close()
}

/** `most`: the resident memory at most, MB. `cpu`: seconds of processor time. */
type Worker = { child: ChildProcess; ended: Promise<unknown>; most: () => number; cpu: () => number }

/** Memory and processor time are looked at all the time, because a killed process cannot be asked. */
function begin(dataDir: string, part: 'restaurants' | 'farms'): Worker {
  const load = `import { runnerImport } from 'vite'; await runnerImport('./bench/closing.ts', { configFile: false })`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', load, '--', 'bench', 'work', dataDir, part].filter((it) => it !== ''),
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  let [most, cpu] = [0, 0]
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    cpu = Math.max(cpu, ownSeconds(child.pid ?? 0))
  }, 200)
  const ended = once(child, 'exit').finally(() => clearInterval(look))
  return { child, ended, most: () => most, cpu: () => cpu }
}

async function measureAll(): Promise<void> {
  const [restaurants = 10_000, orders = 300_000] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
  const report: string[] = []
  const say = (text: string) => {
    report.push(text)
    process.stdout.write(`${text}\n`)
  }
  const app = await RunningApp.start()
  const { pool, close } = await app.database()
  try {
    const to = settledClosings(new Date()).find(({ day }) => day === 31)?.closesOn
    if (!to) throw new Error('no month has ended')
    const from: JstDate = addDays(to, 1 - Number(to.slice(8)))
    const encryption = await encryptionOf({ AUTH_SECRET: undefined, DATA_DIR: app.folder })
    const sealed = {
      number: encryption.seal(accountPurpose, '0000001'),
      holder: encryption.seal(accountPurpose, 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'),
    }
    const [, made] = await timed(() => makeMonth(pool, { from, to, restaurants, orders }, sealed))
    say(`${restaurants} restaurants, ${orders} orders in the month until ${to}; made in ${seconds(made)}.`)
    say(`Before: ${machine()}\n`)
    await closeRestaurants(app, pool, restaurants, say)
    await closeAllFarms(app, pool, say)
    await payFarms(pool, encryption, say)
    await measurePages(app, pool, say)
    const database = await databaseTime(pool)
    const own = process.cpuUsage()
    const [replay, replayed] = await timed(() => replayLedger(kyselyOn(pool)))
    const { user, system } = process.cpuUsage(own)
    const differences = replay.charges.length + replay.balances.length + replay.kept.length
    say(
      `\nReplay of the ledger: ${replay.orders} orders in ${seconds(replayed)}, ${differences} differences; processor time ${((user + system) / 1e6).toFixed(0)} s, of the database ${database().toFixed(0)} s, resident memory at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB.`,
    )
    say(`\nAfter: ${machine()}`)
  } finally {
    await close()
    await app.end()
  }
  await mkdir('bench/results', { recursive: true })
  await writeFile('bench/results/closing.md', `${report.join('\n')}\n`)
}

type Say = (text: string) => void

/** What the database has used from now on, seconds of processor time. */
async function databaseTime(pool: pg.Pool): Promise<() => number> {
  const postmaster = await postmasterOf(pool)
  const used = () => cpuOf(process.pid, postmaster).postgres
  const before = used()
  return () => used() - before
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const done = await run()
  return [done, performance.now() - began]
}
const seconds = (ms: number) => (ms > 120_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 1000).toFixed(1)} s`)

const countOf = async (pool: pg.Pool, sql: string): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)
  return rows[0]?.n ?? 0
}

async function closeRestaurants({ folder: dataDir }: RunningApp, pool: pg.Pool, restaurants: number, say: Say) {
  const before = await countOf(pool, `issued_documents where kind = 'invoice'`)
  const invoices = async () => (await countOf(pool, `issued_documents where kind = 'invoice'`)) - before
  const began = performance.now()
  const database = await databaseTime(pool)
  const first = begin(dataDir, 'restaurants')
  while (first.child.exitCode === null && (await invoices()) < restaurants * 0.4) await sleep(200)
  first.child.kill('SIGKILL')
  await first.ended
  const left = await invoices()
  const second = begin(dataDir, 'restaurants')
  await second.ended
  const took = performance.now() - began
  say(
    `Closing: ${await invoices()} invoices in ${seconds(took)}, killed after ${left} of them and begun again; at most ${Math.max(first.most(), second.most()).toFixed(0)} MB; processor time ${(first.cpu() + second.cpu()).toFixed(0)} s, of the database ${database().toFixed(0)} s.`,
  )
  const gaps = await countOf(
    pool,
    `(select max(ordinal) - count(*) as gap from issued_documents group by series) s where gap <> 0`,
  )
  const twice = await countOf(
    pool,
    `(select charge_id from closing_charges where side = 'restaurant' group by 1 having count(*) > 1) s`,
  )
  const missing = await countOf(
    pool,
    `charges c join orders o on o.id = c.order_id where o.number like 'month-%'
       and not exists (select from closing_charges k where k.charge_id = c.id and k.side = 'restaurant')`,
  )
  const wrong = await countOf(
    pool,
    `(select d.id from issued_documents d join closing_charges k on k.closing_id = d.closing_id and k.side = 'restaurant'
       join charges c on c.id = k.charge_id where d.kind = 'invoice' group by d.id, d.total_yen having d.total_yen <> sum(c.total_yen)) s`,
  )
  say(`Series with gaps: ${gaps}; charges in two periods: ${twice}, in none: ${missing}; wrong totals: ${wrong}.`)
}

async function closeAllFarms({ folder: dataDir }: RunningApp, pool: pg.Pool, say: Say) {
  const database = await databaseTime(pool)
  const worker = begin(dataDir, 'farms')
  const [, took] = await timed(() => worker.ended)
  const statements = await countOf(
    pool,
    `issued_documents d join farms f on f.id = d.farm_id where d.kind = 'statement' and f.name like '計測農園%'`,
  )
  say(
    `Statements: ${statements} in ${seconds(took)}, at most ${worker.most().toFixed(0)} MB; processor time ${worker.cpu().toFixed(0)} s, of the database ${database().toFixed(0)} s.`,
  )
}

async function payFarms(pool: pg.Pool, encryption: Awaited<ReturnType<typeof encryptionOf>>, say: Say): Promise<void> {
  const db = kyselyOn(pool)
  const [maker, releaser] = await staffOf(pool)
  if (!maker || !releaser) throw new Error('two administrators are needed')
  const payOn = bankDay(addDays(jstDateOf(new Date()), 30), 'next')
  const now = momentOf(payOn, 9 * 60)
  const by = (actor: typeof maker) => ({
    db,
    actor: { ...actor, session: { key: 'bench', authTime: now, aal: 2 as const } },
    now,
  })
  const { version } = await payoutSettings(by(maker))
  const settings = { senderCode: '1234567890', senderName: 'カ）ミホンイチバ', bankCode: '0310', branchCode: '101' }
  const own = { ...settings, type: '1', number: '7654322', leastYen: 1, transferFeeYen: 145, lineEnds: 'crlf' } as const
  await savePayoutSettings(by(maker), { key: randomUUID(), version, ...own })
  const [preview, previewed] = await timed(() => previewPayRun(by(maker), payOn))
  const given = { key: randomUUID(), payOn, count: preview.paid.length, totalYen: preview.totalYen }
  const [run, makes] = await timed(() => makePayRun(by(maker), given))
  if (!run.ok) throw new Error(run.refusal)
  const { id } = run.value
  const [released, releases] = await timed(() => releasePayRun(by(releaser), { key: randomUUID(), id }))
  const [file, writes] = await timed(() => payRunFile(by(maker), { id }, { encryption }))
  const [sent, sends] = await timed(() => markPayRunSent(by(maker), { key: randomUUID(), id }))
  if (!released.ok || !file.ok || !sent.ok) throw new Error('the run was refused')
  say(
    `A run of ${given.count} payouts: preview ${seconds(previewed)}, made ${seconds(makes)}, released ${seconds(releases)}, file ${seconds(writes)}, marked as sent ${seconds(sends)}.`,
  )
}

if (mode === 'work') await work()
else await measureAll()
