import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { ctxOf } from '../../app/authorization/ctx-of.server.ts'
import { Forbidden, NotFound, ViewOnly } from '../../app/kernel/errors.ts'
import { newId, type PersonId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { disableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { apiTokensOf } from '../../app/modules/identity/api-tokens.server.ts'
import { endOtherSessions } from '../../app/modules/identity/end-sessions.server.ts'
import { factorsOf } from '../../app/modules/identity/factors/change-factors.server.ts'
import { passkeysOf } from '../../app/modules/identity/factors/passkeys.server.ts'
import { beginImpersonation } from '../../app/modules/identity/impersonation/begin-impersonation.server.ts'
import {
  endImpersonation,
  endOldImpersonations,
} from '../../app/modules/identity/impersonation/end-impersonation.server.ts'
import { impersonatedActor, noteSeenPage } from '../../app/modules/identity/impersonation/impersonated-actor.server.ts'
import { myRestaurant } from '../../app/modules/identity/me.server.ts'
import { ownAccount } from '../../app/modules/identity/own-account.server.ts'
import { saveAppearance } from '../../app/modules/identity/save-appearance.server.ts'
import { saveName } from '../../app/modules/identity/save-name.server.ts'
import { actorOf, closeSession, openSession } from '../../app/modules/identity/session-store.server.ts'
import { sendInquiry } from '../../app/modules/support/send-inquiry.server.ts'
import { aKey, aMarket, anAdmin, aPerson, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const asking = (now = noon) => ({ db: test_.db, now })

/** An administrator, signed in with both factors. */
async function aDesk() {
  const { adminId } = await anAdmin(test_.db)
  const adminToken = await openSession(asking(), {
    who: { adminId },
    channel: 'cookie',
    ip: null,
    userAgent: null,
    amr: ['pwd', 'otp'],
  })
  const actor = await actorOf(asking(), adminToken, 'cookie')
  return { adminId, adminToken, ctx: as(test_.db, actor) }
}

const firstFarm = ({ farms: [farm] }: Market) => {
  if (!farm) throw new Error('no farm')
  return farm
}

const membershipOf = async (personId: PersonId) =>
  (await test_.db.selectFrom('memberships').select('id').where('personId', '=', personId).executeTakeFirstOrThrow()).id

/** An administrator who views as a chef. */
async function aView() {
  const market = await aMarket(test_.db)
  const { personId } = market.chef
  const desk = await aDesk()
  const wanted = { personId, membershipId: await membershipOf(personId), reason: '検収の画面が開かないと電話' }
  const { token, home } = must(await beginImpersonation(desk.ctx, wanted))
  const shown = { impersonationToken: token, adminToken: desk.adminToken }
  const actor = await impersonatedActor(asking(), shown)
  if (actor?.kind !== 'buyer') throw new Error('no view')
  return { market, desk, wanted, shown, home, actor, personId, seen: ctxOf({ ...asking(), actor }) }
}

const eventsOf = async (personId: PersonId) =>
  test_.db
    .selectFrom('events')
    .select(['kind', 'actorKind', 'adminId', 'reason', 'data'])
    .where('aboutPersonId', '=', personId)
    .where('kind', 'like', 'view%')
    .orderBy('at')
    .orderBy('id')
    .execute()

test('staff see what the user sees, and the history records who, why and what', async () => {
  const { seen, actor, desk, home, personId, market } = await aView()
  expect(home).toBe('/restaurant')
  expect(actor).toMatchObject({ kind: 'buyer', personId, impersonatedBy: { adminId: desk.adminId } })
  expect(actor.session).toBeUndefined()
  await expect(myRestaurant(seen)).resolves.toMatchObject({ name: 'ビストロ 灯' })
  await expect(ownAccount(seen)).resolves.toMatchObject({ name: '灯 料理人' })
  await expect(cartQuote(seen, market.kitchenId)).resolves.toBeTruthy()
  if (!actor.impersonatedBy) throw new Error('no viewer')
  for (const path of ['/restaurant', '/restaurant', '/restaurant/order/History'])
    await noteSeenPage(asking(), actor.impersonatedBy, path)
  expect(must(await endImpersonation(desk.ctx, {}))).toBe(personId)
  expect(await eventsOf(personId)).toMatchObject([
    { kind: 'view_began', actorKind: 'staff', adminId: desk.adminId, reason: '検収の画面が開かないと電話' },
    { kind: 'view_page_seen', adminId: desk.adminId, data: { path: '/restaurant' } },
    { kind: 'view_page_seen', adminId: desk.adminId, data: { path: '/restaurant/order/History' } },
    { kind: 'view_ended', adminId: desk.adminId, data: { how: 'pressed' } },
  ])
})

test('whatever would change something is refused, whether or not it asks the rules', async () => {
  const { seen, market, personId } = await aView()
  const inquiry = { kind: 'other', body: '本文', name: '名', email: 'a@example.jp', phone: null, photos: [] }
  const tries: Record<string, () => Promise<unknown>> = {
    setCartLine: () =>
      setCartLine(seen, { kitchenId: market.kitchenId, productId: firstFarm(market).productId, qty: 3 }),
    saveName: () => saveName(seen, { name: '別の人', nameKana: '' }),
    saveAppearance: () => saveAppearance(seen, { theme: 'dark', textSize: 'large' }),
    endOtherSessions: () => endOtherSessions(seen, { keys: [] }),
    sendInquiry: () => sendInquiry(seen, { ...inquiry, key: aKey() } as never, {} as never),
    'a row': () =>
      seen.db
        .insertInto('throttle')
        .values({ key: 'x', n: 1, until: noon } as never)
        .execute(),
    'a row in a transaction': () =>
      seen.db
        .transaction()
        .execute((db) => db.updateTable('people').set({ name: 'x' }).where('id', '=', personId).execute()),
    'a row in a with': () =>
      seen.db
        .with('gone', (db) => db.deleteFrom('sessions').where('personId', '=', personId).returning('idHash'))
        .selectFrom('gone')
        .selectAll()
        .execute(),
    'SQL by hand': () => sql`update people set name = 'x' where id = ${personId}`.execute(seen.db),
    'SQL by hand in a with': () =>
      sql`with gone as (delete from sessions where person_id = ${personId} returning 1) select * from gone`.execute(
        seen.db,
      ),
  }
  for (const [what, attempt] of Object.entries(tries))
    expect(
      await attempt().then(
        () => what,
        (error: unknown) => error,
      ),
    ).toBeInstanceOf(ViewOnly)
  await expect(ownAccount(seen)).resolves.toMatchObject({ name: '灯 料理人' })
})

test('tokens, second factors and the personal data stay the person’s own', async () => {
  const { seen, personId } = await aView()
  for (const [what, attempt] of Object.entries({
    apiTokensOf: () => apiTokensOf(seen),
    factorsOf: () => factorsOf(seen, { personId }),
    passkeysOf: () => passkeysOf(seen, { personId }),
    personalData: () => personalData(seen),
  }))
    await expect(attempt(), what).rejects.toThrow(ViewOnly)
})

test('a view holds for ten minutes, in its own session of staff, and nowhere else', async () => {
  const { shown, personId } = await aView()
  expect(await impersonatedActor(asking(new Date(addMinutes(noon, 10).getTime() - 1)), shown)).toMatchObject({
    personId,
  })
  expect(await impersonatedActor(asking(addMinutes(noon, 10)), shown)).toBeNull()
  const { adminToken } = await aDesk()
  expect(await impersonatedActor(asking(), { ...shown, adminToken })).toBeNull()
  expect(await impersonatedActor(asking(), { ...shown, impersonationToken: shown.adminToken })).toBeNull()
  // neither a session of the user nor one of staff
  for (const channel of ['cookie', 'bearer'] as const)
    expect(await actorOf(asking(), shown.impersonationToken, channel)).toEqual({ kind: 'visitor' })
})

test('it ends with the session of staff: by signing out, by being disabled, by another role; and that is written down', async () => {
  const [out, off] = [await aView(), await aView()]
  await closeSession(asking(), out.desk.adminToken)
  expect(await impersonatedActor(asking(), out.shown)).toBeNull()
  must(await disableAdmin((await aDesk()).ctx, { adminId: off.desk.adminId, reason: '退職' }))
  expect(await impersonatedActor(asking(), off.shown)).toBeNull()
  const moved = await aView()
  await test_.db.updateTable('admins').set({ role: 'finance' }).where('id', '=', moved.desk.adminId).execute()
  expect(await impersonatedActor(asking(), moved.shown)).toBeNull()
  const late = await aView()
  await endOldImpersonations(asking(addMinutes(noon, 5)))
  for (const { personId } of [out, off])
    expect((await eventsOf(personId)).at(-1)).toMatchObject({ kind: 'view_ended', data: { how: 'signed_out' } })
  expect((await eventsOf(late.personId)).at(-1)).toMatchObject({ kind: 'view_began' })
  await endOldImpersonations(asking(addMinutes(noon, 11)))
  expect((await eventsOf(late.personId)).at(-1)).toMatchObject({ kind: 'view_ended', data: { how: 'time' } })
  expect(await endOldImpersonations(asking(addMinutes(noon, 12)))).toBeNull()
})

test('a second view ends the first, and a suspended user cannot be viewed as', async () => {
  const { desk, wanted, shown, personId } = await aView()
  const again = must(await beginImpersonation(desk.ctx, wanted))
  expect(await impersonatedActor(asking(), shown)).toBeNull()
  const second = { ...shown, impersonationToken: again.token }
  expect(await impersonatedActor(asking(), second)).toMatchObject({ personId })
  await test_.db.updateTable('people').set({ suspendedAt: noon }).where('id', '=', personId).execute()
  expect(await impersonatedActor(asking(), second)).toBeNull()
  expect(await beginImpersonation(desk.ctx, wanted)).toEqual({ ok: false, refusal: 'not_active' })
})

test('viewing as a user needs a reason and a staff role, and administrators cannot be viewed as', async () => {
  const { desk, wanted, seen, market } = await aView()
  expect(await beginImpersonation(desk.ctx, { ...wanted, reason: '  ' })).toEqual({
    ok: false,
    refusal: 'reason_missing',
  })
  const { adminId } = await anAdmin(test_.db)
  await expect(
    beginImpersonation(desk.ctx, { ...wanted, personId: adminId as unknown as PersonId, membershipId: null }),
  ).rejects.toThrow(NotFound)
  const both = await aPerson(test_.db, '運営で会員')
  await anAdmin(test_.db, { email: `${both}@example.jp` })
  expect(await beginImpersonation(desk.ctx, { personId: both, membershipId: null, reason: 'x' })).toEqual({
    ok: false,
    refusal: 'administrator',
  })
  await expect(beginImpersonation(desk.ctx, { ...wanted, membershipId: newId<'membership'>() })).rejects.toThrow(
    NotFound,
  )
  const strangers: Actor[] = [market.chef, firstFarm(market).actor]
  for (const actor of strangers)
    await expect(beginImpersonation(as(test_.db, actor), wanted)).rejects.toThrow(Forbidden)
  // nor from within a view
  await expect(beginImpersonation(seen, wanted)).rejects.toThrow(ViewOnly)
})

test('the secret of a mailed link is not recorded with the page in the history', async () => {
  const { actor, personId } = await aView()
  if (!actor.impersonatedBy) throw new Error('no viewer')
  const code = 'q'.repeat(43)
  for (const place of [`/auth/MngAccount?mode=resetPassword&oobCode=${code}`, `/${code}/updateEmail?a=${code}`])
    await noteSeenPage(asking(), actor.impersonatedBy, place)
  await noteSeenPage(asking(), actor.impersonatedBy, '/products?q=kabu')
  const events = await eventsOf(personId)
  expect(JSON.stringify(events)).not.toContain(code)
  expect(events.slice(-3)).toMatchObject([
    { data: { path: '/auth/MngAccount' } },
    { data: { path: '/…/updateEmail' } },
    { data: { path: '/products?q=kabu' } },
  ])
  const views = await test_.db
    .selectFrom('impersonations')
    .select('lastPath')
    .where('personId', '=', personId)
    .execute()
  expect(JSON.stringify(views)).not.toContain(code)
})
