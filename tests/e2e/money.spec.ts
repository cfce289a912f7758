import { type Browser, type BrowserContext, devices, expect, type Page } from '@playwright/test'
import { encode } from 'iconv-lite'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { agreeToTerms, downloaded, expectAccessible, linkMailedTo, started } from './support.ts'
import { test, theApp } from './test.ts'

// one story, from the invoice of a restaurant to the bank account of a farm: what fails is told again from its beginning
test.describe.configure({ mode: 'serial' })

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, locale: 'ja-JP' }
const opened: BrowserContext[] = []

test.afterEach(async () => {
  await Promise.all(opened.splice(0).map((context) => context.close()))
})

/** A page on a device of its own, signed in at what is now the time of the app. */
async function on(browser: Browser, email: string, device: object = {}): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: theApp().origin })
  opened.push(context)
  const page = await context.newPage()
  await signedIn(page, email)
  return page
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await started(page)
}

async function confirm(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click()
}

test('a restaurant reads what it has to pay, slip by slip, and keeps the paper', { tag: '@mouse' }, async ({
  browser,
}) => {
  const owner = await on(browser, 'owner@example.jp', phone)
  await go(owner, '/restaurant/invoices')
  await expectAccessible(owner)
  const toPay = owner.getByRole('region', { name: '未払いの請求書' })
  await expect(toPay.getByText('支払期日 2026年12月21日(月)')).toBeVisible()
  await toPay.getByRole('link', { name: /^S2026-/ }).click()
  await expect(owner.getByRole('heading', { level: 1, name: /請求書 S2026-/ })).toBeVisible()
  await started(owner)
  const slip = owner.locator('details.fold-card').first()
  await slip.locator('summary').click()
  await expect(slip.getByText('合計（税込）')).toBeVisible()
  await expectAccessible(owner)
  const paper = await downloaded(owner, () => owner.getByRole('link', { name: 'PDFで保存' }).click())
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a file of the bank pays the invoice; the receipt is issued once', { tag: '@mouse' }, async ({
  browser,
  page,
}) => {
  const [invoice] = await query(
    `select d.id, d.total_yen::int as yen, r.kana from issued_documents d join restaurants r on r.id = d.restaurant_id
      where d.kind = 'invoice' and r.name = 'ビストロ 灯' order by d.at desc limit 1`,
  )
  const staff = page
  await signedIn(staff, 'admin@example.jp')
  await go(staff, '/admin/billing/deposits/settings')
  await expectAccessible(staff)
  const form = staff.getByRole('button', { name: '口座を登録する' }).locator('xpath=ancestor::form')
  await form.getByLabel('名称').fill('回収口座')
  await form.getByLabel('口座名義（半角カナ）').fill('カ）ミホンイチバ')
  await form.getByLabel('銀行番号').fill('0310')
  await form.getByLabel('支店番号').fill('101')
  await form.getByLabel('口座番号').fill('7654321')
  await form.getByRole('button', { name: '口座を登録する' }).click()
  await expect(staff.getByText('回収口座 0310-101-7654321')).toBeVisible()

  await go(staff, '/admin/billing/deposits')
  const upload = async (text: string) => {
    const file = { name: 'nyukin.csv', mimeType: 'text/csv', buffer: encode(text, 'cp932') }
    await staff.getByLabel('銀行明細のファイル').setInputFiles(file)
    await staff.getByLabel('口座', { exact: true }).selectOption({ index: 1 })
    await staff.getByRole('button', { name: '内容を確認する' }).click()
  }
  await upload('こんにちは\r\n')
  await expect(staff.locator('#bank-file-error')).toBeVisible()
  const rows = [
    '日付,摘要,入金金額,出金金額,残高,メモ',
    `20261124,振込 ${invoice?.kana},${invoice?.yen},,,`,
    '20261124,振込 ヤマダ タロウ,12345,,,',
  ]
  await upload(`${rows.join('\r\n')}\r\n`)
  await expect(staff.getByRole('heading', { level: 1, name: 'nyukin.csv' })).toBeVisible()
  await expectAccessible(staff)
  await staff.getByRole('button', { name: '2件を取り込む' }).click()
  await expect(staff.getByRole('link', { name: 'ヤマダ タロウ' })).toBeVisible()
  await expect(staff.getByRole('link', { name: String(invoice?.kana) })).toHaveCount(0)

  const owner = await on(browser, 'owner@example.jp', phone)
  await go(owner, '/restaurant/invoices')
  await expect(owner.getByText('未払いの請求書はありません。')).toBeVisible()
  const paid = owner.getByRole('region', { name: '入金' }).getByRole('listitem').first()
  await expect(paid.getByText('2026年11月24日(火)')).toBeVisible()
  await paid.getByRole('link', { name: /^S2026-/ }).click()
  await expect(owner).toHaveURL(new RegExp(`/restaurant/invoices/${invoice?.id}$`))
  await expect(owner.getByRole('heading', { level: 1, name: /請求書 S2026-/ })).toBeVisible()
  await expect(owner.getByText('入金済み')).toBeVisible()
  const original = await downloadedReceipt(owner)
  await go(owner, `/restaurant/invoices/${invoice?.id}`)
  const copy = await downloadedReceipt(owner)
  expect(copy.equals(original)).toBe(false)
  await go(owner, `/restaurant/invoices/${invoice?.id}`)
  expect((await downloadedReceipt(owner)).equals(copy)).toBe(true)
  const receipts = await query(
    `select number from issued_documents where kind = 'receipt' and restaurant_id = (
    select restaurant_id from issued_documents where id = $1)`,
    [invoice?.id],
  )
  expect(receipts).toHaveLength(1)
})

