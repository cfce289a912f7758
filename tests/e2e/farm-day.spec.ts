import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

const inLargeText = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-text', 'xlarge'))

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('@phone an order is accepted on its card, which says what the kitchen asks for, is stamped at the press, and taken back', async ({
  page,
}) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/orders?step=confirm')
  const card = page.getByRole('article').first()
  const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? ''
  await expect(card.locator('address a[href^="tel:"]')).toBeVisible()
  const accept = card.getByRole('button', { name: 'すべて受注する' })
  await taken(accept)
  const answered = Promise.withResolvers<void>()
  await page.route('**/farmer/orders/*.data*', async (route) => {
    await answered.promise
    await route.continue()
  })
  await accept.click()
  await expect(card.getByRole('button', { name: '送信中' })).toContainText('受注')
  await expectAccessible(page)
  answered.resolve()
  const toast = page.getByRole('alertdialog').filter({ hasText: `「${name}」の注文を受注しました。` })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: '元に戻す' }).press('Enter')
  await expect(page).toHaveURL(/\/farmer\/orders\/[0-9a-f-]{36}/)
  await expect(page.getByText('受注を取り消しました。この注文は回答待ちです。').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'すべて受注する' })).toBeVisible()
})

test('@phone while an order is declined, no other form of it looks as if it were being sent', async ({ page }) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/orders?step=confirm')
  const order = page.getByRole('main').locator('a[href^="/farmer/orders/"]:visible').first()
  await open(page, ((await order.getAttribute('href')) ?? '').split('?')[0] ?? '')
  await taken(page.getByRole('button', { name: 'すべて受注する' }))
  const answered = Promise.withResolvers<void>()
  await page.route('**/farmer/orders/*.data*', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await page.getByText('この注文を受けられない').click()
  const decline = page.getByRole('button', { name: 'この注文を辞退する' })
  await taken(decline)
  await decline.click()
  await expect(page.getByRole('button', { name: '送信中' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'すべて受注する' })).toBeVisible()
  answered.resolve()
})

test('@phone the harvest list is legible in the field, and prints without its buttons', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/harvest/list')
  await inLargeText(page)
  await fits(page)
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: '収穫リスト', level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: '出荷日' })).toBeHidden()
})

test('@phone what cannot be harvested: every order is shown before one press answers them', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/harvest/none')
  await inLargeText(page)
  await fits(page)
  await expectAccessible(page)
  await page.getByLabel('出荷日（終了）').selectOption({ index: 13 })
  const goods = page.getByRole('group', { name: '収穫できない商品' }).getByRole('checkbox')
  for (const box of await goods.all()) await box.check()
  await page.getByRole('button', { name: '対象の注文を確認する' }).click()
  await expect(page.getByRole('heading', { name: /対象の注文（\d+件）/ })).toBeVisible()
  await fits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '選択した注文に回答する' }).click()
  await expect(page.getByRole('heading', { name: /\d+件に回答しました/ })).toBeVisible()
  await expectAccessible(page)
})

test('@desktop the office finds, selects and sorts orders in its table; keys can be switched off', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/orders')
  await page.getByRole('navigation', { name: '表示方法' }).getByRole('link', { name: '一覧表' }).click()
  await expect(page.getByRole('heading', { name: '受注の一覧表', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const rows = page.getByRole('table', { name: '受注の一覧' }).getByRole('checkbox')
  const all = await rows.count()
  expect(all).toBeGreaterThan(2)

  await page.keyboard.press('t')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('2件の注文が選択されています。').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/farmer\/orders\/[0-9a-f-]{36}/)
  await page.goBack()

  await page.getByLabel('状態', { exact: true }).selectOption('confirm')
  await page.getByRole('button', { name: '絞り込む' }).click()
  await expect(page).toHaveURL(/step=confirm/)
  await page.getByLabel('飲食店・商品・注文番号で検索').fill('ありえない店')
  await page.keyboard.press('Enter')
  await expect(page.getByText('この条件の注文はありません')).toBeVisible()

  await page.getByText('キーボード操作').click()
  await page.getByRole('checkbox', { name: /1文字のキー/ }).uncheck()
  await page.getByText('キーボード操作').click()
  await page.keyboard.press('/')
  await expect(page.getByLabel('飲食店・商品・注文番号で検索')).not.toBeFocused()
})
