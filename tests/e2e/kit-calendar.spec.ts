import { expect, type Page } from '@playwright/test'
import { calendar } from '../../app/ui/constants.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

const start = '/test?only=Calendar'
const single = (page: Page) => page.locator('#story-calendar [data-state="1日"]')
const day = (page: Page, name: RegExp) => single(page).getByRole('button', { name })

/** Opens a page and waits until script has taken over the part that is looked at. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const part = page.locator('[data-state] button').first()
  await expect.poll(() => part.evaluate((it) => Object.keys(it).some((key) => key.startsWith('__react')))).toBe(true)
}

test('a calendar is 270 px wide for a mouse and fills the screen with 48 px days for a finger', {
  tag: ['@phone', '@desktop'],
}, async ({ page, isMobile }) => {
  expect(calendar).toEqual({ widthPx: 270, firstWeekday: 0 })
  await open(page, start)
  const month = single(page).getByRole('application')
  const size = await month.boundingBox()
  const cell = await day(page, /11月26日/).boundingBox()
  if (isMobile) {
    expect(size?.width).toBeGreaterThan(300)
    expect(cell?.height).toBe(48)
  } else {
    expect(size?.width).toBe(calendar.widthPx)
    expect(cell?.height).toBe(38)
  }
})

test('weeks begin on Sunday; Sunday and holidays are red, Saturday is blue', { tag: '@desktop' }, async ({ page }) => {
  await open(page, start)
  const heads = single(page).locator('th')
  await expect(heads).toHaveText(['日', '月', '火', '水', '木', '金', '土'])
  const colours = await heads.evaluateAll((all) => all.map((it) => getComputedStyle(it).color))
  expect(colours[0]).toBe('rgb(173, 32, 55)')
  expect(colours[6]).toBe('rgb(31, 78, 140)')
  await expect(day(page, /11月3日/)).toHaveCSS('color', 'rgb(173, 32, 55)')
  await expect(day(page, /11月5日/)).not.toHaveCSS('color', 'rgb(173, 32, 55)')
})

test('holidays have their names, in the cell and below', { tag: '@desktop' }, async ({ page }) => {
  await open(page, start)
  const mark = await day(page, /11月3日.*文化の日/).evaluate((it) => getComputedStyle(it, '::after').content)
  expect(mark).toContain('祝')
  await expect(single(page).getByRole('term').filter({ hasText: '文化の日' })).toBeVisible()
  await expect(single(page).getByRole('definition').filter({ hasText: '3日(火)' }).first()).toBeVisible()
})

test('a closed day can be reached, says why, and cannot be taken', { tag: '@desktop' }, async ({ page }) => {
  await open(page, start)
  await expect(day(page, /11月25日.*締切後/)).toHaveAttribute('aria-disabled', 'true')
  await expect(single(page).getByRole('term').filter({ hasText: '締切後' })).toBeVisible()
  await expect(async () => {
    await day(page, /11月26日/).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(day(page, /11月25日/)).toBeFocused({ timeout: 500 })
  }).toPass()
  await expect(single(page).getByText('11月25日(水) 締切後')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(single(page).getByText('えらんだ日：2026-11-26')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(single(page).getByText('えらんだ日：2026-11-24')).toBeVisible()
})

test('the reason shows under the pointer', { tag: '@mouse' }, async ({ page }) => {
  await open(page, start)
  await day(page, /11月23日/).hover()
  await expect(single(page).getByText('11月23日(月・祝) 勤労感謝の日・農園休業')).toBeVisible()
})

test('days before the first and after the last cannot be taken', { tag: '@desktop' }, async ({ page }) => {
  await open(page, start)
  await expect(day(page, /11月1日/)).toHaveAttribute('aria-disabled', 'true')
  await single(page).getByRole('button', { name: '次の月' }).first().click()
  await expect(day(page, /12月21日/)).toHaveAttribute('aria-disabled', 'true')
  await expect(single(page).getByRole('button', { name: '次の月' }).first()).toBeDisabled()
})

test('a stretch of days has a first and a last one', { tag: '@phone' }, async ({ page }) => {
  await open(page, start)
  const range = page.locator('#story-calendar [data-state="期間"]')
  await range.getByRole('button', { name: /11月16日/ }).click()
  await range.getByRole('button', { name: /11月19日/ }).click()
  await expect(range.getByText('2026-11-16〜2026-11-19')).toBeVisible()
})

test('beside a date field the month opens, is closed by Escape and writes into the field', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  await open(page, '/test?only=DatePicker')
  const button = page.getByRole('button', { name: 'お届け希望日をカレンダーで選択' })
  const field = page.getByLabel('お届け希望日', { exact: true })
  await button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /11月27日/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(field).toHaveValue('2026-11-27')
})

test('axe finds nothing', { tag: ['@phone', '@desktop'] }, async ({ page, isMobile }) => {
  const theme = isMobile ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: theme })
  await open(page, `${start}&theme=${theme}`)
  await expectAccessible(page)
})
