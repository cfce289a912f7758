import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test, theApp } from './test.ts'

test('staff raise a table by percent, mend a file by line, and read what a parcel costs', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/freight')
  await expect(page.getByText('デモ用の金額')).toBeVisible()
  await page.getByText('別の配送会社、または前の表からの変更率で始める').click()
  await page.getByLabel('変更率').fill('10')
  await page.getByRole('button', { name: '計算して始める' }).click()
  const cell = page.getByLabel('「関東」から「関東」への運賃 60サイズ')
  // opened once the new figures have come: they begin folded
  await expect(cell).toHaveValue('880')
  await page.getByText('関東からの運賃').first().click()

  // a mistake is told at its row, and everything typed stays
  await cell.fill('-5')
  await page.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(page.getByText(/60サイズ：/)).toBeVisible()
  await expect(cell).toHaveValue('-5')
  await page.getByText('CSVから入力する').click()
  await page.getByLabel('またはCSVの内容').fill('運賃,関東,関東,800,1000\n割引,関東,関東,1,2,3,4,5,6')
  await page.getByRole('button', { name: '表に入力する' }).click()
  await expect(page.getByText(/^1行目：100サイズ：/)).toBeVisible()
  await expect(page.getByText(/^2行目：区分「割引」は使用できません/)).toBeVisible()
  await expect(page.getByLabel('またはCSVの内容')).toHaveValue(/割引/)
  await expect(cell).toHaveValue('-5')
  await expectAccessible(page)

  await cell.fill('900')
  await page.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(page.getByText(/第2版、.*から）を登録しました。/).first()).toBeVisible()
  await page.getByLabel('着地', { exact: true }).first().selectOption('東京都')
  await page.getByLabel('サイズ', { exact: true }).selectOption('60')
  await page.getByRole('button', { name: '試算する' }).click()
  await expect(page.getByText('¥900').first()).toBeVisible()
  await expect(page.getByText(/第2版、.*「関東」から「関東」への運賃/)).toBeVisible()
})

test("a farm begins with everyone's figures, and its own table holds for its carts", {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/freight')
  await expect(page.getByText('自分の送料表は、まだありません。')).toBeVisible()
  const cell = page.getByLabel('「関東」への運賃 60サイズ')
  await expect(cell).not.toHaveValue('')
  const first = Number((await cell.inputValue()).replaceAll(',', ''))
  await page.getByText('別の配送会社、または前の表からの変更率で始める').click()
  await expect(page.getByRole('combobox', { name: '配送会社' }).last()).toHaveValue('ヤマト運輸')
  await page.getByLabel('変更率').fill('10')
  await page.getByRole('button', { name: '計算して始める' }).click()
  await expect(cell).toHaveValue(String(Math.round(first * 1.1)))
  await page.getByText('都道府県・離島の行を追加する').click()
  await page.getByLabel('着地').last().fill('1001')
  await page.getByRole('button', { name: '行を追加する' }).click()
  await page.getByLabel('郵便番号1001の離島の加算 60サイズ').fill('300')
  await cell.fill('1,234')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'この内容で登録する' }).click()
  await expect(page.getByText(/第1版、.*から）を登録しました。/).first()).toBeVisible()
  const rows = await theApp().query(
    `select kind, destination, yen[1] as least from freight_rows r join freight_tables t on t.id = r.table_id
      where t.farm_id is not null and (kind = 'island' or destination = 'kanto') order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'island', destination: '1001', least: 300 },
    { kind: 'lane', destination: 'kanto', least: 1_234 },
  ])
})
