import { expect, test } from 'vitest'
import { adminCookie, adminSession } from '../../app/modules/identity/session.ts'
import { openSession } from '../../app/modules/identity/session-store.server.ts'
import { viewerFor } from '../../app/routes/shell/viewer.server.ts'
import { aFarm, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const visitor = (now = noon) => as(test_.db, { kind: 'visitor' }, now)
const asked = (token?: string) =>
  new Request('http://localhost/', {
    headers: token ? { cookie: `__Host-looks=dark.large; ${adminCookie}=${token}` } : {},
  })

async function anAdminSession() {
  const { adminId } = await anAdmin(test_.db)
  const session = { who: { adminId }, channel: 'cookie', ip: null, userAgent: null, amr: ['pwd', 'otp'] } as const
  return openSession({ db: test_.db, now: noon }, session)
}

test('the public pages lead an administrator back to their own, as long as they are signed in', async () => {
  const token = await anAdminSession()
  expect(await viewerFor(visitor(), asked(token))).toMatchObject({ home: { to: '/admin', word: '管理画面へ' } })
  const late = new Date(noon.getTime() + adminSession.idleMs)
  expect(await viewerFor(visitor(late), asked(token))).toBeNull()
  expect(await viewerFor(visitor(), asked('none-of-ours'))).toBeNull()
})

test('other visitors cost no query, and a signed-in chef is treated as one', async () => {
  const token = await anAdminSession()
  const { actor: chef } = await aRestaurant(test_.db)
  const { actor: farmer } = await aFarm(test_.db)
  test_.queriesSince()
  expect(await viewerFor(visitor(), asked())).toBeNull()
  expect(await viewerFor(as(test_.db, chef), asked(token))).toMatchObject({ home: { to: '/restaurant' } })
  expect(await viewerFor(as(test_.db, farmer), asked())).toMatchObject({ home: { to: '/farmer' } })
  expect(test_.queriesSince()).toEqual([])
})
