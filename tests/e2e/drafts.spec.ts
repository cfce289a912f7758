import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { open, taken } from './support.ts'
import { test } from './test.ts'

/** What was typed or marked, and not sent yet, is still there after a reload: for this user, until it is sent. */

const offer = (page: Page) => page.getByText(/に保存した下書きがあります$/)
const goOn = (page: Page) => page.getByRole('button', { name: '続ける' }).click()
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)

test('a draft of a request survives a reload, is private to the user, and is gone once it is sent', async ({
  page,
}) => {
  const requests = '/restaurant/requests'
  const words = page.locator('[name=words]')
  await signedIn(page, 'owner@example.jp')
  await open(page, requests)
  const fold = page.locator('main details:not([open])').filter({ has: page.locator('[name=words]') })
  if ((await fold.count()) > 0) await fold.locator('> summary').click()
  await words.fill('ズッキーニの花')
  await page.getByRole('textbox', { name: /^数/ }).fill('30')
  await page.locator('[name=unit]').fill('本')
  await page.locator('[name=category]').selectOption({ label: '果菜' })
  await page.reload()
  await expect(offer(page)).toBeVisible()

  await signedIn(page, 'chef@example.jp')
  await open(page, requests)
  await taken(words)
  await expect(offer(page)).toHaveCount(0)

  await signedIn(page, 'owner@example.jp')
  await open(page, requests)
  await goOn(page)
  await expect(words).toHaveValue('ズッキーニの花')
  await page.getByRole('button', { name: '農園に問い合わせる' }).click()
  // refused: no day was chosen
  await expect(page).toHaveURL(/requests$/)
  await expect.poll(() => drafts(page)).toBe(1)
  // on any of some days: there is not a farm for every single one
  const days = page.getByRole('group', { name: /^お届け希望日/ }).locator('input:enabled')
  for (const place of [3, 4, 5, 6, 7]) await days.nth(place).check()
  await page.getByRole('button', { name: '農園に問い合わせる' }).click()
  await expect(page).toHaveURL(/requests\/[\w-]+$/)
  await expect.poll(() => drafts(page)).toBe(0)
})

test('the marks of an inspection survive a reload, and are gone after signing out', async ({ page }) => {
  const [order] = await query(
    `select o.id from orders o join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
     where p.email = 'owner@example.jp' and o.state in ('shipped', 'delivered') order by o.delivery_on limit 1`,
  )
  await signedIn(page, 'owner@example.jp')
  await open(page, `/restaurant/receiving/${order?.id}`)
  const line = page
    .locator('details')
    .filter({ has: page.locator('input[name^="verdict."]') })
    .first()
  await line.locator('summary').click()
  const mark = line.locator('input[name^="verdict."]').nth(1)
  await taken(mark)
  await mark.check({ force: true })
  await line.getByRole('textbox', { name: '良品数' }).fill('1')
  await line.getByRole('textbox', { name: '備考' }).fill('角がつぶれている')
  await page.reload()
  await expect(offer(page)).toBeVisible()
  await goOn(page)
  await expect(mark).toBeChecked()
  await line.locator('summary').click()
  await expect(line.getByRole('textbox', { name: '良品数' })).toBeEnabled()
  await expect(line.getByRole('textbox', { name: '良品数' })).toHaveValue('1')
  await expect(line.getByRole('textbox', { name: '備考' })).toHaveValue('角がつぶれている')
  expect(await drafts(page)).toBe(1)

  await page.goto('/restaurant')
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/auth/signOut' })
    document.body.append(form)
    form.submit()
  })
  await expect(page).toHaveURL(/signIn/)
  await expect.poll(() => drafts(page)).toBe(0)
})

test('a draft of a changed product survives a reload, and is gone once it is saved', async ({ page }) => {
  const [product] = await query(
    `select p.id from products p join farms f on f.id = p.farm_id
     where f.name = '佐藤農園' and p.status = 'listed' order by p.id limit 1`,
  )
  await signedIn(page, 'farmer@example.jp')
  await open(page, `/farmer/products/edit/${product?.id}?step=what`)
  const story = page.locator('#goods-form textarea').first()
  await taken(story)
  await story.fill('霜が降りて甘くなりました。')
  await page.reload()
  await expect(offer(page)).toBeVisible()
  await goOn(page)
  await expect(story).toHaveValue('霜が降りて甘くなりました。')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.poll(() => drafts(page)).toBe(0)
  await page.reload()
  await expect(story).toHaveValue('霜が降りて甘くなりました。')
  await expect(offer(page)).toHaveCount(0)
})
