import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, started } from './support.ts'
import { test } from './test.ts'

/** People of no name yet: each test takes an address of its own. */
const stamp = () => `new-${Date.now()}-${Math.floor(Math.random() * 1e6)}`
const chosen = '畑と厨房をつなぐ一本の道'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const step = async (page: Page, number: number, title: string | RegExp) => {
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText(`全5画面のうち${number}番目`)).toBeAttached()
  await started(page)
}

type Place = [number: number, title: string]

/** T54: the step before stands as it was left, and from there one comes back here. */
async function backAndHere(page: Page, before: Place, here: Place, asLeft?: () => Promise<void>): Promise<void> {
  await page.goBack()
  await step(page, ...before)
  await asLeft?.()
  await page.goForward()
  await step(page, ...here)
}

const places = {
  kind: [1, '登録する方を選択してください'],
  account: [2, 'メールアドレスとパスワード'],
  details: [3, '飲食店の情報を入力してください'],
  check: [4, '内容を確認してください'],
  agree: [5, '規約に同意して申し込む'],
} satisfies Record<string, Place>

async function credentials(page: Page, email: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: false }).first().fill(chosen)
  await page.getByRole('button', { name: '次へ進む' }).click()
}

async function nameAndAddress(page: Page): Promise<void> {
  await page.getByLabel(/^姓/).fill('山田')
  await page.getByLabel(/^名\s*必須/).fill('太郎')
  await page.getByLabel('セイ').fill('やまだ')
  await page.getByLabel('メイ').fill('タロウ')
  await page.getByLabel('郵便番号').fill('1620825')
  await expect(page.getByLabel('市区町村')).toHaveValue('新宿区')
  await page.getByLabel('番地').fill('1-2-3')
  await page.getByLabel('電話番号').fill('0332601234')
}

async function restaurant(page: Page): Promise<void> {
  await page.getByLabel('店名').fill('ビストロ 畝')
  await page.getByLabel('名称のフリガナ').fill('びすとろうね')
  await page.getByRole('radio', { name: '個人事業' }).check()
  await page.getByLabel('業態').selectOption('フレンチ')
  await nameAndAddress(page)
  for (const day of ['月', '水', '金']) await page.getByRole('checkbox', { name: day, exact: true }).check()
}

async function agree(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /に同意します/ }).all()) await box.check()
  await page.getByRole('button', { name: '同意して申し込む' }).click()
}

/** The link of the newest mail to this address. */
async function linkTo(page: Page, email: string): Promise<string> {
  const box = await page.context().browser()?.newContext()
  const mails = (await box?.newPage()) ?? page
  await mails.goto(`/test/mails?to=${email}`)
  const row = mails.getByRole('listitem').filter({ hasText: '確認をお願いします' }).first()
  await row.getByRole('link').click()
  const text = (await mails.locator('pre').textContent()) ?? ''
  await box?.close()
  return /https?:\/\/\S*MngAccount\S*oobCode=[\w-]+\S*/.exec(text)?.[0] ?? 'no link'
}

const licence = () =>
  sharp({ create: { width: 800, height: 1100, channels: 3, background: '#fdf6e3' } })
    .jpeg()
    .toBuffer()

