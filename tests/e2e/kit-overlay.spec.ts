import { expect, type Page } from '@playwright/test'
import { countdown, tooltip } from '../../app/ui/constants.ts'
import { expectClean, sample, stopTime } from './samples.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** What floats, opens and counts; and all of it together: no stumbling, no lost words, an edge for everything. */

test.describe('tooltip', { tag: '@mouse' }, () => {
  const tooltips = async (page: Page) => {
    await sample(page, 'Tooltip')
    // comes with the last script
    await page.locator('[data-page-focus]').waitFor({ state: 'attached' })
  }

  test(`comes after ${tooltip.delay} ms, keeps ${tooltip.boundaryPadding} px to the edge, goes on Escape`, async ({
    page,
  }) => {
    await page.clock.install()
    await tooltips(page)
    await page.mouse.move(0, 0)
    await stopTime(page)
    const tip = page.locator('.tooltip')
    await page.getByRole('button', { name: '荷札をまとめて印刷' }).hover()
    await page.clock.runFor(tooltip.delay - 1)
    await expect(tip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tip).toHaveText('荷札をまとめて印刷')
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })

  test(`keeps ${tooltip.boundaryPadding} px to the edge of the window`, async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await tooltips(page)
    const button = page.getByRole('button', { name: '端にあっても、窓からはみ出しません' })
    await button.evaluate((it) => {
      it.style.position = 'fixed'
      it.style.right = '0'
      it.style.top = '300px'
    })
    // a pointer that has never moved does not hover
    await page.mouse.move(10, 10)
    await button.hover()
    const box = await page.locator('.tooltip').boundingBox()
    if (!box) throw new Error('no tooltip')
    expect(Math.round(800 - (box.x + box.width))).toBe(tooltip.boundaryPadding)
  })

  test('stays while the pointer is on it, and comes back only after the pointer has left', async ({ page }) => {
    await tooltips(page)
    await page.mouse.move(10, 10)
    const tip = page.locator('.tooltip')
    const button = page.getByRole('button', { name: '荷札をまとめて印刷' })
    await button.hover()
    await tip.hover()
    await page.waitForTimeout(tooltip.delay * 4)
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    await page.mouse.move(10, 10)
    await button.hover()
    await expect(tip).toBeVisible()
  })

  test('comes with the focus of the keyboard, and explains an abbreviation', async ({ page }) => {
    await tooltips(page)
    const tip = page.locator('.tooltip')
    await page.getByRole('button', { name: '荷札をまとめて印刷' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(tip).toHaveText('荷札をまとめて印刷')
    await page.keyboard.press('Tab')
    await expect(tip).toHaveText('日本農林規格')
    await expect(page.locator('abbr')).toHaveAccessibleDescription('日本農林規格')
    await expectClean(page)
    await page.keyboard.press('Tab')
    await expect(tip).not.toHaveText('日本農林規格')
  })
})

test.describe('countdown', () => {
  test(`ticks every ${countdown.tick} ms and is spoken at ${countdown.spokenAtSeconds.join(', ')} seconds only`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.clock.install()
    await sample(page, 'Alert')
    await stopTime(page)
    const waiting = page.locator('[data-state="残り時間"]')
    const timer = waiting.getByRole('timer')
    const heard = waiting.locator('[aria-live="polite"]')
    const left = async () =>
      Number(
        /(?:(\d+)分)?(?:(\d+)秒)?で/
          .exec((await timer.textContent()) ?? '')
          ?.slice(1)
          .reduce((sum, part) => sum * 60 + Number(part ?? 0), 0),
      )
    const before = await left()
    await page.clock.runFor(countdown.tick)
    await expect.poll(left).toBe(before - 1)
    await page.clock.runFor(countdown.tick * 3)
    await expect.poll(left).toBe(before - 4)
    await expect(heard).toHaveText('あと1分でもう一度お試しいただけます。')
    await page.clock.runFor(countdown.tick * 20)
    await expect(heard).toHaveText('あと1分でもう一度お試しいただけます。')
    await page.clock.runFor(countdown.tick * 60)
    await expect(timer).toHaveText('もう一度お試しください。')
    await expect(heard).toHaveText('もう一度お試しください。')
    await expect.poll(() => timer.getAttribute('aria-live')).toBeNull()
    await expect(page.locator('[data-state="残り10分から"] [aria-live="polite"]')).toHaveText(
      'あと10分でもう一度お試しいただけます。',
    )
  })

  test('does not care what the device believes the time to be', { tag: '@desktop' }, async ({ page }) => {
    await page.addInitScript(() => {
      const real = Date.now
      Date.now = () => real() + 7 * 3_600_000
    })
    await sample(page, 'Alert')
    await expect(page.locator('[data-state="残り時間"]').getByRole('timer')).toHaveText(
      /あと(1分\d?秒?|5\d秒)でもう一度お試しいただけます。/,
    )
  })
})

