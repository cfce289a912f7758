import { expect, type Locator, type Page } from '@playwright/test'
import { toast, undo } from '../../app/ui/constants.ts'
import { stopTime } from './samples.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled, taken } from './support.ts'
import { test } from './test.ts'

/** The restaurant's layout: access, header, menu, tabs, cart, and placing an order with the keyboard alone. */

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024
const owner = (page: Page) => signedIn(page, 'owner@example.jp')

/** The addresses of the first product of the list and of its farm. */
async function someAddresses(page: Page): Promise<{ list: string; product: string; farm: string }> {
  const list = '/restaurant/products'
  await page.goto(list)
  const one = page.getByRole('main').locator('li[data-product]').last()
  const product = (await one.getByRole('heading').getByRole('link').getAttribute('href')) ?? ''
  const farm = (await one.locator('a[href^="/restaurant/farmers/"]').getAttribute('href')) ?? ''
  return { list, product, farm }
}

async function emptyCart(page: Page): Promise<void> {
  await page.goto('/restaurant/cart')
  const remove = page.getByRole('main').getByRole('button', { name: /^削除/ })
  for (let left = await remove.count(); left > 0; ) {
    await remove.first().click()
    await expect(remove).not.toHaveCount(left)
    left = await remove.count()
  }
}

/** A cart with one product that can be ordered at once. */
async function cartWithOne(page: Page): Promise<void> {
  await emptyCart(page)
  await page.goto(`/restaurant/products?q=${encodeURIComponent('大玉トマト 桃太郎')}`)
  // it is shown before it is in the cart
  const put = page.waitForResponse((response) => response.request().method() === 'POST')
  await page
    .getByRole('main')
    .locator('li[data-product]')
    .first()
    .getByRole('button', { name: /^かごに追加/ })
    .click()
  await put
  await expect(
    page
      .getByRole('main')
      .getByRole('group', { name: /の数量$/ })
      .first(),
  ).toBeVisible()
}

test.describe('a visitor', () => {
  test('sees goods and farms, no prices and no cart, and the way in', async ({ page }) => {
    test.slow()
    const addresses = await someAddresses(page)
    for (const address of Object.values(addresses)) {
      expect((await page.goto(address))?.status(), address).toBe(200)
      await expect(
        page.getByRole('banner').getByRole('link', { name: 'サインイン' }).filter({ visible: true }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: /かごに追加/ })).toHaveCount(0)
      await expect(page.locator('.price-tag')).toHaveCount(0)
      await expect(page.getByText('価格は承認後に表示されます').first()).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: '登録する' }).first()).toHaveAttribute(
        'href',
        '/auth/user-type?side=restaurant',
      )
    }
  })

  test('is told no price by any answer: page, data or API', async ({ page, browser }) => {
    const chef = await (await browser.newContext()).newPage()
    await owner(chef)
    const addresses = Object.values(await someAddresses(chef))
    const hidden = new Set<string>()
    for (const address of addresses) {
      await chef.goto(address)
      const shown = await chef.getByRole('main').locator('.price-tag .num').allTextContents()
      expect(shown.length, `${address} has prices to hide`).toBeGreaterThan(0)
      for (const text of shown) hidden.add(text.replace(/\D/g, ''))
    }
    // round and small numbers stand there for other reasons, too
    const telling = [...hidden].filter((price) => Number(price) > 3000 && !/(00|50)$/.test(price))
    expect(telling.length).toBeGreaterThan(0)
    const list = await (await chef.request.get(`${addresses[0]}.data`)).text()
    expect(telling.filter((price) => numeral(price).test(list)).length, 'what the chef is told').toBeGreaterThan(0)
    for (const answer of addresses.flatMap((address) => [address, `${address}.data`])) {
      // an id may hold any four digits
      const text = (await (await page.request.get(answer)).text()).replace(
        /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
        '',
      )
      expect(text, answer).toContain('priceYen')
      expect(
        telling.filter((price) => numeral(price).test(text)),
        answer,
      ).toEqual([])
    }
    const fromApi: { products: { priceYen: unknown }[] } = await (
      await page.request.get('/api/products?limit=50')
    ).json()
    expect(new Set(fromApi.products.map(({ priceYen }) => priceYen))).toEqual(new Set([null]))
    await chef.context().close()
  })

  test('is led to the sign-in by the pages of members, and back', async ({ page }) => {
    for (const address of ['/restaurant', '/restaurant/cart', '/restaurant/order', '/restaurant/order/History']) {
      await page.goto(address)
      await expect(page).toHaveURL(new RegExp(`/auth/signIn\\?returnTo=${encodeURIComponent(address)}$`))
    }
    const { product } = await someAddresses(page)
    await page.goto(product)
    await page.getByRole('banner').getByRole('link', { name: 'サインイン' }).filter({ visible: true }).click()
    await page.getByLabel('メールアドレス').fill('owner@example.jp')
    await page.getByLabel('パスワード').fill('demo-password-1')
    await page.getByRole('button', { name: 'サインインする' }).click()
    await expect(page).toHaveURL(new RegExp(`${product}$`))
    await expect(page.locator('.price-tag').first()).toBeVisible()
  })

  test('who is a farmer sees prices, cannot buy, and finds a link back', async ({ page }) => {
    await signedIn(page, 'farmer@example.jp')
    await page.goto('/restaurant/products')
    await expect(page.locator('.price-tag').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /かごに追加/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: '登録する' })).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: '今日の画面へ' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/farmer$/)
  })
})

