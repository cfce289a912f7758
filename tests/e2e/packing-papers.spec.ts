import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { textOfPdf } from '../support/pdf-picture.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

/** Presses, and reads the file that comes. */
async function printed(page: Page, name: string): Promise<{ file: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  const text = await textOfPdf(await readFile(await download.path()))
  return { file: download.suggestedFilename(), text: text.replaceAll(/\s/g, '') }
}

test('@phone @desktop a farm prints the papers of the day with one press, and each alone', async ({ page }, {
  project,
}) => {
  await signedIn(page, 'farmer@example.jp')
  await open(page, '/farmer/papers')
  if (project.name === 'phone') await page.evaluate(() => document.documentElement.setAttribute('data-text', 'xlarge'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: /未完了の注文/ })).toBeVisible()

  const all = await printed(page, '印刷する')
  expect(all.file).toMatch(/^shukka-\d{8}\.pdf$/)
  for (const part of ['ピッキングリスト（商品別）', 'ピッキングリスト（注文別）', '産'])
    expect(all.text).toContain(part)

  await page.getByLabel('ラベル用紙').selectOption('a4_24')
  await page.getByLabel('印刷を開始する位置').fill('３')
  await page.getByLabel('右へのずれ').fill('-0.4')
  const labels = await printed(page, '箱のラベルのみ')
  expect(labels.text).toMatch(/1\/\d/)
  expect(labels.text).not.toContain('ピッキングリスト')
  const outlines = await printed(page, 'ラベルの枠を試し刷りする')
  expect(outlines.text).toContain('24')

  await open(page, '/farmer/papers')
  await expect(page.getByLabel('ラベル用紙')).toHaveValue('a4_24')
  await expect(page.getByLabel('右へのずれ')).toHaveValue('-0.4')
  // what was printed alone is not the farm's choice
  await expect(page.getByRole('checkbox', { name: 'ピッキングリスト（商品別）' })).toBeChecked()
})

test('@phone @desktop what is wrong is said beside its field, and nothing typed is lost', async ({ page }) => {
  await signedIn(page, 'farmer3@example.jp')
  await open(page, '/farmer/papers')
  await page.getByLabel('右へのずれ').fill('9')
  await page.getByLabel('印刷を開始する位置').fill('7')
  const answer = page.waitForResponse((it) => it.request().method() === 'POST')
  await page.getByRole('button', { name: '印刷する', exact: true }).click()
  expect((await answer).status()).toBe(422)
  await expect(page.getByLabel('右へのずれ')).toHaveValue('9')
  await expect(page.getByLabel('印刷を開始する位置')).toHaveValue('7')
  await expect(page.getByText('0.1mm単位で').first()).toBeVisible()
})

test('a helper prints lists and labels, a read-only one cannot', async ({ page }) => {
  await signedIn(page, 'helper@example.jp')
  await open(page, '/farmer/papers')
  await expect(page.getByRole('checkbox', { name: '納品書' })).toHaveCount(0)
  const { text } = await printed(page, '印刷する')
  expect(text).toContain('ピッキングリスト')
  expect(text).not.toMatch(/[¥￥円]/)
  await page.context().clearCookies()
  await signedIn(page, 'viewer@example.jp')
  await open(page, '/farmer/papers')
  await expect(page.getByRole('button', { name: '印刷する' })).toHaveCount(0)
})
