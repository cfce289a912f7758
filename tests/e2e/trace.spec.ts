import { expect, type Page } from '@playwright/test'
import { traceAddress } from '../support/trace-address.ts'
import { query } from './database.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

/** The page behind a badge's QR code, at a table: a guest's phone, no sign-in, perhaps no Japanese. */

let address: string
test.beforeAll(async ({ app }) => {
  address = await traceAddress((sql, values) => app.query(sql, values))
})

const languages = [
  { lang: 'ja', check: 'ご自身で検証する', last: '最終納品日' },
  { lang: 'en', check: 'Check it yourself', last: 'Last delivery' },
  { lang: 'zh-Hant', check: '自行查證', last: '最近一次送達' },
  { lang: 'ko', check: '직접 확인하기', last: '최근 납품' },
] as const

const farms = (page: Page) => page.getByRole('article')

test('a guest reads it in four languages, and changes the language by a link', async ({ page }) => {
  await page.goto(address)
  for (const { lang, check, last } of languages) {
    await page.getByRole('navigation').locator(`a[lang="${lang}"]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.getByRole('heading', { name: check })).toBeVisible()
    await expect(farms(page).first().getByText(last)).toBeVisible()
    await expect(farms(page).first().getByRole('img').last()).toBeVisible()
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('a phone that speaks Korean gets Korean', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ko-KR' })
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await context.close()
})

test('what it loads at first weighs at most 60 kB, without any script', async ({ page }) => {
  const loaded: { type: string; bytes: number }[] = []
  const heard: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    heard.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        loaded.push({ type: request.resourceType(), bytes: responseBodySize + responseHeadersSize })
      }),
    )
  })
  for (const { lang } of languages) {
    loaded.length = 0
    await page.goto(`${address}?lang=${lang}`, { waitUntil: 'networkidle' })
    await Promise.all(heard)
    const first = loaded.filter(({ type }) => ['document', 'stylesheet', 'script', 'font'].includes(type))
    expect(loaded.filter(({ type }) => type === 'script')).toEqual([])
    expect(first.some(({ type }) => type === 'document')).toBe(true)
    expect(
      first.reduce((sum, { bytes }) => sum + bytes, 0),
      JSON.stringify(first),
    ).toBeLessThanOrEqual(60_000)
  }
})

test('it is whole with letters twice as large, and on paper', async ({ page }) => {
  await page.goto(address)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectAccessible(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(farms(page).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'この表示について' })).toBeVisible()
})

test('an ended badge says when it was valid; an address that no badge has is the usual page', async ({ page }) => {
  const token = 'e2e-ended-badge-0123456789ab'
  await query(
    `with shop as (select r.id from restaurants r where not exists (select from orders o where o.restaurant_id = r.id) limit 1),
          badge as (insert into badges (id, restaurant_id, rule, token, created_at)
                    select gen_random_uuid(), id, 'farms', $1, now() from shop returning id, restaurant_id),
          event as (insert into events (id, at, kind, actor_kind, actor_name, about_restaurant_id)
                    select gen_random_uuid(), now(), 'badge_ended', 'system', '自動', restaurant_id from badge returning id),
          turn (ordinal, kind) as (values (1, 'granted'), (2, 'ended'))
     insert into badge_turns (badge_id, ordinal, kind, rule_version, from_on, until_on, event_id, at)
     select badge.id, turn.ordinal, turn.kind, 1, '2026-05-01', '2026-10-31', event.id, now() from badge, event, turn`,
    [token],
  )
  const answer = await page.goto(`/trace/${token}`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'この期間は終了しました' })).toBeVisible()
  await expect(page.getByText('2026年5月1日 〜 2026年10月31日')).toBeVisible()
  await expect(farms(page)).toHaveCount(0)
  await expectAccessible(page)

  const unknown = await page.goto(`/trace/${'x'.repeat(24)}`)
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('404')).toBeVisible()
})
