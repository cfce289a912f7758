import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

const inLargeText = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 390, height: 844 } }

test('@phone a farm states that a box came back; the kitchen sees what it changes and agrees', async ({
  page: farmer,
  browser,
}) => {
  const [order] = await query(`
    select o.id, o.number, b.email as chef, f.email as farmer
      from orders o join purchases u on u.id = o.purchase_id join people b on b.id = u.person_id
      join memberships m on m.farm_id = o.farm_id and m.role = 'owner' join people f on f.id = m.person_id
     where o.state = 'finalized' and o.delivery_on > '2026-11-10' and o.claim_id is null
       and f.email = 'farmer@example.jp' and b.email = 'chef@example.jp'
       and not exists (select from claims c where c.order_id = o.id)
       and not exists (select from adjustment_requests r where r.order_id = o.id)
       and not exists (select from order_lines l where l.order_id = o.id and (l.catch_weight or l.billed_yen = 0))
     order by o.delivery_on desc, o.number limit 1`)
  expect(order).toBeDefined()
  await signedIn(farmer, 'farmer@example.jp')
  const ofFarm = `/farmer/orders/${order?.id}`
  await open(farmer, ofFarm)
  const fold = farmer.getByText('重さの訂正・返品を依頼する')
  await taken(fold)
  await fold.click()
  const send = farmer.getByRole('button', { name: '飲食店に依頼する' })
  await taken(send)
  await farmer.getByRole('textbox', { name: '理由' }).fill('箱がつぶれて戻りました')
  await send.click()
  await expect(farmer.getByText('変更箇所がありません。内容を変更してから押してください。').first()).toBeVisible()
  await farmer
    .getByLabel(/返品の数量/)
    .first()
    .fill('1')
  await expect(farmer.getByRole('textbox', { name: '理由' })).toHaveValue('箱がつぶれて戻りました')
  await expectAccessible(farmer)
  await farmer.getByRole('button', { name: '飲食店に依頼する' }).click()
  await expect(farmer.getByText('飲食店の回答待ち').first()).toBeVisible()
  await expectAccessible(farmer)

  const chef = await (await browser.newContext(inLargeText)).newPage()
  await signedIn(chef, 'chef@example.jp')
  await open(chef, `/restaurant/orders/${order?.id}`)
  const asked = chef.getByRole('region', { name: '農園からの訂正・返品の依頼' })
  await expect(asked).toContainText('返品 1')
  await expect(asked).toContainText('理由：箱がつぶれて戻りました')
  await expect(asked).toContainText(/商品代の変更（税抜）[−-]¥[\d,]+/)
  await expectAccessible(chef)
  await asked.getByRole('button', { name: '同意する' }).click()
  await expect(asked.getByText('同意済み・修正済み')).toBeVisible()
  await expect(chef.getByRole('article', { name: `修正 ${order?.number}-S1` }).first()).toBeVisible()

  await open(farmer, ofFarm)
  await expect(farmer.getByText('同意済み・修正済み').first()).toBeVisible()
})
