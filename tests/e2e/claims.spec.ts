import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, photoFile, taken } from './support.ts'
import { test } from './test.ts'

/** From the kitchen's door to the farm's answer: one delivery, one line wrong, on a phone. */
test('what came wrong is claimed with the receipt, and the farm answers it', async ({ page: chef, browser }) => {
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant/order/History?state=check')
  await chef.getByRole('listitem').filter({ hasText: '佐藤農園' }).first().getByRole('link').first().click()
  await chef.getByRole('link', { name: '届いたら確かめる' }).click()
  await expect(chef.getByRole('button', { name: '受け取りを終える' })).toBeVisible()

  const row = chef.getByRole('main').locator('details').first()
  await taken(row)
  const goods = (await row.locator('summary span.font-bold').first().textContent()) ?? ''
  await row.locator('summary').click()
  await row.getByRole('radio', { name: 'ちがう' }).check({ force: true })
  await row.getByRole('textbox', { name: '使える数' }).fill('0')
  // without a photo it is asked for, and nothing that was typed is lost
  await chef.getByLabel('受け取った人').fill('小川 葵')
  await chef.getByRole('button', { name: '受け取りを終える' }).click()
  await expect(chef.getByText(/写真を1枚つけてください/).first()).toBeVisible()
  const file = row.locator('input[type=file][name^="photo."]').first()
  await taken(file)
  await file.setInputFiles(await photoFile())
  await expect(row.getByRole('list', { name: 'えらんだ写真' })).toBeVisible()
  await row.getByRole('textbox', { name: '気づいたこと' }).fill('ちがう品が入っていました')
  await chef.getByRole('button', { name: '受け取りを終える' }).click()
  await expect(chef.getByText('受け取りを終えました')).toBeVisible()
  await expect(chef.getByText(/を農園に申し出ました/)).toBeVisible()
  await chef.getByRole('link', { name: '伝票を見る' }).click()
  await expect(chef.getByRole('article', { name: `${goods}の申し出` })).toContainText('申し出')
  await expectAccessible(chef)
  const path = new URL(chef.url()).pathname

  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
  })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer@example.jp')
  await open(farmer, '/farmer')
  await expect(farmer.getByRole('region', { name: /返事を待っている申し出/ })).toContainText(goods)
  await open(farmer, path.replace('/restaurant', '/farmer'))
  const claim = farmer.getByRole('article', { name: `${goods}の申し出` })
  await expect(claim).toContainText('ちがう品が入っていました')
  await expectAccessible(farmer)
  const fold = claim.locator('details')
  await taken(fold)
  await fold.locator('summary').click()
  await claim.getByLabel('割合（引くとき）').fill('50')
  await claim.getByLabel('お店に伝えること').fill('半分は使っていただけるとのことなので')
  await claim.getByRole('button', { name: 'この返事をする' }).click()
  await expect(farmer.getByText('申し出に答えました。').first()).toBeVisible()
  await context.close()

  await open(chef, path)
  const answered = chef.getByRole('article', { name: `${goods}の申し出` })
  await expect(answered).toContainText('半分は使っていただける')
  await answered.getByRole('button', { name: 'この返事でよい' }).click()
  await expect(chef.getByText('農園の返事を受けました。').first()).toBeVisible()
  await expect(chef.getByText('金額確定').first()).toBeVisible()

  await open(chef, '/restaurant/receiving')
  await expect(chef.getByRole('region', { name: /の記録/ })).toContainText('小川 葵')
  await expect(chef.getByRole('region', { name: /の記録/ })).toContainText('ちがう：ちがう品が入っていました')
})
