import { expect } from '@playwright/test'
import { form, openForm } from './samples.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** The address that a postal code finds. */

/** A code whose row of Japan Post names two towns. */
const sharedCode = '761-4103'

test('the address comes with the seventh digit, and the focus stays', async ({ page }) => {
  await openForm(page)
  const code = page.getByLabel('郵便番号')
  await code.focus()
  await code.pressSequentially('１００ー０００１')
  await expect(page.getByRole('status').filter({ hasText: '東京都千代田区千代田です' })).toBeVisible()
  await expect(code).toBeFocused()
  await expect(page.getByLabel('都道府県')).toHaveValue('13')
  await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
  await expect(page.getByLabel('町域')).toHaveValue('千代田')
  await code.blur()
  await expect(code).toHaveValue('100-0001')

  await page.getByLabel('市区町村').fill('わたしの町')
  await code.fill('498-0000')
  await expect(page.getByRole('status').filter({ hasText: '愛知県弥富市です' })).toBeVisible()
  await expect(page.getByLabel('都道府県')).toHaveValue('23')
  await expect(page.getByLabel('市区町村')).toHaveValue('わたしの町')
  await expect(page.getByLabel('町域')).toHaveValue('')
})

test('a code that several towns share opens a short list', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('郵便番号').fill(sharedCode)
  const towns = page.getByRole('group', { name: '町域の候補' })
  await expect(towns.getByRole('button')).not.toHaveCount(0)
  const first = towns.getByRole('button').first()
  const name = (await first.textContent()) ?? ''
  await expect(page.getByLabel('町域', { exact: false }).and(page.locator('input'))).toHaveValue('')
  await first.click()
  await expect(page.locator('[name=town]')).toHaveValue(name)
  await expect(page.getByLabel('番地')).toBeFocused()
})

test('an unknown code and a lost connection block nothing', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('市区町村').fill('千代田区')
  await page.getByLabel('郵便番号').fill('000-0000')
  await expect(page.getByText('見つかりません。住所をそのまま入力してください')).toBeVisible()
  await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
  await page.route('**/api/postal-codes/**', (route) => route.abort())
  await page.getByLabel('郵便番号').fill('100-0001')
  await expect(page.getByText('現在、住所を検索できません。住所をそのまま入力してください')).toBeVisible()
  await page.getByLabel('郵便番号').fill('10')
  await page.getByRole('button', { name: '住所を検索' }).click()
  await expect(page.getByText(/7桁で入力してください/).first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the address is found by its button, and nothing typed is lost', async ({ page }) => {
    await page.goto(form)
    await page.getByLabel('電話番号').fill('03-1234-5678')
    await page.getByLabel('番地').fill('1-1')
    await page.getByLabel('郵便番号').fill('〒１００－０００１')
    await page.getByRole('button', { name: '住所を検索' }).click()
    await expect(page.getByText('東京都千代田区千代田です。続きを入力してください')).toBeVisible()
    await expect(page.getByLabel('都道府県')).toHaveValue('13')
    await expect(page.getByLabel('町域')).toHaveValue('千代田')
    await expect(page.getByLabel('番地')).toHaveValue('1-1')
    await expect(page.getByLabel('電話番号')).toHaveValue('03-1234-5678')

    await page.getByLabel('郵便番号').fill('000-0000')
    await page.getByRole('button', { name: '住所を検索' }).click()
    await expect(page.getByText('見つかりません。住所をそのまま入力してください')).toBeVisible()
    await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
  })
})
