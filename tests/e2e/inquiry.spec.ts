import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { signedIn } from './signed-in.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

/** Asking us something: a visitor without and with script, a chef about an order, and staff who answer. */

const stamp = () => `${Date.now()}${Math.round(Math.random() * 1e6)}`
const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()

async function newPage(browser: Browser, use: Parameters<Browser['newContext']>[0], more = {}): Promise<Page> {
  return (await browser.newContext({ ...use, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', ...more })).newPage()
}

/** Where photos are chosen; the camera button has an input of its own. */
const photos = (page: Page) => page.locator('input[name=photos]')

async function open(page: Page, search = '') {
  await page.goto(`/restaurant/Inquiry${search}`)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('input[name=photos]') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

async function fill(page: Page, email: string) {
  await page.getByRole('radio', { name: '登録を申し込みたい' }).check()
  await page.getByRole('radio', { name: '生産者' }).check()
  await page.getByLabel('店名・農園名').fill('山田農園')
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
    await photos(page).setInputFiles({ name: '箱.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    if (script) await expect(page.getByRole('img', { name: '1枚目：箱.jpg' })).toBeVisible()
    await page.getByRole('button', { name: '内容の確認へ進む' }).click()

    await expect(page.getByText('山田農園')).toBeVisible()
    const picture = page.getByRole('img', { name: '写真1' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)))
      .toBe(480)
    await page.getByRole('button', { name: 'お名前を変更' }).click()

    await expect(page).toHaveURL(/#inquiry-name$/)
    await expect(page.getByLabel('店名・農園名')).toHaveValue('山田農園')
    await expect(page.getByRole('checkbox', { name: '写真1を送信する' })).toBeChecked()
    if (script) await expect(page.getByLabel('お名前')).toBeFocused()
    await page.getByLabel('お名前').fill('山田 次郎')
    await page.getByRole('button', { name: '内容の確認へ進む' }).click()
    await expect(page.getByText('山田 次郎')).toBeVisible()
    await page.waitForTimeout(2_000)
    await page.getByRole('button', { name: 'この内容で送信する' }).click()

    await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible()
    await expect(page.getByText(/^Q-\d{8}-\d{4}$/)).toBeVisible()
    await expect(page.getByText('までに、メールで回答します')).toBeVisible()
    await page.context().close()
  })

test('what is missing is said at the top and at the field, and nothing typed is lost', async ({ page }) => {
  await open(page)
  await page.getByLabel('内容').fill('みじかい')
  await page.getByLabel('メールアドレス').fill('yamada')
  await page.getByLabel('電話番号').fill('03-1234-567')
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  const summary = page.getByRole('region', { name: '5か所を修正してください' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'お問い合わせの種類を選択してください' })).toBeVisible()
  await expect(page.getByLabel('内容')).toHaveValue('みじかい')
  await expect(page.getByLabel('内容')).toHaveAccessibleDescription(/もう少し詳しく入力してください（10文字以上）/)
  await expect(page.getByLabel('メールアドレス')).toHaveAccessibleDescription(/＠がありません/)
  await expect(page.getByLabel('電話番号')).toHaveAccessibleDescription(/桁数が違います/)
  await expectAccessible(page)
  await summary.getByRole('link', { name: /＠がありません/ }).click()
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
  await page.getByLabel('メールアドレス').fill('ｙａｍａｄａ＠Example.JP')
  await page.getByLabel('メールアドレス').blur()
  await expect(page.getByLabel('メールアドレス')).toHaveValue('yamada@example.jp')
  await expect(page.getByLabel('メールアドレス')).not.toHaveAttribute('aria-invalid')
})

test('a visitor who asks about signing up is asked for the side and the name, others are not', async ({ page }) => {
  await open(page, '?kind=signup')
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  const summary = page.getByRole('region', { name: /か所を修正してください/ })
  await expect(summary.getByRole('link', { name: '登録の種別を選択してください' })).toBeVisible()
  await expect(summary.getByRole('link', { name: '店名・農園名を入力してください' })).toBeVisible()
  await page.getByRole('radio', { name: 'その他' }).check()
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByRole('region', { name: '3か所を修正してください' })).toBeVisible()
})

test('without script the server says the same, and takes four of five photos', async ({ browser }, { project }) => {
  const page = await newPage(browser, project.use, { javaScriptEnabled: false })
  await page.goto('/restaurant/Inquiry')
  await page.getByLabel('内容').fill('箱のかどがつぶれて届きました。')
  await page.getByLabel('メールアドレス').fill('yamada')
  await page.getByLabel('電話番号').fill('03-1234-567')
  const buffer = await photo()
  await photos(page).setInputFiles([1, 2, 3, 4, 5].map((n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  const summary = page.getByRole('region', { name: '5か所を修正してください' })
  await expect(summary.getByRole('link', { name: '写真は4枚までです' })).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toHaveAccessibleDescription(/＠がありません/)
  await expect(page.getByLabel('電話番号')).toHaveAccessibleDescription(/桁数が違います/)
  await expect(page.getByLabel('内容')).toHaveValue('箱のかどがつぶれて届きました。')
  await expect(page.getByRole('checkbox', { name: /^写真\dを送信する$/ })).toHaveCount(4)
  await page.context().close()
})

test('a fifth photo and one that is too large are told why not; what the server cannot read is let go', async ({
  page,
}) => {
  await open(page)
  const buffer = await photo()
  await photos(page).setInputFiles([1, 2, 3, 4, 5].map((n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  await expect(page.getByText('「5.jpg」は追加できません。4枚までです。いずれかを削除してください')).toBeVisible()
  const chosen = page.getByRole('list', { name: '選択した写真' })
  await expect(chosen.getByRole('listitem')).toHaveCount(4)
  for (let n = 0; n < 4; n++) await chosen.getByRole('button', { name: '1枚目を削除' }).click()
  await expect(chosen).toHaveCount(0)

  await photos(page).setInputFiles([
    { name: '大きい.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_000_001) },
    { name: 'ずかん.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg xmlns="x"/>') },
  ])
  await expect(page.getByText('「大きい.jpg」は大きすぎます。10MB以下のファイルを選択してください')).toBeVisible()
  await fill(page, `${stamp()}@example.jp`)
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  const summary = page.getByRole('region', { name: '1か所を修正してください' })
  await expect(summary).toBeFocused()
  await expect(photos(page)).toHaveAccessibleDescription(/写真として読み込めないファイルです/)
  await expect(chosen).toHaveCount(0)
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByRole('button', { name: 'この内容で送信する' })).toBeVisible()
})

test('photos that were taken in while another field was refused are not taken twice', async ({ page }) => {
  await open(page)
  await fill(page, `${stamp()}@example.jp`)
  // exists in form, but nowhere in the numbering plan: only the server knows
  await page.getByLabel('電話番号').fill('0100000000')
  await photos(page).setInputFiles({ name: '箱.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(page.getByRole('img', { name: '1枚目：箱.jpg' })).toBeVisible()
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByRole('region', { name: '1か所を修正してください' })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: '写真1を送信する' })).toBeChecked()
  await page.getByLabel('電話番号').fill('')
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByRole('button', { name: 'この内容で送信する' })).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(1)
})

test('what was typed is offered after a reload, and forgotten once it was sent', async ({ page }) => {
  await open(page)
  await fill(page, `${stamp()}@example.jp`)
  // at once: the page that follows comes before the two seconds are over
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/に保存した/)).toBeVisible()
  await expect(page.getByLabel('お名前')).toHaveValue('')
  await page.getByRole('button', { name: '続ける' }).click()
  await expect(page.getByRole('radio', { name: '生産者' })).toBeChecked()
  await expect(page.getByLabel('店名・農園名')).toHaveValue('山田農園')
  await expect(page.getByLabel('内容')).toHaveValue(/にんじんを2反作っています。\n/)

  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await page.getByRole('button', { name: 'お名前を変更' }).click()
  await expect(page.getByRole('textbox', { name: 'お名前' })).toHaveValue('山田 太郎')
  await expect(page.getByText(/に保存した/)).toHaveCount(0)
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await page.waitForTimeout(2_000)
  await page.getByRole('button', { name: 'この内容で送信する' }).click()
  await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:inquiry'))).toBeNull()
})

test('a session that ends while a chef writes takes nothing away', async ({ page, context }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '?kind=order')
  await page.getByLabel('対象の注文').selectOption({ index: 1 })
  await page.getByLabel('内容').fill('箱のかどがつぶれて届きました。')
  await page.getByLabel('メールアドレス').fill(`${stamp()}@example.jp`)
  await context.clearCookies()
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByText('箱のかどがつぶれて届きました。')).toBeVisible()

  await page.goto('/restaurant/Inquiry')
  await page.getByRole('button', { name: '続ける' }).click()
  await expect(page.getByLabel('内容')).toHaveValue('箱のかどがつぶれて届きました。')
  await expect(page.getByRole('radio', { name: '注文・配送' })).toBeChecked()
})

test('the keyboard alone is enough', async ({ page }) => {
  await open(page)
  await page.getByRole('radio').first().focus()
  const key = async (...keys: string[]) => {
    for (const one of keys) await page.keyboard.press(one)
  }
  const type = (text: string) => page.keyboard.insertText(text)
  await key('Space', 'ArrowDown')
  await expect(page.getByRole('radio', { name: '商品' })).toBeChecked()
  await key('Tab')
  await expect(page.getByLabel('内容')).toBeFocused()
  await type('トマトの保存方法を教えてください。')
  await key('Tab')
  await expect(photos(page)).toBeFocused()
  await key('Tab')
  // the camera stands between them where there is one
  if (!(await page.getByLabel('お名前').evaluate((name) => name === document.activeElement))) await key('Tab')
  await type('山田 太郎')
  await key('Tab')
  await type('yamada@')
  await key('Tab')
  await expect(page.getByLabel('メールアドレス')).toHaveAccessibleDescription(/形式が違います/)
  await key('Tab')
  await expect(page.getByRole('button', { name: '内容の確認へ進む' })).toBeFocused()
  await key('Enter')
  await expect(page.getByRole('region', { name: '1か所を修正してください' })).toBeFocused()
  await key('Tab', 'Enter')
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
  await key('ControlOrMeta+a')
  await type(`${stamp()}@example.jp`)
  await key('Enter')
  const change = page.getByRole('button', { name: '内容を変更' })
  await change.focus()
  await key('Enter')
  const body = page.getByRole('textbox', { name: '内容' })
  await expect(body).toBeFocused()
  await expect(body).toHaveValue('トマトの保存方法を教えてください。')
})

test('the three steps are accessible, in the dark too', async ({ page }) => {
  await page.goto('/restaurant/Inquiry?kind=signup')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await fill(page, `${stamp()}@example.jp`)
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByRole('button', { name: 'この内容で送信する' })).toBeVisible()
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
  await signedIn(chef, 'chef@example.jp')
  await chef.goto('/restaurant/Inquiry?kind=order')
  await expect(chef.getByLabel('メールアドレス')).toHaveValue('chef@example.jp')
  await chef.getByLabel('メールアドレス').fill(`${stamp()}@example.jp`)
  await chef.getByLabel('対象の注文').selectOption({ index: 1 })
  const question = `箱のかどがつぶれて届きました（${stamp()}）`
  await chef.getByLabel('内容').fill(question)
  await chef.getByRole('button', { name: '内容の確認へ進む' }).click()
  await chef.getByRole('button', { name: 'この内容で送信する' }).click()
  const number = (await chef.getByText(/^Q-\d{8}-\d{4}$/).textContent()) ?? ''

  const staff = await newPage(browser, project.use)
  await signedIn(staff, 'admin@example.jp')
  await staff.goto('/admin/inquiries')
  await staff.getByRole('link', { name: number }).click()
  await expect(staff.getByText(question)).toBeVisible()
  await expect(staff.getByRole('link', { name: /^\d/ }).or(staff.locator('a[href^="/admin/orders/"]'))).toBeVisible()
  await expectAccessible(staff)
  await staff.getByLabel('運営のみに表示されるメモ').fill('配送会社に聞く')
  await staff.getByRole('button', { name: 'メモを保存' }).click()
  await expect(staff.getByText('メモを保存しました')).toBeVisible()

  const colleague = await staff.context().newPage()
  await colleague.goto(staff.url())
  await staff.getByRole('textbox', { name: /へのメール/ }).fill('新しい箱でお送りします。')
  await staff.getByRole('button', { name: 'メールで回答する' }).click()
  await expect(staff.getByText('回答をメールで送信しました')).toBeVisible()
  await colleague.getByRole('textbox', { name: /へのメール/ }).fill('二通目です。')
  await colleague.getByRole('button', { name: 'メールで回答する' }).click()
  await expect(colleague.getByText('他の担当者が先に対応した')).toBeVisible()
  await expect(colleague.getByText('新しい箱でお送りします。')).toBeVisible()
  await expect(colleague.getByRole('textbox', { name: /へのメール/ })).toHaveValue('二通目です。')
  await colleague.getByRole('button', { name: 'メールで回答する' }).click()
  await expect(colleague.getByText('回答をメールで送信しました')).toBeVisible()

  await chef.goto('/restaurant/Inquiry')
  await chef.getByText(number).click()
  await expect(chef.getByText('新しい箱でお送りします。')).toBeVisible()
  await expect(chef.getByText('配送会社に聞く')).toHaveCount(0)
  await expectAccessible(chef)

  await staff.goto('/test/mails')
  await staff
    .getByRole('link', { name: new RegExp(`${number} への回答`) })
    .last()
    .click()
  await expect(staff.frameLocator('iframe').getByText('新しい箱でお送りします。', { exact: true })).toBeVisible()
  await chef.context().close()
  await staff.context().close()
})
