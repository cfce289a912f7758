import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Firebase } from '../../app/kernel/firebase.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { middleware } from '../../app/routes/auth/custom.tsx'
import { ownHome } from '../../app/web/own-home.server.ts'
import { requestCtx } from '../../app/web/request-context.ts'
import { aFarm, aPerson, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const homeFor = (actor: Actor) => ownHome(as(test_.db, actor), new Request('https://market.example.jp/auth'))
const placeless = (personId: PersonId): Actor => ({ kind: 'person', personId, name: '山田' })

test('members go to the home of their organisation; only they and users without an organisation have one', async () => {
  expect(await homeFor((await aRestaurant(test_.db)).actor)).toBe('/restaurant')
  expect(await homeFor((await aFarm(test_.db)).actor)).toBe('/farmer')
  expect(await homeFor({ kind: 'visitor' })).toBeNull()
})

test('a signed-in user without an organisation is led to the first open step of the sign-up', async () => {
  const personId = await aPerson(test_.db, '山田')
  expect(await homeFor(placeless(personId))).toBe('/auth/user-type')
  await test_.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', personId).execute()
  expect(await homeFor(placeless(personId))).toBe('/auth/signup/verify-email')
})

test('a member who acts for no organisation at the moment is not redirected in a loop', async () => {
  const { actor } = await aRestaurant(test_.db)
  expect(await homeFor(placeless(actor.personId))).toBe('/profile')
})

test('the page for our own hand-over tokens is not there where another provider has its own', async () => {
  const opened = async (firebase: Firebase | null) => {
    const context = new RouterContextProvider()
    context.set(requestCtx, { ...as(test_.db, { kind: 'visitor' }), firebase })
    const url = new URL('https://market.example.jp/auth/custom')
    const args = { context, request: new Request(url), url, params: {}, pattern: '/auth/custom' }
    return middleware[0]?.(args, async () => new Response('open'))
  }
  expect(await opened(null)).toBeInstanceOf(Response)
  await expect(opened({} as Firebase)).rejects.toMatchObject({ init: { status: 404 } })
})
