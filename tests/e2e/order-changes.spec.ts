import { expect } from '@playwright/test'
import { emptyCarts } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, open, wishForTheLastDay } from './support.ts'
import { test } from './test.ts'

/** An order that changes until 締切, and what the chef allows in advance; one story, on a phone. */
test.describe.configure({ mode: 'serial' })

const product = 'にんじん 向陽二号'

test('what is ordered again joins the open order, and is changed with its figures before the eyes', async ({
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
  // while it is read nobody else takes it
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

test('a farm’s proposal is one line of the home, and is accepted there with one press', async ({ page: chef }) => {
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant')
  const asked = chef.getByRole('region', { name: '農園からの変更依頼' }).getByRole('listitem')
  const line = asked.filter({ has: chef.getByRole('button', { name: /^承諾/ }) }).first()
  await expect(line).toHaveText(/\d+→\d+\D.*の変更依頼/)
  expect((await line.boundingBox())?.height).toBeLessThan(100)
  await expectAccessible(chef)
  await expect(line.getByRole('link', { name: /^確認/ })).toHaveAttribute('href', /^\/restaurant\/orders\//)
  await line.getByRole('button', { name: /^承諾/ }).click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)
  await expect(chef.getByText('農園からの変更依頼に回答済みです。')).toBeVisible()
})