test('a chef signs up: five screens, a mail, and the restaurant waits for its approval', async ({ page }) => {
  test.slow()
  const email = `${stamp()}@example.jp`
  for (const deep of ['', '/additionalReg', '/additionalConfirm', '/confirm', '/verify-email', '/completed'])
    expect((await page.request.get(`/auth/signup${deep}`)).url()).toMatch(/\/auth\/user-type$/)
  await page.goto('/auth/signup/confirm')
  await step(page, 1, '登録する方を選択してください')
  await page.getByRole('button', { name: /^飲食店/ }).click()

  await step(page, ...places.account)
  await expectAccessible(page)
  await page.reload()
  await step(page, ...places.account)
  await backAndHere(page, places.kind, places.account, () => expect(page.getByText('選択中')).toBeVisible())
  await credentials(page, email)

  await step(page, ...places.details)
  await backAndHere(page, places.account, places.details, () =>
    expect(page.getByLabel('メールアドレス')).toHaveValue(email),
  )
  await page.getByLabel('店名').fill('ビストロ 畝')
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByText(/か所を修正してください/)).toBeVisible()
  await expect(page.getByText('入力内容を保存しました。')).toBeVisible()
  await page.reload()
  await step(page, 3, '飲食店の情報を入力してください')
  await expect(page.getByLabel('店名')).toHaveValue('ビストロ 畝')
  await restaurant(page)
  await page
    .getByLabel('営業許可証')
    .setInputFiles({ name: '許可証.jpg', mimeType: 'image/jpeg', buffer: await licence() })
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()

  await step(page, ...places.check)
  await expectAccessible(page)
  await backAndHere(page, places.details, places.check, () =>
    expect(page.getByLabel('名称のフリガナ')).toHaveValue('ビストロウネ'),
  )
  for (const words of ['ビストロウネ', '03-3260-1234', '東京都新宿区神楽坂1-2-3', '月・水・金', '許可証.jpg', email])
    await expect(page.getByText(words).first()).toBeVisible()
  await page.getByRole('link', { name: '受け取りを修正する' }).click()
  await step(page, 3, '飲食店の情報を入力してください')
  await page.getByRole('checkbox', { name: '土', exact: true }).check()
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(page.getByText('月・水・金・土')).toBeVisible()
  await page.getByRole('link', { name: 'この内容で進む' }).click()

  // the page was loaded anew on the way, so the password is gone
  await step(page, ...places.agree)
  await expectAccessible(page)
  await page.reload()
  await step(page, ...places.agree)
  await backAndHere(page, places.check, places.agree, () => expect(page.getByText(email).first()).toBeVisible())
  await page.getByLabel('パスワードを入力').fill(chosen)
  await agree(page)

  await expect(heading(page, '確認メールを送信しました')).toBeVisible()
  await expect(page).toHaveURL(/verify-email$/)
  await expectAccessible(page)
  await page.goto('/auth/signup/confirm')
  await expect(page).toHaveURL(/verify-email$/)

  await page.goto(await linkTo(page, email))
  await page.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(heading(page, '申し込みを受け付けました')).toBeVisible()
  await expect(page.getByText('1点を受領しました。')).toBeVisible()
  await expectAccessible(page)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).not.toContain('__Host-su')

  await page.goto('/restaurant')
  await expect(page.getByRole('heading', { name: '飲食店は承認待ちです' })).toBeVisible()
  await expectAccessible(page)
})

test('a farmer signs up in one pass, and is never asked for a password twice', async ({ page, browser }) => {
  const email = `${stamp()}@example.jp`
  await page.goto('/auth/user-type?side=farm')
  await started(page)
  await expect(page.getByText('選択中')).toBeVisible()
  await expect(page.getByRole('link', { name: '電話で登録を依頼する' })).toBeVisible()
  await page.getByRole('button', { name: /^生産者/ }).click()
  await step(page, 2, 'メールアドレスとパスワード')
  await credentials(page, email)
  await step(page, 3, '農園の情報を入力してください')
  await page.getByLabel('農園名').fill('山田農園')
  await page.getByLabel('名称のフリガナ').fill('ヤマダノウエン')
  await page.getByRole('radio', { name: '個人事業' }).check()
  await nameAndAddress(page)
  await page.getByRole('checkbox', { name: '自家栽培の野菜・果物・きのこ' }).check()
  await page.getByRole('checkbox', { name: '火', exact: true }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await step(page, 4, '内容を確認してください')
  await page.getByRole('link', { name: 'この内容で進む' }).click()
  await step(page, 5, '規約に同意して申し込む')
  await expect(page.getByLabel('パスワードを入力')).toHaveCount(0)
  await agree(page)
  await expect(heading(page, '確認メールを送信しました')).toBeVisible()

  // the mail is opened on another device: it takes the password, once
  const other = await (await browser.newContext()).newPage()
  await other.goto(await linkTo(page, email))
  await other.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await other.getByLabel('パスワード').fill(chosen)
  await other.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(heading(other, '申し込みを受け付けました')).toBeVisible()
  await other.goto('/farmer')
  await expect(other.getByRole('heading', { name: '農園は承認待ちです' })).toBeVisible()
  await expectAccessible(other)
  await other.goto('/profile/organisation')
  await expect(heading(other, '申込内容')).toBeVisible()
  await expectAccessible(other)

  await page.reload()
  await expect(page).toHaveURL(/signIn$/)
})

test('of two windows the second is told, and nothing it has typed is lost', async ({ page, context }) => {
  await page.goto('/auth/user-type')
  await started(page)
  await page.getByRole('button', { name: /^生産者/ }).click()
  await step(page, 2, 'メールアドレスとパスワード')
  await credentials(page, `${stamp()}@example.jp`)
  await step(page, 3, '農園の情報を入力してください')
  const second = await context.newPage()
  await second.goto('/auth/signup/additionalReg')
  await started(second)
  await second.getByLabel('農園名').fill('あとの農園')
  await expect(second.getByText('入力内容を保存しました。')).toBeVisible()
  await second.close()
  await page.getByLabel('農園名').fill('さきの農園')
  await expect(page.getByText('別の画面で変更されました。')).toBeVisible()
  await expect(page.getByLabel('農園名')).toHaveValue('さきの農園')
  await page.getByRole('link', { name: '新しい内容を開く' }).click()
  await expect(page.getByLabel('農園名')).toHaveValue('あとの農園')
})
