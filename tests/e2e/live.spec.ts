import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { open, taken } from './support.ts'
import { test, theApp } from './test.ts'

test('what one side does stands on the open pages of both, without a press', async ({ page: chef, browser }) => {
  const [order] = await query(
    `select o.id, owner.email from orders o
       join memberships m on m.farm_id = o.farm_id join people owner on owner.id = m.person_id
       join purchases p on p.id = o.purchase_id join people buyer on buyer.id = p.person_id
      where o.state = 'placed' and buyer.email = 'chef@example.jp' and owner.email like 'farmer%@example.jp'
      order by o.delivery_on desc limit 1`,
  )
  await signedIn(chef, 'chef@example.jp')
  await open(chef, `/restaurant/orders/${order?.id}`)
  await expect(chef.getByText('受注確認待ち').first()).toBeVisible()

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const today = await context.newPage()
  await signedIn(today, String(order?.email))
  await open(today, '/farmer')
  const card = today.locator(`main a[href="/farmer/orders/${order?.id}"]`)
  const waiting = () => today.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: /受注/ })
  const before = Number(/\d+/.exec((await waiting().textContent()) ?? '')?.[0])
  expect(before).toBeGreaterThan(0)

  const field = await context.newPage()
  await open(field, `/farmer/orders/${order?.id}`)
  const accept = field.getByRole('button', { name: 'すべて受注する' })
  await taken(accept)
  await accept.click()
  await expect(chef.getByText('受注確定').first()).toBeVisible({ timeout: 20_000 })
  // in a tab behind another a page is read anew once it is looked at
  await today.bringToFront()
  await expect(async () => {
    expect(Number(/\d+/.exec((await waiting().textContent()) ?? '0')?.[0] ?? 0)).toBe(before - 1)
  }).toPass({ timeout: 20_000 })
  await expect(card).toHaveCount(0)
  await context.close()
})

test('what a restaurant owes so far follows its orders on the open page', async ({ page }) => {
  const { origin, clock } = theApp()
  const [order] = await query(
    `select o.id from orders o
       join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
      where o.state = 'placed' and p.email = 'owner@example.jp' and o.cutoff_at > $1
      order by o.delivery_on limit 1`,
    [clock.now()],
  )
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/invoices')
  const waiting = page.getByText(/\d+件。検収の後に確定します/)
  const before = Number.parseInt((await waiting.textContent()) ?? '', 10)
  expect(before).toBeGreaterThan(0)
  const cancelled = await page.request.post(`/api/orders/${order?.id}/cancellation`, {
    headers: { origin, 'idempotency-key': crypto.randomUUID() },
    data: { reason: '予約がなくなりました' },
  })
  expect(cancelled.status()).toBe(200)
  await expect(waiting).toHaveText(`${before - 1}件。検収の後に確定します`, { timeout: 20_000 })
})
