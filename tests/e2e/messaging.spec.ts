import { type Browser, expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

/** A word that no other run has said. */
const word = (text: string) => `${text} ${Math.random().toString(36).slice(2, 8)}`

const log = (page: Page) => page.getByRole('log', { name: 'メッセージ' })
const field = (page: Page) => page.getByRole('textbox', { name: 'メッセージ', exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: '送信', exact: true })

/** The talk with the one of this name, from the list, once its script is there. */
async function openConversation(page: Page, list: string, name: string) {
  await open(page, list)
  await page
    .getByRole('region', { name: 'チャット一覧' })
    .getByRole('link', { name: new RegExp(name) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
  await taken(field(page))
}

/** The talk of a chef with the farm that is signed in on another page. */
async function openConversationWith(page: Page, farm: Page) {
  const me = (await (await farm.request.get('/api/me')).json()) as { farm: { id: string } }
  await open(page, `/restaurant/Chat/${me.farm.id}`)
  await taken(field(page))
}

async function beside(browser: Browser, email: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signedIn(page, email)
  return { page, close: () => context.close() }
}

const shopName = 'ビストロ 灯'

test('the message field shows two lines, grows with the text and counts it', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await openConversation(page, '/restaurant/Chat', '佐藤農園')
  const height = async () => (await field(page).boundingBox())?.height ?? 0
  const empty = await height()
  expect(empty).toBeGreaterThanOrEqual(70)
  await field(page).fill('明日の朝に届きますか。\n'.repeat(5))
  await expect(page.getByText('60／1000文字')).toBeVisible()
  expect(await height()).toBeGreaterThan(empty)
  await field(page).fill('')
})

test('a chef and a farmer write to each other live, with typing, delivered and read shown', async ({
  page,
  browser,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/Chat')
  const first = page.getByRole('region', { name: 'チャット一覧' }).getByRole('listitem').first().getByRole('link')
  await first.click()
  await taken(field(page))
  await expectAccessible(page)
  const farm = await beside(browser, 'farmer@example.jp')
  await openConversation(farm.page, '/farmer/Chat', shopName)
  await expectAccessible(farm.page)

  await openConversationWith(page, farm.page)
  const question = word('明日の朝に届きますか')
  await field(page).pressSequentially(question.slice(0, 4))
  await expect(farm.page.getByText('さんが入力中')).toBeVisible()
  await field(page).fill(question)
  await sendButton(page).click()
  await expect(log(farm.page).getByText(question)).toBeVisible()
  const own = log(page).getByRole('listitem').filter({ hasText: question })
  await expect(own).toContainText('既読')

  await farm.page.getByRole('button', { name: '了解です' }).click()
  await expect(log(page).getByRole('listitem').last()).toContainText('了解です')

  // Enter makes a new line on a phone, and sends nothing
  await field(page).fill('一行目')
  await field(page).press('Enter')
  await field(page).pressSequentially('二行目')
  await expect(field(page)).toHaveValue('一行目\n二行目')
  await field(page).press('ControlOrMeta+Enter')
  await expect(log(farm.page).getByText('一行目\n二行目')).toBeVisible()
  await farm.close()
})

test('without a signal what is written waits, and goes once, in order', async ({ page, context, browser }) => {
  await signedIn(page, 'chef@example.jp')
  const farm = await beside(browser, 'farmer2@example.jp')
  await openConversation(farm.page, '/farmer/Chat', shopName)
  await openConversationWith(page, farm.page)
  const lines = [word('いち'), word('に'), word('さん')]
  await context.setOffline(true)
  for (const line of lines) {
    await field(page).fill(line)
    await sendButton(page).click()
  }
  await expect(log(page).getByText('未送信').first()).toBeVisible()
  await context.setOffline(false)
  await expect(log(farm.page).getByText(lines[2] ?? '')).toBeVisible({ timeout: 20_000 })
  const heard = (await log(farm.page).getByRole('listitem').allInnerTexts()).join('\n')
  const places = lines.map((line) => heard.indexOf(line))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const line of lines) expect(heard.split(line)).toHaveLength(2)
  await farm.close()
})

test('the tab says how many wait, on every page, and less once they are read', async ({ page, browser }) => {
  await signedIn(page, 'farmer3@example.jp')
  await open(page, '/farmer')
  const chef = await beside(browser, 'chef@example.jp')
  await openConversationWith(chef.page, page)
  const said = word('里芋のことで')
  await field(chef.page).fill(said)
  await sendButton(chef.page).click()
  const tab = page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: /チャット/ })
  await expect(tab).toContainText('チャット')
  await expect(tab.getByRole('img')).toHaveAccessibleName(/新しいメッセージ[1-9]/)
  await expect(page).toHaveTitle(/^\([1-9]\d*\) /)
  await openConversation(page, '/farmer/Chat', shopName)
  await expect(log(page).getByText(said)).toBeVisible()
  await expect(page).not.toHaveTitle(/^\(/)
  await chef.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a member reads, and writes with a form', async ({ page }) => {
    await signedIn(page, 'farmer@example.jp')
    await page.goto('/farmer/Chat')
    await page.getByRole('link', { name: new RegExp(shopName) }).click()
    const said = word('電波がよわくても')
    await field(page).fill(said)
    await sendButton(page).click()
    await expect(log(page).getByText(said)).toBeVisible()
  })
})
