import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

/** Finding what was ordered, seeing where the money went, putting deliveries into a calendar; and practising. */

test('a chef finds old orders by a word in another spelling, by amount, and takes them as a file', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/History')
  const search = page.getByRole('search', { name: '伝票を検索' })
  await taken(search)
  await expect(page.getByText(/当月 \d+件の合計（税込）/).first()).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: /^昨年の同時期/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  const months = page.getByRole('navigation', { name: '月を選択' }).getByRole('link')
  const word = await months.nth(3).textContent()
  await months.nth(3).click()
  await expect(page.getByRole('heading', { level: 2, name: word ?? '' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^昨年の同時期/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'すべての月' }).click()
  await expect(page.getByText(/当月 \d+件の合計（税込）/).first()).toBeVisible()

  await search.getByRole('searchbox').fill('ニンジン')
  await search.getByRole('button', { name: '検索', exact: true }).click()
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText(/検索結果 \d+件の合計（税込）/).first()).toBeVisible()
  for (const card of await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .all())
    await expect(card).toContainText(/にんじん|人参|ニンジン|他\d+点/)

  await search.getByText('絞り込み', { exact: true }).click()
  await expectAccessible(page)
  await search.getByLabel('合計（税込）の下限').fill('９９９,９９９')
  await search.getByRole('button', { name: 'この条件で検索' }).click()
  await expect(page.getByText(/条件に合う注文がありません/)).toBeVisible()
  const chips = page.getByRole('list', { name: '絞り込み条件' })
  await expect(chips.getByRole('link')).toHaveText([/「ニンジン」/, /合計 ¥999,999〜/, 'すべて解除'])
  await chips.getByRole('link', { name: /合計/ }).click()
  await expect(page).toHaveURL(/q=[^&]+$/)
  await chips.getByRole('link', { name: 'すべて解除' }).click()
  await expect(page.getByText(/当月 \d+件の合計（税込）/).first()).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSVに書き出す' }).click()
  expect((await download).suggestedFilename()).toMatch(/^denpyo-2026-11-\d\d\.csv$/)
})

test('slips are shown by what they wait for, the first one above the fold; what has arrived is inspected first', async ({
  page,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/History')
  const first = page.getByRole('main').getByRole('heading', { level: 3 }).filter({ visible: true }).first()
  const top = (await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  expect(top).toBeLessThan(500)
  const segments = page.getByRole('navigation', { name: '伝票の区分' })
  await segments.getByRole('link', { name: '検収待ち' }).click()
  await expect(page).toHaveURL(/state=check$/)
  await expect(segments.getByRole('link', { name: '検収待ち' })).toHaveAttribute('aria-current', 'page')
  const arrived = page.getByRole('listitem').filter({ hasText: '納品済み' }).filter({ visible: true }).first()
  await expect(arrived.getByRole('link').or(arrived.getByRole('button')).first()).toHaveText(/検収する/)
  await expectAccessible(page)
  await segments.getByRole('link', { name: '済', exact: true }).click()
  await expect(page).toHaveURL(/state=done$/)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /金額確定|検収済み/ })
      .first(),
  ).toBeVisible()
})

test('deliveries are inspected one after the other, two presses each', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/History?state=check')
  await page.getByRole('main').getByRole('link', { name: '検収する' }).filter({ visible: true }).first().click()
  const waiting = page.getByText(/・残り\d+件$/)
  const left = async () => Number(/残り(\d+)件/.exec((await waiting.textContent()) ?? '')?.[1])
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByText('検収が完了しました')).toBeVisible()
  await expectAccessible(page)
  const before = await left()
  await page.getByRole('link', { name: '次の伝票を検収する' }).click()
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByText('検収が完了しました')).toBeVisible()
  expect(await left()).toBe(before - 1)
})

test('on a wide screen the orders of a month stand in a table', { tag: '@mouse' }, async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/History')
  const table = page.getByRole('table', { name: /の注文$/ }).first()
  await expect(table.getByRole('columnheader')).toHaveText([
    '番号',
    '注文日',
    'お届け日',
    '農園',
    '商品',
    '状態',
    '合計（税込・円）',
    '操作',
  ])
  await table.getByRole('rowheader').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/restaurant\/orders\//)
})

test('the pictures of what was bought, and a calendar that is made and revoked', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/History/analysis')
  const goods = page.getByLabel('商品', { exact: true })
  await taken(goods)
  await expect(page.getByRole('figure').filter({ hasText: '農園別の商品代' })).toBeVisible()
  const other = await goods.locator('option').nth(1).textContent()
  await goods.selectOption({ index: 1 })
  await expect(page.getByRole('figure').filter({ hasText: `${other} 1` })).toBeVisible()

  await page.getByRole('link', { name: 'カレンダー', exact: true }).click()
  await page.getByRole('button', { name: 'アドレスを発行する' }).click()
  const address = await page.locator('[data-new-address]').textContent()
  const path = new URL(address?.trim() ?? '').pathname
  const feed = await page.request.get(path)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain('BEGIN:VCALENDAR')
  await page.getByRole('link', { name: '追加しました。戻る' }).click()
  await page.getByRole('button', { name: 'アドレスを無効にする' }).click()
  await expect(page.getByText('カレンダーのアドレスを無効にしました').first()).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})

test('a practice order, from choosing to what would have happened', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/restaurant/order/test')
  const apples = page.getByLabel('数：りんご')
  await taken(apples)
  await expect(page.getByText('実際には注文されません')).toBeVisible()
  await apples.fill('1')
  await page.getByRole('button', { name: '注文の確認へ進む' }).click()
  await expect(page.getByText('修正が必要な項目があるため、まだ注文できません。')).toBeVisible()
  await page.getByRole('link', { name: '数量を修正' }).click()
  await taken(apples)
  await apples.fill('2')
  await page.getByRole('button', { name: '注文の確認へ進む' }).click()
  await expect(page.getByText('実際には注文されません')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '練習注文を確定する' }).click()
  await expect(page.getByRole('heading', { name: '本番の場合の流れ' })).toBeVisible()
  await expect(page.getByText('実際には注文されません')).toBeVisible()
  await expectAccessible(page)
})
