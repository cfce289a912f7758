import { expect, type Locator, type Page } from '@playwright/test'
import { photo } from '../../app/ui/constants.ts'
import { form, openForm } from './samples.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

/** A whole form: how it is refused, what it carries, and what is kept of it. */

test('a refused form lists the errors at the top, with links to the fields', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('電話番号').fill('03-1234-567')
  await page.getByRole('button', { name: '申しこむ' }).click()
  const summary = page.getByRole('region', { name: /か所を修正してください/ })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: '姓を入力してください' })).toBeVisible()
  await expect(summary.getByRole('link', { name: '都道府県を選択してください' })).toBeVisible()
  await expect(summary.getByRole('link', { name: '読んで、同意してください' })).toBeVisible()
  await expect(page.getByLabel('電話番号')).toHaveValue('03-1234-567')
  await summary.getByRole('link', { name: /桁数が違います/ }).click()
  await expect(page.getByLabel('電話番号')).toBeFocused()
  await expectAccessible(page)
})

test('what only the server knows comes back to its field, and what it reads is what was meant', async ({ page }) => {
  await openForm(page)
  await fillAll(page)
  await page.getByLabel('電話番号').fill('０１００００００００')
  await page.getByRole('button', { name: '申しこむ' }).click()
  const summary = page.getByRole('region', { name: '1か所を修正してください' })
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('備考')).toHaveValue('𠮷田さんへ')
  await page.getByLabel('電話番号').fill('０３ー１２３４ー５６７８')
  await page.getByRole('button', { name: '申しこむ' }).click()
  await expect(page.getByRole('heading', { name: '送信済み' })).toBeVisible()
  for (const kept of ['+81312345678', 'chef@example.jp', 'サトウ', '1200', '2685', '𠮷田さんへ', '2026-12-01'])
    await expect(page.getByRole('definition').filter({ hasText: kept }).first()).toBeVisible()
})

test('photos are dropped, made smaller, put in order and taken out, and go with the form', async ({ page }) => {
  await openForm(page)
  const area = page.locator('.file-drop')
  await drop(page, area, [
    { name: '畑.png', type: 'image/png', width: 4000, height: 3000 },
    { name: '箱.png', type: 'image/png', width: 800, height: 600 },
    { name: '表.xlsx', type: 'application/vnd.ms-excel' },
  ])
  await expect(page.getByText('「表.xlsx」は写真ではありません。写真を選択してください')).toBeVisible()
  const photos = page.getByRole('list', { name: '選択した写真' })
  await expect(photos.getByRole('img')).toHaveCount(2)
  await expect
    .poll(() => sizesIn(page))
    .toEqual([
      { name: '畑.jpg', longest: photo.longestSidePx },
      { name: '箱.jpg', longest: 800 },
    ])
  await photos.getByRole('button', { name: '2枚目を1つ前へ' }).click()
  expect((await sizesIn(page)).map(({ name }) => name)).toEqual(['箱.jpg', '畑.jpg'])
  await photos.getByRole('button', { name: '1枚目を削除' }).click()
  expect((await sizesIn(page)).map(({ name }) => name)).toEqual(['畑.jpg'])

  await fillAll(page)
  await page.getByRole('button', { name: '申しこむ' }).click()
  await expect(page.locator('dt', { hasText: 'photos' }).locator('+ dd')).toHaveText('1')
})

test('a draft is offered, and deleted once the form has been submitted', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('備考').fill('続きを書きたい')
  await page.getByLabel('読んで、同意します').check()
  const kept = () =>
    page.evaluate(() =>
      localStorage.getItem(Object.keys(localStorage).find((key) => /^draft:.*sample-form$/.test(key)) ?? ''),
    )
  await expect.poll(kept).toContain('続きを書きたい')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^\d+月\d+日\(.\) \d+:\d\d に保存した/)).toBeVisible()
  await expect(page.getByLabel('備考')).toHaveValue('')
  await page.getByRole('button', { name: '続ける' }).click()
  await expect(page.getByLabel('備考')).toHaveValue('続きを書きたい')
  await expect(page.getByLabel('読んで、同意します')).toBeChecked()
  await fillAll(page)
  await page.getByRole('button', { name: '申しこむ' }).click()
  await expect(page.getByRole('heading', { name: '送信済み' })).toBeVisible()
  await expect.poll(kept).toBeNull()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is judged by the server with the same sentences, and links lead to the fields', async ({ page }) => {
    await page.goto(form)
    await fillAll(page)
    await page.locator('[name=count]').fill('十二')
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByText('数字で入力してください（例 12）').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '数字で入力してください（例 12）' })).toHaveAttribute(
      'href',
      '#sample-count',
    )
    await expect(page.locator('[name=count]')).toHaveValue('十二')
    await page.locator('[name=count]').fill('１２')
    await page.getByLabel('読んで、同意します').check()
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByRole('heading', { name: '送信済み' })).toBeVisible()
  })
})

async function fillAll(page: Page) {
  const values: Record<string, string> = {
    lastName: '佐藤',
    firstName: '正男',
    lastNameKana: 'さとう',
    firstNameKana: 'ﾏｻｵ',
    city: '千代田区',
    street: '1-1',
    phone: '03-1234-5678',
    email: 'chef@example.jp',
    price: '¥1,200',
    count: '１２',
    weight: '2.685',
    from: '2026-12-01',
    note: '𠮷田さんへ',
  }
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('都道府県').selectOption('13')
  await page.locator('[name=postalCode]').fill('000-0000')
  await page.getByLabel('読んで、同意します').check()
}

type Dropped = { name: string; type: string; width?: number; height?: number }

/** Lets files fall on a place; pictures are drawn in the page. */
async function drop(page: Page, on: Locator, files: readonly Dropped[]) {
  const transfer = await page.evaluateHandle(async (wanted) => {
    const made = new DataTransfer()
    for (const { name, type, width, height } of wanted) {
      const canvas = Object.assign(document.createElement('canvas'), { width: width ?? 1, height: height ?? 1 })
      canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
      made.items.add(new File(blob ? [blob] : [], name, { type }))
    }
    return made
  }, files)
  await on.dispatchEvent('drop', { dataTransfer: transfer })
}

/** What the native input would send. */
const sizesIn = (page: Page) =>
  page.locator('input[name=photos]').evaluate(async (input: HTMLInputElement) =>
    Promise.all(
      [...(input.files ?? [])].map(async (file) => {
        const { width, height } = await createImageBitmap(file)
        return { name: file.name, longest: Math.max(width, height) }
      }),
    ),
  )
