import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test, theApp } from './test.ts'

const query = (sql: string, values?: unknown[]) => theApp().query(sql, values)

/** Three of a product in the chef's cart, of a farm from which nothing is on order, and nothing else; the name of the product. */
async function cartOfOneFarm(): Promise<string> {
  const chef = `(select c.id from carts c join people p on p.id = c.person_id where p.email = 'chef@example.jp')`
  await query(`delete from cart_lines where cart_id in ${chef}`)
  await query(`delete from cart_farms where cart_id in ${chef}`)
  await query(
    `insert into carts (id, person_id, restaurant_id, kitchen_id)
     select gen_random_uuid(), p.id, m.restaurant_id, k.id
       from people p join memberships m on m.person_id = p.id
       join lateral (select id from kitchens where restaurant_id = m.restaurant_id order by id limit 1) k on true
      where p.email = 'chef@example.jp' and m.restaurant_id is not null on conflict do nothing`,
  )
  const [row] = await query(
    `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
     select ${chef}, g.id, greatest(3, g.min_qty), g.price_yen, now()
       from (select pr.* from products pr join farms f on f.id = pr.farm_id join product_stock s on s.product_id = pr.id
              where f.status = 'approved' and array_length(f.ship_weekdays, 1) >= 5 and pr.status = 'listed'
                and pr.sells_from = 'stock' and s.available_qty > 20 and pr.order_step = 1 and not pr.catch_weight
                and pr.price_yen > 1000 and 3 * pr.price_yen >= f.min_order_yen and pr.audience = 'everybody'
                and not goods_lapsed(pr.farm_id, pr.category, pr.item_key)
                and not exists (select from farm_vacations v where v.farm_id = f.id)
                and not exists (select from orders o join carts c on c.kitchen_id = o.kitchen_id
                                 where c.id = ${chef} and o.farm_id = f.id and o.state in ('placed', 'accepted', 'proposed'))
              order by pr.id limit 1) g
     returning (select name from products where id = product_id) as name`,
  )
  return String(row?.name)
}

test('a chef opens a box to neighbours, one joins by the code, and at the closing each has an order', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const product = await cartOfOneFarm()
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/cart')
  await page.getByRole('link', { name: /近隣の店舗と共同購入する/ }).click()
  await expect(page.getByRole('heading', { name: '共同購入を募集する' })).toBeVisible()
  await expect(page.getByText('あと2店舗が同じ量なら')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('参加する店舗へのメッセージ').fill('裏口で渡します')
  await page.getByRole('button', { name: '募集を開始する' }).click()
  await expect(page.getByRole('heading', { name: '近隣の店舗を招待する' })).toBeVisible()
  await expect(page.getByText('成立まであと1店舗です。')).toBeVisible()
  await expectAccessible(page)
  const [made] = await query(`select code from group_buys where message = '裏口で渡します'`)
  const code = String(made?.code)

  await signedIn(page, 'shop2@example.jp')
  await open(page, '/restaurant/group-buys')
  await page.getByLabel('招待コード').fill('まちがい')
  await page.getByRole('button', { name: '開く' }).click()
  await expect(page.getByText('招待コードは10文字です')).toBeVisible()
  await page.getByLabel('招待コード').fill(`${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)
  await page.getByRole('button', { name: '開く' }).click()
  await expect(page.getByText('裏口で渡します')).toBeVisible()
  await page
    .getByLabel(new RegExp(`^${product}の数量`))
    .first()
    .fill('2')
  await page.getByRole('button', { name: /共同購入に参加する/ }).click()
  await expect(page.getByRole('heading', { name: '貴店の商品' })).toBeVisible()
  await expect(page.getByText('送料の分担')).not.toHaveCount(0)
  await expectAccessible(page)

  await query(
    `update group_buys set created_at = created_at - interval '9 days', closes_at = closes_at - interval '8 days' where code = $1`,
    [code],
  )
  await theApp().runSoon('group-buys')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('貴店の分を注文しました。')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('link', { name: '注文を見る' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/共同購入/)
      .first(),
  ).toBeVisible()

  const [other] = await query(
    `select order_id, p.email as farmer from group_buy_kitchens k join group_buys g on g.id = k.group_buy_id
       join memberships m on m.farm_id = g.farm_id and m.role = 'owner' join people p on p.id = m.person_id
      where g.code = $1 limit 1`,
    [code],
  )
  await signedIn(page, String(other?.farmer))
  await open(page, `/farmer/orders/${other?.order_id}`)
  await expect(page.getByText('共同購入：2店舗分を1つの荷物で出荷します。')).toBeVisible()
  await expectAccessible(page)
})