test.describe('menu', () => {
  test('of a PC: arrows, letters, Escape; the choice is done', { tag: '@desktop' }, async ({ page }) => {
    await sample(page, 'Menu')
    const opener = page.getByRole('button', { name: 'この商品' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: '写して作る' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: '削除' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByRole('menuitem', { name: '写して作る' }).click()
    await expect(page.getByRole('status').filter({ hasText: '写しました。' })).toBeVisible()
  })

  test('of the header: closes on Escape, on a press outside and on another page', { tag: '@desktop' }, async ({
    page,
  }) => {
    await sample(page, 'Menu')
    const opener = page.locator('summary', { hasText: '灯 料理人さん' })
    const link = page.getByRole('link', { name: '診断を見る' })
    await opener.click()
    await expect(link).toBeVisible()
    await link.focus()
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.mouse.click(5, 200)
    await expect(link).toBeHidden()
    await opener.click()
    await link.click()
    await expect(page).toHaveURL(/\/test\/check/)
  })
})

test('tabs move with the arrow keys', { tag: '@desktop' }, async ({ page }) => {
  await sample(page, 'Tabs')
  await page.getByRole('tab', { name: '品の説明' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '荷姿' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: '荷姿' })).toContainText('2kg箱')
  await expect(page.getByRole('link', { name: '部品の見本' })).toHaveAttribute('aria-current', 'page')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('tabs stand below each other, menus and disclosures open, waiting times are there', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/test?only=Tabs')
    for (const words of ['朝どりの小松菜です。', '2kg箱、束ねずに入れます。', '千葉県匝瑳市の露地です。'])
      await expect(page.getByText(words)).toBeVisible()
    await page.goto('/test?only=Menu')
    await page.locator('summary', { hasText: '灯 料理人さん' }).click()
    await expect(page.getByRole('link', { name: 'ホーム', exact: true })).toBeVisible()
    await page.goto('/test?only=Disclosure')
    await page.getByText('届いた品が傷んでいたら').click()
    await expect(page.getByText('受け取りの画面からご連絡ください。')).toBeVisible()
    await page.goto('/test?only=Alert')
    await expect(page.getByText('あと1分2秒でもう一度お試しいただけます。')).toBeVisible()
  })
})

/** What has to be pressed to see the part of the kit that floats. */
const opened: Record<string, string | null> = {
  Toast: 'できたことを知らせる',
  Dialog: 'メモを書く',
  Confirm: '注文をキャンセルする',
  Drawer: '条件を開く',
  Menu: 'この商品',
  Alert: null,
  Notice: null,
  Tabs: null,
  Disclosure: null,
  Badge: null,
  AppearanceForm: null,
}
test('accessible when closed and open, in both themes', { tag: '@desktop' }, async ({ page }) => {
  test.slow()
  const look = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await expectClean(page)
  }
  const part = page.locator('.toast, .dialog, .drawer, [role="menu"]').first()
  for (const [name, opener] of Object.entries(opened))
    await test.step(name, async () => {
      await sample(page, name)
      await look('light')
      await look('dark')
      if (!opener) return
      for (const colorScheme of ['dark', 'light'] as const) {
        // a toast may have gone by itself
        if (!(await part.isVisible())) await page.getByRole('button', { name: opener }).click()
        await expect(part).toBeVisible()
        await look(colorScheme)
      }
    })
})

test('nothing is lost at 320 px with letters of twice the size', { tag: '@desktop' }, async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [name, opener] of Object.entries(opened)) {
    await sample(page, name)
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    if (opener) await page.getByRole('button', { name: opener }).click()
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.toast, .dialog, .drawer, .menu-panel, .notice, .looks-choices label')]
        .filter((it) => it.getBoundingClientRect().right > window.innerWidth + 1)
        .map((it) => it.className),
    )
    expect(wide, name).toEqual([])
  }
})

test('forced colours: every floating part keeps an edge', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const name of ['Toast', 'Dialog', 'Drawer', 'Menu']) {
    await sample(page, name)
    await page.getByRole('button', { name: opened[name] ?? '' }).click()
    const part = page.locator('.toast, .dialog, .drawer, [role="menu"]').first()
    await expect(part).toBeVisible()
    expect(await part.evaluate((it) => Number.parseFloat(getComputedStyle(it).borderTopWidth)), name).toBeGreaterThan(0)
  }
})
