import { type Browser, expect, type Page } from '@playwright/test'
import { startOfTests } from './app-clock.ts'
import { emptyCarts } from './database.ts'
import { signedIn } from './signed-in.ts'
import { agreeToTerms, expectAccessible, nameLots, photoFile, taken, wishForTheLastDay } from './support.ts'
import { test, theApp } from './test.ts'

/**
 * The main job, as a chef, three farmers and the kitchen do it: found by role and label, on a
 * phone and on a desktop. The steps build on each other, so they are one story.
 */
test.describe.configure({ mode: 'serial' })

const goods = [
  { farm: '佐藤農園', product: '大玉トマト 桃太郎', email: 'farmer@example.jp' },
  { farm: 'ひだまり農場', product: '地鶏 丸', email: 'farmer2@example.jp', kg: '1.85' },
  { farm: '根本さんちの畑', product: 'にんじん 向陽二号', email: 'farmer3@example.jp' },
] as const

let chef: Page
/** The pages of the story, on a phone; those of a desktop are in accessibility.spec.ts. */
let look: (page: Page) => Promise<void>
let orders: { farm: string; path: string }[] = []

test.beforeAll(async ({ app: _, browser }, { project }) => {
  await emptyCarts('chef@example.jp')
  chef = await newPerson(browser, project.use)
  look = project.name === 'phone' ? expectAccessible : async () => {}
  await signedIn(chef, 'chef@example.jp')
})
test.afterAll(async () => {
  await chef.context().close()
})

async function newPerson(browser: Browser, use: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ ...use, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  return context.newPage()
}

test('the chef sees the goods of many farms, and にんじん finds 人参', { tag: ['@phone', '@desktop'] }, async () => {
  await chef.goto('/restaurant/products')
  await expect(chef.getByRole('heading', { level: 1 })).toBeVisible()
  await chef.goto('/restaurant/products?q=にんじん')
  await expect(chef.getByRole('link', { name: 'にんじん 向陽二号' }).first()).toBeVisible()
  await chef.goto('/restaurant/products?q=人参')
  await expect(chef.getByRole('link', { name: 'にんじん 向陽二号' }).first()).toBeVisible()
  await chef.goto('/restaurant/products?category=root')
  await expect(chef.getByRole('link', { name: '地鶏 丸' })).toHaveCount(0)
})

test('goods of three farms go into the cart, one of them by weight', { tag: ['@phone', '@desktop'] }, async () => {
  for (const { product, farm } of goods) {
    await chef.goto(`/restaurant/products?q=${encodeURIComponent(`${product} ${farm}`)}`)
    await chef.getByRole('link', { name: product, exact: true }).first().click()
    await expect(chef.getByRole('heading', { level: 1, name: product })).toBeVisible()
    await expect(chef.getByRole('link', { name: farm }).first()).toBeVisible()
    await chef.getByRole('button', { name: 'かごに追加', exact: true }).click()
    await expect(
      chef
        .getByRole('button', { name: '数量を変更' })
        .or(chef.getByText(/かごに.*入って/))
        .first(),
    ).toBeVisible()
  }
})

test('the cart says for each farm which days are possible and why the others are not', {
  tag: ['@phone', '@desktop'],
}, async () => {
  await chef.goto('/restaurant/cart')
  for (const { farm } of goods) await expect(chef.getByText(farm).first()).toBeVisible()
  const wished = chef.getByRole('region', { name: '全商品のお届け希望日' })
  await wished.getByText(/お届けできない日と理由/).click()
  await expect(wished.getByText(/日\(日\).*：店舗休業/)).toBeVisible()
  await expect(chef.getByText(/送料/).first()).toBeVisible()
  // a day for which nothing is open yet: what is ordered again for the same day would join that order
  await wishForTheLastDay(chef)
})

