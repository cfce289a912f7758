import { expect, type Locator, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

/** The day on which everything should arrive can be chosen wherever it is shown, and no menu leaves the screen. */

const home = '/restaurant'
const menu = (page: Page) => page.locator('details.wished-day:visible')
const wished = () =>
  query(
    `select c.wished_on::text as day from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp'`,
  )
const emptyCart = () =>
  query(
    `delete from cart_lines where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = 'owner@example.jp')`,
  )

/** Nothing of it is outside of the screen, and nothing else lies over it. */
async function expectOnScreen(panel: Locator): Promise<void> {
  await expect(panel).toBeVisible()
  const hidden = await panel.evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    const low = Math.min(bottom, window.innerHeight) - 8
    const corners = [
      [left + 8, top + 8],
      [right - 8, top + 8],
      [left + 8, low],
      [right - 8, low],
    ] as const
    return corners.filter(([x, y]) => !it.contains(document.elementFromPoint(x, y)))
  })
  expect(hidden).toEqual([])
}

test('every menu of the lists and of the tops is on the screen, from 320 to 430 px, over the bar of the cart', async ({
  page,
}) => {
  await signedIn(page, 'owner@example.jp')
  const [{ id } = {}] = await query(
    `select id from products where name = '大玉トマト 桃太郎' and status = 'listed' limit 1`,
  )
  await open(page, `/restaurant/products/${id}`)
  await page.getByRole('textbox', { name: /大玉トマト 桃太郎の数/ }).fill('2')
  await page.getByRole('button', { name: /^(かごに追加|数量を変更)$/ }).click()
  await expect(page.getByText(/かごに2/).first()).toBeVisible()
  for (const width of [320, 390, 430])
    for (const path of ['/restaurant/products', '/restaurant/farmers', home]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, path)
      const menus = page.locator('details.details-menu:visible')
      for (const [index, one] of (await menus.all()).entries()) {
        const summary = one.locator('> summary')
        await summary.click()
        await test.step(`${width} px, ${path}, ${index}`, () => expectOnScreen(one.locator('> .menu-panel')))
        await page.keyboard.press('Escape')
      }
    }
})

test('with an empty cart the day is chosen on the home page', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, home)
  await emptyCart()
  await open(page, home)
  const picker = menu(page).first()
  await taken(picker.locator('form').first())
  await picker.locator('> summary').click()
  await expectOnScreen(picker.locator('> .menu-panel'))
  await expectAccessible(page)
  const day = picker.getByRole('radio', { disabled: false, checked: false }).last()
  const value = await day.getAttribute('value')
  await day.click({ force: true })
  await expect.poll(wished).toContainEqual({ day: value })
  await expect(picker).not.toHaveAttribute('open')
  await open(page, '/restaurant/cart')
  await expect(page.getByRole('main').locator(`input[name="day"][value="${value}"]`).first()).toBeChecked()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the day is chosen as well', { tag: '@desktop' }, async ({ page }) => {
    await signedIn(page, 'owner@example.jp')
    await page.goto(home)
    const picker = menu(page).first()
    await picker.locator('> summary').click()
    const day = picker.getByRole('radio', { disabled: false, checked: false }).last()
    const value = await day.getAttribute('value')
    await day.check({ force: true })
    await picker.getByRole('button', { name: 'この日を選択' }).click()
    await expect.poll(wished).toContainEqual({ day: value })
    await expect(page).toHaveURL(/\/restaurant$/)
  })
})
