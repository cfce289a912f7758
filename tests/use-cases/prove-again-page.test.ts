import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { action } from '../../app/routes/profile/profile.tsx'
import { requestCtx, requestFacts } from '../../app/web/request-context.ts'
import { aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const password = '合言葉は 山と川'
let phc: string
beforeAll(async () => {
  phc = await hashPassword(password)
})

/**
 * A form of /profile, submitted by a user who signed in an hour ago; with the response, and the user of the new cookie.
 */
async function sentAfterAnHour(fields: Record<string, string>) {
  const { db } = test_
  const now = addMinutes(noon, 60)
  const personId = await aPerson(db, '山田')
  await db.insertInto('passwords').values({ personId, phc, changedAt: noon }).execute()
  const who = { personId }
  const token = await openSession({ db, now: noon }, { who, channel: 'cookie', ip: null, userAgent: null })
  const context = new RouterContextProvider()
  context.set(requestCtx, as(db, await actorOf({ db, now }, token, 'cookie'), now))
  context.set(requestFacts, {
    ip: newId(),
    trustedProxies: 0,
    files: fileStore({ DATA_DIR: '/nowhere' }),
    encryption: makeEncryption('a secret of the tests'),
    secureOrigin: 'https://market.example.jp',
    requestId: newId(),
    clientFolder: '/nowhere',
    searchEngines: false,
    environment: 'test',
    operator: operatorOf(readSettings({ APP_ENV: 'development' })),
    loginMethods: { sms: null, social: [] },
    safeFetch: safeFetch({ allowLocal: false }),
    ringing: { channels: {}, line: null, pushKey: null },
    mail: { description: 'none', verify: async () => true },
    logError: () => {},
  })
  const url = new URL('https://market.example.jp/profile')
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = await action({ request, context, params: {}, url, pattern: '/profile' })
  const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers)
  const cookies = headers.getSetCookie().flatMap((set) => /^__Host-sid=([^;]+)/.exec(set)?.[1] ?? [])
  return {
    status: answer instanceof Response ? answer.status : answer.init?.status,
    problem: answer instanceof Response ? null : answer.data.problem,
    cookies,
    isLive: async (it: string) => (await actorOf({ db, now }, it, 'cookie')).kind === 'person',
    token,
  }
}

test('a sensitive form of an old session asks for the password, and keeps what was typed but for passwords', async () => {
  const email = await sentAfterAnHour({ intent: 'email', email: 'new@example.jp' })
  expect(email).toMatchObject({
    status: 403,
    problem: { fields: { currentPassword: expect.any(String) }, typed: { intent: 'email', email: 'new@example.jp' } },
    cookies: [],
  })
  const secret = await sentAfterAnHour({ intent: 'password', newPassword: '畑の朝つゆ 2026', currentPassword: 'wrong' })
  expect(secret).toMatchObject({ status: 403, problem: { typed: { intent: 'password' } } })
  expect(JSON.stringify(secret.problem)).not.toMatch(/畑の朝つゆ|wrong/)
})

test('with the password it does what it was asked, and the browser gets the one token that lives', async () => {
  const got = await sentAfterAnHour({ intent: 'password', newPassword: '畑の朝つゆ 2026', currentPassword: password })
  expect(got.status).toBe(302)
  expect(got.cookies).toHaveLength(1)
  expect(await got.isLive(got.cookies[0] ?? '')).toBe(true)
  expect(await got.isLive(got.token)).toBe(false)
})

test('a refusal after the right password carries the new token, too', async () => {
  const got = await sentAfterAnHour({ intent: 'password', newPassword: 'short', currentPassword: password })
  expect(got).toMatchObject({
    status: 422,
    problem: { fields: { newPassword: expect.stringContaining('短すぎます') } },
  })
  expect(await got.isLive(got.cookies[0] ?? '')).toBe(true)
})
