import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test, theApp } from './test.ts'

const query = (sql: string, values?: unknown[]) => theApp().query(sql, values)

/** Two of the first product of each of these farms in the chef's cart, and nothing else. */
async function cartOf(emails: readonly string[]): Promise<string[]> {
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
  const names: string[] = []
  for (const email of emails) {
    const [row] = await query(
      `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
       select ${chef}, g.id, greatest(2, g.min_qty), g.price_yen, now()
         from (select pr.* from products pr join memberships m on m.farm_id = pr.farm_id
                 join people p on p.id = m.person_id join product_stock s on s.product_id = pr.id
                where p.email = $1 and pr.status = 'listed' and pr.sells_from = 'stock' and s.available_qty > 20
                  and pr.order_step = 1 and not pr.catch_weight and pr.price_yen > 1000 order by pr.id limit 1) g
       returning (select f.name from farms f join products pr on pr.farm_id = f.id where pr.id = product_id) as farm`,
      [email],
    )
    names.push(String(row?.farm))
  }
  return names
}

test('a chef shares the freight of a run, and its farm sees what is loaded', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const farms = await cartOf(['farmer2@example.jp', 'farmer3@example.jp'])
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/cart')
  for (const farm of farms) {
    const way = page.getByLabel(`${farm}のお届け方法`)
    await taken(way)
    await way.selectOption('共同便「九十九里・東京便」')
    await expect(way).toHaveValue(/-/)
  }
  await expect(page.getByText('同じ便の2農園で送料を分担しています').first()).toBeVisible()
  await expectAccessible(page)
  const [{ n } = {}] = await query('select count(*)::int as n from run_choices')
  expect(n).toBe(2)

  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/runs')
  await expect(page.getByText('運行中')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('便の名前').fill('横浜便')
  await page.getByLabel('お届け地域').fill('横浜のどこか')
  await page.getByRole('button', { name: '共同便を開始する' }).click()
  await expect(page.getByLabel('便の名前')).toHaveValue('横浜便')
  await page.getByRole('link', { name: '九十九里・東京便' }).click()
  await expect(page.getByRole('heading', { name: '積込表' })).toBeVisible()
  await expect(page.getByText('根本さんちの畑')).toBeVisible()
  await expectAccessible(page)
})

type Load = { id: string; run: string; kitchen: string }

/** Two orders that have left their farms, as if the run of the demo brought them to two kitchens on this day. */
async function twoOnTheVan(day: string): Promise<[Load, Load]> {
  const rows = await query(
    `with run as (select id from runs where name = '九十九里・東京便'),
          sent as (select distinct on (o.kitchen_id) o.id, o.kitchen_id, o.farm_id,
                          concat(o.ship_to ->> 'restaurant', ' ', o.ship_to ->> 'kitchen') as kitchen
                     from orders o join run_farms f on f.farm_id = o.farm_id and f.run_id = (select id from run)
                    where o.state = 'shipped' order by o.kitchen_id, o.id limit 2),
          loaded as (insert into run_orders (order_id, run_id, delivery_on, kitchen_id, farm_id, points, boxes)
                     select sent.id, run.id, $1, sent.kitchen_id, sent.farm_id, 18, 1 from sent cross join run),
          untracked as (update parcels set tracked = false, carrier = null, tracking_number = null, tracking_page = null,
                               label_carrier = null, label_number = null
                         where order_id in (select id from sent))
     select sent.id, run.id as run, kitchen from sent cross join run`,
    [day],
  )
  const [first, second] = rows as Load[]
  if (!first || !second) throw new Error('two kitchens wait for something')
  return [first, second]
}

test('the driver records a delivery; what the kitchen received meanwhile is refused in words that stay on the page', {
  tag: '@phone',
}, async ({ page }) => {
  const day = '2026-11-24'
  const [first, second] = await twoOnTheVan(day)
  await signedIn(page, 'farmer2@example.jp')
  await open(page, `/farmer/runs/${first.run}?day=${day}`)
  const section = page.getByRole('region', { name: '納品を記録する' })
  const formOf = ({ kitchen }: Load) => section.locator('details').filter({ hasText: kitchen })
  const fill = async (load: Load) => {
    const summary = formOf(load).locator('summary')
    await taken(summary)
    await summary.click()
    await formOf(load).getByLabel('受取者').fill('小川 葵')
  }
  const press = (load: Load) => formOf(load).getByRole('button', { name: '納品を記録する' }).click()
  const stateOf = async ({ id }: Load) => (await query('select state from orders where id = $1', [id]))[0]?.state

  // the key of each kitchen is its own
  const keys = await section.locator('input[name=key]').evaluateAll((all) => all.map((it) => it.getAttribute('value')))
  expect(new Set(keys).size).toBe(2)
  await fill(first)
  await fill(second)
  await expectAccessible(page)
  await press(first)
  await expect(page.getByText('1件の納品を記録しました。').first()).toBeVisible()
  await expect(formOf(first)).toHaveCount(0)
  expect(await stateOf(first)).toBe('delivered')

  // what was typed for the other one is still there
  await expect(formOf(second).getByLabel('受取者')).toHaveValue('小川 葵')
  await query(`update orders set state = 'delivered', delivered_at = now() where id = $1`, [second.id])
  await press(second)
  await expect(section.getByText('納品を記録できる注文はありません。')).toBeVisible()
  await expectAccessible(page)
})
