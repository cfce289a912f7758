import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, nameLots, open, taken } from './support.ts'
import { test } from './test.ts'

test('staff make a hub of an organisation that sells nothing, and a farm of it again', { tag: '@desktop' }, async ({
  page,
}) => {
  const [row] = await query(
    `select m.farm_id from memberships m join people p on p.id = m.person_id where p.email = 'hub@example.jp'`,
  )
  await signedIn(page, 'admin@example.jp')
  await open(page, `/admin/users/farm-${row?.farm_id}`)
  const fold = page.getByText('運行事業者（商品を販売しない）')
  await taken(fold)
  await fold.click()
  await page.getByRole('button', { name: '農園に変更する' }).click()
  await expect(page.getByText('事業者の種類を変更しました。').first()).toBeVisible()
  // the form stays open where it was
  await expect(page.getByRole('button', { name: '運行事業者に変更する' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '運行事業者に変更する' }).click()
  await expect(page.getByText('運行事業者（商品を販売しない）')).toBeVisible()

  // one that sells is told why not
  const [farm] = await query(
    `select m.farm_id from memberships m join people p on p.id = m.person_id where p.email = 'farmer3@example.jp'`,
  )
  await open(page, `/admin/users/farm-${farm?.farm_id}`)
  const other = page.getByText('運行事業者に変更する').first()
  await taken(other)
  await other.click()
  await page.getByRole('button', { name: '運行事業者に変更する' }).click()
  await expect(page.getByText(/販売中または審査中の商品があるため/).first()).toBeVisible()
})

test('a kitchen answers a correction by telephone: staff state who said so, and both sides read it', {
  tag: '@desktop',
}, async ({ page }) => {
  const [asked] = await query(
    `select order_id from adjustment_requests where state = 'asked' order by asked_at desc limit 1`,
  )
  await signedIn(page, 'admin@example.jp')
  await open(page, `/admin/orders/${asked?.order_id}`)
  await expect(page.getByText('飲食店から電話で回答があった')).toBeVisible()
  const decline = page.getByRole('button', { name: '同意しないと登録する' })
  await taken(decline)
  await decline.click()
  await expect(page.getByText('理由を入力してください', { exact: false }).first()).toBeVisible()
  await page.getByRole('textbox', { name: '理由' }).last().fill('店長から電話')
  await expectAccessible(page)
  await page.getByRole('button', { name: '同意しないと登録する' }).click()
  await expect(page.getByText('飲食店から電話で回答があった')).toHaveCount(0)
  await expect(page.getByText(/店長から電話/).first()).toBeVisible()
})

test('a farm states the price of its van by distance; an invalid line stays, with its error', {
  tag: '@phone',
}, async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/ways')
  await page.getByRole('link', { name: '自社配送（距離別の送料）を追加する' }).click()
  const name = page.getByRole('textbox', { name: '名称' })
  await taken(name)
  await name.fill('県内便')
  await page.getByLabel('区分1 距離').fill('10')
  await page.getByLabel('区分1 送料').fill('500')
  await page.getByLabel('区分2 距離').fill('30')
  await page.getByLabel('区分2 送料').fill('900')
  const distances = page.getByLabel('市区町村までの距離（km）')
  await distances.fill('八代市 6\n熊本市 おおよそ40')
  await page.getByLabel('出発からお届けまでの日数').fill('0')
  await page.getByRole('checkbox', { name: '火', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: '熊本県' }).check({ force: true })
  const add = page.getByRole('button', { name: '自社配送（距離別の送料）を追加する' })
  await add.click()
  await expect(page.getByText('「熊本市 おおよそ40」を読み取れません。').first()).toBeVisible()
  await expect(distances).toHaveValue('八代市 6\n熊本市 おおよそ40')
  await distances.fill('八代市 6\n熊本市 40')
  await add.click()
  // no band goes as far
  await expect(page.getByText(/熊本市/).first()).toBeVisible()
  await expectAccessible(page)
  await distances.fill('八代市 6\n宇城市 24')
  await add.click()
  await expect(page.getByText('お届け方法を追加しました。').first()).toBeVisible()
  await expect(page.getByText('八代市 6km、宇城市 24km')).toBeVisible()
})

test('a parcel leaves with a carrier that the farm states by its name', { tag: '@phone' }, async ({ page }) => {
  const [order] = await query(
    `select o.id from orders o join memberships m on m.farm_id = o.farm_id join people p on p.id = m.person_id
      where p.email = 'farmer@example.jp' and o.state in ('accepted', 'preparing') and o.way is null
        and not exists (select from order_lines l where l.order_id = o.id and l.catch_weight)
      order by o.state desc, o.ship_on limit 1`,
  )
  await signedIn(page, 'farmer@example.jp')
  await open(page, `/farmer/orders/${order?.id}`)
  const begin = page.getByRole('button', { name: '箱詰めを開始する' })
  const pack = page.getByRole('button', { name: '箱詰めを登録する' })
  const ship = page.getByRole('button', { name: '出荷を登録する' }).first()
  await expect(begin.or(pack).or(ship).first()).toBeVisible()
  if (await begin.isVisible()) await begin.click()
  await expect(pack.or(ship).first()).toBeVisible()
  if (await pack.isVisible()) {
    await nameLots(page)
    await pack.click()
  }
  const carriers = page.getByLabel('配送会社', { exact: true }).filter({ visible: true })
  await taken(carriers.first())
  for (const carrier of await carriers.all()) await carrier.selectOption('その他の配送会社')
  const numbers = page.getByRole('textbox', { name: '送り状番号' }).filter({ visible: true })
  for (const [at, number] of (await numbers.all()).entries()) await number.fill(`AB-${1_000 + at}`)
  await ship.click()
  await expect(page.getByText('配送会社名を40文字以内で入力してください。').first()).toBeVisible()
  await expectAccessible(page)
  const names = page.getByRole('textbox', { name: '配送会社名' }).filter({ visible: true })
  for (const name of await names.all()) await name.fill('西濃運輸')
  await ship.click()
  await expect(page.getByText('西濃運輸').first()).toBeVisible()
  const [parcel] = await query('select carrier, tracking_number as number from parcels where order_id = $1 limit 1', [
    order?.id,
  ])
  expect(parcel).toEqual({ carrier: '西濃運輸', number: 'AB1000' })
})

test('staff state the harvest and the carrier that a farm reads out by telephone', { tag: '@desktop' }, async ({
  page,
}) => {
  const [order] = await query(
    `select o.id from orders o where o.state = 'preparing' and o.way is null
        and exists (select from parcels p where p.order_id = o.id and p.tracked and p.unused_at is null)
      order by o.number limit 1`,
  )
  await signedIn(page, 'admin@example.jp')
  await open(page, `/admin/orders/${order?.id}?act=ship`)
  const form = page.getByRole('region', { name: '操作後の内容' })
  const carrier = form.getByLabel('配送会社', { exact: true })
  await taken(carrier)
  await carrier.selectOption('その他の配送会社')
  await form.getByLabel('その他の配送会社の名称').fill('赤帽 八代')
  await expect(form.getByLabel(/^収穫日/).first()).toBeVisible()
  await expectAccessible(page)
})
