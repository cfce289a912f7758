import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { issueCode } from '../../app/modules/identity/one-time-code.server.ts'
import { newColleagueOf } from './new-person.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, password, started } from './support.ts'
import { test, theApp } from './test.ts'

const staffPassword = '畑と皿のあいだの長い長い合言葉'
/** What the app on a phone shows; that of the half minute before where this one's is needed later. */
const appCode = (secret: string, before = 0) =>
  totpCode(secret.replaceAll(' ', ''), stepAt(theApp().clock.now()) - before)

/** As the command does that prints the link. */
function anInvitation(email: string): Promise<string> {
  const invitation = { purpose: 'admin_invitation', owner: null, email, data: { name: '運営 花子' } } as const
  return issueCode(theApp().db, theApp().clock.now(), invitation)
}

/** A device with a fingerprint, as Chromium has it for tests. */
async function withFingerprint(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function typePassword(page: Page, door: string, email: string, typed = password): Promise<void> {
  await page.goto(door)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード').fill(typed)
  await page.getByRole('button', { name: 'サインインする' }).click()
}

test('administrators: the password alone does not sign in; a wrong code is refused, the right one signs in', {
  tag: '@desktop',
}, async ({ page }) => {
  await typePassword(page, '/admin/signin', 'admin2@example.jp')
  await expect(page).toHaveURL(/\/admin\/signin\/code/)
  await expectAccessible(page)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/signin\?returnTo/)
  await page.goto('/admin/signin/code')
  await page.getByLabel('確認コード').fill('000 000')
  await page.getByRole('button', { name: '確認してサインイン' }).click()
  await expect(page.getByText('確認コードが違います')).toBeVisible()
  const codes = await page.request.get('/test/codes')
  const [, code = ''] = /data-code="admin2@example\.jp"[^>]*>(\d{6})</.exec(await codes.text()) ?? []
  await page.getByLabel('確認コード').fill(code)
  await page.getByRole('button', { name: '確認してサインイン' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('an invited administrator sets a password and an app, and keeps the codes; colleagues agree to reset what was lost', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const email = `staff-${randomUUID()}@example.jp`
  const address = `/admin/invitation?code=${await anInvitation(email)}`
  await page.goto(address)
  await expectAccessible(page)
  await page.getByText('QRコードを読み取れない場合').click()
  const secret = (await page.locator('[data-totp-secret]').textContent()) ?? ''
  await page.getByLabel('新しいパスワード').fill('short')
  await page.getByLabel('確認コード').fill(appCode(secret))
  await page.getByRole('button', { name: '認証アプリで設定する' }).click()
  await expect(page.getByText('14文字以上で入力してください')).toBeVisible()
  await page.getByLabel('新しいパスワード').fill(staffPassword)
  await page.getByRole('button', { name: '認証アプリで設定する' }).click()
  await expect(page.getByRole('list', { name: '予備コード' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('link', { name: /管理画面へ/ }).click()
  await expect(page).toHaveURL(/\/admin$/)

  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, two] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!one || !two) throw new Error('two colleagues are needed')
  const card = (of: Page) => of.getByRole('article').filter({ hasText: email })
  await signedIn(one, 'admin@example.jp')
  await one.goto('/admin/staff')
  await card(one).getByText('この担当者の手続き').click()
  await card(one).getByLabel('理由').fill('スマートフォンを紛失、電話で本人と確認')
  await card(one).getByRole('button', { name: '二段階認証のリセットを依頼する' }).click()
  await expect(card(one).getByText('他の担当者の確認を待っています。')).toBeVisible()
  await signedIn(two, 'admin2@example.jp')
  await two.goto('/admin/staff')
  await card(two).getByRole('button', { name: '確認して72時間後に実行する' }).click()
  await expect(card(two).getByText(/二段階認証のリセット（.*に実行）/)).toBeVisible()
  // without the toast, whose words fade in
  await two.reload()
  // whose account it is still works, and turns the reset down
  await page.goto('/admin/staff')
  await card(page).getByRole('button', { name: '変更を取り消す' }).click()
  await expect(card(page).getByText(/二段階認証のリセット（/)).toBeHidden()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'この招待は使用できません' })).toBeVisible()
  await Promise.all(contexts.map((context) => context.close()))
})

test('a user turns the second factor on, signs in with a code, and with a backup code', { tag: '@desktop' }, async ({
  page,
}) => {
  const email = await newColleagueOf('farmer@example.jp')
  await signedIn(page, email)
  await page.goto('/profile/second-factor')
  await page.getByRole('button', { name: '開始する' }).click()
  await page.getByText('QRコードを読み取れない場合').click()
  await expectAccessible(page)
  const secret = (await page.locator('[data-totp-secret]').textContent()) ?? ''
  await page.getByLabel('確認コード').fill(appCode(secret, 1))
  await page.getByRole('button', { name: '確認して開始する' }).click()
  const codes = page.getByRole('list', { name: '予備コード' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const backup = (await codes.first().textContent()) ?? ''
  const another = (await codes.last().textContent()) ?? ''

  await page.context().clearCookies()
  await typePassword(page, '/auth/signIn', email)
  await expect(page).toHaveURL(/\/auth\/signIn\/code/)
  await expectAccessible(page)
  await page.getByLabel('確認コード').fill(appCode(secret))
  await page.getByRole('button', { name: '確認してサインイン' }).click()
  await expect(page).toHaveURL(/\/(consent|farmer)/)

  await page.context().clearCookies()
  await typePassword(page, '/auth/signIn', email)
  await page.getByRole('link', { name: /予備コードを使用/ }).click()
  await page.getByLabel('予備コード').fill(backup.toUpperCase())
  await page.getByRole('button', { name: '確認してサインイン' }).click()
  await expect(page).toHaveURL(/\/(consent|farmer)/)

  await page.goto('/profile/second-factor')
  await page.getByText('二段階認証を停止する').first().click()
  const stop = page.locator('form', { has: page.getByRole('button', { name: '二段階認証を停止する' }) })
  await stop.getByRole('button', { name: '二段階認証を停止する' }).click()
  await expect(stop.getByText('確認コードが違います')).toBeVisible()
  await stop.getByLabel('確認コード').fill(another)
  await stop.getByRole('button', { name: '二段階認証を停止する' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a user adds a passkey, signs in with it, renames and removes it', { tag: '@desktop' }, async ({ page }) => {
  await withFingerprint(page)
  const email = await newColleagueOf('farmer@example.jp')
  await signedIn(page, email)
  await page.goto('/profile/passkeys')
  await started(page)
  await page.getByRole('button', { name: 'この端末でパスキーを作成' }).click()
  await page.getByText('名前の変更・削除').click()
  await page.getByLabel('名前').fill('厨房のタブレット')
  await page.getByRole('button', { name: '名前を保存' }).click()
  await expect(page.getByRole('heading', { name: '厨房のタブレット' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/auth/signIn')
  await page.getByRole('button', { name: 'パスキーでサインイン' }).click()
  await expect(page).toHaveURL(/\/(consent|farmer)/)
  await page.goto('/profile/passkeys')
  await expect(page.getByText('最終使用')).toBeVisible()
  await page.getByText('名前の変更・削除').click()
  await page.getByRole('button', { name: 'このパスキーを削除' }).click()
  await expect(page.getByText('まだありません。')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/auth/signIn')
  await page.getByRole('button', { name: 'パスキーでサインイン' }).click()
  await expect(page.getByText('このパスキーではサインインできませんでした')).toBeVisible()
})
