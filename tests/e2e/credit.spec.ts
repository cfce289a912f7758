import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { open } from './support.ts'
import { test, theApp } from './test.ts'

const query = (sql: string, values?: unknown[]) => theApp().query(sql, values)

test('over the limit the chef reads why, staff raise it, and the chef orders', async ({ browser, page }) => {
  const [{ id: product } = {}] = await query(
    `select id from products where name = '大玉トマト 桃太郎' and status = 'listed' order by id limit 1`,
  )
  await query(
    `delete from cart_lines where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )
  const [{ id: restaurant } = {}] = await query(
    `select m.restaurant_id as id from memberships m join people p on p.id = m.person_id where p.email = 'owner@example.jp'`,
  )
  await signedIn(page, 'owner@example.jp')
  await open(page, `/restaurant/products/${product}`)
  await page.getByRole('button', { name: 'かごに追加', exact: true }).click()
  await expect(page.getByText(/かごに\d+\S+入っています/)).toBeVisible()

  // one box may join an open order and save more freight than it costs; this adds to the bill
  await query(
    `update cart_lines set qty = 5 where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )

  const desk = await browser.newContext()
  const staff = await desk.newPage()
  await signedIn(staff, 'admin@example.jp')
  const setLimit = async (yen: string) => {
    await open(staff, `/admin/billing/credit?of=${restaurant}`)
    await staff.getByLabel('限度額').first().fill(yen)
    await staff.getByLabel('理由').first().fill('取引実績による')
    await staff.getByRole('button', { name: '限度額を保存する' }).click()
    await expect(staff.getByText('限度額を保存し、店長に通知しました。').first()).toBeVisible()
  }
  await setLimit('1')
  await open(page, '/restaurant/cart')
  await expect(page.getByText(/掛け払いの限度額（¥1）を超えるため、注文できません/)).toBeVisible()
  await open(page, '/restaurant/order')
  await expect(page.getByText(/残り¥0/)).toBeVisible()
  await expect(page.getByText('掛け払いのご利用状況により、まだ注文できません。')).toBeVisible()
  await setLimit('90,000,000')
  await open(page, '/restaurant/order')
  await page.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(page).toHaveURL(/order\/completed/)
  await desk.close()
})
