import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

const staff = (page: Page) => signedIn(page, 'admin@example.jp')
const rows = (page: Page) => page.getByRole('table', { name: '会員の一覧' }).getByRole('row')
const panel = (page: Page) => page.getByRole('complementary', { name: /の確認$/ })
const openFirst = async (page: Page) => {
  await page.goto('/admin/users?status=submitted')
  await expect(rows(page).nth(1)).toBeVisible()
  await page.getByRole('table').hover()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(panel(page)).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

test('members are found, sorted and chosen; a choice outlives sorting, and a file has it', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: /^飲食店/ }).click()
  await expect(page).toHaveURL(/side=restaurant/)
  await expect(rows(page).nth(1)).toBeVisible()
  const box = (at: number) => rows(page).nth(at).getByRole('checkbox')
  await box(1).check()
  await box(3).click({ modifiers: ['Shift'] })
  await expect(page.locator('.bulk-bar').getByText('3件の会員が選択されています。')).toBeVisible()
  await page
    .getByRole('columnheader', { name: /店名・農園名/ })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/sort=name/)
  const bar = page.locator('.bulk-bar')
  await expect(bar).toContainText('3件の会員')
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'CSV' }).click()
  const file = await (await download).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(Buffer.from(chunk))
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n').filter(Boolean)
  expect(lines[0]).toMatch(/^\uFEFF種別,店名・農園名/)
  expect(lines).toHaveLength(4)
  await page.getByRole('searchbox').fill('ビストロ あかり')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('選択を解除しました')).toBeVisible()
})

test('by keyboard: view the documents, note the call, approve; no other applicant takes the button’s place, and the mail is named', {
  tag: '@desktop',
}, async ({ page }) => {
  await staff(page)
  await openFirst(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.goto('/admin/users?status=submitted&q=いそべ')
  const first = page.getByRole('link', { name: '鮨処 いそべ' })
  await first.click()
  const name = '鮨処 いそべ'
  await expect(panel(page).getByRole('img', { name: /営業許可証/ })).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^拡大：/ })
    .click()
  await panel(page).getByRole('button', { name: '承認する' }).click()
  await expect(page.getByText('「問題なし」以外の項目があります')).toBeVisible()
  await panel(page)
    .getByRole('textbox', { name: /^有効期限/ })
    .fill('2030-03-31')
  await panel(page).getByRole('button', { name: '確認済みにする' }).click()
  await expect(panel(page).getByText('確認済み', { exact: true })).toBeVisible()
  await panel(page).getByRole('button', { name: '確認した' }).click()
  await panel(page).getByRole('radio', { name: '該当なし' }).check()
  await panel(page).getByRole('textbox', { name: '照会先' }).fill('新聞記事データベース')
  await panel(page).getByRole('button', { name: '照会結果を記録する' }).click()
  await expect(panel(page).locator('li[data-state="look"], li[data-state="wrong"]')).toHaveCount(0)
  await page.locator('h2').first().click()
  await page.keyboard.press('a')
  await expect(page.getByText('承認し、メールで通知しました。').first()).toBeVisible()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(panel(page).getByRole('button', { name: '承認する' })).toHaveCount(0)
  await panel(page).getByRole('link', { name: '次の承認待ちを開く' }).click()
  await expect(panel(page).getByRole('heading', { level: 2 })).not.toHaveText(name)
  await page.goto('/test/mails')
  await expect(page.getByText('【畝と皿】登録が承認されました').first()).toBeVisible()
})

test('sent back: the reason begins with a ready sentence, and its owner reads it', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/admin/users?status=submitted&q=ひととき')
  const row = page.getByRole('link', { name: '喫茶 ひととき' })
  await row.click()
  await expect(panel(page).getByText('フリガナが不一致')).toBeVisible()
  await panel(page).getByRole('button', { name: '差し戻す' }).click()
  await expect(page.getByText('理由を入力してください。').first()).toBeVisible()
  await panel(page).getByRole('button', { name: '名義の不一致' }).click()
  await panel(page).getByRole('button', { name: '差し戻す' }).click()
  await expect(page.getByText('差し戻し、理由をメールで通知しました。').first()).toBeVisible()
  await page.goto('/test/mails')
  await expect(page.getByText('【畝と皿】登録内容の修正をお願いします').first()).toBeVisible()
})

