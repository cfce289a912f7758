import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled, taken } from './support.ts'
import { test } from './test.ts'

/** What a farm does with its own goods, on a phone. */

const list = '/farmer/products/List'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const aPhoto = async (background: string) => ({
  name: 'hatake.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

test('five questions, with a photo and a mistake, and the goods are on sale', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/products/Create')
  await page.getByRole('link', { name: '写真から始める' }).click()
  await page.getByLabel('アルバムから選択').setInputFiles([await aPhoto('#aa3322'), await aPhoto('#338844')])
  await expect(page.getByRole('img', { name: '2枚目の写真' })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.getByRole('link', { name: '次へ：品もの' }).click()
  const name = `房どりミニトマト ${Date.now() % 100_000}`
  await page.getByLabel('品目').fill('ミニトマト')
  await page.getByLabel('商品名').fill('無農薬ミニトマト')
  await page.getByText('慣行栽培').click()
  await page.getByRole('button', { name: '次へ：箱と重さ' }).click()
  await expect(page.getByText('国のガイドラインで使用できない言葉です').first()).toBeVisible()
  await page.getByLabel('商品名').fill(name)
  await page.getByRole('button', { name: '次へ：箱と重さ' }).click()
  // what such goods usually are stands there already
  await expect(page.getByLabel('1つあたりの内容量')).toHaveValue('3')
  await expectAccessible(page)
  await page.getByRole('button', { name: '次へ：値段' }).click()
  const preview = page.getByLabel('料理人の画面での表示')
  await expect(preview.getByText('価格を入力すると、ここに表示されます')).toBeVisible()
  await page.getByLabel('1箱の単価（税抜）').fill('２，４８０')
  await expect(preview.getByText('¥2,480')).toBeVisible()
  await expect(page.getByText('手取りは ¥2,183')).toBeVisible()
  await page.getByRole('button', { name: '次へ：出せる数' }).click()
  await page.getByLabel('現在の出荷可能数').fill('24')
  await page.getByRole('button', { name: '販売を開始する' }).click()
  await expect(page).toHaveURL(/products\/List/)
  await expect(row(page, name).getByRole('switch')).toBeChecked()
  await expect(row(page, name).getByRole('textbox')).toHaveValue('24')
})

test('numbers, prices and rest in the list; what cannot be is told beside its field', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, list)
  const name = 'なす 長なす'
  const stock = row(page, name).getByRole('textbox')
  const before = Number(await stock.inputValue())
  await row(page, name)
    .getByRole('button', { name: /在庫をふやす/ })
    .click()
  await expect(stock).toHaveValue(String(before + 1))
  await stock.fill('たくさん')
  await stock.press('Enter')
  await expect(row(page, name).getByText('数字で入力してください')).toBeVisible()
  await row(page, name).getByRole('switch').click()
  await expect(row(page, name).getByRole('switch')).not.toBeChecked()
  await row(page, name).getByRole('switch').click()
  await expect(row(page, name).getByRole('switch')).toBeChecked()
  await page.getByRole('link', { name: '価格と在庫を一括編集' }).click()
  await page.getByLabel(`${name}の単価（税抜）`).fill('0')
  await page.getByRole('button', { name: '一括で保存する' }).click()
  await expect(page.getByText('小さすぎます。1以上で入力してください')).toBeVisible()
})

test('without a signal a step is kept, also over a new page, and sent once', async ({ page, context }) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, list)
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('textbox') })
    .first()
  const name = (await first.getByRole('rowheader').getByRole('link').locator('span').first().textContent()) ?? ''
  const stock = first.getByRole('textbox')
  const before = Number(await stock.inputValue())
  const more = first.getByRole('button', { name: /在庫をふやす/ })
  await taken(more)
  // the queue of what is said comes after the page
  await settled(page)
  await context.setOffline(true)
  await more.click()
  await more.click()
  await expect(stock).toHaveValue(String(before + 2))
  await expect(first.getByText('未送信')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  const arrived = later.waitForResponse((answer) => answer.url().includes('/farmer/products/stock') && answer.ok())
  await open(later, list)
  await arrived
  await expect(row(later, name).getByText('未送信')).toHaveCount(0)
  await later.reload()
  await expect(row(later, name).getByRole('textbox')).toHaveValue(String(before + 2))
})

