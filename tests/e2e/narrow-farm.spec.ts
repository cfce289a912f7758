import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { started } from './support.ts'
import { test } from './test.ts'

/** The page of the run that this user drives, and of the newest order that its farm has sent. */
async function ownPages(email: string): Promise<string[]> {
  const [row] = await query(
    `select (select id from runs where farm_id = m.farm_id limit 1) as run,
            (select id from orders where farm_id = m.farm_id and state in ('shipped', 'delivered', 'finalized')
              order by placed_at desc limit 1) as sent
       from memberships m join people p on p.id = m.person_id where p.email = $1`,
    [email],
  )
  return [row?.run && `/farmer/runs/${row.run}`, row?.sent && `/farmer/orders/${row.sent}`].filter(
    (it): it is string => typeof it === 'string',
  )
}

for (const [email, ...addresses] of [
  [
    'farmer@example.jp',
    '/farmer',
    '/farmer/orders?step=confirm',
    '/farmer/orders?step=pack',
    '/farmer/orders/table',
    '/farmer/shipments',
    '/farmer/labels',
    '/farmer/papers',
    '/farmer/lots',
    '/farmer/recalls',
    '/farmer/harvest',
    '/farmer/harvest/none',
    '/farmer/harvest/list',
    '/farmer/freight?to=13',
    '/farmer/ways?kind=own_van&fee=distance',
  ],
  ['hub@example.jp', '/farmer', '/farmer/runs'],
  ['farmer2@example.jp', '/farmer'],
  ['chef@example.jp', '/restaurant/arrivals', '/restaurant/group-buys/K7F3Q2M9TX'],
] as const)
  test(`orders, boxes and freight of ${email} hold at 320 px with letters twice as large`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await signedIn(page, email)
    await page.setViewportSize({ width: 320, height: 700 })
    for (const address of [...addresses, ...(await ownPages(email))]) {
      await page.goto(address)
      expect(new URL(page.url()).pathname, address).toBe(new URL(address, page.url()).pathname)
      await started(page)
      await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(over, { message: address }).toBeLessThanOrEqual(0)
    }
  })
