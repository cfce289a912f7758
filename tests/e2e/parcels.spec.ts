import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, nameLots, open, taken } from './support.ts'
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

/** Opens an order of the farm that is packed, or packs it. Returns its id. */
async function openPacked(page: Page, { hasScript = true } = {}): Promise<unknown> {
  const [order] = await query(
    `select o.id from orders o join memberships m on m.farm_id = o.farm_id join people p on p.id = m.person_id
      where p.email = 'farmer@example.jp' and o.state in ('accepted', 'preparing') and o.way is null
        and (select l.confirmed_qty from order_lines l where l.order_id = o.id order by l.ordinal limit 1) > 1
        and not exists (select from order_lines l where l.order_id = o.id and l.catch_weight)
      order by o.state desc, o.ship_on limit 1`,
  )
  await signedIn(page, 'farmer@example.jp')
  await page.goto(`/farmer/orders/${order?.id}`)
  const begin = page.getByRole('button', { name: '箱詰めを開始する' })
  const pack = page.getByRole('button', { name: '箱詰めを登録する' })
  const ship = page.getByRole('button', { name: '出荷を登録する' }).first()
  await expect(begin.or(pack).or(ship).first()).toBeVisible()
  if (await begin.isVisible()) await begin.click()
  await expect(pack.or(ship).first()).toBeVisible()
  if (await pack.isVisible()) {
    await nameLots(page, { hasScript })
    await pack.click()
  }
  await expect(ship).toBeVisible()
  return order?.id
}

test('@phone what is typed about a shipment stays while other forms of the order are sent; each send has its own key', async ({
  page,
}) => {
  const id = await openPacked(page)
  const pack = page.getByRole('button', { name: '箱詰めを登録する' })
  const number = page.getByRole('textbox', { name: '送り状番号' }).first()
  await taken(number)
  await number.fill('4444-1375-8703')
  await page.getByText('この注文を出荷できなくなった', { exact: true }).click()
  const gone = page.getByRole('textbox', { name: '状況' })
  await gone.fill('台風の予報')
  const expectTyped = async () => {
    await expect(number).toHaveValue('4444-1375-8703')
    await expect(gone).toHaveValue('台風の予報')
  }
  await page.getByRole('button', { name: '納品書を発行する' }).click()
  await expect(page.getByText(/^納品書 .* を発行しました。/).first()).toBeVisible()
  await expectTyped()

  // a send whose answer is lost keeps no other form from being sent
  const made = await page
    .locator('form[id^=task-] input[name=key]')
    .evaluateAll((inputs) => inputs.map((it) => (it instanceof HTMLInputElement ? it.value : '')))
  expect(made.length).toBeGreaterThan(2)
  expect(new Set(made).size).toBe(made.length)

  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    const form = new URLSearchParams(request.postData() ?? '')
    if (form.get('intent') === 'pack') keys.push(form.get('key') ?? undefined)
  })
  await page.getByText('箱詰めを修正', { exact: true }).click()
  const count = page.getByLabel(/^箱詰めした数量/).first()
  const all = await count.inputValue()
  await count.fill('9999')
  await pack.click()
  await expect(count).toHaveAttribute('aria-invalid', 'true')
  await expect(count).toHaveValue('9999')
  await expectTyped()
  await count.fill(String(Number(all) - 1))
  await page
    .getByLabel(/^不足の理由/)
    .first()
    .selectOption({ index: 1 })
  const packed = async () =>
    Number(
      (
        await query('select sum(coalesce(shipped_qty, confirmed_qty)) as qty from order_lines where order_id = $1', [
          id,
        ])
      )[0]?.qty,
    )
  const before = await packed()
  await pack.click()
  // what was refused is folded away again
  await expect(count).toBeHidden()
  expect(await packed()).toBe(before - 1)
  await expectTyped()

  // corrected once more: another step
  await page.getByText('箱詰めを修正', { exact: true }).click()
  await expect(count).toHaveValue(String(Number(all) - 1))
  await count.fill(all)
  await pack.click()
  await expect.poll(packed).toBe(before)
  await expectTyped()
  const [refused, corrected, again] = keys
  expect(keys).toHaveLength(3)
  expect(corrected).toBe(refused)
  expect(again).not.toBe(corrected)
})

