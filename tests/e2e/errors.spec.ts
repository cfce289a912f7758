import { expect } from '@playwright/test'
import { errorWords } from '../../app/ui/constants.ts'
import { expectAccessible, navigate, openAny, started } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** The page instead of a page. */

const { notFound, insideError } = errorWords

test('an unknown page says so, and leads home', { tag: '@desktop' }, async ({ page }) => {
  expect((await openAny(page, '/nowhere'))?.status()).toBe(404)
  await expect(page).toHaveTitle(`${notFound.ja}｜畝と皿`)
  await expect(page.getByRole('heading', { level: 1, name: notFound.ja })).toBeVisible()
  await expect(page.getByText(notFound.en, { exact: true })).toHaveAttribute('lang', 'en')
  const home = page.getByRole('main').getByRole('link', { name: notFound.back.ja })
  await expect(home).toContainText(notFound.back.en)
  await home.click()
  await expect(page).toHaveURL('/')
})

for (const [kind, status, message] of [
  ['status', 418, '急須でコーヒーはいれられません。'],
  ['statusCode', 503, 'いま混みあっています。'],
  ['response', 502, '応答がありません。'],
] as const)
  test(`status and words come from the error: ${kind}`, { tag: '@desktop' }, async ({ page }) => {
    expect((await openAny(page, `/test/faults/${kind}`))?.status()).toBe(status)
    await expect(page.getByText(String(status), { exact: true })).toBeVisible()
    await expect(page.getByText(message)).toBeVisible()
  })

test('a bug is 500 and names the request, whose number can be copied', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const response = await openAny(page, '/test/faults/bug')
  expect(response?.status()).toBe(500)
  const number = response?.headers()['x-request-id'] ?? 'none'
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByText('03-0000-0000')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '番号をコピー' }).click()
  await expect(page.getByText('コピーしました')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
})

test('on the way from another page, it names the request of the answer and has the focus', { tag: '@desktop' }, async ({
  page,
}) => {
  await openAny(page, '/')
  const answered = page.waitForResponse(/faults\/status\.data/)
  await navigate(page, '/test/faults/status')
  const number = (await answered).headers()['x-request-id'] ?? 'none'
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('エラーが発生しました｜畝と皿')
})

test('an error inside the error page still leads home: from the server and in the browser', {
  tag: '@desktop',
}, async ({ page }) => {
  expect((await page.goto('/test/faults/inside'))?.status()).toBe(500)
  const said = page.getByText(insideError.en, { exact: true })
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: insideError.back.en }).click()
  await expect(page).toHaveURL('/')
  await started(page)
  await navigate(page, '/test/faults/inside')
  await expect(said).toBeVisible()
  await expect(page.getByRole('link', { name: insideError.back.en })).toHaveAttribute('href', '/')
})

for (const name of ['nobody', 'toString', 'constructor'])
  test(`an unknown one, ${name}, is a fault of ours`, { tag: '@desktop' }, async ({ page }) => {
    expect((await page.goto(`/test/guards/${name}`))?.status()).toBe(500)
    await expect(page.getByText(`${errorWords.unknownGuard} ${name}`, { exact: true })).toBeVisible()
  })
