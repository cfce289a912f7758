import { expect, type Locator, type Page } from '@playwright/test'
import { table } from '../../app/ui/constants.ts'
import { expectClean, sample } from './samples.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

const start = '/test?only=DataTable'
const state = (page: Page, title: string) => page.locator('#story-data-table').locator(`[data-state^="${title}"]`)
const names = (part: Locator) => part.getByRole('rowheader').allTextContents()
const box = (part: Locator, name: string) => part.getByRole('checkbox', { name: `${name}を選択` })
const chosen = async (part: Locator) =>
  part
    .getByRole('row')
    .filter({ has: part.page().locator(':checked') })
    .getByRole('rowheader')
    .allTextContents()

/** The page is hydrated when the heads have their checkbox, which comes with the script. */
async function open(page: Page, title: string, address = start): Promise<Locator> {
  await page.goto(address)
  await expect(page.getByRole('checkbox', { name: 'このページをすべて選択' }).first()).toBeAttached()
  return state(page, title)
}

test('a head sorts asc, desc and last; rows without a value stand at the end in desc and last', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  expect(table.sorts).toEqual(['asc', 'desc', 'last'])
  const part = await open(page, 'いくつか選ぶ')
  const head = part.getByRole('columnheader', { name: '箱の数' })
  const link = head.getByRole('link')
  const byBoxes = ['ひだまり農場', '北の大地ファーム', '佐藤農園', '棚田の会']
  await page.evaluate(() => Object.assign(window, { still: true }))

  await link.click()
  await expect(page).toHaveURL(/multi-sort=boxes&multi-dir=asc/)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => names(part)).toEqual(['瀬戸内レモン園', ...byBoxes])

  await link.click()
  await expect(page).toHaveURL(/multi-dir=desc/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => names(part)).toEqual([...byBoxes.toReversed(), '瀬戸内レモン園'])

  await link.click()
  await expect(page).toHaveURL(/multi-dir=last/)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(head).toContainText('空欄は最後')
  await expect.poll(() => names(part)).toEqual([...byBoxes, '瀬戸内レモン園'])
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => 'still' in window), 'no reload').toBe(true)
})

test('names sort by their reading, and the address alone brings the order', { tag: '@desktop' }, async ({ page }) => {
  const part = await open(page, 'いくつか選ぶ', `${start}&multi-sort=name&multi-dir=asc`)
  await expect
    .poll(() => names(part))
    .toEqual(['北の大地ファーム', '佐藤農園', '瀬戸内レモン園', '棚田の会', 'ひだまり農場'])
})

test('without script the heads sort, the checkboxes can be ticked and the bar is there', {
  tag: '@phone',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(start)
  const part = state(page, 'いくつか選ぶ')
  await part.getByRole('columnheader', { name: '箱の数' }).getByRole('link').click()
  await expect(part.getByRole('rowheader').first()).toHaveText('瀬戸内レモン園')
  await box(part, '佐藤農園').check()
  await expect(part.getByRole('button', { name: '送信' })).toBeVisible()
  await context.close()
})

test('single: one row, by press and by keyboard', { tag: '@desktop' }, async ({ page }) => {
  const part = await open(page, '1つ選ぶ')
  const radio = (name: string) => part.getByRole('radio', { name: `${name}を選択` })
  await radio('佐藤農園').check()
  await radio('棚田の会').check()
  await expect.poll(() => chosen(part)).toEqual(['棚田の会'])
  await radio('棚田の会').press('ArrowDown')
  await expect(radio('ひだまり農場')).toBeFocused()
  await expect.poll(() => chosen(part)).toEqual(['棚田の会'])
  await page.keyboard.press('Space')
  await expect.poll(() => chosen(part)).toEqual(['ひだまり農場'])
})

test('multi: rows toggle, the head is mixed and clears, the whole list can be taken', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  const part = await open(page, 'いくつか選ぶ')
  const head = part.getByRole('columnheader').getByRole('checkbox')
  await box(part, '佐藤農園').check()
  await box(part, '棚田の会').check()
  await expect(part.getByText('2件の見本が選択されています。').last()).toBeVisible()
  await expect.poll(() => head.evaluate((it: HTMLInputElement) => it.indeterminate)).toBe(true)
  await head.click()
  await expect.poll(() => chosen(part)).toEqual([])
  await head.click()
  await expect(part.getByText('5件の見本が選択されています。').last()).toBeVisible()
  await part.getByRole('button', { name: '一覧の506件すべてを選択' }).click()
  await expect(part.getByText('506件の見本が選択されています。').last()).toBeVisible()
  await part.getByRole('button', { name: '送信' }).click()
  await expect(part.getByText('送ったもの：すべて')).toBeVisible()
  await part.getByRole('button', { name: '選択を解除' }).click()
  await expect.poll(() => chosen(part)).toEqual([])
  await expect(part.getByRole('button', { name: '送信' })).toBeHidden()
})