/** The file is what the form is answered with: shown, or saved, as the browser likes; and its address gives it again. */
async function downloadedReceipt(owner: Page): Promise<Buffer> {
  const answer = owner.waitForResponse((response) => /\/documents\/issued\//.test(response.url()))
  await owner.getByRole('button', { name: '領収書を発行する' }).click()
  const response = await answer
  expect(response.status()).toBe(200)
  const file = await owner.request.get(response.url())
  const bytes = await file.body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return bytes
}

test('documents are found by day, amount and name, and saved together', { tag: '@mouse' }, async ({ browser }) => {
  const owner = await on(browser, 'owner@example.jp', phone)
  await go(owner, '/restaurant/documents')
  await expectAccessible(owner)
  await owner.getByText('検索条件').click()
  await owner.getByLabel('金額（下限）').fill('1')
  await owner.getByLabel('取引先（書類に記載の名称）').fill('みほん')
  await owner.getByRole('button', { name: '検索', exact: true }).click()
  // the fields are folded again: what is set stands above the first result, which is in the first screen
  const set = owner.getByRole('list', { name: '検索条件' })
  await expect(set.getByRole('link')).toHaveText(['金額 ¥1〜を解除', '取引先「みほん」を解除', 'すべて解除'])
  await expect(owner.getByLabel('金額（下限）')).toBeHidden()
  await expect(owner.getByText(/S2026-/).first()).toBeInViewport()
  await expectAccessible(owner)
  await set.getByRole('link', { name: /取引先「みほん」/ }).click()
  await expect(set.getByRole('link')).toHaveText(['金額 ¥1〜を解除', 'すべて解除'])
  const zip = await downloaded(owner, () => owner.getByRole('link', { name: '該当する書類をすべて保存' }).click())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
})

test('a farm asks for another account and confirms it by mail', { tag: '@mouse' }, async ({ browser }) => {
  const farmer = await on(browser, 'farmer@example.jp', phone)
  await go(farmer, '/farmer/bank-account?bank=0001&branch=240')
  await farmer.getByLabel('口座番号').fill('1234567')
  await farmer.getByLabel('口座名義（カナ）').fill('ミホン タロウ')
  await farmer.getByRole('button', { name: '確認のメールを送信する' }).click()
  await expect(farmer.getByText('確認のメールを送信しました。')).toBeVisible()
  await farmer.goto(await linkMailedTo(farmer, 'farmer@example.jp', '受取口座'))
  await farmer.getByRole('button', { name: '受取口座を確認する' }).click()
  await expect(farmer.getByText(/11\/27 10:\d\dから/).first()).toBeVisible()
})

test('the month is closed on both sides; a farm objects to a slip and reads the answer', { tag: '@mouse' }, async ({
  browser,
  page,
}) => {
  theApp().clock.moveTo('2026-12-04T09:00:00+09:00')
  await signedIn(page, 'admin@example.jp')
  await go(page, '/admin/billing')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^すべて締める/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '発行する' }).click()
  await expect(page.getByText(/請求書を\d+件発行しました。/).first()).toBeVisible()
  await go(page, '/admin/statements')
  await expectAccessible(page)
  await confirm(page, '締めて発行する', '発行する')
  await expect(page.getByText(/支払通知書を\d+件発行しました。/).first()).toBeVisible({ timeout: 30_000 })

  const farmer = await on(browser, 'farmer@example.jp', phone)
  await agreeToTerms(farmer)
  await go(farmer, '/farmer/sales')
  await expectAccessible(farmer)
  await expect(farmer.getByRole('figure', { name: '2026年12月の取引先別' })).toBeVisible()
  await farmer.getByRole('navigation', { name: '集計期間' }).getByRole('link', { name: '2026年', exact: true }).click()
  await expect(farmer.getByRole('figure', { name: '2026年の商品別' })).toBeVisible()
  const buyers = await downloaded(farmer, () => farmer.getByRole('link', { name: /CSVで保存.*取引先別/ }).click())
  expect(buyers.toString()).toMatch(/^\uFEFF納品日（開始）,.*\r\n2026-01-01,2026-12-31,/)
  await farmer.getByRole('link', { name: /2026年11月分/ }).click()
  await expect(farmer.getByRole('heading', { level: 1, name: /2026年11月分の支払通知書/ })).toBeVisible()
  await started(farmer)
  const slip = farmer.locator('details.fold-card').first()
  await slip.locator('summary').first().click()
  await slip.getByText('この明細に異議がある').click()
  await slip.getByRole('button', { name: '異議を送信する' }).click()
  await expect(farmer.getByText(/誤りの内容を入力/).first()).toBeVisible()
  await slip.getByLabel('誤りの内容').fill('箱数が1つ少なく計上されています。')
  const line = (await slip.getByLabel('対象').locator('option').first().textContent()) ?? ''
  expect(line).toMatch(/ × \d+.*　¥[\d,]+$/)
  await expectAccessible(farmer)
  await slip.getByRole('button', { name: '異議を送信する' }).click()
  await expect(farmer.getByText(/への異議を送信しました/).first()).toBeVisible()

  await go(page, '/admin/statements')
  const objection = page.getByRole('article').filter({ hasText: '箱数が1つ少なく' })
  const name = line.split(' × ')[0] ?? ''
  await expect(objection).toContainText(`対象：${name}（支払いの留保 ¥`)
  await objection.getByLabel('回答（農園に表示されます）').fill('検収の記録と一致しています。')
  await objection.getByRole('button', { name: '認めない' }).click()
  await expect(page.getByText('異議に回答しました。').first()).toBeVisible()
  await farmer.reload()
  await expect(farmer.getByText('運営の回答（修正しません）：検収の記録と一致しています。')).toBeVisible()
})