test('a file of the goods is shown line by line before anything changes', async ({ page }) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/products/import')
  const buffer = Buffer.from('番号,商品名,何の品,価格（税抜）\n,朝どり小松菜,小松菜,900\nabc,まちがい,,1\n')
  await page.getByLabel('CSVファイル').setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: '内容を確認する' }).click()
  await expect(page.getByText('まだ変更していません')).toBeVisible()
  await expect(page.getByText('番号を読み取れません')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '1行を取り込む' }).click()
  await expect(page.getByRole('link', { name: /朝どり小松菜/ })).toBeVisible()
})

test('a day of harvest by touch, yesterday’s promise by one press, and back', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/harvest')
  const days = page.locator('#days')
  const same = days.getByRole('button', { name: '昨日と同じ' })
  await taken(same)
  await same.click()
  await expect(days.getByText(/に14箱を入れました/)).toBeVisible()
  await expect(days.getByRole('link', { name: /^11月24日.*：14箱、注文ずみ0箱/ })).toBeVisible()
  await days.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('見込みを取り消しました').first()).toBeVisible()
  await expect(days.getByRole('link', { name: /^11月24日.*：未定/ })).toBeVisible()
  await days
    .getByRole('link', { name: /：未定$/ })
    .last()
    .click()
  const qty = days.getByRole('textbox', { name: '出荷できる数量' })
  await qty.fill('たくさん')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(qty).toHaveAttribute('aria-invalid', 'true')
  await qty.fill('12')
  await page.getByRole('button', { name: '1つ増やす' }).click()
  await days.getByRole('checkbox', { name: '雨なら半分' }).check()
  await page.getByRole('button', { name: '保存する' }).click()
  const said = days.getByText(/に13箱を登録しました。6箱まで注文を受けます/)
  await expect(said).toBeVisible()
  await days.getByRole('button', { name: '元に戻す' }).click()
  // the sentence of the first time may still stand there
  await expect(said).toHaveCount(0)
})

test('a rest by two touches, read as people say it; a harvest that overlaps is refused', async ({ page }) => {
  await signedIn(page, 'farmer3@example.jp')
  await open(page, '/farmer/Vacation?month=2027-03')
  const first = page.getByRole('link', { name: /^3月15日/ })
  await taken(first)
  await first.click()
  await expect(first).toHaveAttribute('aria-current', 'date')
  await page.getByRole('link', { name: /^3月17日/ }).click()
  await expect(page.getByRole('heading', { name: '3月15日(月)〜3月17日(水)はお休み' })).toBeVisible()
  await page.getByRole('button', { name: '休業日に設定' }).click()
  await expect(page.locator('#rests').getByText('3月15日(月)〜3月17日(水)はお休み').first()).toBeVisible()
  await page.getByRole('button', { name: /取り消す\s*：3月15日/ }).click()
  await expect(page.locator('#rests').getByText('3月15日')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('numbers, harvests and the farm’s page work as forms', async ({ page }) => {
    await signedIn(page, 'farmer@example.jp')
    await page.goto('/farmer/harvest')
    await page.getByRole('textbox', { name: '最大の数量' }).last().fill('10')
    await page.getByRole('button', { name: '見込みを入力' }).click()
    await expect(page.getByText('の見込みと重複してい').first()).toBeVisible()
    const days = page.locator('#days')
    await days.getByRole('button', { name: '昨日と同じ' }).click()
    await days.getByRole('button', { name: '元に戻す' }).click()
    await expect(days.getByRole('button', { name: '昨日と同じ' })).toBeVisible()
    await page.goto('/farmer/profile')
    await page.getByLabel('代表者の氏名').fill('')
    await page.getByRole('button', { name: '農園情報を保存する' }).click()
    await expect(page.getByText('代表者の氏名を入力してください').first()).toBeVisible()
    await page.goto('/farmer/profile')
    await page.getByLabel('Instagram').fill('https://evil.example/instagram.com')
    await page.getByRole('button', { name: 'リンクを保存する' }).click()
    await expect(page.getByText('Instagramのアドレスではないようです').first()).toBeVisible()
    await page.goto(list)
    const resting = row(page, 'オクラ 朝採り')
    const before = Number(await resting.getByRole('textbox').inputValue())
    await resting.getByRole('button', { name: /在庫をへらす/ }).click()
    await expect(resting.getByRole('textbox')).toHaveValue(String(before - 1))
  })
})
