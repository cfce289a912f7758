import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { aMarket, aPerson, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
let market: Market
let chef: string
let owner: string
let farmer: string
let membership: string

beforeAll(async () => {
  const { db } = database
  market = await aMarket(db)
  const personId = await aPerson(db, '灯 店長')
  const place = { farmId: null, restaurantId: market.chef.restaurantId, orderLimitYen: null }
  await db
    .insertInto('memberships')
    .values({ id: newId<'membership'>(), personId, ...place, role: 'owner' })
    .execute()
  const boss: BuyerActor = { ...market.chef, personId, name: '灯 店長', role: 'owner' }
  owner = await tokenOf(boss)
  chef = await tokenOf(market.chef)
  farmer = await tokenOf(there(market.farms[0]).actor)
  const { body } = await call('GET', '/organisation/members', { token: owner })
  membership = body.members.find((it: { role: string }) => it.role === 'staff').id
})

beforeEach(() => {
  errors.length = 0
  clock.at = noon
})

test('the owner sees members and invitations, staff no invitations, and a stranger nothing', async () => {
  const seen = await call('GET', '/organisation/members', { token: owner })
  expect(seen).toMatchObject({ status: 200, body: { organisation: 'ビストロ 灯', mayManage: true } })
  expect(seen.body.members.map((it: { role: string }) => it.role)).toEqual(['owner', 'staff'])
  expect(Object.keys(seen.body)).toEqual(['organisation', 'mayManage', 'members', 'invitations'])
  const staff = await call('GET', '/organisation/members', { token: chef })
  expect(staff.body).toMatchObject({ mayManage: false, invitations: [] })
  expect((await call('GET', '/organisation/members')).status).toBe(401)
})

test('members with their rights, and the address of a calendar, need authentication in the last ten minutes', async () => {
  const { length } = (await call('GET', '/organisation/members', { token: owner })).body.invitations
  clock.at = addMinutes(noon, 11)
  const asked = [
    ['POST', '/organisation/invitations', { email: 'partner@example.jp', role: 'owner' }],
    ['PUT', `/organisation/members/${membership}`, { role: 'owner' }],
    ['DELETE', `/organisation/members/${membership}`, undefined],
    ['PUT', '/calendar-feed', undefined],
  ] as const
  for (const [method, path, body] of asked) {
    const answer = await call(method, path, { token: owner, body })
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'PROVE_AGAIN', message: expect.stringMatching(/10分以内/) },
    })
  }
  const after = (await call('GET', '/organisation/members', { token: owner })).body
  expect([after.invitations.length, after.members.length]).toEqual([length, 2])
  expect(errors).toEqual([])
})

test('an invitation is sent, shown, sent anew, and taken back', async () => {
  const body = { email: 'Souschef@Example.jp', role: 'staff', orderLimitYen: 30_000 }
  const invited = await call('POST', '/organisation/invitations', { token: owner, body })
  expect(invited.status).toBe(201)
  const list = await call('GET', '/organisation/members', { token: owner })
  expect(list.body.invitations).toMatchObject([{ email: 'souschef@example.jp', orderLimitYen: 30_000, expired: false }])
  const again = await call('POST', '/organisation/invitations', { token: owner, body })
  expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
  const path = `/organisation/invitations/${invited.body.id}`
  expect(await call('PUT', path, { token: owner })).toMatchObject({ body: { email: 'souschef@example.jp' } })
  expect((await call('DELETE', path, { token: chef })).status).toBe(403)
  expect((await call('DELETE', path, { token: owner })).status).toBe(204)
  expect(await call('DELETE', path, { token: owner })).toMatchObject({ body: { code: 'INVITATION_OVER' } })
})

test('only the owner changes rights; the last owner stays', async () => {
  const path = `/organisation/members/${membership}`
  const body = { role: 'staff', orderLimitYen: 1_000 }
  expect((await call('PUT', path, { token: chef, body })).status).toBe(403)
  const changed = await call('PUT', path, { token: owner, body })
  expect(changed.body.members[1]).toMatchObject({ orderLimitYen: 1_000 })
  const self = changed.body.members.find((it: { self: boolean }) => it.self).id
  expect(await call('DELETE', `/organisation/members/${self}`, { token: owner })).toMatchObject({
    status: 409,
    body: { code: 'LAST_OWNER' },
  })
  const wrong = await call('PUT', path, { token: owner, body: { role: 'chief' } })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'VALIDATION_FAILED'])
})

test('over the limit an order is refused, or waits for the owner, who approves it', async () => {
  await database.db
    .updateTable('memberships')
    .set({ orderLimitYen: yen(1_000) })
    .where('personId', '=', market.chef.personId)
    .execute()
  const { productId } = there(market.farms[0])
  await call('PUT', `/cart/lines/${productId}`, { token: chef, body: { qty: 2 } })
  const { seen } = (await call('GET', '/cart', { token: chef })).body
  const refused = await call('POST', '/purchases', { token: chef, body: { seen } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'OVER_ORDER_LIMIT' } })
  const asked = await call('POST', '/purchases', { token: chef, body: { seen, askOwner: true } })
  expect(asked).toMatchObject({ status: 201, body: { pending: true } })
  const waiting = await call('GET', '/approvals', { token: owner })
  expect(waiting.body.waiting).toMatchObject([{ purchaseId: asked.body.purchaseId, askedBy: '灯 料理人' }])
  const path = `/approvals/${asked.body.purchaseId}`
  expect((await call('POST', `${path}/approval`, { token: chef })).status).toBe(403)
  expect((await call('POST', `${path}/approval`, { token: farmer })).status).toBe(404)
  const done = await call('POST', `${path}/approval`, { token: owner })
  expect(done).toMatchObject({ status: 201, body: { approved: 1, lapsed: 0 } })
  const late = await call('POST', `${path}/return`, { token: owner, body: { reason: '多すぎます' } })
  expect(late).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_APPROVE' } })
})

test('kitchens come, change, rest for a day, and close; what is wrong is said by field', async () => {
  const body = {
    name: '飯田橋店',
    postalCode: '1020072',
    prefectureCode: '13',
    city: '千代田区',
    street: '飯田橋4-9-3',
    phone: '03-3261-1111',
    receivingWeekdays: [1, 2, 3],
  }
  const wrong = await call('POST', '/kitchens', { token: owner, body: { ...body, phone: '123' } })
  expect(wrong).toMatchObject({ status: 422, body: { detail: { issues: [{ path: 'phone' }] } } })
  expect((await call('POST', '/kitchens', { token: chef, body })).status).toBe(403)
  const { id } = (await call('POST', '/kitchens', { token: owner, body })).body
  const path = `/kitchens/${id}`
  const saved = await call('PUT', path, { token: owner, body: { ...body, name: '飯田橋', version: 1 } })
  expect(saved.body).toMatchObject({ name: '飯田橋', version: 2, slot: 'am', receivingWeekdays: [1, 2, 3] })
  const late = await call('PUT', path, { token: owner, body: { ...body, version: 1 } })
  expect(late).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  expect((await call('PUT', `${path}/closures/2026-12-31`, { token: owner })).status).toBe(204)
  expect((await call('GET', path, { token: chef })).body.closures).toEqual(['2026-12-31'])
  expect((await call('GET', '/kitchens', { token: farmer })).status).toBe(403)
  expect((await call('DELETE', `${path}?version=2`, { token: owner })).status).toBe(204)
  expect((await call('GET', '/kitchens', { token: owner })).body.kitchens).toHaveLength(1)
  expect(errors).toEqual([])
})
