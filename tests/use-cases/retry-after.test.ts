import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { data } from 'react-router'
import { expect, test } from 'vitest'
import { Busy, ProviderUnavailable, TooMany } from '../../app/kernel/errors.ts'
import { drawnAnswer } from '../../app/web/badge-drawings.server.ts'
import { busy, page, pageAction } from '../../app/web/page.server.ts'
import { retryAfter, tryLater } from '../../app/web/retry-after.ts'
import { as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'

/** Every 429 and 503 says after how many seconds to retry (T91). */

const test_ = testDatabase()
const args = () => ({
  request: new Request('https://market.example.jp/x', { method: 'POST', body: new FormData() }),
  context: pageContext(as(test_.db, { kind: 'visitor' }, noon)),
})

const answers: [string, () => Promise<unknown>, number | null][] = [
  ['asked for too often', () => Promise.reject(new TooMany(17)), 17],
  ['too much at once', () => Promise.reject(new Busy()), 5],
  ['the provider is away', () => Promise.reject(new ProviderUnavailable()), 30],
  ['an error that names its status only', () => Promise.reject(Object.assign(new Error('x'), { statusCode: 503 })), 5],
  ['refused for now', () => Promise.resolve(data(null, tryLater(42))), 42],
  ['a busy form', () => Promise.resolve(busy(new Busy(), new FormData())), 5],
  ['an answer of its own', () => Promise.resolve(Response.json({}, tryLater(3, 503))), 3],
  ['a drawing that has to wait', () => Promise.resolve(drawnAnswer('svg', null, {})), 2],
  ['an answer as any other', () => Promise.resolve(data(null, { status: 422 })), null],
]

test.each(answers)('%s: what a loader or an action says reaches the answer', async (_, run, seconds) => {
  for (const wrapped of [page(run), pageAction(run)]) {
    const asked = args()
    await Promise.resolve(wrapped(asked)).catch(() => {})
    expect(asked.context.get(retryAfter)).toBe(seconds)
  }
})

/** The service worker's own response when offline: not a response of the server. */
const inTheBrowser = [
  'app/web/keep-when-offline.ts',
  'app/web/stay-when-offline.ts',
  'app/routes/restaurant/checkout/order.tsx',
  'app/routes/restaurant/receiving/arrivals.tsx',
]
const inOnePlace = [
  // the error types, and what makes a response of them
  'app/kernel/errors.ts',
  'app/web/retry-after.ts',
  'app/web/form.ts',
  'app/api/problems.server.ts',
  // puts the header on a page's response
  'server/app.ts',
]
/** Where the number is only declared, compared or passed to `tryLater`. */
const declared = [/^app\/modules\/identity\/firebase\/sync-words\.ts$/, /^app\/routes\/dev\/faults\//]
/** A response that an operation of the API declares. */
const declaration = /\b[A-Z_]+: \{ status: 429, message\b/

test('no other place makes a 429 or a 503', async () => {
  const found: string[] = []
  for (const folder of ['app/web', 'app/routes', 'app/api', 'app/modules', 'app/kernel', 'server']) {
    for (const file of await readdir(folder, { recursive: true })) {
      const path = join(folder, file)
      if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
      if ([...inTheBrowser, ...inOnePlace].includes(path) || declared.some((it) => it.test(path))) continue
      for (const line of (await readFile(path, 'utf8')).split('\n'))
        if (
          /\b(429|503)\b/.test(line) &&
          /status|Response|data\(|refused/.test(line) &&
          !/tryLater\(|refusedForNow\(|status [<>=!]/.test(line) &&
          !(path.startsWith('app/api/operations/') && declaration.test(line))
        )
          found.push(`${path}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})
