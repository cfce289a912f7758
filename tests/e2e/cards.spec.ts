import { expect } from '@playwright/test'
import { fakeStripe } from '../support/fake-stripe.ts'
import { emptyCarts, query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, open } from './support.ts'
import { test as base, theApp } from './test.ts'

const test = base.extend<{ stripe: Awaited<ReturnType<typeof fakeStripe>> }>({
  stripe: async ({ playwright: _ }, use) => {
    const stripe = await fakeStripe({ now: () => theApp().clock.now() })
    await use(stripe)
    await stripe.stop()
  },
  settings: async ({ stripe }, use) => use(stripe.settings),
})

test('an order by card: declined, proved with 3-D Secure, held, and settled when the order is final', async ({
  page,
  stripe,
}) => {
  await emptyCarts('owner@example.jp')
  await signedIn(page, 'owner@example.jp')

  // the card is saved on the provider's page
  await open(page, '/restaurant/Account/card')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'カードを登録する' }).click()
  await page.getByRole('button', { name: 'カードを保存する' }).click()
  await expect(page.getByText('カードを登録しました。').first()).toBeVisible()
  await expect(page.getByText('下4桁 4242')).toBeVisible()
  await open(page, '/restaurant/Account')
  const billing = page.getByRole('region', { name: '請求と支払い' })
  await billing.getByText('変更').first().click()
  await billing.getByRole('radio', { name: /カード/ }).check()
  await billing.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText(/保存しました/).first()).toBeVisible()

  // the bank declines: nothing is placed and the cart is kept
  await intoCart(page, '大玉トマト 桃太郎', '佐藤農園')
  // one box may join an open order and save more freight than it costs
  await query(
    `update cart_lines set qty = 5 where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )
  stripe.answers('insufficient_funds', 'prove')
  await open(page, '/restaurant/order')
  const place = page.getByRole('button', { name: 'この内容で注文する' })
  await place.click()
  await expect(page.getByText(/カードの利用可能額が不足しているため、注文していません。/).first()).toBeVisible()
  await expectAccessible(page)

  // the next time the bank asks who it is
  await open(page, '/restaurant/order')
  await place.click()
  await page.getByRole('button', { name: '認証する' }).click()
  await expect(page).toHaveURL(/order\/completed/)
  await open(page, await orderOf(page))
  await expect(page.getByText(/利用枠|確保/).first()).toBeVisible()
  await expectAccessible(page)

  const [intent] = [...stripe.intents.values()].filter(({ status }) => status === 'requires_capture')
  const [hold] = await query(`select yen::int as yen from card_holds where intent = $1`, [intent?.id])
  expect(intent?.amount).toBe(hold?.yen)
})

const orderOf = async (page: import('@playwright/test').Page) =>
  (await page.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')) ?? '/'
