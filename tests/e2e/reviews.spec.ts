import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled } from './support.ts'
import { test } from './test.ts'

/** An order of the demo's kitchen about which the demo's farm has written, and the kitchen may. */
async function orderToReview() {
  const [row] = await query(
    `select o.id, o.farm_id, l.product_id, l.name from orders o join order_lines l on l.order_id = o.id
       join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
      where p.email = 'owner@example.jp' and o.state = 'finalized' and o.claim_id is null and l.shipped_qty > 0
        and o.finalized_at > (select max(finalized_at) from orders) - interval '12 days'
        and (o.farm_id = (select m.farm_id from memberships m join people p on p.id = m.person_id where p.email = 'farmer@example.jp'))
        and (exists (select from reviews r where r.order_id = o.id and r.side = 'farm'))
        and not exists (select from reviews r where r.order_id = o.id and r.side = 'restaurant')
      order by o.finalized_at desc, o.id, l.ordinal limit 1`,
  )
  if (!row) throw new Error('the demo has no such order')
  return { id: String(row.id), farmId: String(row.farm_id), productId: String(row.product_id), name: String(row.name) }
}

const words = () => `火を入れても酸が残る。${Math.random().toString(36).slice(2, 8)}`
const sent = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'POST')

test('a kitchen reviews, both are shown together, visitors read the comment, the farm answers, staff hide it', async ({
  page,
  browser,
}) => {
  const order = await orderToReview()
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/reviews')
  await expect(page.getByRole('list', { name: '評価待ちの注文' })).toBeVisible()
  await page.goto(`/restaurant/orders/${order.id}`)
  const part = page.getByRole('region', { name: '評価', exact: true })
  await expect(part).not.toContainText('★★')
  await part.getByRole('link', { name: /を評価する/ }).click()
  await expect(page).toHaveURL(/\/restaurant\/reviews\//)
  await settled(page)
  await expectAccessible(page)

  const said = words()
  await page.getByRole('radio', { name: 'とても良い' }).check()
  await page.getByRole('textbox', { name: /^コメント/ }).fill('よい品でした。')
  await page.getByLabel(`${order.name}の星`).selectOption('5')
  await page.getByLabel(`${order.name}へのコメント`).fill(said)
  await Promise.all([sent(page), page.getByRole('button', { name: '評価を送信' }).click()])
  await expect(page.getByText('双方の評価がそろったため、公開しました。')).toBeVisible()
  await expect(page.getByText('よい品でした。').first()).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/restaurant/products/${order.productId}`)
  const voices = visitor.getByRole('region', { name: '飲食店からの評価' })
  await expect(voices.getByRole('listitem').filter({ hasText: said })).toContainText(/ビストロ 灯\d+回注文/)
  await expect(voices).not.toContainText('¥')
  await expect(voices.getByRole('link', { name: '運営に報告する' })).toHaveCount(0)

  const farm = await (await browser.newContext()).newPage()
  await signedIn(farm, 'farmer@example.jp')
  await open(farm, '/farmer/reviews?tab=shown')
  const card = farm.getByRole('article', { name: /の評価$/ }).filter({ hasText: said })
  await card.getByRole('link', { name: '返信する' }).click()
  await card.getByRole('link', { name: /^ありがとうございます/ }).click()
  await expect(card.getByLabel(/^返信/)).toHaveValue(/^ありがとうございます/)
  await Promise.all([sent(farm), card.getByRole('button', { name: '返信を掲載' }).click()])
  await expect(farm.getByText('返信を掲載しました。')).toBeVisible()
  await visitor.goto(`/restaurant/farmers/${order.farmId}`)
  await expect(visitor.getByRole('region', { name: '飲食店からの評価' })).toContainText('農園から')

  await farm
    .getByRole('article', { name: /の評価$/ })
    .filter({ hasText: said })
    .getByRole('link', { name: '運営に報告する' })
    .click()
  await settled(farm)
  await farm.getByLabel('理由').selectOption('untrue')
  await Promise.all([sent(farm), farm.getByRole('button', { name: '報告する', exact: true }).click()])
  await expect(farm.getByText('運営に報告しました。', { exact: false })).toBeVisible()

  const staff = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage()
  await signedIn(staff, 'admin@example.jp')
  await open(staff, '/admin/reviews')
  await staff.getByRole('listitem').filter({ hasText: 'よい品でした。' }).getByRole('link').click()
  await expect(staff.getByText(said, { exact: false })).toBeVisible()
  await staff.getByLabel(/^非公開にする理由/).fill('事実と異なるため')
  await Promise.all([sent(staff), staff.getByRole('button', { name: '非公開にする' }).click()])
  await expect(staff.getByText('非公開にしました。双方に通知します。')).toBeVisible()
  await visitor.goto(`/restaurant/products/${order.productId}`)
  await expect(visitor.getByText(said)).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a farm answers one question after the other, and its review is hidden until the kitchen writes', async ({
    page,
  }) => {
    await signedIn(page, 'farmer@example.jp')
    await page.goto('/farmer/reviews')
    await page.getByRole('link', { name: '評価する' }).first().click()
    await expect(page.getByText('1／2')).toBeVisible()
    await page.getByRole('radio', { name: '良い', exact: true }).check()
    await page.getByRole('button', { name: '次へ' }).click()
    await expect(page.getByText('2／2')).toBeVisible()
    await page.getByRole('link', { name: /^受け取りが早く/ }).click()
    await expect(page.getByLabel(/^コメント/)).toHaveValue(/^受け取りが早く/)
    await page.getByRole('button', { name: '評価を送信' }).click()
    await expect(page.getByText('受け付けました。公開されるまで修正できます。')).toBeVisible()
    await expect(page.getByRole('article', { name: /への評価$/ }).first()).toContainText('受け取りが早く')
  })
})