/** A number as it stands in data or in words: 3210 and 3,210. */
const numeral = (price: string) => new RegExp(`(?<![\\d._])${price.replace(/\B(?=(\d{3})+$)/g, ',?')}(?!\\d)`)

test('the menu of the shop: kitchens, looks, help, rules, sign-out; Escape and a press outside close it', async ({
  page,
}) => {
  await owner(page)
  await page.goto('/restaurant/order/History')
  const menu = page.locator('.shop-menu').filter({ visible: true })
  const summary = menu.locator('summary')
  await summary.click()
  for (const name of ['使い方', 'お問い合わせ', '利用規約', 'プライバシーポリシー', '特定商取引法に基づく表記'])
    await expect(menu.getByRole('link', { name })).toBeVisible()
  await expect(menu.getByRole('group', { name: '画面の明るさ' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'サインアウト' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link', { name: '使い方' })).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await page.mouse.click(380, 500)
  await expect(menu.getByRole('link', { name: '使い方' })).toBeHidden()
})

test('slips that wait to be checked are counted where the slips are', async ({ page }) => {
  await owner(page)
  await page.goto('/restaurant')
  const link = page
    .getByRole('link', { name: /^伝票|検収待ちです/ })
    .filter({ visible: true })
    .first()
  await expect(link).toContainText(/\d+件が検収待ちです/)
})

test('the key / focuses the search field, not while the user types, and can be switched off', {
  tag: '@mouse',
}, async ({ page }) => {
  await owner(page)
  await page.goto('/restaurant/products')
  const field = page.getByLabel('食材・農園・産地で検索').filter({ visible: true })
  await expect(field).toHaveAttribute('aria-keyshortcuts', '/')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(field).toHaveValue('a/b')
  await page.locator('.shop-menu summary').filter({ visible: true }).click()
  await page
    .getByLabel(/キーで検索欄へ移動/)
    .filter({ visible: true })
    .uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(field).not.toBeFocused()
})

test('offline a strip says that the user may still read', async ({ page, context }) => {
  await owner(page)
  await page.goto('/restaurant/products')
  await expect(page.getByText('オフラインです。閲覧のみ可能です')).toHaveCount(0)
  // its script comes after the page's own, on a busy machine a good while after, and not at all without a signal
  const scripts = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(scripts).toContainEqual(expect.stringContaining('/assets/device-strip-'))
  await expect(async () => {
    await context.setOffline(false)
    await context.setOffline(true)
    await expect(page.getByText('オフラインです。閲覧のみ可能です')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await context.setOffline(false)
  await expect(page.getByText('オフラインです。閲覧のみ可能です')).toHaveCount(0)
})

test('what was taken out of the cart comes back as it was, for five seconds', async ({ page }) => {
  expect([undo.offeredFor, toast.hideAfter]).toEqual([5000, 5000])
  await owner(page)
  await cartWithOne(page)
  await page.clock.install()
  await page.goto('/restaurant/cart')
  const qty = page.getByRole('main').getByRole('textbox', { name: /大玉トマト 桃太郎の数/ })
  await qty.fill('3')
  await qty.press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: /減らす/ })).toBeVisible()
  await page.getByRole('main').getByText('不足時：').click()
  const shortage = page.getByRole('combobox', { name: /の不足時の指示/, includeHidden: true })
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('onShortage') === true)
  // the cart is not read again before it is taken out: what was shown is what comes back
  const takenOut = Promise.withResolvers<void>()
  const reads = /\.data(\?|$)/
  await page.route(reads, async (route) => {
    if (route.request().method() === 'GET') await takenOut.promise
    await route.fallback()
  })
  await shortage.selectOption({ index: 1 })
  await saved
  const chosen = await shortage.inputValue()
  // however slow this machine is: a tenth of a second passes with each look
  await stopTime(page)
  const soon = (look: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(100)
      await look()
    }).toPass()
  await page.getByRole('main').getByRole('button', { name: /^削除/ }).click()
  takenOut.resolve()
  await page.unroute(reads)
  await soon(() => expect(page.getByText('かごは空です').first()).toBeVisible({ timeout: 500 }))
  await soon(() => expect(page.getByRole('main')).toBeFocused({ timeout: 500 }))
  const back = page.waitForResponse((answer) => answer.request().postData()?.includes('onShortage') === true)
  const putBack = page.getByRole('button', { name: '元に戻す' })
  await soon(() => expect(putBack).toBeVisible({ timeout: 500 }))
  await putBack.click()
  await page.clock.resume()
  await back
  await expect(qty).toHaveValue('3')
  await expect(shortage).toHaveValue(chosen)
  await page.reload()
  await expect(qty).toHaveValue('3')
  await expect(shortage).toHaveValue(chosen)
})

for (const motion of ['no-preference', 'reduce'] as const)
  test(`a tag slides to the cart: motion ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await owner(page)
    await emptyCart(page)
    await open(page, '/restaurant/products')
    await page.evaluate(() => {
      const seen = new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLElement && node.matches('.price-tag[data-flies]'))
              document.documentElement.dataset.flew = String(
                node.getAnimations()[0]?.effect?.getTiming().duration ?? 'still',
              )
      })
      seen.observe(document.body, { childList: true })
    })
    const button = page
      .getByRole('main')
      .getByRole('button', { name: /^かごに追加/ })
      .first()
    await taken(button)
    await button.click()
    await expect(
      page
        .getByRole('main')
        .getByRole('group', { name: /の数量$/ })
        .first(),
    ).toBeVisible()
    if (motion === 'reduce') await expect(page.locator('html')).not.toHaveAttribute('data-flew')
    else {
      await expect(page.locator('html')).toHaveAttribute('data-flew', '360')
      await expect(page.locator('[data-flies]')).toHaveCount(0)
    }
    await emptyCart(page)
  })

test('the keyboard alone: from home to a placed order, and the focused element is always in view', async ({ page }) => {
  test.slow()
  await owner(page)
  await emptyCart(page)
  await page.goto('/restaurant')
  await press(
    page,
    page
      .getByRole('link', { name: /^検索$/ })
      .or(page.getByLabel('食材・農園・産地で検索'))
      .filter({ visible: true })
      .first(),
  )
  if (!isPhone(page)) {
    await page.keyboard.type('大玉トマト 桃太郎')
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL(/\/restaurant\/products/)
  if (isPhone(page)) {
    await press(page, page.getByLabel('食材・農園・産地で検索').filter({ visible: true }))
    await page.keyboard.type('大玉トマト 桃太郎')
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL(/q=/)
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('button', { name: /^かごに追加/ })
      .first(),
  )
  await expect(
    page
      .getByRole('main')
      .getByRole('group', { name: /の数量$/ })
      .first(),
  ).toBeVisible()
  await press(page, page.getByRole('link', { name: /^(注文の確認へ進む|注文を確認する)$/ }).filter({ visible: true }))
  await expect(page).toHaveURL(/\/restaurant\/order$/)
  await press(page, page.getByRole('button', { name: 'この内容で注文する' }))
  await expect(page).toHaveURL(/completed/)
  await expect(page.getByRole('heading', { level: 1, name: '注文しました' })).toBeVisible()
  await expectAccessible(page)
})

/** Tab until it has the focus, looking at every stop on the way, then Enter. */
async function press(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 250; presses++) {
    if (await goal.evaluate((it) => it === document.activeElement)) {
      await page.keyboard.press('Enter')
      return
    }
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(hiddenStop), 'has the focus and is covered').toBeNull()
  }
  await expect(goal).toBeFocused()
}

/** The focused element if something lies on the middle of it; the skip link and boxes that scroll are as large as they are. */
function hiddenStop(): string | null {
  const stop = document.activeElement
  if (!stop || stop === document.body || stop.matches('.skip-link')) return null
  const box = stop.getBoundingClientRect()
  if (box.height > innerHeight / 2) return null
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  if (at && (stop.contains(at) || at.contains(stop) || at.closest('label')?.contains(stop))) return null
  return `${stop.outerHTML.slice(0, 120)} under ${at?.outerHTML.slice(0, 120)}`
}

test('320 px and text of twice the size lose nothing', async ({ page }) => {
  test.slow()
  const { list, product, farm } = await someAddresses(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const look = async (address: string) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(address)
    expect(await overflow(), `${address} at 320 px`).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    expect(await overflow(), `${address} at 200 %`).toBeLessThanOrEqual(0)
  }
  for (const address of [list, product, farm]) await look(address)
  await owner(page)
  await cartWithOne(page)
  for (const address of [
    '/restaurant',
    list,
    product,
    farm,
    '/restaurant/cart',
    '/restaurant/order',
    '/restaurant/order/History',
  ])
    await look(address)
})

test('the largest picture is asked for first, the others when they come into view, and nothing moves', async ({
  page,
}) => {
  await owner(page)
  for (const address of Object.values(await someAddresses(page))) {
    await page.goto(address)
    await expect(page.getByRole('main').locator('img[fetchpriority=high]')).toHaveCount(1)
    await expect(page.getByRole('main').locator('img[fetchpriority=high]')).toHaveAttribute('loading', 'eager')
    await settled(page)
    const moved = await page.evaluate(
      () =>
        new Promise<number>((answer) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => answer(sum), 300)
        }),
    )
    expect(moved, address).toBeLessThan(0.02)
  }
})

test('the printed page has the slip and no navigation', async ({ page }) => {
  await owner(page)
  await page.goto('/restaurant/order/History')
  const slip = await page.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')
  await page.goto(slip ?? '')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('伝票の控え', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
