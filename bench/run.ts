import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { RunningApp } from '../tests/support/running-app.ts'
import { lastUnits } from './last-units.ts'
import { measureMarket } from './market.ts'
import { table } from './measure.ts'

/**
 * `npm run bench [-- 10000 100000]`: the hot paths through HTTP against a bare prepared query in the same run, at each
 * size of the market, and 200 concurrent checkouts for the last 50 units. Prints Markdown and writes it to
 * bench/results/latest.md; figures worth keeping go into bench/README.md.
 */
const sizes = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const report: string[] = [
  `Node ${process.versions.node}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`,
  '',
]
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const started = performance.now()
  const app = await RunningApp.start(size)
  const database = await app.database()
  try {
    say(
      `Ready with ${size.toLocaleString('en')} products after ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
    )
    say(table(`${size.toLocaleString('en')} products`, await measureMarket(app, database.pool)))
    say(await lastUnits([app], database.pool))
  } finally {
    await database.close()
    await app.end()
  }
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/latest.md', `${report.join('\n')}\n`)
