import { expect } from '@playwright/test'
import { changeAccount, customTokenFor, makeAccount, smsCode } from './emulator.ts'
import {
  chosen,
  expectNewcomer,
  inDatabase,
  newEmail,
  openSignIn,
  session,
  signInWith,
  taken,
  test,
} from './support.ts'

test('T05 e-mail and password: signed in, still so after a reload, signed out', async ({ page }) => {
  const email = newEmail()
  await makeAccount(email, chosen)
  await openSignIn(page)
  await signInWith(page, email)
  await expectNewcomer(page)
  await page.reload()
  expect(await session(page)).toMatchObject({ user: { kind: 'person' }, status: 'email_verified', aal: 1 })
  const ended = await page.evaluate(async () => (await fetch('/api/auth/session', { method: 'DELETE' })).status)
  expect(ended).toBe(204)
  expect((await session(page)).user).toBeNull()
})

test('T19 a wrong password and an unknown address get the same words', async ({ page }) => {
  const email = newEmail()
  await makeAccount(email, chosen)
  for (const who of [email, newEmail()]) {
    await openSignIn(page)
    await signInWith(page, who, 'wrong-password-1')
    await expect(page.getByRole('alert').getByText('メールアドレスまたはパスワードが違います')).toBeVisible()
    expect((await session(page)).user).toBeNull()
  }
})

test('T57 nothing that opens a session is kept where scripts can read it', async ({ page }) => {
  const email = newEmail()
  await makeAccount(email, chosen)
  await openSignIn(page)
  await signInWith(page, email)
  await expectNewcomer(page)
  const kept = await page.evaluate(async () => {
    const bases = await indexedDB.databases()
    return {
      stored: { ...localStorage, ...sessionStorage },
      bases: bases.map(({ name }) => name),
      cookie: document.cookie,
    }
  })
  expect(JSON.stringify(kept)).not.toMatch(/refreshToken|eyJ|__Host-sid/)
  expect(kept.bases).not.toContain('firebaseLocalStorageDb')
})

test('T36 the page of the sign-in does not end a session of another window', async ({ page, context }) => {
  const email = newEmail()
  await makeAccount(email, chosen)
  // Opened first: a signed-in user is redirected away from it.
  const second = await context.newPage()
  const ended: string[] = []
  second.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()))
  await openSignIn(second)
  await openSignIn(page)
  await signInWith(page, email)
  await expectNewcomer(page)
  await second.bringToFront()
  await second.getByLabel('メールアドレス').focus()
  await second.waitForTimeout(1_500)
  expect(ended).toEqual([])
  expect((await session(second)).user).not.toBeNull()
})

test('T35 after a refused sync the user is not signed in, and sees the server’s message', async ({ page }) => {
  const email = newEmail()
  const subject = await makeAccount(email, chosen)
  await openSignIn(page)
  await signInWith(page, email)
  await expectNewcomer(page)
  await inDatabase((pool) =>
    pool.query(
      `update people set suspended_at = now() where id = (select person_id from identities where subject = $1)`,
      [subject],
    ),
  )
  // T41: an open session ends immediately
  expect((await session(page)).user).toBeNull()
  await page.context().clearCookies()
  await openSignIn(page)
  await signInWith(page, email)
  await expect(page.getByText('このアカウントは現在利用できません')).toBeVisible()
  await expect(page.getByText('（ACCOUNT_DISABLED）')).toBeVisible()
  expect((await session(page)).user).toBeNull()
})

test('T33 an account that the provider has disabled', async ({ page }) => {
  const email = newEmail()
  const subject = await makeAccount(email, chosen)
  await changeAccount(subject, { disableUser: true })
  await openSignIn(page)
  await signInWith(page, email)
  await expect(page.getByRole('alert')).toBeVisible()
  expect((await session(page)).user).toBeNull()
})

test('T34 the provider is out of reach: said in Japanese, and the form can be sent again', async ({ page }) => {
  await page.route('http://localhost:9099/**', (route) => route.abort())
  await openSignIn(page)
  await signInWith(page, newEmail())
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'サインインする' })).toBeEnabled()
})

test('T03 phone: a code by SMS, and one that is wrong', async ({ page }) => {
  const digits = `9${String(Date.now()).slice(-9, -1)}`.slice(0, 8)
  const phone = `+8190${digits}`
  await openSignIn(page)
  await page.getByRole('button', { name: '電話番号でサインイン' }).click()
  await page.getByLabel('携帯電話番号').fill(`090${digits}`)
  await page.getByRole('button', { name: '確認コードを送信' }).click()
  await expect(page.getByText('6桁の確認コードを送信しました')).toBeVisible()
  const code = await smsCode(phone)
  await page.getByLabel('確認コード').fill(code === '123456' ? '123457' : '123456')
  await page.getByRole('button', { name: 'コードを確認して入る' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('確認コード').fill(code)
  await page.getByRole('button', { name: 'コードを確認して入る' }).click()
  await expectNewcomer(page)
  // a user who signed in by phone has given no address yet
  expect((await session(page)).status).toBe('registered')
})

test('T04 custom token: only by a press, and it leaves the address bar', async ({ page }) => {
  const subject = await makeAccount(newEmail(), chosen)
  const token = customTokenFor(subject, { admin: true })
  await openSignIn(page, `/auth/signIn#handover=${token}`)
  expect((await session(page)).user).toBeNull()
  await page.getByRole('button', { name: 'このリンクでサインインする' }).click()
  await expectNewcomer(page)
  // T39: claims in the token give no rights
  expect((await page.request.get('/admin')).url()).toMatch(/\/admin\/signin/)
})

test('a page that was reached by a link inside the site lets the provider in, too', async ({ page }) => {
  const email = newEmail()
  await makeAccount(email, chosen)
  await page.goto('/restaurant/Guide')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
    void (router as { navigate(to: string): Promise<void> }).navigate('/auth/signIn')
  })
  await expect(page.getByLabel('メールアドレス')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await taken(page)
  await signInWith(page, email)
  await expectNewcomer(page)
})
