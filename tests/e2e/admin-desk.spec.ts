import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test, theApp } from './test.ts'

const staff = (page: Page) => signedIn(page, 'admin@example.jp')
const stamp = () => `お知らせ ${Date.now().toString(36)}`

test('staff look at an announcement on both phones, publish it, and a chef reads and closes it', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const title = stamp()
  await staff(page)
  await open(page, '/admin/announcements/new')
  await page.getByLabel('見出し').fill(title)
  await page.getByLabel('本文').fill('**あす**は休市日です。')
  await page.getByRole('button', { name: 'スマートフォンでの表示を確認' }).click()
  await expect(page.getByRole('region', { name: '飲食店のスマートフォンでの表示' })).toContainText(title)
  await expect(page.getByRole('region', { name: '生産者のスマートフォンでの表示' }).locator('strong')).toHaveText(
    'あす',
  )
  await expectAccessible(page)
  await page.getByRole('radio', { name: '飲食店', exact: true }).check()
  await page.getByRole('button', { name: '公開する' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/飲食店（\d+名）へのお知らせを公開しますか/)
  await expect(question).toContainText('メールは送信しません。')
  await question.getByRole('button', { name: 'お知らせを公開' }).click()
  await expect(page).toHaveURL(/\/admin\/announcements$/)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('表示中')

  const chef = await (await browser.newContext()).newPage()
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant')
  const bar = chef.getByRole('region', { name: 'お知らせ' })
  await expect(bar).toContainText(title)
  await bar.getByRole('link').click()
  await expect(chef.getByRole('heading', { name: title })).toBeVisible()
  await open(chef, '/restaurant')
  await bar.getByRole('button', { name: '閉じる' }).click()
  await expect(chef.getByText(title)).toHaveCount(0)
  await chef.reload()
  await expect(chef.getByText(title)).toHaveCount(0)

  await row.getByRole('link').click()
  await page.getByRole('button', { name: '取り下げる' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取り下げる', exact: true }).click()
  await expect(row).toContainText('取り下げ')
})

test('a new version of a page: wrong names are told, the difference is shown, and it is planned for its day', {
  tag: '@desktop',
}, async ({ page }) => {
  await staff(page)
  await open(page, '/admin/pages')
  await page.getByRole('link', { name: /生産者/ }).click()
  await page.getByRole('link', { name: '新しい版を作成' }).click()
  const words = `追記 ${Date.now().toString(36)} です。`
  const body = page.getByLabel('本文')
  await body.fill(`${await body.inputValue()}\n\n${words} {{operator.fax}}`)
  await page.getByRole('button', { name: '表示と差分を確認' }).click()
  await expect(page.getByText('使用できない名前があります：{{operator.fax}}')).toBeVisible()
  // a version that is published for a later day has a difference of its own
  await expect(page.locator('ins').filter({ hasText: words }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('変更点').fill('連絡先を足しました。')
  await page.getByRole('textbox', { name: '発効日' }).fill('2027-12-31')
  const publish = async () => {
    await page.getByRole('button', { name: '公開する' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^第\d+版を公開$/ })
      .click()
  }
  await publish()
  await expect(page.getByRole('alert').first()).toContainText('{{operator.fax}}')
  await body.fill((await body.inputValue()).replace(' {{operator.fax}}', ''))
  await publish()
  await expect(page).toHaveURL(/\/admin\/pages\/farmers-guide\?version=\d+/)
  await expect(page.locator('ins').filter({ hasText: words }).first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '連絡先を足しました。' }).first()).toContainText('適用前')
})

test('the work list leads to an inquiry that an administrator takes; the history says who did, and can be searched and saved', {
  tag: '@desktop',
}, async ({ page }) => {
  await staff(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: /担当者未定のお問い合わせ/ }).click()
  const first = page.getByRole('rowheader').first()
  const number = (await first.textContent()) ?? ''
  await first.getByRole('link').click()
  await page.getByRole('button', { name: '自分が担当する' }).click()
  await expect(page.getByText(/担当を.+さんに変更しました/)).toBeVisible()
  await page
    .getByRole('navigation', { name: '管理メニュー' })
    .getByRole('link', { name: /^お問い合わせ/ })
    .click()
  await page.getByRole('link', { name: '自分の担当' }).click()
  await page
    .getByRole('link', { name: /^すべて/ })
    .last()
    .click()
  await expect(page.getByRole('rowheader', { name: number })).toBeVisible()

  await page.getByRole('navigation', { name: '管理メニュー' }).getByRole('link', { name: '履歴' }).click()
  await page.getByLabel('利用者・農園・飲食店・担当者・番号').fill(number)
  await page.getByRole('button', { name: '絞り込む' }).click()
  await page.getByRole('navigation', { name: '履歴の対象' }).getByRole('link', { name: number }).click()
  await expect(page.getByRole('rowheader', { name: 'お問い合わせの担当者変更' }).first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
})

test('the search of orders leads from an order to its member, and back to all orders between the two', {
  tag: '@desktop',
}, async ({ page }) => {
  await staff(page)
  const [row] = await query(
    `select o.number, f.name as farm, f.id as farm_id from orders o join farms f on f.id = o.farm_id
      where o.state = 'finalized' order by o.placed_at desc limit 1`,
  )
  const [number, farm, farmId] = [String(row?.number), String(row?.farm), String(row?.farm_id)]
  await open(page, '/admin/orders')
  await page.getByRole('searchbox', { name: /^注文を検索/ }).fill(number)
  await page.getByRole('button', { name: '検索', exact: true }).click()
  await expect(page.getByText('1件', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('link', { name: farm, exact: true })).toHaveAttribute(
    'href',
    `/admin/users/farm-${farmId}`,
  )
  await page.getByRole('link', { name: 'この飲食店と農園の注文' }).click()
  await expect(page.getByRole('searchbox', { name: /^注文を検索/ })).toHaveValue(new RegExp(farm))
  await expect(page.getByRole('link', { name: number })).toBeVisible()
})

test('a wrong TRUSTED_PROXIES is shown to staff on their home and on the page of the installation', {
  tag: '@desktop',
}, async ({ page }) => {
  await query(
    `insert into proxy_counts (hour, trusted_proxies, requests, too_short, too_long, from_inside)
     select date_trunc('hour', $1::timestamptz) + n * interval '1 hour', 0, 100000, 0, 100000, 0 from generate_series(-24, 24) n
     on conflict (hour, trusted_proxies) do update set requests = 200000, too_long = 200000`,
    [theApp().clock.now()],
  )
  try {
    await staff(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/admin')
      await expect(page.getByText('TRUSTED_PROXIES=0 は小さすぎる可能性があります')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: '診断を見る' }).click()
      await expect(page.getByText(/中継0台の設定・リクエスト\d/)).toBeVisible()
    }
  } finally {
    await query('delete from proxy_counts')
  }
})
