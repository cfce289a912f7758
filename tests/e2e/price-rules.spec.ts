import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

/** A farm makes its prices for many, for one, and shows something to few; what the restaurant sees of it. */

test('tiers, a price for a regular and goods for few, on a phone; the chef sees his price, a visitor nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  await signedIn(page, 'farmer@example.jp')
  const idOf = async (name: string) => {
    await open(page, '/farmer/products/List')
    const to = await page.getByRole('link', { name }).first().getAttribute('href')
    return /[0-9a-f-]{36}/.exec(to ?? '')?.[0] ?? ''
  }
  const paprika = await idOf('パプリカ 赤・黄')
  const hidden = await idOf('ミニトマト イエローミミ')
  await open(page, `/farmer/products/edit/${paprika}?step=price`)
  await page.getByRole('link', { name: '数量別価格' }).click()
  await expect(page.getByRole('heading', { name: '数量別価格' })).toBeVisible()
  await expectAccessible(page)
  const first = page.getByRole('group', { name: '1段階目' })
  await first.getByLabel('数量').fill('５')
  await first.getByLabel(/の単価（税抜）/).fill('9,999')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('上の行より低い').first()).toBeVisible()
  const [, figures = ''] = /¥([\d,]+)/.exec((await page.getByText(/現在の単価は/).textContent()) ?? '') ?? []
  const listYen = Number(figures.replace(',', ''))
  await first.getByLabel(/の単価（税抜）/).fill(String(listYen - 100))
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText(/数量別価格を保存しました|変更点は/).first()).toBeVisible()

  await open(page, '/farmer/regulars')
  await page
    .getByRole('link', { name: /ビストロ 灯/ })
    .first()
    .click()
  await expect(page.getByText('フルーツトマト 塩育ち').first()).toBeVisible()
  await page.getByRole('link', { name: '価格を設定' }).click()
  await page.getByRole('link', { name: /パプリカ 赤・黄/ }).click()
  await expectAccessible(page)
  await page.getByLabel(/この飲食店の1.*の単価/).fill(String(listYen - 200))
  await page.getByRole('button', { name: 'この価格を設定する' }).click()
  await expect(page.getByText('価格を設定しました').first()).toBeVisible()
  await page.getByText(/これまでの変更/).click()
  await expect(page.getByText(/お得意さま価格：/).first()).toBeVisible()

  await open(page, `/farmer/products/audience/${hidden}`)
  await expect(page.getByRole('radio', { name: /選択した飲食店のみ/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /ビストロ 灯/ }).first()).toBeChecked()
  await expectAccessible(page)

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } })
  const chef = await context.newPage()
  const asVisitor = await chef.goto(`/restaurant/products/${hidden}`)
  expect(asVisitor?.status()).toBe(404)
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant/products')
  const shared = chef.getByRole('main').getByRole('listitem').filter({ hasText: '貴店限定' })
  await expect(shared.getByRole('link', { name: 'ミニトマト イエローミミ' }).first()).toBeVisible()
  await open(chef, `/restaurant/products/${paprika}`)
  await expect(chef.getByText('お得意さま価格').first()).toBeVisible()
  await open(chef, `/restaurant/products?q=${encodeURIComponent('ミニトマト アイコ')}`)
  await chef.getByRole('main').getByRole('link', { name: 'ミニトマト アイコ' }).first().click()
  await expect(chef.getByRole('table', { name: '数量別価格' })).toBeVisible()
  await chef.getByRole('textbox', { name: /ミニトマト アイコの数/ }).fill('3')
  await chef.getByRole('button', { name: /^(かごに追加|数量を変更)$/ }).click()
  await expect(chef.getByText(/かごに3/)).toBeVisible()
  await open(chef, '/restaurant/cart')
  await expect(chef.getByText(/あと2箱で、1箱 ¥2,500 になります/)).toBeVisible()
  await context.close()
})
