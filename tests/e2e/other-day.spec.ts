import { expect } from '@playwright/test'
import { addDays, jstDate } from '../../app/kernel/jst.ts'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, navigate, open, taken } from './support.ts'
import { test, theApp } from './test.ts'

const stateOf = async (id: unknown) => (await query('select state from orders where id = $1', [id]))[0]?.state

/** An order of the farm that can still move to the same weekday a week later, in one of these states. */
async function movable(states: readonly string[]) {
  const [order] = await query(
    `select o.id, o.state, o.delivery_on::text as day, b.email as chef
       from orders o join purchases u on u.id = o.purchase_id join people b on b.id = u.person_id
       join memberships m on m.farm_id = o.farm_id join people f on f.id = m.person_id
      where f.email = 'farmer@example.jp' and o.state = any($2) and o.way is null and o.reschedule is null
        and o.answer_due_at > $1 and o.pack_at > $1
        and not exists (select from run_orders r where r.order_id = o.id)
        and not exists (select from order_lines l join products g on g.id = l.product_id
                         where l.order_id = o.id and g.sells_from = 'harvest')
        and not exists (select from kitchen_closures c
                         where c.kitchen_id = o.kitchen_id and c.closed_on = o.delivery_on + 7)
        and not exists (select from orders other where other.kitchen_id = o.kitchen_id and other.farm_id = o.farm_id
                           and other.delivery_on = o.delivery_on + 7)
      order by o.state, o.delivery_on, o.number limit 1`,
    [theApp().clock.now(), states],
  )
  if (!order) throw new Error('the farm has no order that it can still move')
  return order
}

test('@phone a farm proposes another day for an order, and the kitchen takes it', async ({ page, browser }) => {
  const order = await movable(['accepted', 'placed'])
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

test('@phone what is typed in one form of an order stays while another is sent, and sent again after a lost answer', async ({
  page,
}) => {
  const order = await movable(['accepted'])
  await signedIn(page, 'farmer@example.jp')
  await open(page, `/farmer/orders/${order.id}`)
  const short = page.getByText('出荷できる数量が減った', { exact: true })
  await taken(short)
  await short.click()
  const count = page.getByLabel(/^出荷できる数量/).first()
  await count.fill('0')
  const reason = page.getByLabel(/^減る理由/).first()
  await reason.selectOption({ index: 2 })
  const why = await reason.inputValue()
  const expectTyped = async () => {
    await expect(count).toHaveValue('0')
    await expect(reason).toHaveValue(why)
  }

  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes(`/farmer/orders/${order.id}`)) return
    keys.push(new URLSearchParams(request.postData() ?? '').get('key') ?? undefined)
  })
  await page.getByText('別のお届け日を提案する', { exact: true }).click()
  await page.getByLabel('提案するお届け日').selectOption(addDays(jstDate(String(order.day)), 7))
  const propose = page.getByRole('button', { name: '飲食店に別のお届け日を提案する' })
  // something has happened since the page was opened
  const anew = page.waitForResponse(/\.data/)
  await page.evaluate(() => void Reflect.get(window, '__reactRouterDataRouter').revalidate())
  await anew
  // it arrives, and its answer does not
  await page.route(
    (url) => url.pathname.includes(`/farmer/orders/${order.id}`),
    (route) => (route.request().method() === 'POST' ? route.fetch().then(() => route.abort()) : route.continue()),
  )
  await propose.click()
  await expect(page.getByText('オフラインです。接続後に押してください。')).toBeVisible()
  await expectTyped()
  await page.unrouteAll()
  await propose.click()
  await expect(page.getByText(/のお届けを提案しました。$/).first()).toBeVisible()
  await expectTyped()
  expect(keys).toEqual([expect.any(String), keys[0]])
  const proposed = await query(`select id from events where order_id = $1 and kind = 'order_day_proposed'`, [order.id])
  expect(proposed).toHaveLength(1)

  // it belongs to this order
  const [other] = await query(
    `select o.id from orders o join memberships m on m.farm_id = o.farm_id join people p on p.id = m.person_id
      where p.email = 'farmer@example.jp' and o.state = 'accepted' and o.way is null and o.id <> $1
        and not exists (select from run_orders r where r.order_id = o.id) limit 1`,
    [order.id],
  )
  const day = page.getByLabel('提案するお届け日')
  await day.selectOption({ index: 3 })
  await navigate(page, `/farmer/orders/${other?.id}`)
  await expect(page).toHaveURL(new RegExp(`/farmer/orders/${other?.id}`))
  const first = await day.locator('option').first().getAttribute('value')
  await expect(day).toHaveValue(first ?? 'none')
})
