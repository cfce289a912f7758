import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, password } from './support.ts'
import { test } from './test.ts'

/** Finding goods: narrowed and ordered by the address, suggested while the user types, kept and watched. */

const list = '/restaurant/products'
const count = async (page: Page) =>
  Number(((await page.getByRole('main').locator('h1 + p .num').first().textContent()) ?? '').replaceAll(',', ''))
const field = (page: Page) => page.getByLabel('食材・農園・産地で検索').filter({ visible: true })

test('a list is filtered in the sheet, the button states the count, chips remove filters, and back goes back', async ({
  page,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, list)
  const all = await count(page)
  await page.getByText('絞り込み').click()
  const sheet = page.locator('.filter-sheet form')
  const button = sheet.getByRole('button', { name: /点を見る$/ })
  const number = async () => Number(((await button.textContent()) ?? '').replace(/\D/g, ''))
  // the goods shown only to this restaurant are counted, too
  await expect.poll(number).toBe(all)
  await sheet.getByLabel(/^根菜/).check()
  await expect.poll(number).toBeLessThan(all)
  const roots = await number()
  await sheet.getByLabel(/^有機JAS/).check()
  await expect.poll(number).toBeLessThan(roots)
  const said = await number()
  expect(said).toBeLessThan(all)
  await expectAccessible(page)
  await button.click()
  await expect(page).toHaveURL(/category=root.*method=jas_organic/)
  await expect(async () => expect(await count(page)).toBe(said)).toPass()
  const chips = page.getByRole('list', { name: '絞り込み条件' })
  await chips.getByRole('link', { name: /有機JAS/ }).click()
  await expect(page).not.toHaveURL(/method=/)
  await expect(page).toHaveURL(/category=root/)
  await page.goBack()
  await expect(page).toHaveURL(/method=jas_organic/)
  // the address is back before the page is, and a menu closes when the page under it changes
  await expect(chips.getByRole('link', { name: /有機JAS/ })).toBeVisible()
  await page.locator('summary', { hasText: '並び順：' }).click()
  await page.getByRole('link', { name: '1kgの単価が安い順' }).click()
  await expect(page).toHaveURL(/sort=per_kg/)
})

test('suggestions by keyboard, for a typing mistake, and from earlier searches', async ({ page }) => {
  await open(page, list)
  await field(page).click()
  await field(page).pressSequentially('にんじ')
  const options = page.getByRole('listbox', { name: '候補' })
  await expect(options.getByRole('option', { name: /にんじん/ }).first()).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('にんじん')
  await open(page, `${list}?q=${encodeURIComponent('にんしん')}`)
  await expect(page.getByRole('heading', { name: 'もしかして「にんじん」' })).toBeVisible()
  await field(page).fill('')
  await field(page).blur()
  await field(page).focus()
  await expect(options.getByRole('option', { name: 'にんじん', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
})

test('favourites and watches are added and removed', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, `${list}?category=mushroom`)
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^お気に入り：/ })
    .first()
  const name = ((await heart.getAttribute('aria-label')) ?? '').replace('お気に入り：', '')
  if ((await heart.getAttribute('aria-pressed')) === 'false') {
    const kept = page.waitForResponse((response) => response.request().method() === 'POST')
    await heart.click()
    await kept
  }
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/restaurant/farmers')
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
  const bell = page.getByRole('button', { name: '新商品が出たら通知' })
  if ((await bell.getAttribute('aria-pressed')) === 'false') {
    const kept = page.waitForResponse((response) => response.request().method() === 'POST')
    await bell.click()
    await kept
  }
  await expect(page.getByText('登録しました。')).toBeVisible()
  await open(page, '/restaurant/favourites')
  await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /のお知らせを解除：/ })
    .first()
    .click()
  await expect(page.getByText(/お知らせを解除しました。/).first()).toBeVisible()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('お知らせを解除しました。')).toHaveCount(0)
})