test('multi: Shift takes no range', { tag: '@desktop' }, async ({ page }) => {
  const part = await open(page, 'いくつか選ぶ')
  await box(part, '佐藤農園').click()
  await box(part, '棚田の会').click({ modifiers: ['Shift'] })
  await expect.poll(() => chosen(part)).toEqual(['佐藤農園', '棚田の会'])
})

test('range: Shift and a press, Shift and Space', { tag: '@desktop' }, async ({ page }) => {
  const part = await open(page, '続けて選ぶ')
  await box(part, '北の大地ファーム').click()
  await box(part, '棚田の会').click({ modifiers: ['Shift'] })
  await expect.poll(() => chosen(part)).toEqual(['北の大地ファーム', '瀬戸内レモン園', '棚田の会'])

  await part.getByRole('button', { name: '選択を解除' }).click()
  await box(part, 'ひだまり農場').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(box(part, '瀬戸内レモン園')).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect.poll(() => chosen(part)).toEqual(['瀬戸内レモン園', '棚田の会', 'ひだまり農場'])
  await page.keyboard.press('End')
  await expect(box(part, 'ひだまり農場')).toBeFocused()
})

test('range by finger: ここから, ここまで', { tag: '@phone' }, async ({ page }) => {
  const part = await open(page, '続けて選ぶ')
  await box(part, '佐藤農園').check()
  await part.getByRole('button', { name: 'ここから一括選択：佐藤農園' }).tap()
  await part.getByRole('button', { name: 'ここまで一括選択：瀬戸内レモン園' }).tap()
  await expect.poll(() => chosen(part)).toEqual(['佐藤農園', '北の大地ファーム', '瀬戸内レモン園'])
})

test('the selection survives a sort, and another filter takes it away and says so', {
  tag: '@desktop',
}, async ({ page }) => {
  const part = await open(page, 'いくつか選ぶ')
  await box(part, '佐藤農園').check()
  await part.getByRole('columnheader', { name: '名前' }).getByRole('link').click()
  await expect(page).toHaveURL(/multi-sort=name/)
  await expect.poll(() => chosen(part)).toEqual(['佐藤農園'])
  await part.getByLabel('絞り込む').selectOption('北海道')
  await expect(part.getByText('絞り込み条件が変わったため、選択を解除しました。')).toBeVisible()
  await expect(part.getByRole('button', { name: '送信' })).toBeHidden()
})

test('Enter on the checkbox opens the row, Space on its link chooses it', { tag: '@desktop' }, async ({ page }) => {
  const part = await open(page, 'いくつか選ぶ')
  await part.getByRole('link', { name: '佐藤農園' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => chosen(part)).toEqual(['佐藤農園'])
  await page.keyboard.press('ArrowDown')
  await expect(part.getByRole('link', { name: '北の大地ファーム' })).toBeFocused()
  await box(part, '瀬戸内レモン園').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/opened=s3/)
})

test('the two empty texts, Japanese and English', { tag: '@desktop' }, async ({ page }) => {
  expect([table.noData.en, table.noMatch.en]).toEqual([
    'There are no records to show',
    'There are no records matching your request',
  ])
  await page.goto(start)
  for (const [title, words] of [
    ['何もない', table.noData],
    ['条件に合わない', table.noMatch],
  ] as const) {
    await expect(state(page, title).getByRole('cell')).toContainText(words.ja)
    await expect(state(page, title).locator('[lang="en"]')).toHaveText(words.en)
  }
})

