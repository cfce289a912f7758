import { expect, type Page } from '@playwright/test'
import { emptyCarts, query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, nameLots, open, taken, wishForTheLastDay } from './support.ts'
import { test, theApp } from './test.ts'

/**
 * A farmer who never signs in: the order comes by mail, and is answered, packed and shipped from its links, without script.
 * The chef sees each step, and their notifications behind the bell.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

const product = '地鶏 丸'
const farm = 'ひだまり農場'

let answerLink: string

/** The answer's address in the newest mail to this person that is about an order of this number. */
async function answerMailedTo(page: Page, email: string, number: string): Promise<string> {
  let address = ''
  await theApp().runSoon('tell-order-news')
  await expect(async () => {
    await page.goto(`/test/mails?to=${email}`)
    const newest = await page
      .getByRole('listitem')
      .getByRole('link', { name: /新しい注文|注文のお知らせ/ })
      .all()
    const pages = await Promise.all(newest.slice(0, 5).map((link) => link.getAttribute('href')))
    for (const mail of pages) {
      await page.goto(mail ?? '/')
      const words = (await page.locator('pre').textContent()) ?? ''
      // one mail may tell of several orders, each with its number before its link
      const [, about = ''] = words.split(number)
      address = /\/a\/[\w-]{43}/.exec(about)?.[0] ?? ''
      if (address !== '') return
    }
    throw new Error(`no mail about ${number} yet`)
  }).toPass({ timeout: 150_000, intervals: [2_000] })
  return address
}

test('accept, weigh, ship with tracking, finalized: the farmer never signs in', async ({ page, browser }, {
  project,
}) => {
  await emptyCarts('chef@example.jp')
  await signedIn(page, 'chef@example.jp')
  await intoCart(page, product, farm)
  await page.goto('/restaurant/cart')
  await wishForTheLastDay(page)
  await page.goto('/restaurant/order')
  await page.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(page).toHaveURL(/\/restaurant\/order\/completed\//)
  const path =
    (await page.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')) ?? ''

  const [order] = await query('select number from orders where id = $1', [path.split('/').at(-1)])
  answerLink = await answerMailedTo(page, 'farmer2@example.jp', String(order?.number))
  const context = await browser.newContext({ ...project.use, locale: 'ja-JP', javaScriptEnabled: false })
  const field = await context.newPage()
  // as programs that check mail do
  for (const method of ['get', 'head', 'get'] as const)
    expect((await field.request[method](answerLink)).ok()).toBe(true)
  await field.goto(answerLink)
  await expect(field.getByRole('heading', { level: 2, name: 'すべて出荷できますか' })).toBeVisible()
  await field.getByRole('button', { name: 'すべて出荷できます' }).click()
  await expect(field.getByRole('heading', { name: '回答しました' })).toBeVisible()
  await expect(field.getByText('受注が確定しています')).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('受注確定').first()).toBeVisible()

  await field.getByRole('link', { name: '箱詰めを登録する' }).click()
  await nameLots(field, { hasScript: false })
  await field.getByRole('button', { name: '箱詰めを登録する' }).click()
  await expect(field.getByText(/重さ/).first()).toBeVisible()
  await expect(field.locator('[aria-invalid=true]')).toHaveCount(1)
  await field.getByRole('textbox', { name: /重さ/ }).fill('1.85')
  await field.getByRole('button', { name: '箱詰めを登録する' }).click()
  await expect(field.getByRole('heading', { name: '回答しました' })).toBeVisible()
  await field.getByRole('link', { name: '送り状番号を登録する' }).click()
  await field.getByRole('textbox', { name: '送り状番号' }).first().fill('4444-1375-8703')
  await field.getByRole('button', { name: '出荷を登録する' }).click()
  await expect(field.getByRole('heading', { name: '出荷を登録しました' })).toBeVisible()

  await field.goto(answerLink)
  await expect(field.getByRole('heading', { name: /受付済み/ })).toBeVisible()
  await expect(field.getByText('出荷済みです')).toBeVisible()
  expect((await field.goto(`/a/${'A'.repeat(43)}`))?.status()).toBe(404)
  await context.close()

  await page.goto(path)
  await expect(page.getByText('4444-1375-8703').first()).toBeVisible()
  await page.goto(path.replace('/orders/', '/receiving/'))
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByText('検収が完了しました').first()).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('金額確定').first()).toBeVisible()
})

test('the page behind a link is one question in large letters, without signing in', async ({ page }) => {
  await page.goto(answerLink)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('the chef’s notifications are behind the bell, and a press opens them', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await page.goto('/restaurant')
  const bell = page.getByRole('link', { name: /^お知らせ 新着 \d+ 件$/ }).first()
  await taken(bell)
  await bell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeVisible()
  await page
    .getByRole('button', { name: /未読：.*受注が確定しました/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/restaurant\/orders\//)
  await page.goto('/notices')
  const all = page.getByRole('button', { name: 'すべて既読にする' })
  await taken(all)
  // one more may arrive meanwhile
  await expect(async () => {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await all.click({ timeout: 2_000 })
    await answered
    await expect(page.getByText('未読：')).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  await page.goto('/notices?show=unread')
  await expect(page.getByText('新しいお知らせはありません。')).toBeVisible()
})

test('a farmer chooses their channels and quiet hours', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/profile/notices')
  await page.getByRole('textbox', { name: 'FAX番号' }).fill('12')
  await page.getByRole('button', { name: 'この番号で受け取る' }).click()
  await expect(page.getByText(/桁数が違います/).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'FAX番号' }).fill('０９６７−１２−３４５７')
  await page.getByRole('button', { name: 'この番号で受け取る' }).click()
  await expect(page.getByText('0967-12-3457').first()).toBeVisible()
  await page.getByLabel('から', { exact: true }).selectOption({ label: '21時' })
  await page.getByLabel('メール（リマインダー）').selectOption('daily')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('お知らせの受信設定を保存しました').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('から', { exact: true })).toHaveValue('1260')
  await expect(page.getByLabel('メール（リマインダー）')).toHaveValue('daily')
})

test('an owner connects a program: its secret is shown once, an address inside is refused', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/profile/webhooks')
  await page.getByRole('textbox', { name: '送信先のURL' }).fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: '追加' }).click()
  await expect(page.getByText(/ローカルのアドレスには送信できません/).first()).toBeVisible()
  await page.getByRole('textbox', { name: '送信先のURL' }).fill('https://hook.example.com/une')
  await page.getByRole('button', { name: '追加' }).click()
  await expect(page.getByText(/^whsec_[\w-]{43}$/)).toBeVisible()
  await page.getByRole('link', { name: '控えました。一覧に戻る' }).click()
  await expect(page.getByText('https://hook.example.com/une').first()).toBeVisible()
  await page.getByRole('link', { name: '送信履歴' }).click()
  await expect(page.getByText('まだ送信していません').first()).toBeVisible()
  await expectAccessible(page)
})

test('staff see undelivered notifications', async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await page.goto('/admin/undelivered')
  await expect(page.getByRole('heading', { level: 1, name: '不達のお知らせ' })).toBeVisible()
})
