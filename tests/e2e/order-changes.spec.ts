import { expect, type Page } from '@playwright/test'
import { emptyCarts } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, open, wishForTheLastDay } from './support.ts'
import { test } from './test.ts'

/** An order that changes until 締切, and what the chef allows in advance; one story, on a phone. */
test.describe.configure({ mode: 'serial' })

const product = 'にんじん 向陽二号'

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('ordering again joins the open order, and a change shows its figures before it is confirmed', async ({
  page: chef,
  browser,
}) => {
  await emptyCarts('chef@example.jp')
  await signedIn(chef, 'chef@example.jp')
  await intoCart(chef, product, '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await chef.locator('summary').filter({ hasText: '不足時：' }).click()
  await chef.getByRole('link', { name: new RegExp(`詳細を設定.*${product}`) }).click()
  await chef.getByRole('radio', { name: /指定時刻まで確認を待つ/ }).check()
  await chef.getByLabel('確認を待つ時刻').fill('18:30')
  await chef.getByRole('button', { name: 'この商品の指示を保存する' }).click()
  await expect(chef).toHaveURL(/\/restaurant\/cart/)
  await open(chef, '/restaurant/order')
  await expect(chef.getByText(/無料で変更・キャンセルできます/).first()).toBeVisible()
  // while it is read no other test takes it
  await expect(chef.getByText(/この商品の在庫を確保しています/)).toBeVisible()
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)

  await intoCart(chef, product, '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await expect(chef.getByText(/とまとめてお届けします/)).toBeVisible()
  await open(chef, '/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef.getByText(/先のご注文（.*）とまとめてお届けします/)).toBeVisible()
  await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)

  await chef.getByRole('link', { name: /注文を変更/ }).click()
  await expectAccessible(chef)
  const count = chef.getByRole('textbox', { name: new RegExp(`変更後の数量.*${product}`) }).first()
  const before = Number(await count.inputValue())
  await count.fill(String(before + 3))
  await chef.getByRole('button', { name: '変更内容を確認する' }).click()
  await expect(chef.getByRole('region', { name: '変更前と変更後' }).or(chef.getByText('差額')).first()).toBeVisible()
  await expectAccessible(chef)
  await chef.getByRole('button', { name: /この内容に変更する/ }).click()
  await expect(chef.getByText('注文を変更しました。').first()).toBeVisible()
  const path = new URL(chef.url()).pathname

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer3@example.jp')
  await open(farmer, path.replace('/restaurant', '/farmer'))
  await expect(farmer.getByText('飲食店が注文を変更しました')).toBeVisible()
  await expect(farmer.getByText(/不足時：18:30まで確認を待つ/).first()).toBeVisible()
  await context.close()

  await open(chef, path)
  await chef.locator('summary').filter({ hasText: 'キャンセル' }).click()
  await chef.getByRole('button', { name: 'この注文をキャンセルする' }).click()
  await expect(chef.getByText('注文をキャンセルしました。').first()).toBeVisible()
})

test('day, slot and note change at once, and after the acceptance the farm is asked', async ({
  page: chef,
  browser,
}) => {
  await emptyCarts('chef@example.jp')
  await signedIn(chef, 'chef@example.jp')
  await intoCart(chef, product, '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await open(chef, '/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)
  await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)
  const path = new URL(chef.url()).pathname
  const form = chef.getByRole('region', { name: 'お届け日・時間帯・備考' })
  const days = form.getByRole('radio', { name: /お届け可能/ })

  await open(chef, `${path}/change`)
  await expectAccessible(chef)
  for (const width of [390, 320]) {
    await chef.setViewportSize({ width, height: 844 })
    expect(await overflowOf(chef)).toBeLessThanOrEqual(0)
  }
  await form.getByText(/お届けできない日と理由/).click()
  await days.first().check()
  await form.getByLabel('時間帯').selectOption('18-20')
  await form.getByLabel('農園への備考').fill('裏口へお願いします')
  await chef.getByRole('button', { name: 'お届けの内容を変更する' }).click()
  await expect(chef.getByText('お届けの内容を変更しました。').first()).toBeVisible()
  await expect(chef.getByText(/お届け日 .* → /).first()).toBeVisible()
  await expect(chef.getByText('備考：裏口へお願いします')).toBeVisible()

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer3@example.jp')
  await open(farmer, path.replace('/restaurant', '/farmer'))
  await expect(farmer.getByText(/時間帯 .* → 18〜20時/).first()).toBeVisible()
  await farmer.getByRole('button', { name: 'すべて受注する' }).first().click()
  await expect(farmer.getByText(/受注(を確定)?しました。/).first()).toBeVisible()

  await open(chef, `${path}/change`)
  await expect(chef.getByText(/お届け日は受注確定済みのため、農園への依頼になります/)).toBeVisible()
  await days.last().check()
  await chef.getByRole('button', { name: 'お届けの内容を変更する' }).click()
  await expect(chef.getByText('農園にお届けの変更を依頼しました。').first()).toBeVisible()
  await expectAccessible(chef)
  expect(await overflowOf(chef)).toBeLessThanOrEqual(0)
  await chef.getByRole('button', { name: 'お届けの変更依頼を取り下げる' }).click()
  await expect(chef.getByText('お届けの変更依頼を取り下げました。').first()).toBeVisible()

  // once more, in a browser without script
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const page = await plain.newPage()
  await plain.addCookies(await chef.context().cookies())
  await page.goto(`${path}/change`)
  await page
    .getByRole('radio', { name: /お届け可能/ })
    .last()
    .check()
  await page.getByRole('button', { name: 'お届けの内容を変更する' }).click()
  await expect(page.getByText('農園にお届けの変更を依頼しました。').first()).toBeVisible()
  await plain.close()

  await open(farmer, path.replace('/restaurant', '/farmer'))
  await expect(farmer.getByRole('heading', { name: 'お届けの変更依頼が届いています' })).toBeVisible()
  await expectAccessible(farmer)
  await farmer.getByRole('button', { name: 'お届けの変更を承諾する' }).click()
  await expect(farmer.getByText('お届けの変更を承諾しました。').first()).toBeVisible()
  await context.close()
  await open(chef, path)
  await expect(chef.getByText('農園がお届けの変更を承諾しました')).toBeVisible()
  await chef.locator('summary').filter({ hasText: 'キャンセル' }).click()
  await chef.getByRole('button', { name: 'この注文をキャンセルする' }).click()
  await expect(chef.getByText('注文をキャンセルしました。').first()).toBeVisible()
})

test('a farm’s proposal is one line of the home, and is accepted there with one press', async ({ page: chef }) => {
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant')
  const asked = chef.getByRole('region', { name: '農園からの依頼' }).getByRole('listitem')
  const line = asked.filter({ has: chef.getByRole('button', { name: /^承諾/ }) }).first()
  await expect(line).toHaveText(/\d+→\d+\D.*の変更依頼/)
  expect((await line.boundingBox())?.height).toBeLessThan(100)
  await expectAccessible(chef)
  await expect(line.getByRole('link', { name: /^確認/ })).toHaveAttribute('href', /^\/restaurant\/orders\//)
  await line.getByRole('button', { name: /^承諾/ }).click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)
  await expect(chef.getByText('農園からの変更依頼に回答済みです。')).toBeVisible()
})
