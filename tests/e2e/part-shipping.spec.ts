import { expect, type Locator } from '@playwright/test'
import { emptyCarts } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, nameLots, open, wishForTheLastDay } from './support.ts'
import { test } from './test.ts'

/** What there is goes first, the rest later: one story of both sides, on a phone. */

test('a farm sends first what there is, and the restaurant sees until when the rest comes', async ({
  page: chef,
  browser,
}) => {
  await emptyCarts('chef@example.jp')
  await signedIn(chef, 'chef@example.jp')
  await intoCart(chef, 'にんじん 向陽二号', '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  const said = chef.waitForResponse((response) => response.request().method() === 'POST')
  await chef
    .getByRole('button', { name: /増やす/ })
    .first()
    .click()
  await said
  await open(chef, '/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)
  await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().click()
  await expect(chef).toHaveURL(/\/restaurant\/orders\//)
  const path = new URL(chef.url()).pathname

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer3@example.jp')
  const ofFarm = path.replace('/restaurant', '/farmer')
  // a press goes through the queue of the device: the next step is there once it has arrived. What is shown meanwhile
  // may be the next order, whose buttons have the same names
  const there = (what: Locator) =>
    expect(async () => {
      await open(farmer, ofFarm)
      await expect(what).toBeVisible({ timeout: 2_000 })
    }).toPass()
  for (const step of ['すべて受注する', '箱詰めを開始する']) {
    const button = farmer.getByRole('button', { name: step })
    await there(button)
    const answered = farmer.waitForResponse((response) => response.request().method() === 'POST')
    await button.click()
    await answered
  }
  const inParts = farmer.getByText('一部を先に出荷する', { exact: true })
  await there(inParts)
  await inParts.click()
  await farmer.getByRole('textbox', { name: /先に出荷する数量/ }).fill('1')
  await farmer.getByRole('textbox', { name: '送り状番号' }).fill('4444-1375-8703')
  await expectAccessible(farmer)
  await nameLots(farmer)
  await farmer.getByRole('button', { name: '一部出荷を登録する' }).click()
  await expect(farmer.getByRole('heading', { name: '残りを出荷する' })).toBeVisible()
  await expectAccessible(farmer)

  await open(chef, path)
  await expect(chef.getByText(/残り（.*までに届きます）/)).toBeVisible()
  await expect(chef.getByRole('heading', { name: /先に出荷した分/ })).toBeVisible()

  await open(farmer, ofFarm)
  await farmer.getByRole('textbox', { name: '送り状番号' }).fill('4444-1375-8714')
  await farmer.getByRole('button', { name: '出荷を登録する', exact: true }).click()
  await expect(farmer.getByText('残りの商品を出荷しました。飲食店の画面に表示されています。').first()).toBeVisible()
  await context.close()
})
