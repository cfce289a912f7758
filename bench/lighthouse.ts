/**
 * Lighthouse (mobile profile: a slow phone on a slow line) on the main pages, as a visitor and signed in.
 *
 *   npm run lighthouse              builds, starts the app on its own data, prints the scores
 *   npm run lighthouse -- /auth     only pages whose address contains this; /trace is the page behind a badge's QR code
 *
 * A page that is not for search engines (`noindex`: of one user, or the sign-in) can't be crawlable, and shall not be. On those
 * that audit is left out, the page is marked, and `seo` is the score of the others.
 */
import { writeFile } from 'node:fs/promises'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { password, RunningApp } from '../tests/support/running-app.ts'
import { traceAddress } from '../tests/support/trace-address.ts'

type Who = 'visitor' | 'chef@example.jp' | 'farmer@example.jp'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const [only = ''] = process.argv.slice(2)

const app = await RunningApp.start(600, { SEARCH_ENGINES: 'allow' })
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
const problems: string[] = []
try {
  const address = await anyAddress()
  const pages: [Who, string][] = [
    ['visitor', '/'],
    ['visitor', '/restaurant/products'],
    ['visitor', address('products')],
    ['visitor', address('farmers')],
    ['visitor', '/restaurant/Guide'],
    ['visitor', '/auth/signIn'],
    ['visitor', await badgeAddress()],
    ['visitor', `${await badgeAddress()}?lang=en`],
    ['chef@example.jp', '/restaurant'],
    ['chef@example.jp', '/restaurant/products'],
    ['chef@example.jp', '/restaurant/cart'],
    ['farmer@example.jp', '/farmer'],
    ['farmer@example.jp', '/farmer/orders'],
  ]
  console.log(['perf', 'a11y', 'best', 'seo', '  LCP', '  TBT', '  CLS', ' kB', 'page'].join('  '))
  for (const [who, path] of pages.filter(([, path]) => path.includes(only))) await look(who, path)
  for (const problem of problems) console.log(problem)
} finally {
  chrome.kill()
  await app.end()
}

async function look(who: Who, path: string): Promise<void> {
  const extraHeaders: Record<string, string> = who === 'visitor' ? {} : { Cookie: await signedIn(who) }
  const isPrivate = await isNotForSearchEngines(`${app.origin}${path}`, extraHeaders)
  const result = await lighthouse(`${app.origin}${path}`, {
    port: chrome.port,
    extraHeaders,
    onlyCategories: [...categories],
    ...(isPrivate && { skipAudits: ['is-crawlable'] }),
    output: 'json',
  })
  if (!result) throw new Error(`Lighthouse gave nothing for ${path}`)
  const { lhr } = result
  const scores = categories.map((name) => String(Math.round((lhr.categories[name]?.score ?? 0) * 100)).padStart(4))
  const figures = [
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'total-byte-weight',
  ].map((name) => lhr.audits[name]?.numericValue ?? 0)
  const [lcp = 0, tbt = 0, cls = 0, bytes = 0] = figures
  const shown = [`${Math.round(lcp)}`, `${Math.round(tbt)}`, cls.toFixed(3), `${Math.round(bytes / 1000)}`]
  console.log(
    [...scores, ...shown.map((figure) => figure.padStart(5)), `${who} ${path}${isPrivate ? ' (noindex)' : ''}`].join(
      '  ',
    ),
  )
  for (const name of categories)
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id]
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        problems.push(`${path}: ${name}: ${audit.title} (${audit.displayValue ?? audit.score})`)
    }
  if (process.env.LIGHTHOUSE_REPORTS)
    await writeFile(`${process.env.LIGHTHOUSE_REPORTS}/${who}${path.replaceAll('/', '_')}.json`, JSON.stringify(lhr))
}

async function isNotForSearchEngines(address: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(address, { headers })
  return /<meta name="robots" content="noindex"/.test(await answer.text())
}

/** The cookie of a demo user. */
async function signedIn(email: string): Promise<string> {
  const answer = await fetch(`${app.origin}/auth/signIn`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password }),
  })
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('sid='))
  if (!cookie) throw new Error(`${email} could not sign in: ${answer.status}`)
  return cookie.split(';', 1).join()
}

/** Behind the badge of a restaurant of the demo data. */
async function badgeAddress(): Promise<string> {
  const database = await app.database()
  try {
    return await traceAddress(async (sql, values) => (await database.pool.query(sql, values)).rows)
  } finally {
    await database.close()
  }
}

/** The first product and farm of the sitemap. */
async function anyAddress(): Promise<(kind: 'products' | 'farmers') => string> {
  const sitemap = await (await fetch(`${app.origin}/sitemap.xml`)).text()
  return (kind) => {
    const found = sitemap.match(new RegExp(`/restaurant/${kind}/[0-9a-f-]{36}`))
    if (!found) throw new Error(`no ${kind} in the sitemap`)
    return found[0]
  }
}
