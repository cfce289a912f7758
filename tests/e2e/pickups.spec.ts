import { expect } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { downloaded, expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

test('a farm states what its depot told it, asks for a pick-up, and cancels it', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/labels')
  // a day far enough from now for any depot
  await page.getByRole('navigation', { name: '出荷日' }).getByRole('link').last().click()
  const pickups = page.getByRole('region', { name: '集荷' })
  const [row] = await query(`select coalesce((select carrier from label_settings s join farms f on f.id = s.farm_id
    join memberships m on m.farm_id = f.id join people p on p.id = m.person_id where p.email = 'farmer@example.jp'), 'yamato') as carrier`)
  const name = { yamato: 'ヤマト運輸', sagawa: '佐川急便', japanpost: '日本郵便' }[String(row?.carrier)] ?? ''

  await pickups.getByText('集荷の設定').click()
  const form = pickups.locator('form').filter({ has: page.getByRole('heading', { name }) })
  await form.getByLabel('当日の受付時刻').fill('夕方')
  await form.getByLabel('営業所のメールアドレス').fill('depot@example.jp')
  await form.getByRole('button', { name: '設定を保存する' }).click()
  await expect(form.getByText('時刻は 17:00 の形式で入力してください。')).toBeVisible()
  await expect(form.getByLabel('営業所のメールアドレス')).toHaveValue('depot@example.jp')
  await expectAccessible(page)
  await form.getByLabel('当日の受付時刻').fill('17:30')
  await form.getByRole('button', { name: '設定を保存する' }).click()
  await expect(page.getByText('集荷の設定を保存しました。').first()).toBeVisible()

  // the settings of the labels, on the same page
  const labels = page.locator('form').filter({ has: page.getByLabel('佐川急便のお客様コード') })
  const details = page.locator('details').filter({ has: labels })
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  await labels.getByLabel('佐川急便のお客様コード').fill('123456789012')
  await labels.getByRole('button', { name: '設定を保存する' }).click()
  await expect(page.getByText('送り状の設定を保存しました。').first()).toBeVisible()

  await pickups.getByRole('button', { name: '集荷を依頼する' }).click()
  await expect(page.getByText('営業所に集荷を依頼しました。').first()).toBeVisible()
  await expect(pickups.getByText(/に依頼しました（営業所にメールを送信）/)).toBeVisible()
  const csv = await downloaded(page, () => pickups.getByRole('link', { name: '集荷の一覧を書き出す' }).click())
  expect(csv.toString()).toContain('集荷日,配送会社,温度帯,サイズ,個口')
  await expectAccessible(page)
  await pickups.getByRole('button', { name: '集荷を取り消す' }).click()
  await expect(page.getByText('集荷を取り消しました。').first()).toBeVisible()
})

test('parcels are meant for a carrier that the farm names, which is asked to come and given a list', async ({
  page,
}) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/labels')
  const day = page.getByRole('navigation', { name: '出荷日' }).getByRole('link').last()
  await day.click()
  await expect(day).toHaveAttribute('aria-current', 'page')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: '変更する' }) })
    .first()
  const change = card.getByRole('button', { name: '変更する' })
  await taken(change)
  await card.getByLabel('配送会社', { exact: true }).selectOption('その他の配送会社')
  await change.click()
  await expect(card.getByText('配送会社名を40文字以内で入力してください。')).toBeVisible()
  await card.getByLabel('配送会社名', { exact: true }).fill('赤帽 八代')
  await expectAccessible(page)
  await change.click()
  await expect(page.getByText('配送会社を変更しました。').first()).toBeVisible()
  const list = page.getByRole('link', { name: '赤帽 八代の個口の一覧を書き出す' })
  const csv = (await downloaded(page, () => list.click())).toString()
  expect(csv).toContain(
    '出荷日,お届け日,時間帯,配送会社,注文番号,お客様管理番号,個口,個口数,温度帯,サイズ,品名,お届け先名',
  )
  expect(csv).toContain(',赤帽 八代,')
  const pickups = page.getByRole('region', { name: '集荷' })
  await expect(pickups.getByRole('heading', { name: '赤帽 八代' }).first()).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
