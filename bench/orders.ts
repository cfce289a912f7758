import { mkdir, writeFile } from 'node:fs/promises'
import { RunningApp } from '../tests/support/running-app.ts'
import { measureCheckouts } from './checkouts.ts'
import { lastUnits } from './last-units.ts'
import { machine } from './machine.ts'
import { sustained } from './sustained.ts'

/**
 * `npm run bench:orders [-- <calls a row> <seconds>]`: checkouts of three products of three farms beside the bare SQL
 * transaction that writes the same rows, with 1, 10 and 50 callers; orders per second over two minutes; and 200
 * concurrent checkouts for the last 50 units, over two processes. Prints Markdown and writes it to
 * bench/results/orders.md.
 */
const [calls = 300, seconds = 120] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const products = 10_000
const report: string[] = []
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

say(`Before: ${machine()}\n`)
const app = await RunningApp.start(products)
const database = await app.database()
const { pool } = database
try {
  say(await measureCheckouts(app, pool, calls))
  say(`After: ${machine()}\n`)
  await app.stop()
  const first = await RunningApp.startIn(app.folder, products, { WORKER: 'inline' })
  say(await sustained(first, pool, seconds))
  const second = await RunningApp.startIn(app.folder, products)
  say(await lastUnits([first, second], pool))
  await second.stop()
  await first.stop()
} finally {
  await database.close()
  await app.end()
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/orders.md', `${report.join('\n')}\n`)
