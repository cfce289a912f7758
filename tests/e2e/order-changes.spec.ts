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
  await chef.getByRole('link', { name: new RegExp(`くわしく決める.*${product}`) }).click()
  await chef.getByRole('radio', { name: /時刻まで聞いてもらう/ }).check()
  await chef.getByLabel('何時まで聞く').fill('18:30')
  await chef.getByRole('button', { name: 'この品の指示にする' }).click()
  await expect(chef).toHaveURL(/\/restaurant\/cart/)
  await open(chef, '/restaurant/order')
  await expect(chef.getByText(/無料で変えたり取り消したりできます/).first()).toBeVisible()
  // while it is read nobody else takes it
  await expect(chef.getByText(/この品をほかのお店に売らずに、とっておきます/)).toBeVisible()
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)

  await intoCart(chef, product, '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await expect(chef.getByText(/にまとまり、いっしょに届きます/)).toBeVisible()
  await open(chef, '/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef.getByText(/前の注文（.*）にまとめました/)).toBeVisible()
  await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)

  await chef.getByRole('link', { name: /注文を変える/ }).click()
  await expectAccessible(chef)
  const count = chef.getByRole('textbox', { name: new RegExp(`これからの数.*${product}`) }).first()
  const before = Number(await count.inputValue())
  await count.fill(String(before + 3))
  await chef.getByRole('button', { name: '変えたらどうなるか見る' }).click()
  await expect(chef.getByRole('region', { name: '変える前とあと' }).or(chef.getByText('差額')).first()).toBeVisible()
  await expectAccessible(chef)
  await chef.getByRole('button', { name: /この内容に変える/ }).click()
  await expect(chef.getByText('注文を変えました。').first()).toBeVisible()
  const path = new URL(chef.url()).pathname

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer3@example.jp')
  await open(farmer, path.replace('/restaurant', '/farmer'))
  await expect(farmer.getByText('お店が注文を変えました')).toBeVisible()
  await expect(farmer.getByText(/足りないとき：18:30まで聞く/).first()).toBeVisible()
  await context.close()

  await open(chef, path)
  await chef.locator('summary').filter({ hasText: '注文を取り消す' }).click()
  await chef.getByRole('button', { name: 'この注文を取り消す' }).click()
  await expect(chef.getByText('注文を取り消しました。').first()).toBeVisible()
})
