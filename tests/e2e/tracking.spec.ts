import { expect } from '@playwright/test'
import { fakeCarrier, signed, stated, trackingSecret } from '../support/fake-carrier.ts'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test as base, theApp } from './test.ts'

const test = base.extend<{ carrier: Awaited<ReturnType<typeof fakeCarrier>> }>({
  carrier: async ({ playwright: _ }, use) => {
    const carrier = await fakeCarrier()
    await use(carrier)
    await carrier.end()
  },
  settings: async ({ carrier }, use) => use({ TRACKING_URL: carrier.url, TRACKING_SECRET: trackingSecret }),
})

type Sent = { id: string; number: string; chef: string; farmer: string; parcels: string[] }

/** Orders of the demo market on their way, as if they had just left: due on this day, their parcels asked about. */
async function sentOrders(deliveryOn: string): Promise<Sent[]> {
  await query(`update orders set delivery_on = $1, slot = 'am' where state = 'shipped'`, [deliveryOn])
  await query(
    `update parcels set carrier = 'yamato', shipped_at = $1 where shipped_at is not null and order_id in
    (select id from orders where state = 'shipped')`,
    [new Date('2026-11-24T09:00:00+09:00')],
  )
  const rows = await query(`
    select o.id, o.number, b.email as chef, f.email as farmer,
           array_agg(distinct p.tracking_number) filter (where p.unused_at is null) as parcels
      from orders o join purchases u on u.id = o.purchase_id join people b on b.id = u.person_id
      join memberships m on m.farm_id = o.farm_id and m.role = 'owner' join people f on f.id = m.person_id
      join parcels p on p.order_id = o.id
     where o.state = 'shipped' and b.email is not null and f.email is not null
     group by o.id, b.email, f.email order by o.number`)
  return rows as Sent[]
}

test('a parcel is tracked until it is delivered; another one is late, and both sides are notified', async ({
  page,
  browser,
  carrier,
}) => {
  const [arriving, late] = await sentOrders('2026-11-25')
  if (!arriving || !late) throw new Error('two orders are on their way')
  const phone = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 390, height: 844 } }
  const chef = await (await browser.newContext(phone)).newPage()

  for (const number of arriving.parcels) carrier.says(number, ['荷物受付', '2026-11-24 17:00', '長野営業所'])
  for (const number of arriving.parcels) carrier.says(number, ['配達中', '2026-11-25 08:10', '神楽坂センター'])
  for (const number of late.parcels) carrier.says(number, ['輸送中', '2026-11-24 22:00'])
  theApp().clock.moveTo('2026-11-25T08:30:00+09:00')
  await theApp().runSoon('track-parcels')
  await expect
    .poll(() => query(`select tracked_state from parcels where order_id = $1 and unused_at is null`, [arriving.id]))
    .toEqual(arriving.parcels.map(() => ({ tracked_state: 'out_for_delivery' })))
  await signedIn(chef, arriving.chef)
  await open(chef, `/restaurant/orders/${arriving.id}`)
  const line = chef.locator('summary').filter({ hasText: '配達中' }).first()
  await expect(line).toContainText('神楽坂センター')
  await line.click()
  await expect(chef.getByText('長野営業所').first()).toBeVisible()
  await expectAccessible(chef)

  for (const number of arriving.parcels) carrier.says(number, ['配達完了', '2026-11-25 10:20'])
  theApp().clock.moveTo('2026-11-25T12:40:00+09:00')
  await theApp().runSoon('track-parcels')
  await expect
    .poll(() => query('select state from orders where id = $1', [arriving.id]))
    .toEqual([{ state: 'delivered' }])
  await signedIn(chef, arriving.chef)
  await open(chef, `/restaurant/orders/${arriving.id}`)
  await expect(chef.getByText('納品済み・検収待ち').first()).toBeVisible()
  await expect(chef.getByRole('link', { name: /検収する/ }).first()).toBeVisible()

  // the farm that is late reads it behind its bell and on the page of the order
  await expect
    .poll(() => query(`select kind from parcel_cases where order_id = $1 limit 1`, [late.id]))
    .toEqual([{ kind: 'late' }])
  const farmer = await (await browser.newContext(phone)).newPage()
  await signedIn(farmer, late.farmer)
  await open(farmer, '/notices')
  await expect(farmer.getByText(`荷物の到着が遅れています`).first()).toBeVisible()
  await open(farmer, `/farmer/orders/${late.id}`)
  await expect(farmer.getByText('輸送中').first()).toBeVisible()
  await expectAccessible(farmer)

  // the service may also call our webhook, and no other caller can
  const body = JSON.stringify({
    parcels: [{ carrier: 'yamato', number: late.parcels[0], events: [stated(['作業店通過', '2026-11-25 12:00'])] }],
  })
  const write = (signature: string) =>
    fetch(`${theApp().origin}/webhooks/parcels`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
    })
  expect((await write(signed(`${body} `))).status).toBe(403)
  expect(await (await write(signed(body))).json()).toEqual({ news: 1, unknown: 0 })

  // staff find it first, and state what they hear by telephone
  await page.setViewportSize({ width: 1440, height: 900 })
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/orders')
  const item = page.getByRole('listitem').filter({ hasText: late.number })
  await expect(item.getByText('到着の遅れ')).toBeVisible()
  await item.getByRole('link', { name: late.number }).click()
  await page.getByText('配送状況を登録する').first().click()
  await page.getByLabel('配送状況').selectOption('returned')
  await page.getByRole('button', { name: '配送状況を登録する' }).click()
  await expect(page.getByText('理由を入力してください。履歴に残ります。')).toBeVisible()
  await expect(page.getByLabel('配送状況')).toHaveValue('returned')
  await page.getByLabel('理由').last().fill('配送会社に電話で確認')
  await page.getByRole('button', { name: '配送状況を登録する' }).click()
  await expect(page.getByText('配送状況を登録しました。').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '返送を登録する' }).first()).toBeVisible()
  await expectAccessible(page)
})