test('the skeleton of a table: 5 columns, 3 rows, busy, invisible for 300 ms', { tag: '@desktop' }, async ({
  page,
}) => {
  expect(table.skeleton).toEqual({ columns: 5, rows: 3 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/test?only=Skeleton')
  const skeleton = page.locator('#story-skeleton [data-state="読みこみ中の表"]').getByRole('status')
  await expect(skeleton).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => skeleton.locator('tbody tr').count()).toBe(3)
  await expect.poll(() => skeleton.locator('tbody tr').first().locator('td').count()).toBe(5)
  await expect(skeleton.locator('.skeleton-wait')).toHaveCSS('animation-delay', '0.3s')
})

test('a phone shows cards that are still a table, a PC rows of 44 px with head and name in sight', {
  tag: ['@phone', '@desktop'],
}, async ({ page, isMobile }) => {
  const part = await open(page, '続けて選ぶ')
  await expect(part.getByRole('table')).toBeVisible()
  await expect(part.getByRole('row')).toHaveCount(6)
  const [cell, row] = [part.getByRole('cell', { name: '長野県 高山村' }), part.getByRole('row').nth(1)]
  if (isMobile) {
    await expect.poll(() => cell.evaluate((it) => getComputedStyle(it).display)).toBe('flex')
    await expect.poll(() => cell.evaluate((it) => getComputedStyle(it, '::before').content)).toContain('所在地')
    return
  }
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(
    await part
      .getByRole('rowheader')
      .first()
      .evaluate((it) => getComputedStyle(it).position),
  ).toBe('sticky')
  expect(
    await part
      .getByRole('columnheader')
      .nth(2)
      .evaluate((it) => getComputedStyle(it).position),
  ).toBe('sticky')
})

for (const [theme, tag] of [
  ['light', '@phone'],
  ['dark', '@desktop'],
] as const)
  test(`tables, pages and messages, ${theme}: axe finds nothing`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    for (const story of [
      'DataTable',
      'Pagination',
      'LoadMore',
      'Skeleton',
      'Rating',
      'Progress',
      'Bars',
      'Sparkline',
    ]) {
      await sample(page, story, theme)
      await expectClean(page)
    }
  })

test('もっと見る grows the list in place, says how many came, and going back finds the place', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/test?only=LoadMore')
  const part = page.locator('#story-load-more')
  const more = part.getByRole('link', { name: 'もっと見る' })
  await more.click()
  await expect(part.getByRole('status')).toContainText('20件を読み込みました。50件のうち40件')
  await expect(more).toBeFocused()
  await more.click()
  await expect(part.getByRole('status')).toContainText('10件を読み込みました。50件のうち50件。以上ですべてです')
  await expect(part.getByRole('status')).toBeFocused()
  await page.goto('/')
  await page.goBack()
  await expect(part.getByRole('list', { name: '見本の品' }).getByRole('listitem')).toHaveCount(50)
})

test('staff sort, page and save the orders', { tag: '@desktop' }, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await page.goto('/admin/orders?state=finalized')
  await expect(page.getByRole('checkbox', { name: 'このページをすべて選択' })).toBeAttached()
  await page.getByRole('columnheader', { name: '番号' }).getByRole('link').click()
  await expect(page).toHaveURL(/state=finalized&sort=number&dir=asc/)
  await expect(page.getByRole('columnheader', { name: '番号' })).toHaveAttribute('aria-sort', 'ascending')
  const numbers = await page.getByRole('rowheader').allTextContents()
  expect(numbers).toHaveLength(50)
  expect(numbers).toEqual(numbers.toSorted())

  const first = page.getByRole('checkbox', { name: `注文 ${numbers[0]}を選択` })
  await first.check()
  await page.getByRole('link', { name: '次へ' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('rowheader').first()).not.toHaveText(numbers[0] ?? '')
  await page.getByRole('checkbox', { name: /^注文/ }).first().check()
  await expect(page.getByText('2件の注文が選択されています。').last()).toBeVisible()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVで保存' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  const text = (await (await file.createReadStream()).toArray()).join('')
  expect(text.startsWith('﻿番号,注文日時,飲食店,')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(text).toContain(numbers[0])
  await expectAccessible(page)
})

test('the file of a filter has all of its rows, and is for staff only', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  expect((await request.get('/admin/orders.csv', { maxRedirects: 0 })).status()).toBe(302)
  await signedIn(page, 'admin@example.jp')
  await page.goto('/admin/orders?state=cancelled&month=')
  const total = Number((await page.getByText(/^[\d,]+件$/).textContent())?.replace(/\D/g, ''))
  const answer = await page.request.get('/admin/orders.csv?state=cancelled&month=')
  expect(answer.headers()['content-type']).toContain('text/csv')
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(total + 1)
})
