import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

test('@phone a farm adds a parcel, moves goods into it and removes one, while it packs', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  const [order] = await query(
    `select o.id from orders o join order_lines l on l.order_id = o.id
     where o.state in ('accepted', 'preparing') and l.confirmed_qty > 1 and l.temperature = 'chilled'
       and o.farm_id in (select m.farm_id from memberships m join people p on p.id = m.person_id
                          where p.email = 'farmer@example.jp')
     order by o.ship_on limit 1`,
  )
  await open(page, `/farmer/orders/${order?.id}`)
  const begin = page.getByRole('button', { name: '箱詰めを開始する' })
  const fold = page.getByText(/^個口と中身（/)
  await expect(begin.or(fold).first()).toBeVisible()
  if (await begin.isVisible()) await begin.click()
  await fold.click()
  const form = page.locator('#task-parcels')
  await expect(form.getByText(/飲食店の送料は増えません/)).toBeVisible()
  const parcels = form.getByRole('listitem')
  const before = await parcels.count()
  await form.getByRole('button', { name: '個口を追加' }).click()
  await expect(parcels).toHaveCount(before + 1)
  await parcels.first().getByLabel('名前').fill('冷蔵1')
  const cold = await parcels.first().getByLabel('温度帯').inputValue()
  await parcels.last().getByLabel('温度帯').selectOption(cold)
  await parcels.last().getByLabel('サイズ').selectOption('60')

  // one unit moves into the new parcel
  const name = (await parcels.first().locator('input[name^="in."]').first().getAttribute('name')) ?? ''
  const first = form.locator(`input[name="${name}"]`)
  const all = Number(await first.inputValue())
  await first.fill(String(all - 1))
  await expect(form.getByText(/個口の中身が合っていません。/)).toContainText('あと1')
  await expectAccessible(page)
  await form.getByRole('button', { name: '個口を保存' }).click()
  await expect(form.getByText(/を個口に入れてください/).first()).toBeVisible()
  await expect(first).toHaveValue(String(all - 1))

  await parcels.last().getByText('他の商品を入れる').click()
  await parcels
    .last()
    .locator(`input[name$="${name.split('.').at(-1)}"]`)
    .fill('1')
  await form.getByRole('button', { name: '個口を保存' }).click()
  await expect(page.getByText('個口を保存しました。').first()).toBeVisible()
  await expect(page.getByText(`個口と中身（${before + 1}個口：`)).toBeVisible()

  await page.getByText(/^個口と中身（/).click()
  await form
    .getByRole('button', { name: /を削除$/ })
    .last()
    .click()
  await expect(parcels).toHaveCount(before)
  await expect(first).toHaveValue(String(all))
  await form.getByRole('button', { name: '個口を保存' }).click()
  await expect(page.getByText(`個口と中身（${before}個口：`)).toBeVisible()
})