test('@phone a parcel that packing needs after all is no longer marked as unused; what is typed about another one stays', async ({
  page,
}) => {
  const id = await openPacked(page)
  const [second] = await query(
    `insert into parcels
     select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'ordinal', p.ordinal + 1, 'unused_at', now()))).*
       from parcels p where p.order_id = $1 order by p.ordinal desc limit 1 returning id`,
    [id],
  )
  await page.reload()
  const number = page.getByRole('textbox', { name: '送り状番号' }).first()
  await taken(number)
  const unused = page.locator(`input[name="unused.${second?.id}"]`)
  await expect(unused).toBeChecked()
  await number.fill('4444-1375-8703')
  // as a correction of the packing does
  await query('update parcels set unused_at = null where id = $1 returning id', [second?.id])
  await page.evaluate(() => void Reflect.get(window, '__reactRouterDataRouter').revalidate())
  await expect(unused).not.toBeChecked()
  await expect(number).toHaveValue('4444-1375-8703')
  await query('delete from parcels where id = $1 returning id', [second?.id])
})

test('@phone pieces that were weighed are of one packing: packed again, the weight of the line counts', async ({
  page,
}) => {
  const [order] = await query(
    `select o.id, p.email, l.id as line, 2 as qty, l.nominal_grams as grams
       from orders o join order_lines l on l.order_id = o.id join memberships m on m.farm_id = o.farm_id join people p on p.id = m.person_id
      where o.state = 'accepted' and o.way is null and m.role = 'owner' and l.catch_weight and l.shipped_qty is null
        and not exists (select from order_lines x where x.order_id = o.id and x.catch_weight and x.id <> l.id)
      order by o.ship_on limit 1`,
  )
  // two pieces instead of one
  for (const stage of ['ordered', 'confirmed'])
    await query(
      `insert into quantity_entries (order_line_id, stage, qty, grams, reason, event_id, at)
       select $1, $2, 2, 2 * $3::int, 'test', event_id, now() from quantity_entries where order_line_id = $1 limit 1 returning id`,
      [order?.line, stage, order?.grams],
    )
  await signedIn(page, String(order?.email))
  await open(page, `/farmer/orders/${order?.id}`)
  const begin = page.getByRole('button', { name: '箱詰めを開始する' })
  const pack = page.getByRole('button', { name: '箱詰めを登録する' })
  await expect(begin.or(pack).first()).toBeVisible()
  if (await begin.isVisible()) await begin.click()
  await expect(pack).toBeVisible()
  await nameLots(page)
  const pieces = page.getByRole('textbox', { name: /目（kg）$/ })
  const weigh = async () => {
    await page
      .getByText(/ずつ計量する/)
      .first()
      .click()
    for (const piece of await pieces.all()) await piece.fill(String(Number(order?.grams) / 1000))
    await pack.click()
  }
  const grams = async () =>
    (await query('select shipped_grams as it from order_lines where id = $1', [order?.line]))[0]?.it
  const nominal = Number(order?.qty) * Number(order?.grams)
  await weigh()
  await expect(page.getByRole('button', { name: '出荷を登録する' }).first()).toBeVisible()
  expect(await grams()).toBe(nominal)

  await page.getByText('箱詰めを修正', { exact: true }).click()
  const repeated = page.waitForResponse((response) => response.request().method() === 'POST')
  await weigh()
  await repeated
  await expect(page.locator('#task-pack input[name^="piece."]').first()).toHaveValue('')
  await page.locator(`#task-pack input[name="kg.${order?.line}"]`).fill(String((nominal + 10) / 1000))
  await pack.click()
  await expect.poll(grams).toBe(nominal + 10)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('@phone a corrected packing that is refused stands in its form, beside the numbers', async ({ page }) => {
    await openPacked(page, { hasScript: false })
    await page.getByText('箱詰めを修正', { exact: true }).click()
    const count = page.getByLabel(/^箱詰めした数量/).first()
    const all = await count.inputValue()
    await count.fill('9999')
    const pack = page.getByRole('button', { name: '箱詰めを登録する' })
    await pack.click()
    await expect(count).toBeVisible()
    await expect(count).toHaveAttribute('aria-invalid', 'true')
    await expect(count).toHaveValue('9999')
    await expect(page.getByRole('textbox', { name: '送り状番号' }).first()).toBeVisible()
    await count.fill(all)
    await pack.click()
    await expect(page.getByText('箱詰めが完了しました。次は出荷です。').first()).toBeVisible()
  })
})
