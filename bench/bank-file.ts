import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { build } from 'vite'
import { jstDateOf } from '../app/kernel/jst.ts'
import { addOwnBankAccount } from '../app/modules/payments/deposit-settings.server.ts'
import { makeShops, RunningApp } from '../tests/support/running-app.ts'
import { machine } from './machine.ts'
import { staffOn } from './staff-on.ts'

/**
 * `npm run bench:bank-file [-- <rows> <restaurants>]`: a file of a bank with 100,000 deposits, every second of which pays an
 * invoice of one of 10,000 restaurants and names its number, is uploaded, looked at and imported by a process of its own.
 * Prints Markdown.
 */
const account = { bank: '0001', branch: '909', number: '7654321' }

const say = (text: string) => process.stdout.write(`${text}\n`)

async function measure(): Promise<void> {
  const [rows = 100_000, restaurants = 10_000] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
  const app = await RunningApp.start()
  await app.stop()
  const { pool, close } = await app.database()
  try {
    const numbers = await makeInvoices(pool, restaurants, Math.ceil(rows / 2 / restaurants))
    const ctx = await staffOn(pool)
    const own = { ...account, name: '計測', holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ', virtualAccounts: false }
    await addOwnBankAccount(ctx, { key: randomUUID(), ...own })
    await writeFile(join(app.folder, 'bank-file.txt'), bankFile(rows, numbers), 'latin1')
    say(`${rows} rows, ${numbers.length} open invoices of ${restaurants} restaurants. ${machine()}\n`)
    say(
      '| step | time | processor time of this process | of the database | resident memory at most until then |\n| --- | --: | --: | --: | --: |',
    )
    const worker = spawn(process.execPath, [await bundled(), app.folder], { stdio: 'inherit' })
    await once(worker, 'exit')
    say(`\nAfter: ${machine()}`)
  } finally {
    await close()
    await app.end()
  }
}

/** What is measured, as the app is: in one bundle without what loads and reads its sources. Returns its path. */
async function bundled(): Promise<string> {
  const outDir = 'build/bench'
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { noExternal: ['lucide-react', /^@react-email\/(?!render)/] },
    build: { ssr: 'bench/bank-file-work.ts', outDir },
  })
  return join(outDir, 'bank-file-work.js')
}

/** So many open invoices of each restaurant; those of equal amounts are seven. Their charges are not made. */
async function makeInvoices(pool: pg.Pool, restaurants: number, each: number): Promise<string[]> {
  const shops = await makeShops(pool, restaurants)
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ number: string }>(
      `insert into issued_documents (id, kind, series, ordinal, number, restaurant_id, counterparty, issued_on, from_on, to_on,
         due_on, total_yen, content, content_sha256, issued_by, at)
       select uuidv7(), 'invoice', 'Z2099', n, 'Z2099-' || lpad(n::text, 6, '0'), restaurant, '計測', current_date, current_date,
              current_date, current_date + 30, ${amountSql}, '{}', repeat('0', 64), 'bench', now()
         from (select restaurant, row_number() over () as n from unnest($1::uuid[]) restaurant, generate_series(1, $2)) them
       returning number`,
      [shops.map(({ restaurantId }) => restaurantId), each],
    )
    await client.query('vacuum analyze')
    return rows.map(({ number }) => number)
  } finally {
    client.release(true)
  }
}

const different = 7_001
const amountSql = `10000 + n % ${different}`
const amountOf = (n: number) => 10_000 + (n % different)

/** 全銀 入出金取引明細: the bytes as letters of Latin 1. */
function bankFile(rows: number, numbers: readonly string[]): string {
  const digits = (value: number | string, width: number) => String(value).padStart(width, '0')
  const [year, month, day] = jstDateOf(new Date()).split('-')
  const today = `${digits(Number(year) - 2018, 2)}${month}${day}`
  const header = [`1030${today}${today}${today}`, account.bank, ''.padEnd(15), account.branch, ''.padEnd(15), '0001']
  const numberAt = (at: number) => (at % 2 === 0 ? Number(numbers[at / 2]?.slice(-6)) : at)
  const amounts = Array.from({ length: rows }, (_, at) => amountOf(numberAt(at)))
  const data = amounts.map((amount, at) =>
    [
      `2${digits(at + 1, 8)}${today}${today}111`,
      digits(amount, 12),
      ''.padEnd(45, '0'),
      `PAYER ${at % 7_000}`.padEnd(48),
      ''.padEnd(50),
      (at % 2 === 0 ? (numbers[at / 2] ?? '') : '').padEnd(20),
      ' ',
    ].join(''),
  )
  const sum = amounts.reduce((added, amount) => added + amount, 0)
  const trailer = `8${digits(rows, 6)}${digits(sum, 13)}${digits(0, 19)}1${digits(sum, 14)}${digits(rows, 7)}`
  return [
    `${header.join('')}${digits(account.number, 10)}${'BENCH'.padEnd(40)}11${digits(0, 14)}`,
    ...data,
    trailer,
    `9${digits(rows + 3, 10)}00001`,
  ]
    .map((record) => record.padEnd(200))
    .join('\r\n')
}

await measure()
