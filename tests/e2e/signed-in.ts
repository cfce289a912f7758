import { expect, type Page } from '@playwright/test'
import { adminCookie, sessionCookie } from '../../app/modules/identity/session.ts'
import { type NewSession, openSession } from '../../app/modules/identity/session-store.server.ts'
import { theApp } from './test.ts'

/** Gives the browser a new session of this account, as the last step of a sign-in does. It opens no page. */
export async function signedIn(page: Page, email: string): Promise<void> {
  const { db, clock } = theApp()
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const { name, ...who } = await accountOf(email)
  const value = await openSession({ db, now: clock.now() }, { ...who, channel: 'cookie', ip: '127.0.0.1', userAgent })
  // https: the cookie is for secure connections, as which browsers count localhost
  await page.context().addCookies([{ name, value, url: 'https://localhost', httpOnly: true, sameSite: 'Lax' }])
}

/** Ends the sessions of this account, as elsewhere, and waits until the app, which keeps sessions in memory, has heard of it. */
export async function sessionsEnd(page: Page, email: string): Promise<void> {
  await theApp().query('delete from sessions where person_id = (select id from people where email = $1)', [email])
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await expect
    .poll(
      async () => (await fetch(`${theApp().origin}/restaurant`, { headers: { cookie }, redirect: 'manual' })).status,
    )
    .not.toBe(200)
}

async function accountOf(email: string): Promise<{ name: string } & Pick<NewSession, 'who' | 'amr'>> {
  const { db } = theApp()
  const person = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (person) return { name: sessionCookie, who: { personId: person.id } }
  const admin = await db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { name: adminCookie, who: { adminId: admin.id }, amr: ['pwd', 'otp'] }
}