test('bad quantities are answered in words beside the field, and full-width digits are fine', {
  tag: ['@phone', '@desktop'],
}, async () => {
  const qty = chef.getByRole('textbox', { name: '大玉トマト 桃太郎の数' }).last()
  await taken(qty)
  // each is answered before the next is typed, and the last is in the cart before the next page is opened
  const enter = async (typed: string) => {
    const answered = chef.waitForResponse((response) => response.request().method() === 'POST')
    await qty.fill(typed)
    await qty.press('Enter')
    await answered
  }
  for (const typed of ['-1', '1000000000', '0.0001', '十二']) {
    await enter(typed)
    await expect(qty).toHaveAttribute('aria-invalid', 'true')
    await expect(qty).toHaveValue(typed)
  }
  await enter('２')
  await expect(qty).not.toHaveAttribute('aria-invalid', 'true')
  await expect(qty).toHaveValue('2')
})

test('the chef confirms once: a double click makes one purchase with three orders', {
  tag: ['@phone', '@desktop'],
}, async () => {
  await chef.goto('/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).dblclick()
  await expect(chef).toHaveURL(/\/restaurant\/order\/completed\//)
  await look(chef)
  const links = chef.getByRole('main').locator('a[href^="/restaurant/orders/"]')
  await expect(links).toHaveCount(3)
  orders = await Promise.all(
    (await links.all()).map(async (link) => ({
      farm: (await link.textContent()) ?? '',
      path: (await link.getAttribute('href')) ?? '',
    })),
  )
  await chef.goto('/restaurant/order')
  await expect(chef).toHaveURL(/\/restaurant\/cart/)
  await expect(chef.getByText('かごは空です')).toBeVisible()
})

test(
  'each farmer accepts, packs with weight and lot, and ships with a tracking number',
  { tag: ['@phone', '@desktop'] },
  async ({ browser }, { project }) => {
    test.setTimeout(300_000)
    for (const { email, farm, ...more } of goods) {
      const farmer = await newPerson(browser, project.use)
      // these pages have all the parts of the others, and a weight
      const lookAt = 'kg' in more ? look : async () => {}
      await signedIn(farmer, email)
      await farmer.goto('/farmer')
      const path = await orderOf(farm)
      await farmer.goto(path)
      await press(farmer, 'すべて受注する')
      await farmer.goto(path)
      await press(farmer, '箱詰めを開始する')
      await farmer.goto(path)
      if ('kg' in more) {
        const weight = farmer.getByRole('textbox', { name: /重さ/ })
        await taken(weight)
        await weight.fill(more.kg)
      }
      await nameLots(farmer)
      await lookAt(farmer)
      await press(farmer, '箱詰めを登録する')
      const number = farmer.getByRole('textbox', { name: '送り状番号' }).first()
      await expect(number).toBeVisible()
      await number.fill('444413758704')
      await press(farmer, '出荷を登録する')
      await expect(farmer.getByText(/末尾の1桁が一致しません/).first()).toBeVisible()
      await expect(farmer.getByRole('textbox', { name: '送り状番号' }).first()).toHaveValue('444413758704')
      await farmer.getByRole('textbox', { name: '送り状番号' }).first().fill('４４４４−１３７５−８７０３')
      await lookAt(farmer)
      await press(farmer, '出荷を登録する')
      await expect(farmer.getByText(/4444-?1375-?8703/).first()).toBeVisible()
      await lookAt(farmer)
      await farmer.context().close()
    }
  },
)

/** Presses and waits until the server has answered; a person would wait for the page, too. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await taken(button)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await button.click()
  await answered
}

/** The order of one farm, on the farmer's side of the house. */
async function orderOf(farm: string): Promise<string> {
  for (const { path } of orders) {
    await chef.goto(path)
    if (await chef.getByRole('main').getByText(farm).first().isVisible())
      return path.replace('/restaurant/', '/farmer/')
  }
  throw new Error(`no order of ${farm}`)
}

test('the kitchen receives: one line damaged, the others right, and the figures are final', {
  tag: ['@phone', '@desktop'],
}, async () => {
  for (const { path } of orders) {
    await chef.goto(path)
    await expect(chef.getByText('4444-1375-8703').first()).toBeVisible()
    await chef.goto(path.replace('/orders/', '/receiving/'))
    const isTomato = await chef.getByText('大玉トマト 桃太郎').first().isVisible()
    if (isTomato) {
      const row = chef.getByRole('main').locator('details').first()
      await taken(row)
      await row.locator('summary').click()
      await chef.getByRole('radio', { name: '傷み' }).check({ force: true })
      await chef
        .locator('input[type=file][name^="photo."]')
        .first()
        .setInputFiles(await photoFile())
      await expect(chef.getByRole('list', { name: '選択した写真' })).toBeVisible()
      await chef.getByRole('textbox', { name: /良品数/ }).fill('１')
      await chef.getByRole('textbox', { name: /備考/ }).fill('ひと箱つぶれていた')
    }
    await press(chef, '検収を完了する')
    await expect(chef.getByRole('main').getByText('検収').first()).toBeVisible()
    await chef.goto(path)
    await expect(chef.getByText('金額確定').first()).toBeVisible()
    if (isTomato) await expect(chef.getByText(/ひと箱つぶれていた/).first()).toBeVisible()
  }
})

test(
  'the weighed line costs grams × yen per kg on both sides',
  { tag: ['@phone', '@desktop'] },
  async ({ browser }, { project }) => {
    const farmer = await newPerson(browser, project.use)
    await signedIn(farmer, 'farmer2@example.jp')
    const path = await orderOf('ひだまり農場')
    await chef.goto(path.replace('/farmer/', '/restaurant/'))
    // 1,850 g × ¥2,480/kg = ¥4,588
    await expect(chef.getByText('¥4,588').first()).toBeVisible()
    await farmer.goto(path)
    await expect(farmer.getByText('¥4,588').first()).toBeVisible()
    await farmer.context().close()
  },
)

test('the history is filtered by month, farm and state, and 再注文 puts the goods into the cart', {
  tag: ['@phone', '@desktop'],
}, async () => {
  await chef.goto('/restaurant/order/History')
  const filters = chef.getByRole('search', { name: '伝票を検索' })
  await filters.getByText('絞り込み', { exact: true }).click()
  await filters.getByLabel('農園', { exact: true }).selectOption({ label: 'ひだまり農場' })
  await filters.getByLabel('状態', { exact: true }).selectOption({ label: '検収済み' })
  await filters.getByRole('button', { name: 'この条件で検索' }).click()
  await expect(chef).toHaveURL(/farm=.*state=received/)
  const orders = chef.getByRole('main').locator('li, tbody tr').filter({ hasText: '再注文' })
  const cards = orders.filter({ visible: true })
  await expect(cards.first()).toContainText('金額確定')
  for (const card of await cards.all()) await expect(card).toContainText('ひだまり農場')
  await chef
    .getByRole('button', { name: /再注文/ })
    .first()
    .click()
  await expect(chef).toHaveURL(/\/restaurant\/cart/)
  await expect(chef.getByRole('button', { name: /を増やす/ }).first()).toBeVisible()
})

test('an unanswered order expires by itself', { tag: ['@phone', '@desktop'] }, async () => {
  await chef.goto('/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)
  const path = await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')
  theApp().clock.moveTo('2026-12-10T10:00:00+09:00')
  try {
    await theApp().runSoon('order-timers')
    await signedIn(chef, 'chef@example.jp')
    // by then the next version of the terms is in force
    await agreeToTerms(chef)
    await expect(async () => {
      await chef.goto(path ?? '/')
      await expect(chef.getByText('期限切れ').first()).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 80_000 })
  } finally {
    theApp().clock.moveTo(startOfTests)
  }
})
