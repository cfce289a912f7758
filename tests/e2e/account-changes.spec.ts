import { expect, type Page } from '@playwright/test'
import { ageProof, query } from './database.ts'
import { newColleagueOf } from './new-person.ts'
import { signedIn } from './signed-in.ts'
import { demoBackupCode, expectAccessible, linkMailedTo, open, password, settled } from './support.ts'
import { test } from './test.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** The account of the farm that a person works for, as staff open it, and the part of it about this person. */
async function accountOf(page: Page, email: string) {
  const [row] = await query(
    `select m.farm_id from memberships m join people p on p.id = m.person_id where p.email = $1`,
    [email],
  )
  await open(page, `/admin/users/farm-${row?.farm_id}/account`)
  return page.getByRole('region', { name: 'メンバー' }).getByRole('listitem').filter({ hasText: email })
}

test('staff re-authenticate in place, two change an address, and its owner cancels the change from the old one', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const email = await newColleagueOf('farmer@example.jp')
  const to = email.replace('new-', 'moved-')
  await page.setViewportSize(desk)
  await signedIn(page, 'admin@example.jp')
  let person = await accountOf(page, email)
  await ageProof(page)
  await person.getByText(/さんのメールアドレスの変更$/).click()
  const form = person.locator('form', { has: page.getByLabel('新しいメールアドレス') })
  await form.getByLabel('新しいメールアドレス').fill(to)
  await form.getByLabel('登録の電話番号にかけ直して確認').check()
  await form.getByLabel('理由').fill('電話で依頼、かけ直して確認')
  await form.getByRole('button', { name: 'メールアドレスの変更を依頼する' }).click()
  await expect(form.getByText('サインインから10分を過ぎています').first()).toBeVisible()
  await expect(form.getByLabel('新しいメールアドレス')).toHaveValue(to)
  await form.getByLabel('運営のパスワード').fill('wrong')
  await form.getByLabel('確認コード').fill('000000')
  await form.getByRole('button', { name: 'メールアドレスの変更を依頼する' }).click()
  await expect(form.getByText('パスワードまたは確認コードが違います').first()).toBeVisible()
  await expect(form.getByLabel('理由')).toHaveValue('電話で依頼、かけ直して確認')
  await form.getByLabel('運営のパスワード').fill(password)
  await form.getByLabel('確認コード').fill(await demoBackupCode(page, 'admin@example.jp'))
  await form.getByRole('button', { name: 'メールアドレスの変更を依頼する' }).click()
  await expect(person.getByText('他の担当者の確認を待っています。')).toBeVisible()
  await expect(person.getByRole('button', { name: '確認して72時間後に実行する' })).toBeHidden()

  const colleagues = await browser.newContext({ viewport: desk })
  const second = await colleagues.newPage()
  await signedIn(second, 'admin2@example.jp')
  await open(second, '/admin/staff')
  await expect(second.getByRole('region', { name: '会員のアカウントの変更' })).toContainText('新しい人')
  person = await accountOf(second, email)
  await expectAccessible(second)
  await person.getByRole('button', { name: '確認して72時間後に実行する' }).click()
  await expect(person.getByText(/メールアドレスの変更（.*に実行）/)).toBeVisible()

  const link = await linkMailedTo(second, email, '【畝と皿】メールアドレスの変更の予告')
  const strangers = await browser.newContext({ viewport: phone })
  const owner = await strangers.newPage()
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: 'アカウント変更の停止' })).toBeVisible()
  await expect(owner.getByText(to)).toBeVisible()
  await expectAccessible(owner)
  await signedIn(owner, email)
  await open(owner, '/profile')
  await expect(owner.getByRole('region', { name: 'メールアドレスの変更の予告' })).toContainText(to)
  await strangers.clearCookies()
  await owner.goto(link)
  await owner.getByRole('button', { name: 'この変更を停止する' }).click()
  await expect(owner.getByText('メールアドレスの変更を停止しました')).toBeVisible()
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: 'このリンクは使用できません' })).toBeVisible()

  person = await accountOf(second, email)
  await expect(person.getByText(/に本人により停止されました/)).toBeVisible()
  await Promise.all([colleagues.close(), strangers.close()])
})

test('when re-authentication is needed, the forms of staff show its fields before anything is sent', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize(desk)
  await signedIn(page, 'admin@example.jp')
  await ageProof(page)
  await open(page, '/admin/profile')
  await expect(page.getByRole('region', { name: '予備コード' }).getByLabel('運営のパスワード')).toBeVisible()
  await open(page, '/admin/staff')
  await page.getByText('この担当者の手続き').first().click()
  await expect(page.getByLabel('運営のパスワード').filter({ visible: true }).first()).toBeVisible()
  await open(page, '/admin/users?status=submitted')
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: '承認する', exact: true })).toBeVisible()
  await expect(page.getByLabel('運営のパスワード').last()).toBeVisible()
})

test('an owner re-authenticates in place to invite a member, and to make a calendar address', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize(phone)
  await signedIn(page, 'manager@example.jp')
  await open(page, '/restaurant/members')
  await settled(page)
  await ageProof(page)
  const invite = page.locator('form', { has: page.getByLabel('相手のメールアドレス') })
  const address = `invited-${Date.now().toString(36)}@example.jp`
  await invite.getByLabel('相手のメールアドレス').fill(address)
  await invite.getByRole('button', { name: '招待する' }).click()
  await expect(invite.getByLabel('現在のパスワード')).toBeVisible()
  await expect(invite.getByLabel('相手のメールアドレス')).toHaveValue(address)
  await expectAccessible(page)
  await invite.getByLabel('現在のパスワード').fill(password)
  await invite.getByRole('button', { name: '招待する' }).click()
  await expect(page.getByText(`${address} に招待メールを送信しました`)).toBeVisible()

  await ageProof(page)
  await open(page, '/restaurant/order/History/calendar')
  await page.getByRole('button', { name: /アドレスを(再)?発行する/ }).click()
  await expect(page.getByText(/本人確認のため、現在のパスワードを入力してください/).first()).toBeVisible()
  await page.getByLabel('現在のパスワード').fill(password)
  await page.getByRole('button', { name: /アドレスを(再)?発行する/ }).click()
  await expect(page.locator('[data-new-address]')).toContainText('/calendar/')
})
