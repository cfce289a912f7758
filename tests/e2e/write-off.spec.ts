import { devices, expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { atRest, axeOn, expectAccessible, open } from './support.ts'
import { test, theApp } from './test.ts'

const query = (sql: string, values?: unknown[]) => theApp().query(sql, values)
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, locale: 'ja-JP' }
const dialog = (page: Page) => page.getByRole('alertdialog')

/** The rest of the page is inert meanwhile. */
async function expectAccessibleDialog(page: Page) {
  await expect(dialog(page)).toBeVisible()
  await atRest(page)
  const axe = (await axeOn(page))
    .include('[role="alertdialog"]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  expect((await axe.analyze()).violations).toEqual([])
}

test('staff write off a part, then the rest, and undo it; the restaurant reads that it is settled', {
  tag: '@mouse',
}, async ({ browser, page }) => {
  const [invoice] = await query(
    `select d.id, d.number, d.restaurant_id as restaurant, i.unpaid_yen::int as yen
       from open_invoices i join issued_documents d on d.id = i.id
       join memberships m on m.restaurant_id = d.restaurant_id join people p on p.id = m.person_id
      where p.email = 'shop5@example.jp' and i.unpaid_yen > 0 order by i.due_on limit 1`,
  )
  const [id, number, total] = [String(invoice?.id), String(invoice?.number), Number(invoice?.yen)]
  const yen = (amount: number) => `¥${amount.toLocaleString('ja')}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/billing')
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expectAccessible(page)

  const form = page.locator('form').filter({ has: page.getByLabel('貸倒れとする金額') })
  const press = () => form.getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(form.getByLabel('貸倒れとする金額')).toHaveValue(String(total))
  await form.getByLabel('貸倒れとする金額').fill('1,000')
  await press()
  await expect(dialog(page)).toContainText('¥1,000を貸倒れとして処理しますか')
  await expect(dialog(page)).toContainText(`残りの未払い額は${yen(total - 1_000)}です。注文の受け付けも停止します。`)
  await expectAccessibleDialog(page)
  await dialog(page).getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(form.getByText('理由を入力してください。').first()).toBeVisible()
  await expect(form.getByLabel('貸倒れとする金額')).toHaveValue('1,000')
  await expectAccessible(page)

  await form.getByLabel('理由').fill('民事再生計画により切り捨てられた額')
  await press()
  await dialog(page).getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(
    page.getByText(`¥1,000を貸倒れとして処理しました。未払い額は${yen(total - 1_000)}です。`).first(),
  ).toBeVisible()
  await form.getByLabel('理由').fill('破産手続きの終結')
  await press()
  await dialog(page).getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText('処理済み', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await open(page, '/admin/billing?show=written_off')
  await expect(page.getByRole('row', { name: number })).toContainText(yen(total))
  await expectAccessible(page)
  await open(page, `/admin/billing/credit?of=${invoice?.restaurant}`)
  await expect(page.getByText(`直近1年の合計 ${yen(total)}`)).toBeVisible()
  await expect(page.getByText('停止中（運営）').first()).toBeVisible()
  await expectAccessible(page)
  await open(page, '/admin/ledger/accounts/bad_debt')
  await expect(page.getByRole('row', { name: /貸倒れ/ }).filter({ hasText: number })).toHaveCount(2)
  await page.getByLabel('開始日').fill('2026-11-01')
  await page.getByRole('button', { name: '表示する' }).click()
  await expect(page.getByText(`期間の借方 ${yen(total)}・貸方 ¥0`)).toBeVisible()
  await expectAccessible(page)
  await open(page, '/admin/ledger/agreement')
  await expect(page.getByText(/帳簿と書類は一致しています。/)).toBeVisible()

  const device = await browser.newContext({ ...phone, baseURL: theApp().origin })
  const owner = await device.newPage()
  await signedIn(owner, 'shop5@example.jp')
  await open(owner, `/restaurant/invoices/${id}`)
  const payments = owner.getByRole('region', { name: '入金' })
  await expect(payments).toContainText(`当社で処理済み${yen(total)}`)
  await expect(payments).toContainText('未払い額¥0')
  await expect(owner.getByText('貸倒')).toHaveCount(0)
  await expect(owner.getByRole('button', { name: '領収書を発行する' })).toHaveCount(0)
  await expectAccessible(owner)

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/admin/billing/invoices/${id}`)
  const newest = page.getByRole('listitem').filter({ hasText: '破産手続きの終結' })
  await newest.getByLabel('取り消しの理由').fill('管財人から入金があったため')
  await newest.getByRole('button', { name: '貸倒れ処理を取り消す' }).click()
  await expectAccessibleDialog(page)
  await dialog(page).getByRole('button', { name: '取り消す', exact: true }).click()
  await expect(page.getByText(`貸倒れ処理 ${yen(total - 1_000)}を取り消しました。`).first()).toBeVisible()
  await expect(form.getByLabel('貸倒れとする金額')).toHaveValue(String(total - 1_000))
  await expectAccessible(page)
  await owner.reload()
  await expect(payments).toContainText(`未払い額${yen(total - 1_000)}`)
  await device.close()
})

test('without script the next page asks before anything is written off', { tag: '@mouse' }, async ({ browser }) => {
  const [invoice] = await query(
    `select i.id, i.unpaid_yen::int as yen from open_invoices i where i.unpaid_yen > 2000 order by i.due_on desc, i.id limit 1`,
  )
  const device = await browser.newContext({ baseURL: theApp().origin, javaScriptEnabled: false })
  const page = await device.newPage()
  await signedIn(page, 'admin@example.jp')
  await page.goto(`/admin/billing/invoices/${invoice?.id}`)
  await page.getByLabel('貸倒れとする金額').fill('2000')
  await page.getByLabel('理由').fill('所在不明')
  await page.getByLabel('注文の受け付けを停止する').uncheck()
  await page.getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(page.getByText('¥2,000を貸倒れとして処理しますか')).toBeVisible()
  const written = () =>
    query(`select from payment_allocations where taken_from = 'bad_debt' and document_id = $1`, [invoice?.id])
  expect(await written()).toHaveLength(0)
  await expect(page.getByLabel('注文の受け付けを停止する')).not.toBeChecked()
  await page.getByRole('button', { name: '貸倒れとして処理する' }).click()
  await expect(page.getByText(/¥2,000を貸倒れとして処理しました。/)).toBeVisible()
  expect(await written()).toHaveLength(1)
  await device.close()
})
