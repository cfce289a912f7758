/**
 * What the main thread of a phone does after the first paint of a page: milliseconds over 50 in each task (what Lighthouse calls
 * blocking time), on a processor four times slower. It adds up the thread's own processor time, so that other work on the
 * machine counts less than in Lighthouse.
 *
 *   npm run bench:blocking               builds, starts the app on its own data, prints the main pages
 *   npm run bench:blocking -- /farmer    only pages whose address contains this, with each task of more than 12 ms
 *
 * Reports, does not judge: the times are those of this machine.
 */
import { type Browser, chromium, devices } from '@playwright/test'
import { password, RunningApp } from '../tests/support/running-app.ts'

const [only] = process.argv.slice(2)
const [visits, slower, longTask] = [5, 4, 50]
/** ms after a load in which everything has come that comes of it. */
const untilQuiet = 4_000

const pages: [who: 'visitor' | 'chef' | 'farmer', path: string][] = [
  ['visitor', '/'],
  ['visitor', '/restaurant/products'],
  ['visitor', '/auth/signIn'],
  ['chef', '/restaurant'],
  ['chef', '/restaurant/products'],
  ['chef', '/restaurant/cart'],
  ['chef', '/restaurant/order/History'],
  ['farmer', '/farmer'],
  ['farmer', '/farmer/orders'],
]

/** An event of a trace: times in microseconds. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }
type Task = { at: number; ms: number; of: string[] }
type Visit = { blocked: number; tasks: Task[] }

const app = await RunningApp.start()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  console.log(`ms over ${longTask} of tasks, median of ${visits} first visits, times ${slower} (all visits), page`)
  for (const [who, path] of pages.filter(([, path]) => path.includes(only ?? ''))) {
    const seen: Visit[] = []
    for (let visit = 0; visit < visits; visit++) seen.push(await look(browser, who, path))
    seen.sort((a, b) => a.blocked - b.blocked)
    const all = seen.map(({ blocked }) => Math.round(blocked))
    console.log(`${String(all[visits >> 1]).padStart(6)}  (${all.join(', ')})  ${who} ${path}`)
    if (only === undefined) continue
    for (const { at, ms, of } of seen[visits >> 1]?.tasks.filter((task) => task.ms > 12) ?? [])
      console.log(`          ${Math.round(ms)} ms, ${Math.round(at)} ms after the paint: ${of.join(', ')}`)
  }
} finally {
  await browser.close()
  await app.end()
}

async function look(browser: Browser, who: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 5'], locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  if (who !== 'visitor')
    await context.request.post(`${app.origin}/auth/signIn`, {
      headers: { origin: app.origin },
      form: { email: `${who}@example.jp`, password },
    })
  const page = await context.newPage()
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'loading', 'v8'],
  })
  await page.goto(app.origin + path)
  await page.waitForTimeout(untilQuiet)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  await context.close()
  return visitIn(trace.traceEvents)
}

function visitIn(events: readonly TraceEvent[]): Visit {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('a page that was never painted')
  const onThread = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === paint.pid && tid === paint.tid)
  const tasks = onThread
    .filter(({ name, ts }) => name === 'RunTask' && ts > paint.ts)
    .map((task) => ({ at: (task.ts - paint.ts) / 1000, ms: processor(task), of: partsOf(task, onThread) }))
  return { blocked: tasks.reduce((sum, { ms }) => sum + Math.max(0, ms * slower - longTask), 0), tasks }
}

/** Milliseconds. */
function processor({ tdur, dur }: TraceEvent): number {
  return (tdur ?? dur ?? 0) / 1000
}

function partsOf(task: TraceEvent, onThread: readonly TraceEvent[]): string[] {
  return onThread
    .filter((part) => part !== task && part.ts >= task.ts && part.ts + (part.dur ?? 0) <= task.ts + (task.dur ?? 0))
    .filter((part) => processor(part) > 3)
    .map((part) => `${part.name} ${Math.round(processor(part))}`)
}
