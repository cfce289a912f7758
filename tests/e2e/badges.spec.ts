import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled, taken } from './support.ts'
import { test } from './test.ts'

/** 産地バッジ on the chef's phone. */
test.describe.configure({ mode: 'serial' })

const here = '/restaurant/bagge'
// while the sheet is open the page behind it is hidden from readers, and from roles
const sample = (page: Page) => page.locator('.bagge-preview .scene-badge')
const farmsOn = async (page: Page) => Number.parseInt((await sample(page).getAttribute('alt')) ?? '', 10)

test('a chef sees the badge as guests see it, chooses shape and farms, and downloads the picture', async ({
  page,
  context,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, here)
  await settled(page)
  await expect.poll(() => sample(page).evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  const farms = await farmsOn(page)

  // by keys alone: the sheet opens, the shape is chosen by an arrow
  const opener = page.getByRole('button', { name: '形と農園' })
  await taken(opener)
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: '形と農園' })
  await sheet.getByRole('radio', { name: '丸シール' }).press('ArrowRight')
  await expect(page).toHaveURL(/shape=tag/)
  await expect(sample(page)).toHaveAttribute('src', /shape=tag/)
  await expectAccessible(page)

  const first = sheet.getByRole('switch').first()
  for (const [on, count] of [
    [false, farms - 1],
    [true, farms],
  ] as const) {
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await first.setChecked(on)
    expect((await sent).status()).toBeLessThan(300)
    await expect.poll(() => farmsOn(page)).toBe(count)
  }
  await sheet.getByRole('button', { name: '閉じる' }).press('Enter')
  await expect(sheet).toBeHidden()

  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: '印刷用SVG' }).click()
  // not its name: a browser without a Japanese locale calls it something else
  expect(await readFile(await (await file).path(), 'utf8')).toMatch(/^<svg /)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('ウェブサイトに埋め込む').click()
  await page.getByRole('button', { name: /^コピーする.*：産地バッジ$/ }).click()
  await expect(page.getByText('コピーしました。')).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toMatch(/^<a href="[^"]+\/trace\/[\w-]{22,64}"><img src="[^"]+\/badge\.svg\?shape=tag"[^<>]*><\/a>$/)
  expect(code).toBe(await page.getByRole('textbox', { name: '産地バッジ', exact: true }).inputValue())
})

test('files are for the restaurant, with Japanese names; the embedded pictures are public', async ({
  page,
  playwright,
}) => {
  await signedIn(page, 'chef@example.jp')
  const begins = {
    'badge.svg?shape=line&size=90&bleed=1': '<svg',
    'badge.png': '\u0089PNG',
    'code.svg': '<svg',
    'card.pdf': '%PDF',
  }
  for (const [file, start] of Object.entries(begins)) {
    const answer = await page.request.get(`${here}/${file}`)
    expect((await answer.body()).subarray(0, 4).toString('latin1')).toBe(start)
    expect(answer.headers()['content-disposition']).toContain(`UTF-8''${encodeURIComponent('産地バッジ')}`)
  }
  await page.goto(here)
  const address = (await page.getByRole('link', { name: 'お客様向けページ' }).getAttribute('href')) ?? ''
  const stranger = await playwright.request.newContext()
  for (const picture of ['badge.svg', 'today.svg']) {
    const answer = await stranger.get(`${address}/${picture}`)
    expect(await answer.text()).toMatch(/^<svg/)
    expect(answer.headers()['cache-control']).toBe('public, max-age=30')
  }
  const nobodys = address.replace(/[^/]+$/, 'A'.repeat(22))
  expect((await stranger.get(`${nobodys}/badge.svg`)).status()).toBe(404)
  await stranger.dispose()
})

test('a shop that has received nothing sees what is missing', async ({ page }) => {
  const [shop] = await query(
    `select p.email from people p join memberships m on m.person_id = p.id join restaurants r on r.id = m.restaurant_id
      where r.status = 'submitted' and p.email like 'applicant%'
        and not exists (select from orders o where o.restaurant_id = m.restaurant_id) limit 1`,
  )
  await signedIn(page, String(shop?.email))
  await open(page, here)
  await settled(page)
  await expect(page.getByText('あと3回の納品で作成できます').first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(4)
  await expect(page.getByRole('link', { name: '印刷用SVG' })).toHaveCount(0)
  expect((await page.request.get(`${here}/badge.svg`)).status()).toBe(404)
})
