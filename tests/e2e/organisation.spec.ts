import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, linkMailedTo, open, started, taken, wishForTheLastDay } from './support.ts'
import { test } from './test.ts'

/** Members and their rights: invitations, approval by the owner, switching organisations, and the shop's own page. */

const newPassword = '畑の朝つゆと長ねぎの味噌汁'

async function newPerson(browser: Browser, use: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ ...use, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  return context.newPage()
}

test('invited by mail, with a limit: an order above it waits for the owner, and reaches the farm once approved', async ({
  page: owner,
  browser,
}, { project }) => {
  test.setTimeout(180_000)
  const id = randomUUID().slice(0, 6)
  const email = `souschef-${id}@example.jp`
  const name = `井上 ${id}`
  await signedIn(owner, 'owner@example.jp')
  await open(owner, '/restaurant/members')
  const invite = owner.getByRole('region', { name: '招待' })
  await invite.getByLabel('相手のメールアドレス').fill(email)
  await invite.getByLabel('注文の上限額').fill('1000')
  await invite.getByRole('button', { name: '招待する' }).click()
  await expect(invite.getByText(email, { exact: true })).toBeVisible()
  await expect(invite.getByRole('listitem').filter({ hasText: email })).toContainText('一度に¥1,000まで')

  const chef = await newPerson(browser, project.use)
  await chef.goto(await linkMailedTo(chef, email, 'からの招待'))
  await expect(chef).toHaveURL('/auth/invitation')
  await expect(chef.getByText('高瀬 文彦 さん')).toBeVisible()
  await expectAccessible(chef)
  await chef.getByLabel('お名前').fill(name)
  await chef.getByLabel('パスワード').first().fill('みじかい')
  await chef.getByRole('button', { name: '参加する' }).click()
  await expect(chef.getByLabel('お名前')).toHaveValue(name)
  await chef.getByLabel('パスワード').first().fill(newPassword)
  await chef.getByRole('button', { name: '参加する' }).click()
  await expect(chef).toHaveURL(/\/consent/)
  for (const title of ['利用規約', 'プライバシーポリシー'])
    await chef.getByRole('checkbox', { name: `${title}に同意します` }).check()
  await chef.getByRole('button', { name: '同意して続ける' }).click()
  await expect(chef).toHaveURL(/\/restaurant$/)

  await chef.goto(`/restaurant/products?q=${encodeURIComponent('大玉トマト 桃太郎 佐藤農園')}`)
  await chef.getByRole('link', { name: '大玉トマト 桃太郎', exact: true }).first().click()
  await chef.getByRole('button', { name: 'かごに追加', exact: true }).click()
  await expect(
    chef
      .getByRole('button', { name: '数量を変更' })
      .or(chef.getByText(/かごに.*入って/))
      .first(),
  ).toBeVisible()
  // a day of its own: what is open for a nearer one would be joined
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await chef.goto('/restaurant/order')
  await expect(chef.getByText(/上限の¥1,000を超えています/)).toBeVisible()
  await chef.getByRole('button', { name: '店長に承認を依頼する' }).click()
  await expect(chef.getByRole('heading', { level: 1, name: '店長に承認を依頼しました' })).toBeVisible()
  await expect(chef).toHaveTitle(/店長に承認を依頼しました/)
  await expect(chef.getByText(/まだ注文していません。高瀬 文彦さんか.*までに承認すると/)).toBeVisible()
  await expectAccessible(chef)
  const order = (await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').getAttribute('href')) ?? ''

  const farmer = await newPerson(browser, project.use)
  await signedIn(farmer, 'farmer@example.jp')
  const atFarm = order.replace('/restaurant', '/farmer')
  expect((await farmer.goto(atFarm))?.status()).toBe(404)

  await chef.goto(order)
  await expect(chef.getByText(/さんの承認を待っています/)).toBeVisible()
  await expect(chef.getByRole('button', { name: /取り下げる/ })).toBeVisible()
  await expectAccessible(chef)
  await open(owner, '/restaurant')
  const waiting = owner
    .getByRole('region', { name: '承認待ち' })
    .getByRole('listitem')
    .filter({ hasText: `${name} さん` })
  await waiting.getByText('差し戻す', { exact: false }).first().click()
  await waiting.getByRole('button', { name: '理由を入力して差し戻す' }).click()
  await expect(owner.getByText('差し戻す理由を入力してください').first()).toBeVisible()
  await waiting.getByRole('button', { name: /承認して注文する/ }).click()
  await expect(owner.getByText(/承認しました。1農園に注文しました/).first()).toBeVisible()

  expect((await farmer.goto(atFarm))?.status()).toBe(200)
  await expect(farmer.getByRole('heading', { name: 'すべて出荷できますか' })).toBeVisible()
  await chef.goto('/restaurant/members')
  await expect(chef.getByText('メンバーと権限を変更できるのは、責任者のみです。')).toBeVisible()
  await expect(chef.getByRole('button', { name: '招待する' })).toHaveCount(0)

  // removed: the next click ends on the member's own page, with a message
  await owner.goto('/restaurant/members')
  const card = owner.getByRole('listitem').filter({ hasText: email })
  await card.getByText('変更・削除').click()
  const remove = card.getByRole('button', { name: 'メンバーから削除する' })
  await taken(remove)
  await remove.click()
  await owner.getByRole('alertdialog').getByRole('button', { name: '削除する', exact: true }).click()
  await expect(owner.getByText(`${name} さんをメンバーから削除しました`).first()).toBeVisible()
  await chef.goto('/restaurant')
  await expect(chef).toHaveURL(/\/profile$/)
  await expect(chef.getByText('現在、いずれの飲食店・農園のメンバーでもありません').first()).toBeVisible()
  await Promise.all([chef, farmer].map((page) => page.context().close()))
})

test('a user with two organisations switches between them, with the keyboard alone', async ({ page }) => {
  await signedIn(page, 'manager@example.jp')
  await open(page, '/restaurant')
  const menu = page.locator('.shop-menu').first().locator('summary')
  const [here = ''] = ((await menu.textContent()) ?? '').split('神楽坂')
  await menu.focus()
  await page.keyboard.press('Enter')
  const others = page.locator('.shop-menu').first().locator('form[action="/profile/place"]').getByRole('button')
  await expect(others).toHaveCount(1)
  const there = ((await others.first().textContent()) ?? '').replace('飲食店', '')
  await others.first().focus()
  await page.keyboard.press('Enter')
  await expect(menu).toContainText(there)
  expect(there).not.toContain(here)
  await started(page)
  await menu.focus()
  await page.keyboard.press('Enter')
  await others.first().focus()
  await page.keyboard.press('Enter')
  await expect(menu).toContainText(here)
})

test('the shop’s own page: what is wrong stands beside its field, and what is saved is shown', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/Account')
  await expect(page.getByText('20日締め・翌月20日払い').first()).toBeVisible()
  const billing = page.getByRole('region', { name: '請求と支払い' })
  await billing.getByText('変更').first().click()
  await billing.getByLabel('請求書の送付先メールアドレス').fill('keiri')
  await billing.getByLabel('番地').fill('1-2')
  await billing.getByRole('button', { name: /保存する/ }).click()
  await expect(billing.getByLabel('請求書の送付先メールアドレス')).toHaveAttribute('aria-invalid', 'true')
  await expect(billing.getByLabel('市区町村')).toHaveAttribute('aria-invalid', 'true')
  await billing.getByLabel('番地').fill('')
  await billing.getByLabel('請求書の送付先メールアドレス').fill('keiri2@example.jp')
  await billing.getByLabel('締め日と支払期日').selectOption('31')
  await billing.getByRole('button', { name: /保存する/ }).click()
  await expect(billing.getByText('月末締め・翌月末日払い').first()).toBeVisible()
  await expect(billing.getByText('keiri2@example.jp')).toBeVisible()
  await billing.getByText('変更').first().click()
  await billing.getByLabel('締め日と支払期日').selectOption('20')
  await billing.getByRole('button', { name: /保存する/ }).click()
  await expect(billing.getByText('20日締め・翌月20日払い').first()).toBeVisible()

  await page.getByRole('link', { name: '店舗を追加する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '店舗を追加する' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '追加する' }).click()
  await expect(page.getByLabel('店舗名')).toHaveAttribute('aria-invalid', 'true')
  const name = `配膳室 ${randomUUID().slice(0, 4)}`
  await page.getByLabel('店舗名').fill(name)
  await page.getByLabel('郵便番号').fill('102-0072')
  await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
  await page.getByLabel('番地').fill('4-9-3')
  await page.getByLabel('電話番号').fill('03-3261-1111')
  await page.getByRole('button', { name: '追加する' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'この店舗を閉鎖する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '閉鎖する', exact: true }).click()
  await expect(page.getByText(`「${name}」を閉鎖しました`).first()).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('a read-only helper gets no work pages, and reads the list of members', async ({ page }) => {
  await signedIn(page, 'viewer@example.jp')
  await open(page, '/farmer')
  await expect(page.getByRole('link', { name: /箱詰めを開始する|回答する/ })).toHaveCount(0)
  await open(page, '/farmer/orders?step=pack')
  await expect(page.getByRole('link', { name: /箱詰めする/ })).toHaveCount(0)
  await page.locator('main a[href^="/farmer/orders/"]:visible').first().click()
  await expect(page.getByText('この注文は閲覧のみ可能です')).toBeVisible()
  await open(page, '/farmer/members')
  await expect(page.getByText('家族・スタッフ・閲覧のみ')).toBeVisible()
  await expect(page.getByRole('button', { name: '招待する' })).toHaveCount(0)
})
