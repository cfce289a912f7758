import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

/** リクエスト: a chef asks on a phone, a farmer answers one question at a time, the chef orders. */
test.describe.configure({ mode: 'serial' })

const posted = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'POST')

const words = '青じその花穂'

test('a chef asks, and loses nothing that was typed when something is missing', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, `/restaurant/requests?q=${encodeURIComponent(words)}`)
  await expect(page.getByRole('textbox', { name: /^探している食材/ })).toHaveValue(words)
  const ask = page.getByRole('button', { name: '農園に問い合わせる' })
  await taken(ask)
  await page.getByRole('textbox', { name: /^数/ }).fill('２０')
  await page.getByRole('combobox', { name: /^単位/ }).fill('本')
  await page.getByRole('combobox', { name: /^種類/ }).selectOption({ label: '果菜' })
  const refused = posted(page)
  await ask.click()
  expect((await refused).status()).toBe(422)
  await expect(page.getByText('お届け希望日を、1つ以上選択してください').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: /^単位/ })).toHaveValue('本')
  const days = page.getByRole('group', { name: /^お届け希望日/ }).locator('input:enabled')
  for (const place of [3, 4, 5, 6, 7]) await days.nth(place).check()
  const sent = posted(page)
  await ask.click()
  await sent
  await expect(page.getByRole('heading', { level: 1, name: `${words} 20本` })).toBeVisible()
  await expect(page.getByText('まだ回答がありません')).toBeVisible()
})

test('the farmer answers one question at a time', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/requests')
  await page.getByRole('link', { name: new RegExp(`^${words}`) }).click()
  await page.getByRole('link', { name: '出荷できます' }).click()
  await page.getByRole('textbox', { name: /^1本の単価を入力してください/ }).fill('120')
  const next = page.getByRole('button', { name: '次へ' })
  await next.click()
  await expect(page.getByRole('textbox', { name: /^出荷できる数量を入力してください/ })).toHaveValue('20')
  await next.click()
  await expect(
    page.getByRole('group', { name: /^納品できる日を選択してください/ }).getByRole('radio', { checked: true }),
  ).toHaveCount(1)
  await next.click()
  await expect(page.getByRole('group', { name: /^配送温度帯を選択してください/ })).toBeVisible()
  await expectAccessible(page)
  await next.click()
  await page.getByRole('textbox', { name: /^飲食店へのメッセージ/ }).fill('無農薬です')
  await next.click()
  await expect(page.getByText('商品代')).toContainText('2,400')
  const answer = page.getByRole('button', { name: 'この内容で回答する' })
  const refused = posted(page)
  await answer.click()
  expect((await refused).status()).toBe(422)
  await page.getByRole('link', { name: '修正する' }).click()
  await expect(page.getByRole('textbox', { name: /^飲食店へのメッセージ/ })).toHaveValue('無農薬です')
  await page.getByRole('textbox', { name: /^飲食店へのメッセージ/ }).fill('朝に摘みます')
  await next.click()
  const sent = posted(page)
  await answer.click()
  await sent
  await expect(page.getByRole('link', { name: new RegExp(`^${words}.*出荷できます`) })).toBeVisible()
  await open(page, '/farmer/requests?tab=demand')
  await expect(page.getByRole('heading', { name: 'ズッキーニ' })).toBeVisible()
})

test('the chef compares, orders, and the order is on both sides', async ({ page, browser }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/requests')
  await page.getByRole('link', { name: new RegExp(`^${words}`) }).click()
  const card = page.getByRole('article', { name: '佐藤農園の回答' })
  await expect(card.getByText('朝に摘みます')).toBeVisible()
  await expectAccessible(page)
  const accept = card.getByRole('button', { name: 'この農園に注文する' })
  await taken(accept)
  const sent = posted(page)
  await accept.click()
  await sent
  await expect(page.getByRole('heading', { level: 1, name: '注文しました' })).toBeVisible()
  await open(page, '/restaurant/order/History')
  await expect(page.getByText(words).first()).toBeVisible()

  const farm = await browser.newPage()
  await signedIn(farm, 'farmer@example.jp')
  await open(farm, '/farmer/requests')
  await expect(farm.getByRole('link', { name: new RegExp(`^${words}.*選択されました`) })).toBeVisible()
  await farm.close()
})

test('staff see what is asked for, and take away what is no request', async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, `/admin/requests?q=${encodeURIComponent('葉つきの小さな人参')}`)
  await page.getByText('取り下げる', { exact: true }).first().click()
  await page.getByRole('textbox', { name: /^理由/ }).fill('試しの取り下げです')
  const sent = posted(page)
  await page.getByRole('button', { name: 'リクエストを取り下げる' }).click()
  await sent
  await expect(page.getByText('理由：試しの取り下げです')).toBeVisible()
})
