import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, signIn } from './support.ts'

/** Asking us something: a visitor without and with script, a chef about an order, and staff who answer. */

const stamp = () => `${Date.now()}${Math.round(Math.random() * 1e6)}`
const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()

async function newPage(browser: Browser, use: Parameters<Browser['newContext']>[0], more = {}): Promise<Page> {
  return (await browser.newContext({ ...use, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', ...more })).newPage()
}

async function fill(page: Page, email: string) {
  await page.getByRole('radio', { name: '登録を申し込みたい' }).check()
  await page.getByRole('radio', { name: '生産者' }).check()
  await page.getByLabel('店・農園の名前').fill('山田農園')
  await page.getByLabel('内容').fill('にんじんを2反作っています。\n登録のしかたを教えてください。')
  await page.getByLabel('お名前').fill('山田 太郎')
  await page.getByLabel('メールアドレス').fill(email)
}

for (const script of [true, false])
  test(`a visitor asks with a photo, changes a value, and gets a number (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }, { project }) => {
    const page = await newPage(browser, project.use, { javaScriptEnabled: script })
    await page.goto('/restaurant/Inquiry')
    await fill(page, `${stamp()}@example.jp`)
    await page
      .getByLabel('写真', { exact: true })
      .setInputFiles({ name: '箱.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('button', { name: '確認へすすむ' }).click()

    await expect(page.getByText('山田農園')).toBeVisible()
    const picture = page.getByRole('img', { name: '写真1' })
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(480)
    await page.getByRole('button', { name: 'お名前を変更' }).click()

    await expect(page).toHaveURL(/#inquiry-name$/)
    await expect(page.getByLabel('店・農園の名前')).toHaveValue('山田農園')
    await expect(page.getByRole('checkbox', { name: '写真1を送る' })).toBeChecked()
    if (script) await expect(page.getByLabel('お名前')).toBeFocused()
    await page.getByLabel('お名前').fill('山田 次郎')
    await page.getByRole('button', { name: '確認へすすむ' }).click()
    await expect(page.getByText('山田 次郎')).toBeVisible()
    await page.waitForTimeout(2_000)
    await page.getByRole('button', { name: 'この内容で送る' }).click()

    await expect(page.getByRole('heading', { name: 'お問い合わせを受けつけました' })).toBeVisible()
    await expect(page.getByText(/^Q-\d{8}-\d{4}$/)).toBeVisible()
    await expect(page.getByText('までに、メールでお返事します')).toBeVisible()
    await page.context().close()
  })

test('what is missing is said at the top and at the field, and nothing typed is lost', async ({ page }) => {
  await page.goto('/restaurant/Inquiry')
  await page.getByLabel('内容').fill('みじかい')
  await page.getByLabel('メールアドレス').fill('yamada')
  await page
    .getByLabel('写真', { exact: true })
    .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg xmlns="x"/>') })
  await page.getByRole('button', { name: '確認へすすむ' }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('link')).toHaveCount(5)
  await expect(page.getByLabel('内容')).toHaveValue('みじかい')
  await expect(page.getByLabel('メールアドレス')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await alert.getByRole('link', { name: /＠がありません/ }).click()
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
})

test('the three steps are accessible, in the dark too', async ({ page }) => {
  await page.goto('/restaurant/Inquiry?kind=signup')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await fill(page, `${stamp()}@example.jp`)
  await page.getByRole('button', { name: '確認へすすむ' }).click()
  await expect(page.getByRole('button', { name: 'この内容で送る' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/restaurant/Inquiry/done/Q-20261124-0007')
  await expect(page.getByText('11月25日(水)までに')).toBeVisible()
  await expectAccessible(page)
  expect((await page.goto('/restaurant/Inquiry/done/Q-20260230-0001'))?.status()).toBe(404)
})

test('a chef asks about an order; staff answer by mail; the chef reads it on the same page', async ({ browser }, {
  project,
}) => {
  const chef = await newPage(browser, project.use)
  await signIn(chef, 'chef@example.jp')
  await chef.goto('/restaurant/Inquiry?kind=order')
  await expect(chef.getByLabel('メールアドレス')).toHaveValue('chef@example.jp')
  await chef.getByLabel('メールアドレス').fill(`${stamp()}@example.jp`)
  await chef.getByLabel('どの注文ですか').selectOption({ index: 1 })
  const question = `箱のかどがつぶれて届きました（${stamp()}）`
  await chef.getByLabel('内容').fill(question)
  await chef.getByRole('button', { name: '確認へすすむ' }).click()
  await chef.getByRole('button', { name: 'この内容で送る' }).click()
  const number = (await chef.getByText(/^Q-\d{8}-\d{4}$/).textContent()) ?? ''

  const staff = await newPage(browser, project.use)
  await signIn(staff, 'admin@example.jp', '/admin/signin')
  await staff.goto('/admin/inquiries')
  await expectAccessible(staff)
  await staff.getByRole('link', { name: number }).click()
  await expect(staff.getByText(question)).toBeVisible()
  await expect(staff.getByRole('link', { name: /^\d/ }).or(staff.locator('a[href^="/admin/orders/"]'))).toBeVisible()
  await expectAccessible(staff)
  await staff.getByLabel('担当者だけが見るメモ').fill('配送会社に聞く')
  await staff.getByRole('button', { name: 'メモを残す' }).click()
  await expect(staff.getByText('メモを残しました')).toBeVisible()

  const colleague = await staff.context().newPage()
  await colleague.goto(staff.url())
  await staff.getByRole('textbox', { name: /へのメール/ }).fill('新しい箱でお送りします。')
  await staff.getByRole('button', { name: 'メールで返事をする' }).click()
  await expect(staff.getByText('返事をメールに出しました')).toBeVisible()
  await colleague.getByRole('textbox', { name: /へのメール/ }).fill('二通目です。')
  await colleague.getByRole('button', { name: 'メールで返事をする' }).click()
  await expect(colleague.getByText('ほかの担当者が先に対応した')).toBeVisible()

  await chef.goto('/restaurant/Inquiry')
  await chef.getByText(number).click()
  await expect(chef.getByText('新しい箱でお送りします。')).toBeVisible()
  await expect(chef.getByText('配送会社に聞く')).toHaveCount(0)
  await expectAccessible(chef)

  await staff.goto('/test/mails')
  await expectAccessible(staff)
  await staff
    .getByRole('link', { name: new RegExp(`${number} へのお返事`) })
    .first()
    .click()
  await expect(staff.frameLocator('iframe').getByText('新しい箱でお送りします。', { exact: true })).toBeVisible()
  await chef.context().close()
  await staff.context().close()
})
