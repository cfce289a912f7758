import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, started, taken } from './support.ts'
import { test } from './test.ts'

/** いつもの and 自動注文 on a phone. */
test.describe.configure({ mode: 'serial' })

/** A phone of four years ago on a slow line: 4 times slower, 150 ms away, 1.6 Mbit/s down. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1_600 * 1_000) / 8,
    uploadThroughput: (750 * 1_000) / 8,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

test('the night re-order: at most 7 presses and 60 seconds from home to 注文しました, without a keyboard', async ({
  page,
}) => {
  await signedIn(page, 'chef@example.jp')
  await slowDown(page)
  let presses = 0
  const press = async (target: ReturnType<Page['getByRole']>) => {
    presses++
    await target.click({ timeout: 30_000 })
  }
  const began = Date.now()
  await page.goto('/restaurant')
  const usual = page.getByRole('region', { name: 'いつもの注文' })
  await expect(usual).toBeVisible({ timeout: 30_000 })

  const count = usual.getByRole('group', { name: /の数量$/ }).first()
  const field = count.getByRole('textbox')
  await taken(field)
  const before = Number(await field.inputValue())
  await press(count.getByRole('button', { name: /を増やす$/ }))
  await expect(field).toHaveValue(String(before + 1))
  const instead = usual.getByRole('checkbox', { name: /^この商品にする/ }).first()
  await press(instead)
  await expect(instead).toBeChecked()
  await press(usual.getByRole('button', { name: '注文の確認へ進む' }))
  await expect(page.getByRole('heading', { level: 1, name: '注文内容の確認' })).toBeVisible({ timeout: 30_000 })
  await press(page.getByRole('button', { name: 'この内容で注文する' }))
  await expect(page.getByRole('heading', { level: 1, name: '注文しました' })).toBeVisible({ timeout: 30_000 })
  const seconds = (Date.now() - began) / 1_000
  test.info().annotations.push({ type: 'measured', description: `${presses} presses, ${seconds.toFixed(1)} s` })
  expect(presses).toBeLessThanOrEqual(7)
  expect(seconds).toBeLessThanOrEqual(60)
})

test('home: the list of the next delivery, the sum in the bar follows, another list by one press', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant')
  const usual = page.getByRole('region', { name: 'いつもの注文' })
  const go = usual.getByRole('button', { name: '注文の確認へ進む' })
  await taken(go)
  const sum = go.locator('xpath=..')
  const before = await sum.textContent()
  await usual
    .getByRole('button', { name: /を増やす$/ })
    .first()
    .click()
  await expect(sum).not.toHaveText(before ?? '')
  const lists = usual.getByRole('navigation', { name: 'リスト' }).getByRole('link')
  const other = usual.getByRole('navigation', { name: 'リスト' }).locator('a.chip:not([aria-current])').first()
  const name = await other.textContent()
  await other.click()
  await expect(lists.and(page.locator('[aria-current=page]'))).toHaveText(name ?? '')
})

test('home: a quantity that is changed without the network stays, and the sum follows once there is one', async ({
  page,
  context,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant')
  const usual = page.getByRole('region', { name: 'いつもの注文' })
  const go = usual.getByRole('button', { name: '注文の確認へ進む' })
  await taken(go)
  const sum = go.locator('xpath=..')
  const before = await sum.textContent()
  const count = usual.getByRole('group', { name: /の数量$/ }).first()
  const quantity = Number(await count.getByRole('textbox').inputValue())
  const more = count.getByRole('button', { name: /を増やす$/ })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/restaurant/lists/sum'))
  await context.setOffline(true)
  await more.click()
  await failed
  await expect(count.getByRole('textbox')).toHaveValue(String(quantity + 1))
  await context.setOffline(false)
  await more.click()
  await expect(sum).not.toHaveText(before ?? '')
  await expect(count.getByRole('textbox')).toHaveValue(String(quantity + 2))
})

test('棚卸し: what is left is typed, kept over a reload without a line, and the difference goes into the cart', async ({
  page,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/lists')
  await page.getByRole('link', { name: '棚卸し' }).click()
  const fields = page.getByRole('textbox', { name: /の残数/ })
  await taken(fields.first())
  await expectAccessible(page)
  const list = page.getByRole('main').getByRole('listitem').first()
  const stock = new URL(page.url()).pathname
  const name = (await list.locator('label').evaluate((label) => label.firstChild?.textContent)) ?? ''
  await fields.first().fill('９９')
  await expect(list).toContainText('充足')
  await fields.first().fill('0')
  await expect(list).toContainText(/＋\d+/)
  await page.keyboard.press('Enter')
  await expect(fields.nth(1)).toBeFocused()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'かごに追加' }).click()
  await expect(page.getByText('オフラインです。接続後に押してください。').first()).toBeVisible()
  await expect(fields.first()).toHaveValue('0')
  await page.context().setOffline(false)
  await page.reload()
  await taken(fields.first())
  await expect(fields.first()).toHaveValue('0')
  await expect(page.getByText('前回入力した残数を表示しています。')).toBeVisible()
  await page.getByRole('button', { name: 'かごに追加' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'かご' })).toBeVisible()
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  // what is in the cart has not to be counted again
  await open(page, stock)
  await taken(fields.first())
  await expect(fields.first()).toHaveValue('')
})

test('a list: ordered from, sorted by keys, its numbers fixed; all of it accessible', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/lists')
  await expect(page.getByRole('heading', { level: 1, name: 'いつもの注文' })).toBeVisible()
  await taken(page.getByRole('button', { name: '注文の確認へ進む' }))

  await page.getByRole('link', { name: '並べ替え・編集' }).click()
  const lines = page.getByRole('list', { name: 'リストの商品' })
  await expect(lines).toBeVisible()
  await taken(page.getByRole('button', { name: /を下へ$/ }).first())
  await expectAccessible(page)
  const names = () => lines.locator('summary b').allTextContents()
  const [first, second] = await names()
  await page
    .getByRole('button', { name: /を下へ$/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])

  await lines.locator('summary').first().click()
  await lines.getByRole('textbox').first().fill('3')
  await lines.getByRole('checkbox').first().uncheck()
  await lines.getByRole('button', { name: 'この数量を保存する' }).first().click()
  await expect(lines.getByText(/^通常3/).first()).toBeVisible()
})

test('a standing order: made, its next dates shown, one skipped and taken back, paused', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/standing')
  const days = page.getByRole('list', { name: '次回の日程' }).first()
  await expect(days.getByRole('listitem').first()).toBeVisible()
  await taken(page.getByRole('button', { name: '停止する' }).first())
  await days
    .getByRole('button', { name: /^この日は注文しない/ })
    .first()
    .click()
  await expect(page.getByText('その日は注文しません。')).toBeVisible()
  await expect(days.getByText('この日は注文しません')).toBeVisible()
  await days
    .getByRole('button', { name: /^注文を再開する/ })
    .first()
    .click()
  await expect(page.getByText('その日も注文します。')).toBeVisible()

  await page.getByText('自動注文を追加').click()
  await page.getByRole('button', { name: '自動注文を開始する' }).click()
  await expect(page.getByText(/1回の上限は、1円から|1回の上限.*入力/).first()).toBeVisible()
  await page.getByLabel('1回の上限（税込・送料込）').last().fill('12000')
  await page.getByRole('button', { name: '自動注文を開始する' }).click()
  await expect(page.getByText(/自動注文を開始しました/)).toBeVisible()
  await page.getByRole('button', { name: '停止する' }).last().click()
  await expect(page.getByText(/停止しました。再開するまで注文しません/)).toBeVisible()
  await started(page)
})
