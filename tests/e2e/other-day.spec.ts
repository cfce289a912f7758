import { expect } from '@playwright/test'
import { addDays, jstDate } from '../../app/kernel/jst.ts'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test, theApp } from './test.ts'

const stateOf = async (id: unknown) => (await query('select state from orders where id = $1', [id]))[0]?.state

test('@phone a farm proposes another day for an order, and the kitchen takes it', async ({ page, browser }) => {
  const [order] = await query(
    `select o.id, o.state, o.delivery_on::text as day, b.email as chef
       from orders o join purchases u on u.id = o.purchase_id join people b on b.id = u.person_id
       join memberships m on m.farm_id = o.farm_id join people f on f.id = m.person_id
      where f.email = 'farmer@example.jp' and o.state in ('accepted', 'placed') and o.way is null and o.reschedule is null
        and o.answer_due_at > $1 and o.pack_at > $1
        and not exists (select from run_orders r where r.order_id = o.id)
        and not exists (select from order_lines l join products g on g.id = l.product_id
                         where l.order_id = o.id and g.sells_from = 'harvest')
        and not exists (select from kitchen_closures c
                         where c.kitchen_id = o.kitchen_id and c.closed_on = o.delivery_on + 7)
        and not exists (select from orders other where other.kitchen_id = o.kitchen_id and other.farm_id = o.farm_id
                           and other.delivery_on = o.delivery_on + 7)
      order by o.state, o.delivery_on, o.number limit 1`,
    [theApp().clock.now()],
  )
  if (!order) throw new Error('the farm has no order that it can still move')
  // the same weekday, on which the farm ships and the kitchen receives, and nothing else stands in its way
  const nextWeek = addDays(jstDate(String(order.day)), 7)
  await signedIn(page, 'farmer@example.jp')
  await open(page, `/farmer/orders/${order.id}`)
  // a new order is accepted by the same press
  const isNew = order.state === 'placed'
  const fold = page.getByText(isNew ? '別のお届け日なら出荷できる' : '別のお届け日を提案する', { exact: true })
  await taken(fold)
  await fold.click()
  await page.getByLabel('提案するお届け日').selectOption(nextWeek)
  await expectAccessible(page)
  const propose = isNew ? '受注して別のお届け日を提案する' : '飲食店に別のお届け日を提案する'
  await page.getByRole('button', { name: propose }).click()
  await expect(page.getByText(/のお届けを提案しました。$/).first()).toBeVisible()
  await expect(page.getByText(/^別のお届け日を提案中/)).toBeVisible()
  expect(await stateOf(order.id)).toBe('accepted')

  const kitchen = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: page.viewportSize() })
  const chef = await kitchen.newPage()
  await signedIn(chef, String(order.chef))
  await open(chef, `/restaurant/orders/${order.id}`)
  const asked = chef.getByRole('form', { name: '農園から別のお届け日の提案があります' })
  await expect(asked).toBeVisible()
  await expectAccessible(chef)
  const take = asked.getByRole('button', { name: '提案されたお届け日に変更する' })
  await taken(take)
  await take.click()
  await expect(chef.getByText('お届け日を変更しました。農園の画面に表示されています。').first()).toBeVisible()
  const [moved] = await query('select delivery_on::text as day, proposed_day from orders where id = $1', [order.id])
  expect(moved).toEqual({ day: nextWeek, proposed_day: null })
  await kitchen.close()
})
