import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { sessionsEnd, signedIn } from './signed-in.ts'
import { expectAccessible, taken } from './support.ts'
import { test, theApp } from './test.ts'

/** A second tab, an ended session, another user's address, without script, with the keyboard alone. */

/** An ambient product of the far farm, in the cart of the owner and nothing else. */
async function cartWithOne(page: Page, name: string): Promise<string> {
  const [product] = await query(`select id from products where name = $1 and status = 'listed' limit 1`, [name])
  const id = String(product?.id)
  await query(
    `delete from cart_lines where cart_id in (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )
  await page.goto(`/restaurant/products/${id}`)
  await page.getByRole('textbox', { name: new RegExp(`${name}の数量`) }).fill('2')
  await page.getByRole('button', { name: 'かごに追加', exact: true }).click()
  await expect(page.getByText(/かごに2/).first()).toBeVisible()
  return id
}

test('an unknown address says so, with status 404 and a way home', async ({ page }) => {
  const response = await page.goto('/nowhere/at/all')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'ホームへ戻る' })).toBeVisible()
})

test('a wrong password is told in words', async ({ page }) => {
  await page.goto('/auth/signIn')
  await page.getByLabel('メールアドレス').fill('nobody@example.jp')
  await page.getByLabel('パスワード').fill('wrong-password')
  await page.getByRole('button', { name: 'サインインする' }).click()
  await expect(page.getByRole('alert')).toContainText('違います')
  await expect(page.getByLabel('メールアドレス')).toHaveValue('nobody@example.jp')
})

test("another farm's order does not exist, and the other side's pages are closed", async ({ page }) => {
  const [order] = await query(
    `select o.id from orders o join farms f on f.id = o.farm_id where f.name = '佐藤農園' order by o.placed_at desc limit 1`,
  )
  await signedIn(page, 'farmer2@example.jp')
  expect((await page.goto(`/farmer/orders/${order?.id}`))?.status()).toBe(404)
  expect((await page.goto('/farmer/orders/not-an-id'))?.status()).toBe(404)
  expect((await page.goto('/restaurant'))?.status()).toBe(403)
  expect((await page.goto('/admin/orders'))?.url()).toContain('/admin/signin')
})

test('staff see every order on their own pages', async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await page.goto('/admin/orders')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a session that ended leads to the sign-in and back', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await sessionsEnd(page, 'owner@example.jp')
  await page.goto('/restaurant/order/History')
  await expect(page).toHaveURL(/signIn\?returnTo=/)
  await page.getByLabel('メールアドレス').fill('owner@example.jp')
  await page.getByLabel('パスワード').fill('demo-password-1')
  await page.getByRole('button', { name: 'サインインする' }).click()
  await expect(page).toHaveURL(/order\/History/)
})

test('a session that ended while the user typed: the form stays, and pressing again after signing in is enough', async ({
  page,
  context,
}) => {
  await signedIn(page, 'owner@example.jp')
  const [order] = await query(
    `select o.id, l.id as line from orders o join order_lines l on l.order_id = o.id and l.ordinal = 1
     join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
     where p.email = 'owner@example.jp' and o.state in ('shipped', 'delivered') and l.shipped_qty > 1
     order by o.delivery_on limit 1`,
  )
  await page.goto(`/restaurant/receiving/${order?.id}`)
  const first = page.getByRole('main').locator('details').first()
  await taken(first)
  await first.locator('summary').click()
  await page.getByRole('radio', { name: '不足' }).first().check({ force: true })
  await page
    .getByRole('textbox', { name: /良品数/ })
    .first()
    .fill('1')
  const note = page.locator(`[name="note.${order?.line}"]`)
  await note.fill('箱がひとつ足りない')
  await sessionsEnd(page, 'owner@example.jp')
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByRole('alert')).toContainText('サインインの有効期限が切れました')
  await expect(page.getByRole('textbox', { name: /良品数/ }).first()).toHaveValue('1')
  await expect(note).toHaveValue('箱がひとつ足りない')
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'サインイン画面を開く' }).click()
  const other = await opened
  await other.getByLabel('メールアドレス').fill('owner@example.jp')
  await other.getByLabel('パスワード').fill('demo-password-1')
  await other.getByRole('button', { name: 'サインインする' }).click()
  await expect(other).not.toHaveURL(/sign/i)
  await other.close()
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByText('検収が完了しました')).toBeVisible()
  const [line] = await query('select received_qty, verdict from order_lines where id = $1', [order?.line])
  expect(line).toEqual({ received_qty: 1, verdict: 'short' })
})

test('the cart says in place that the session ended', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await cartWithOne(page, '大玉トマト 桃太郎')
  await page.goto('/restaurant/cart')
  // a press that waits long for the script is left to the browser, which opens the sign-in
  const more = page.getByRole('button', { name: /を増やす/ }).first()
  await taken(more)
  await sessionsEnd(page, 'owner@example.jp')
  await more.click()
  await expect(page.getByText(/サインインの有効期限が切れました/)).toHaveCount(1)
  await expect(page).toHaveURL(/\/restaurant\/cart/)
})

test.describe('malicious input', () => {
  test('is refused in words or left aside, and never breaks a page', async ({ page }) => {
    await signedIn(page, 'owner@example.jp')
    await cartWithOne(page, '大玉トマト 桃太郎')
    for (const path of [
      '/restaurant/order/History?month=9999-12&after=9999-12-31T23:59:59.999Z~x',
      '/restaurant/order/History?after=%2B275760-09-13T00:00:00.000Z~01a1f94c-c380-7001-abd5-109d8fef4216',
      '/restaurant/products?after=-271821-04-20T00:00:00.000Z~01a1f94c-c380-7001-abd5-109d8fef4216',
    ])
      expect((await page.goto(path))?.status(), path).toBe(200)
    expect((await page.goto('/restaurant/products?q=%00'))?.status()).toBe(400)
    await expect(page.getByText('URLに読み取れない文字が含まれています')).toBeVisible()
    const [order] = await query(
      `select o.id from orders o join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
       where p.email = 'owner@example.jp' order by o.placed_at desc limit 1`,
    )
    const headers = { origin: theApp().origin }
    const wrong: [Record<string, string>, number][] = [
      [{}, 422],
      [{ key: '' }, 422],
      [{ key: 'short' }, 422],
      [{ key: '\u0000', reason: '\u0000' }, 400],
    ]
    for (const [form, status] of wrong)
      for (const path of [
        `/restaurant/receiving/${order?.id}`,
        `/restaurant/orders/${order?.id}`,
        '/restaurant/order',
      ]) {
        const answer = await page.request.post(path, { form, headers, maxRedirects: 0 })
        expect(answer.status(), `${path} ${JSON.stringify(form)}`).toBe(status)
      }
  })

  test('at the sign-in is refused in words, and leads nowhere else', async ({ page }) => {
    const headers = { origin: theApp().origin }
    const said = { email: 'a\u0000@example.jp', password: 'x\u0000' }
    expect((await page.request.post('/auth/signIn', { form: said, headers })).status()).toBe(400)
    const right = { email: 'owner@example.jp', password: 'demo-password-1' }
    for (const returnTo of ['/品', '/a%0d%0ab', '/..//elsewhere.example']) {
      const path = `/auth/signIn?returnTo=${encodeURIComponent(returnTo)}`
      expect((await page.request.post(path, { form: right, headers, maxRedirects: 0 })).status(), path).toBe(302)
    }
  })
})

test('a price that changed under the slip is shown, old and new, and asked about', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  const id = await cartWithOne(page, '大玉トマト 桃太郎')
  await page.goto('/restaurant/order')
  await query('update products set price_yen = price_yen + 130 where id = $1', [id])
  const slip = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const order = page.getByRole('button', { name: 'この内容で注文する' })
  // a press before that is answered by a page of its own
  await taken(order)
  await page.mouse.wheel(0, 300)
  const before = await slip.boundingBox()
  await order.click()
  // the reason stands at the button, and nothing jumps
  await expect(page.getByRole('alert').filter({ hasText: /変更された箇所があります/ })).toBeInViewport({ ratio: 0.9 })
  expect((await slip.boundingBox())?.y).toBe(before?.y)
  await expect(page.getByText(/¥2,480/).first()).toBeVisible()
  await expect(page.getByText(/¥2,610/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(page).toHaveURL(/completed/)
  await query('update products set price_yen = price_yen - 130 where id = $1', [id])
})

test('goods that ran out are marked, and nothing is ordered', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  const id = await cartWithOne(page, '大玉トマト 桃太郎')
  await page.goto('/restaurant/order')
  const [before] = await query('select available_qty as n from product_stock where product_id = $1', [id])
  await query('update product_stock set available_qty = 1 where product_id = $1', [id])
  await page.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(page.getByText(/在庫が不足している/).first()).toBeVisible()
  await page.goto('/restaurant/cart')
  await expect(page.getByText(/在庫が不足しています/).first()).toBeVisible()
  await expectAccessible(page)
  await query('update product_stock set available_qty = $2 where product_id = $1', [id, before?.n])
})

test('two tabs confirm the same cart: one purchase, and the other tab is told', async ({ page, context }) => {
  await signedIn(page, 'owner@example.jp')
  await cartWithOne(page, '大玉トマト 桃太郎')
  const other = await context.newPage()
  await Promise.all([page.goto('/restaurant/order'), other.goto('/restaurant/order')])
  await page.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(page).toHaveURL(/completed/)
  await other.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(other.getByText(/かごは空です/).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'この内容で注文する' })).toHaveCount(0)
})

test('the keyboard alone: from the sign-in to a placed order', async ({ page }) => {
  await page.goto('/auth/signIn')
  await page.getByLabel('メールアドレス').focus()
  await page.keyboard.type('owner@example.jp')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-password-1')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign/i)
  await cartWithOne(page, '大玉トマト 桃太郎')
  await page.goto('/restaurant/order')
  const button = page.getByRole('button', { name: 'この内容で注文する' })
  for (let presses = 0; presses < 60; presses++) {
    if (await button.evaluate((it) => it === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/completed/)
})

test('text of twice the size and a narrow screen break nothing', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await cartWithOne(page, '大玉トマト 桃太郎')
  for (const path of [
    '/restaurant',
    '/restaurant/products',
    '/restaurant/cart',
    '/restaurant/order',
    '/restaurant/order/History',
  ]) {
    await page.goto(path)
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${path} at 200 %`).toBeLessThanOrEqual(0)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a chef signs in, fills the cart and orders; a farmer accepts', async ({ page, browser }) => {
    await page.goto('/auth/signIn')
    await page.getByLabel('メールアドレス').fill('owner@example.jp')
    await page.getByLabel('パスワード').fill('demo-password-1')
    await page.getByRole('button', { name: 'サインインする' }).click()
    const [product] = await query(`select id from products where name = '大玉トマト 桃太郎' limit 1`)
    await page.goto(`/restaurant/products/${product?.id}`)
    await page.getByRole('textbox', { name: /大玉トマト 桃太郎の数量/ }).fill('２')
    await page.getByRole('button', { name: /^(かごに追加|数量を変更)$/ }).click()
    await page.goto('/restaurant/order')
    await page.getByRole('button', { name: 'この内容で注文する' }).click()
    await expect(page).toHaveURL(/completed/)
    const path = await page.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')
    const farmer = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await signedIn(farmer, 'farmer@example.jp')
    await farmer.goto(String(path).replace('/restaurant/', '/farmer/'))
    await farmer.getByRole('button', { name: 'すべて受注する' }).click()
    await page.goto(String(path))
    await expect(page.getByText('受注確定').first()).toBeVisible()
    await farmer.context().close()
  })
})
