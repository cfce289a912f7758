import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled } from './support.ts'
import { test } from './test.ts'

/** Parts of the kit on the pages that need them. */

test.describe('tooltip', { tag: '@mouse' }, () => {
  test.use({ readsOnly: true })
  const pages = {
    'chef@example.jp': '/restaurant/products',
    'farmer@example.jp': '/farmer/products/List',
    'admin@example.jp': '/admin/users',
  }
  for (const [person, path] of Object.entries(pages))
    test(`names an icon or explains an abbreviation on ${path}; fifty quick moves cost and move nothing`, async ({
      page,
    }) => {
      await signedIn(page, person)
      await open(page, path)
      await page.locator('[data-page-focus]').waitFor({ state: 'attached' })
      await settled(page)
      const control = page.locator('[data-icon-only]:visible, abbr:visible').first()
      const tip = page.locator('.tooltip')
      await page.mouse.move(0, 0)
      await control.hover()
      const [name, meaning] = [await control.getAttribute('aria-label'), await control.getAttribute('aria-description')]
      await expect(tip).toHaveText(name ?? meaning ?? '')
      await expectAccessible(page)
      await page.mouse.move(0, 0)
      await expect(tip).toHaveCount(0)

      await page.evaluate(() => {
        document.documentElement.dataset.shifts = ''
        new PerformanceObserver((list) => {
          document.documentElement.dataset.shifts += list
            .getEntries()
            .map(({ duration }) => duration)
            .join()
        }).observe({ type: 'layout-shift' })
      })
      const place = await control.boundingBox()
      if (!place) throw new Error('no control with an icon only')
      const inside = [place.x + place.width / 2, place.y + place.height / 2] as const
      const outside = [0, 0] as const
      const before = await scriptTime(page)
      for (let move = 0; move < 50; move++) await page.mouse.move(...(move % 2 === 0 ? inside : outside))
      await expect(tip).toHaveCount(0)
      expect((await scriptTime(page)) - before).toBeLessThan(0.2)
      expect(await page.evaluate(() => document.documentElement.dataset.shifts)).toBe('')
    })
})

/** Seconds of the processor in the page's scripts: a long task by the clock may be the machine's. */
async function scriptTime(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await browser.send('Performance.getMetrics')
  await browser.detach()
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
}

test('a vacation is chosen in one month, first day and last', { tag: '@desktop' }, async ({ page }) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/Vacation')
  await settled(page)
  await page.getByRole('button', { name: '休業期間をカレンダーで選択' }).click()
  const days = page.locator('.calendar-popover .calendar-day:not([data-disabled]):not([data-unavailable])')
  await days.nth(2).click()
  await days.nth(4).click()
  await expect(page.getByLabel('休業の最終日')).not.toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'この期間を選択する' }).click()
  await expect(page.locator('#chosen')).toBeVisible()
})

test('several products are paused together, all between two', { tag: '@mouse' }, async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/products/List?bulk')
  const rows = page.getByRole('table', { name: '販売状態を変更する商品' }).getByRole('checkbox')
  await settled(page)
  await rows.nth(1).click()
  await rows.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3件の商品が選択されています。').first()).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: '販売を休止する' }).click()
  await expect(page).toHaveURL(/products\/List$/)
})

test('a kitchen is closed for several days at once', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/Account')
  await page.locator('a[href^="/restaurant/Account/kitchens/"]').first().click()
  await page.getByLabel('休業日（初日）').fill('2027-01-04')
  await page.getByLabel('最終日').fill('2027-01-06')
  await page.locator('button[value=dayOff]').click()
  await expect(page.locator('#days').getByText('2027年1月6日(水)', { exact: true })).toBeVisible()
})

test('a table whose rows are long in coming shows their skeleton, and nothing moves', { tag: '@mouse' }, async ({
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  for (const [path, press] of [
    ['/admin/orders', 'thead a'],
    ['/admin/users', 'thead a'],
    ['/admin/claims', 'nav[aria-label="状態"] a[href*="done"]'],
    ['/admin/inquiries', 'main nav a[href*="?"]'],
    ['/admin/audit', 'table a[href*="about"]'],
  ] as const)
    await test.step(path, async () => {
      await open(page, path)
      await settled(page)
      const box = page
        .getByRole('region')
        .filter({ has: page.locator('tbody td') })
        .first()
      if (!(await box.isVisible())) throw new Error(`${path} shows no table`)
      const sizeOf = () => box.locator('tbody tr').first().boundingBox()
      const before = await sizeOf()
      const answer = Promise.withResolvers<void>()
      await page.route(/\.data/, async (route) => {
        await answer.promise
        await route.continue()
      })
      await page.locator(press).first().click()
      await expect(box).toHaveAttribute('data-waits', 'true')
      await expect(box).toHaveAttribute('aria-busy', 'true')
      expect(await sizeOf()).toEqual(before)
      answer.resolve()
      await expect(page.locator('[data-waits]')).toHaveCount(0)
      await page.unroute(/\.data/)
    })
})

test('slips that arrived without a problem are inspected together, and their records saved as PDF', {
  tag: '@mouse',
}, async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/receiving')
  await settled(page)
  const waiting = page.getByRole('table', { name: '検収待ちの伝票' })
  const boxes = waiting.locator('tbody').getByRole('checkbox')
  await settled(page)
  const count = await boxes.count()
  expect(count).toBeGreaterThan(1)
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(page.getByText(`${count}件の伝票が選択されています。`).first()).toBeAttached()
  await page.getByRole('button', { name: '選択を解除' }).click()
  await waiting.locator('thead').getByRole('checkbox').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '「問題なし」で検収' }).click()
  await page.getByRole('button', { name: '検収する', exact: true }).click()
  await expect(page.getByText(`${count}件を「問題なし」で検収しました。`).first()).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await settled(page)
  const records = page.getByRole('table', { name: /の記録$/ })
  await records.locator('tbody').getByRole('checkbox').first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '選択した記録をPDFで保存' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ukeire-.*\.pdf$/)
})