test('a favourite that is added before signing in is saved after it, on the same page; removed, it can be restored', async ({
  page,
}) => {
  const shelf = `${list}?category=herb`
  await open(page, shelf)
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^お気に入り：/ })
    .first()
  const name = (await heart.getAttribute('aria-label')) ?? ''
  await heart.click()
  await expect(page).toHaveURL(/signIn/)
  await expect(page.getByText(/お気に入りに登録されます/).first()).toBeVisible()
  await page.getByLabel('メールアドレス').fill('owner@example.jp')
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'サインインする' }).click()
  await expect(page).toHaveURL(/category=herb/)
  const kept = page.getByRole('main').getByRole('button', { name, exact: true }).first()
  await expect(kept).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/restaurant/favourites')
  await kept.click()
  await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(kept).toHaveAttribute('aria-pressed', 'true')
  await page.context().setOffline(true)
  await kept.click()
  await expect(page.getByText('オフラインです。接続後に押してください。').first()).toBeVisible()
  await page.context().setOffline(false)
  await kept.click()
  await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('a farm shows where it lies and where else it can be found; goods that rest have no cart', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, `${list}?q=${encodeURIComponent('さとうのうえん')}`)
  await page
    .getByRole('list', { name: '農園', exact: true })
    .getByRole('link', { name: /佐藤農園/ })
    .click()
  await expect(page.getByRole('heading', { name: '所在地' })).toBeVisible()
  const link = page.getByRole('list', { name: '佐藤農園のリンク' }).getByRole('link').first()
  await expect(link).toHaveAttribute('rel', /nofollow/)
  await open(page, '/restaurant/favourites')
  const resting = page.getByRole('region', { name: '現在販売していない商品' })
  await expect(resting.getByRole('button', { name: /^入荷を通知/ }).first()).toBeVisible()
  await expect(resting.getByRole('button', { name: /^かごに追加/ })).toHaveCount(0)
})

test('a product: its pictures large, its harvests, and a box that fills', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, `${list}?q=${encodeURIComponent('大玉トマト 桃太郎')}`)
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page.getByText(/^ロット/).first()).toBeVisible()
  await page
    .getByRole('link', { name: /を拡大する$/ })
    .first()
    .click()
  const large = page.getByRole('dialog')
  await expect(large.getByRole('img')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(large.getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('+')
  await expect(large.getByRole('button', { name: 'さらに拡大' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await open(page, '/restaurant/farmers/Products')
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^かごに追加/ })
    .first()
  if ((await page.getByText('箱はまだ空です。').count()) > 0) await add.click()
  await expect(page.getByText(/サイズ・/).first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor searches, narrows and looks at farms, and is told no price', async ({ page }) => {
    await page.goto(list)
    await field(page).fill('にんじん')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/q=/)
    await page.getByText('絞り込み').click()
    const sheet = page.locator('.filter-sheet form')
    await expect(sheet.getByText('価格（税抜）')).toHaveCount(0)
    await sheet.getByLabel(/^旬のもの/).check()
    await sheet.getByRole('button', { name: /点を見る$/ }).click()
    await expect(page).toHaveURL(/season=1/)
    for (const path of [
      page.url(),
      '/restaurant/farmers',
      '/restaurant/farmers/Products',
      '/restaurant/products/count',
    ])
      expect(await (await page.request.get(path)).text()).not.toMatch(/"priceYen",\d|"perKg",\[|price-tag"/)
    const narrowed = await page.request.get('/restaurant/products/count?yenFrom=1&yenTo=2')
    expect((await narrowed.json()).count).toBeGreaterThan(100)
  })
})

test.describe('favourites without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a removed favourite is restored with one press', async ({ page }) => {
    await signedIn(page, 'owner@example.jp')
    const shelf = `${list}?category=root`
    await page.goto(shelf)
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /^お気に入り：/ })
      .first()
    const name = (await heart.getAttribute('aria-label')) ?? ''
    const same = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click()
    await expect(same).toHaveAttribute('aria-pressed', 'true')
    await same.click()
    await expect(page.getByText('お気に入りから削除しました。')).toBeVisible()
    await expect(same).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('button', { name: '元に戻す' }).click()
    await expect(page).toHaveURL(/category=root/)
    await expect(same).toHaveAttribute('aria-pressed', 'true')
  })
})

test('a visitor reads the profile of a farm, and goes on to its goods', async ({ page }) => {
  const [farm] = await query(`select id, name from farms where status = 'approved' order by kana limit 1`)
  await page.goto(`/farmer/profile/${farm?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(farm?.name))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'この農園の商品を見る' }).click()
  await expect(page).toHaveURL(`/restaurant/farmers/${farm?.id}`)
  await page.goto('/farmer/profile')
  await expect(page).toHaveURL(/\/auth\/signIn/)
})

test('going back to the list finds the card where it was, also in large letters', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await page.addInitScript(() => {
    document.documentElement.style.fontSize = '125%'
  })
  await open(page, '/restaurant/products')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .nth(20)
  const link = card.getByRole('heading').getByRole('link')
  // as a finger does: every card on the way is laid out
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, innerHeight / 2))
    await expect(link).toBeInViewport({ timeout: 100 })
  }).toPass()
  const top = (await card.boundingBox())?.y ?? 0
  await link.evaluate((it: HTMLElement) => it.click())
  await expect(page).toHaveURL(/products\/[\da-f-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - top)).toBeLessThan(20)
})