test('a rejection is asked about first', { tag: '@desktop' }, async ({ page }) => {
  await staff(page)
  await openFirst(page)
  await panel(page).getByRole('button', { name: '却下', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('申し込みを却下しますか')
  await question.getByRole('button', { name: '戻る' }).click()
  await expect(panel(page).getByRole('button', { name: '承認する' })).toBeVisible()
})

test('chosen members are written to: who, how many, asked once more, sent', { tag: '@desktop' }, async ({ page }) => {
  await staff(page)
  await page.goto('/admin/users?side=restaurant&status=approved')
  await rows(page).nth(1).getByRole('checkbox').check()
  await rows(page).nth(2).getByRole('checkbox').check()
  await page.locator('.bulk-bar').getByRole('button', { name: 'メッセージ' }).click()
  await expect(page).toHaveURL(/\/admin\/users\/message$/)
  await expect(page.getByText(/2件の会員の責任者\d+名に送信します/)).toBeVisible()
  await expectAccessible(page)
  const subject = `年末の営業 ${Date.now().toString(36)}`
  await page.getByLabel('件名').fill(subject)
  await page.getByLabel('本文').fill('29日まで受注します。')
  await page.getByRole('button', { name: 'メールを送信' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/2件の会員の責任者\d+名にメールを送信しますか/)
  await question.getByRole('button', { name: '送信する' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.goto('/test/mails')
  await expect(page.getByText(subject).first()).toBeVisible()
})

test('without script a message is written and sent, too', { tag: '@desktop' }, async ({ browser, page, baseURL }) => {
  await staff(page)
  const cookies = await page.context().cookies()
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.addCookies(cookies)
  const form = await plain.newPage()
  await form.goto('/admin/users?side=restaurant&status=approved')
  await rows(form).nth(1).getByRole('checkbox').check()
  await form.getByRole('button', { name: 'メッセージ' }).click()
  await form.getByLabel('件名').fill('年末の営業')
  await form.getByLabel('本文').fill('29日まで受注します。')
  await form.getByRole('button', { name: 'メールを送信' }).click()
  await form.getByRole('alert').getByRole('button', { name: '送信する' }).click()
  await expect(form).toHaveURL(/\/admin\/users$/)
  await plain.close()
})

test('dates of the filter and the fields of a new kind are wide enough and drawn as fields', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  await staff(page)
  await page.goto('/admin/users')
  await page.getByText('絞り込み', { exact: true }).click()
  for (const name of ['申込日（から）', '申込日（まで）']) {
    const box = await page.getByLabel(name, { exact: true }).first().boundingBox()
    expect(box?.width).toBeGreaterThan(130)
  }
  await page.goto('/admin/categories')
  const fresh = page.locator('details').filter({ hasText: '品目を追加' })
  await fresh.getByText('品目を追加').click()
  for (const name of [/^キー/, /^名前/, /^分類/, /^元になる品目/, /^検索語/])
    await expect(fresh.getByLabel(name)).toHaveCSS('border-top-width', /^1(\.\d+)?px$/)
})

test('an edit shows its difference first, and stands in the history with its reason', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/admin/users?q=レモン園')
  await page.getByRole('link', { name: '瀬戸内レモン園' }).click()
  await panel(page).getByRole('link', { name: '編集' }).click()
  const dialog = page.getByRole('dialog', { name: /を編集$/ })
  const building = `倉庫${Date.now() % 1_000}号`
  await dialog.getByLabel('建物名・部屋番号').fill(building)
  await dialog.getByLabel(/修正の理由/).fill('電話での回答')
  await dialog.getByRole('button', { name: '変更内容を確認' }).click()
  await expect(dialog.locator('ins')).toHaveText(building)
  await dialog.getByRole('button', { name: '戻って修正' }).click()
  await expect(dialog.getByLabel('建物名・部屋番号')).toHaveValue(building)
  await expect(dialog.getByLabel(/修正の理由/)).toHaveValue('電話での回答')
  await dialog.getByRole('button', { name: '変更内容を確認' }).click()
  await dialog.getByRole('button', { name: '1か所を保存する' }).click()
  await expect(dialog).toBeHidden()
  await panel(page).getByRole('link', { name: 'すべて見る' }).click()
  const account = page.getByRole('dialog', { name: /のアカウント$/ })
  await expect(account.getByText(building).first()).toBeVisible()
  await expect(account.getByText('電話での回答').first()).toBeVisible()
  await expectAccessible(page)
})

test('a suspended user is signed out at the next click, on every device, until reinstated', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const member = await (await browser.newContext()).newPage()
  await signedIn(member, 'applicant6@example.jp')
  await staff(page)
  await page.goto('/admin/users?q=applicant6@example.jp')
  await page.getByRole('link', { name: '棚田の会' }).click()
  await panel(page).getByRole('link', { name: 'すべて見る' }).click()
  const account = page.getByRole('dialog', { name: /のアカウント$/ })
  await account.getByText('さんのサインインを停止する').click()
  await account.getByRole('textbox', { name: /^理由/ }).fill('本人からの連絡')
  await account.getByRole('button', { name: '停止する' }).click()
  await account.getByRole('button', { name: '停止する' }).last().click()
  await expect(account.getByText('停止中')).toBeVisible()
  await member.goto('/profile')
  await expect(member).toHaveURL(/signIn/i)
  await account.getByText('さんの停止を解除する').click()
  await account.getByRole('button', { name: '解除する' }).click()
  await expect(account.getByText('停止中')).toBeHidden()
  await member.context().close()
})
