import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { openDatabase } from '../../app/infra/db/connect.server.ts'

const stub = readFileSync(join(import.meta.dirname, 'gapi-stub.js'), 'utf8')

/** Only this machine: Google's one script is replaced by a stub, everything else outside is blocked. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.abort(),
    )
    await context.route('https://apis.google.com/js/api.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: stub }),
    )
    await use(context)
  },
})

export const chosen = '畑と厨房をつなぐ一本の道'
export const newEmail = () => `fb-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.jp`

export async function signInWith(page: Page, email: string, password = chosen): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: 'サインインする' }).click()
}

/** Opens the page and waits for hydration. */
export async function openSignIn(page: Page, path = '/auth/signIn'): Promise<void> {
  await page.goto(path)
  await taken(page)
}

/** React has hydrated the forms: a press no longer submits a plain form. */
export const taken = (page: Page) =>
  page.waitForFunction(() => {
    const forms = [...document.querySelectorAll('main form, main button')]
    return forms.length > 0 && forms.every((it) => Object.keys(it).some((key) => key.startsWith('__reactProps')))
  })

type Session = { user: { kind: string; name: string } | null; status: string | null; aal: number }

export async function session(page: Page): Promise<Session> {
  const answer = await page.request.get('/api/auth/session')
  return answer.json()
}

/** A connection beside the app's. */
export async function inDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const port = process.env.E2E_PORT ?? '3197'
  const dataDir = readFileSync(join(tmpdir(), `une-to-sara-firebase-folder-${port}`), 'utf8')
  const database = await openDatabase({ dataDir, poolSize: 1, onNotice: () => {} })
  try {
    return await work(database.pool)
  } finally {
    await database.close()
  }
}

/** A new user: the sign-in continues at the beginning of the sign-up. */
export const expectNewcomer = async (page: Page) => {
  await expect(page).toHaveURL(/\/auth\/user-type/)
  expect((await session(page)).user).toMatchObject({ kind: 'person' })
}