test('farms are paid once, by two administrators; what the bank gives back is booked', { tag: '@mouse' }, async ({
  browser,
  page,
}) => {
  theApp().clock.moveTo('2026-12-14T11:00:00+09:00')
  await signedIn(page, 'admin@example.jp')
  await go(page, '/admin/payouts?payOn=2026-12-15')
  await expectAccessible(page)
  const paid = page.getByRole('region', { name: '振り込む支払通知書' })
  await expect(paid.getByRole('row', { name: /佐藤農園/ })).toContainText('****567')
  const made = page.getByText('他の担当者の承認を待っています。', { exact: false })
  // the statements of the month are still being issued, each of which changes what the preview showed
  await expect(async () => {
    if (!(await made.isVisible())) await confirm(page, '振込を作成する', '作成する')
    await expect(made).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expectAccessible(page)
  const run = page.url()

  const colleague = await on(browser, 'admin2@example.jp')
  await go(colleague, run)
  const heading = await colleague.getByRole('heading', { level: 2, name: /件・合計/ }).textContent()
  await confirm(colleague, '承認する', '承認する')
  await expect(colleague.getByText('承認しました。', { exact: false }).first()).toBeVisible()
  const file = await downloaded(colleague, () =>
    colleague.getByRole('button', { name: '振込データをダウンロード' }).click(),
  )
  const records = file.toString('latin1').split('\r\n').filter(Boolean)
  const items = records.filter((record) => record.startsWith('2'))
  expect(records.every((record) => record.length === 120)).toBe(true)
  expect(`${items.length}件・合計¥${total(items).toLocaleString('ja')}`).toBe(heading)

  // the bank may have the file: it is not cancelled by a press alone
  await go(colleague, run)
  await confirm(colleague, '振込を取り消す', '取り消す')
  const sure = colleague.getByLabel('銀行に送信していません、または銀行で取り消しました')
  await expect(sure).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(colleague)
  await sure.check()
  await confirm(colleague, '振込を取り消す', '取り消す')
  await expect(colleague.getByText('取り消しの理由を入力してください。', { exact: false }).first()).toBeVisible()
  await expect(sure).toBeChecked()

  theApp().clock.moveTo('2026-12-15T16:00:00+09:00')
  await signedIn(page, 'admin@example.jp')
  await go(page, run)
  await confirm(page, '振込済みにする', '振込済みにする')
  await expect(page.getByText('振込済みにしました。農園に通知します。').first()).toBeVisible()
  const row = page.getByRole('row', { name: /佐藤農園/ })
  await row.getByText('組戻し・振込不能を記帳').click()
  await row.getByRole('button', { name: '組戻し' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '記帳する' }).click()
  await expect(page.getByText(/組戻し・振込不能を記帳し、農園に口座の確認を依頼しました。/).first()).toBeVisible()
  await expectAccessible(page)

  const farmer = await on(browser, 'farmer@example.jp', phone)
  await go(farmer, '/farmer/bank-account')
  await expect(farmer.getByText('この口座に入金できませんでした', { exact: false })).toBeVisible()
})

const total = (items: readonly string[]) => items.reduce((sum, record) => sum + Number(record.slice(80, 90)), 0)

test('the books open with what needs a person, each with the link to where it is settled', { tag: '@mouse' }, async ({
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  await go(page, '/admin/ledger')
  const rows = page.getByRole('table', { name: '対応が必要な項目' }).getByRole('row')
  await expect(rows.filter({ hasText: '期日を過ぎた未払いのある飲食店' })).toContainText(/\d+件¥[\d,]+.*日経過/)
  const unknown = rows.filter({ hasText: '未消込の入金' })
  await expect(unknown).toContainText(/\d+件¥[\d,]+/)
  await unknown.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/billing\/deposits$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await go(page, '/admin/billing')
  const ofBilling = page.getByRole('table', { name: '対応が必要な請求・入金' })
  await expect(ofBilling.getByRole('row').filter({ hasText: '未消込の入金' })).toContainText(/\d+件¥[\d,]+/)
  await expect(page.getByRole('main')).toContainText(/対応が必要な請求・入金.*未払いの請求書/s)
  await expectAccessible(page)
})

test('a job that failed is named with its reason, and is begun again', { tag: '@mouse' }, async ({ page }) => {
  await query(
    `insert into failed_jobs (job, first_at, last_at, times, reason)
     values ('close-farms', '2026-11-10 03:00+09', '2026-11-10 03:01+09', 2, 'Error: ECONNREFUSED')`,
  )
  await signedIn(page, 'admin@example.jp')
  await go(page, '/admin/ledger')
  const row = page.getByRole('table', { name: '対応が必要な項目' }).getByRole('row', { name: /失敗した自動処理/ })
  await row.getByRole('link').click()
  await started(page)
  const job = page.getByRole('listitem').filter({ hasText: '支払通知書の発行' })
  await expect(job).toContainText(/2026\/11\/10.*計2回.*Error: ECONNREFUSED/s)
  await expectAccessible(page)
  await job.getByRole('button', { name: '再実行する' }).click()
  await expect(page.getByText('「支払通知書の発行」を再実行しています。', { exact: false }).first()).toBeVisible()
  await expect(async () => {
    await go(page, '/admin/ledger/jobs')
    await expect(page.getByText('失敗した自動処理はありません。')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('the books agree with the documents', { tag: '@mouse' }, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await go(page, '/admin/ledger/agreement')
  await expect(page.getByText(/帳簿と書類は一致しています。全仕訳の合計は¥0です。/)).toBeVisible()
  await expectAccessible(page)
  for (const path of ['', '/trial-balance', '/balances', '/close', '/sales']) {
    await go(page, `/admin/ledger${path}`)
    await expectAccessible(page)
  }
})
