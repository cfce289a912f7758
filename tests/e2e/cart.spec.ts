import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { open, taken } from './support.ts'
import { test, theApp } from './test.ts'

const query = (sql: string, values?: unknown[]) => theApp().query(sql, values)

/** One product of a farm in the cart of the owner, and nothing else. */
async function cartWithTomatoes(page: Page): Promise<string> {
  const [{ id, farm } = {}] = await query(
    `select p.id, f.name as farm from products p join farms f on f.id = p.farm_id
      where p.name = '大玉トマト 桃太郎' and p.status = 'listed' order by p.id limit 1`,
  )
  await query(
    `delete from cart_lines where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )
  await signedIn(page, 'owner@example.jp')
  await open(page, `/restaurant/products/${id}`)
  await page.getByRole('button', { name: 'かごに追加', exact: true }).click()
  await expect(page.getByText(/かごに\d+\S+入っています/)).toBeVisible()
  return String(farm)
}

test('a farm in the cart is one line, its details unfold, and the chosen day is in view', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  const farm = await cartWithTomatoes(page)
  await open(page, '/restaurant/cart')
  const card = page.getByRole('region', { name: farm, exact: true })
  await expect(card.getByText(/不足時：出荷可能な数量のみ受け取る・送料/)).toBeVisible()
  await expect(card.getByLabel('時間帯')).toBeHidden()
  await card.getByText(/不足時：/).click()
  await expect(card.getByLabel('時間帯')).toBeVisible()
  const last = card.locator('input[type=radio]').last()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await last.check({ force: true })
  await saved
  await page.reload()
  await card.getByText(/不足時：/).click()
  await expect(card.locator('label', { has: page.locator('input:checked') })).toBeInViewport({ ratio: 1 })
  await expect(card.locator('input[type=radio]:disabled')).toHaveCount(0)
})

test('without script the details of a farm unfold, too', async ({ browser, page }) => {
  const farm = await cartWithTomatoes(page)
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const noScript = await plain.newPage()
  await noScript.goto(`${theApp().origin}/restaurant/cart`)
  const card = noScript.getByRole('region', { name: farm, exact: true })
  await card.getByText(/不足時：/).click()
  await card.getByLabel('時間帯').selectOption('am')
  await card.getByRole('button', { name: 'お届けの希望を保存' }).click()
  await expect(card.getByText(/日\(.\) 午前/)).toBeVisible()
  await plain.close()
})

test('a day that cannot be kept unfolds the farm that it is about', async ({ page }) => {
  const farm = await cartWithTomatoes(page)
  await query(
    `insert into cart_farms (cart_id, farm_id, delivery_on)
     select l.cart_id, p.farm_id, current_date + 300
       from cart_lines l join products p on p.id = l.product_id join carts c on c.id = l.cart_id
       join people o on o.id = c.person_id where o.email = 'owner@example.jp'
     on conflict (cart_id, farm_id) do update set delivery_on = excluded.delivery_on`,
  )
  await open(page, '/restaurant/cart')
  const card = page.getByRole('region', { name: farm, exact: true })
  await expect(card.getByText('選択した日にはお届けできません。別の日を選択してください。')).toBeVisible()
  await expect(card.getByLabel('時間帯')).toBeVisible()
})

test('a product leads on to the cart and to its farm, and its day moves the cart and back', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  await cartWithTomatoes(page)
  const bar = page.getByRole('main')
  await expect(bar.getByRole('link', { name: /^かごを見る ¥[\d,]+（税込/ })).toBeVisible()
  await expect(bar.getByRole('link', { name: '農園にチャットで相談する' })).toHaveAttribute(
    'href',
    /\/Chat\/.+product=/,
  )
  await expect(page.getByText('お届け日を変更すると、かごの全商品（1点）に適用されます。')).toBeVisible()
  const wished = async () =>
    query(
      `select c.wished_on::text as day from carts c join people p on p.id = c.person_id
        where p.email = 'owner@example.jp' and exists (select from cart_lines where cart_id = c.id)`,
    )
  const before = await wished()
  await page.getByRole('main').locator('input[type=radio]:enabled:not(:checked)').last().check({ force: true })
  await expect(page.getByText(/^かごの全商品のお届け希望日を.+に変更しました$/)).toBeVisible()
  expect(await wished()).not.toEqual(before)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect.poll(wished).toEqual(before)
})

test('@phone one more and removed right after it: the cart shows what was pressed last, and has it', async ({
  page,
}) => {
  const farm = await cartWithTomatoes(page)
  await open(page, '/restaurant/cart')
  const card = page.getByRole('region', { name: farm, exact: true })
  const more = card.getByRole('button', { name: /増やす/ })
  await taken(more)
  const answered = Promise.withResolvers<void>()
  await page.route('**/restaurant/cart.data*', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue().catch(() => undefined)
  })
  await more.click()
  await expect(card.getByRole('textbox').first()).toHaveValue('2')
  await card.getByRole('button', { name: /^削除/ }).click()
  await expect(card.getByRole('button', { name: /^かごに追加/ })).toBeVisible()
  answered.resolve()
  await expect(card).toBeHidden()
})
