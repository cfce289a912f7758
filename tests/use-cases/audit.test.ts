import { expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { auditInChunks, auditTrail, findSubjects, nameOfSubject } from '../../app/modules/admin/audit.server.ts'
import type { AuditFilter } from '../../app/modules/admin/audit-filter.ts'
import { type NewEvent, recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { aFarm, aMarket, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from './steps.ts'

const test_ = testDatabase()
const none: AuditFilter = { subject: null, kind: null, from: null, to: null }
type Staff = Awaited<ReturnType<typeof anAdmin>>
const record = (actor: Staff, event: NewEvent, now = noon) => recordEvent(test_.db, { actor, now }, event)
const trail = async (staff: Staff, filter: Partial<AuditFilter>) =>
  (await auditTrail(as(test_.db, staff), { ...none, ...filter })).rows

test('who did what to whom, when, from what to what, and why', async () => {
  const staff = await anAdmin(test_.db, { name: '審査 係' })
  const { farmId, actor } = await aFarm(test_.db, { name: '記録農園' })
  await record(staff, {
    kind: 'organisation_returned',
    aboutFarmId: farmId,
    aboutPersonId: actor.personId,
    fromState: 'submitted',
    toState: 'returned',
    reason: '許可証が読めません',
    data: { open: ['許可証'] },
  })
  const [row, ...more] = await trail(staff, { subject: { of: 'farm', id: farmId } })
  expect(more).toEqual([])
  expect(row).toMatchObject({
    at: noon,
    kind: 'organisation_returned',
    actorKind: 'staff',
    actorName: '審査 係',
    fromState: 'submitted',
    toState: 'returned',
    reason: '許可証が読めません',
    data: { open: ['許可証'] },
  })
  expect(row?.about.map(({ of, name }) => [of, name])).toEqual([
    ['person', '畑 主人'],
    ['farm', '記録農園'],
  ])
})

test('the history of each: whom it was done to and who did it, with the orders of an organisation', async () => {
  const { db } = test_
  const [staff, other] = [await anAdmin(db), await anAdmin(db)]
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  const { farmId } = there(market.farms[0])
  await record(staff, { kind: 'organisation_noted', aboutFarmId: farmId })
  await record(staff, { kind: 'second_factor_off', aboutAdminId: other.adminId })
  await record(other, { kind: 'person_suspended', aboutPersonId: market.chef.personId })
  const kinds = async (filter: Partial<AuditFilter>) => (await trail(staff, filter)).map(({ kind }) => kind).toSorted()
  expect(await kinds({ subject: { of: 'farm', id: farmId } })).toEqual(['order_placed', 'organisation_noted'])
  expect(await kinds({ subject: { of: 'admin', id: other.adminId } })).toEqual([
    'person_suspended',
    'second_factor_off',
  ])
  const ofChef = await kinds({ subject: { of: 'person', id: market.chef.personId } })
  expect(new Set(ofChef)).toEqual(new Set(['order_placed', 'person_suspended']))
  expect(await kinds({ subject: { of: 'order', id: orderId } })).toEqual(['order_placed'])
  expect(await kinds({ subject: { of: 'restaurant', id: market.chef.restaurantId }, kind: 'line_short' })).toEqual([])
})

test('a range of days includes both, in Japan time', async () => {
  const staff = await anAdmin(test_.db)
  const times = ['2027-01-31 23:59', '2027-02-01 00:00', '2027-02-02 23:59', '2027-02-03 00:00']
  for (const time of times) await record(staff, { kind: 'admin_signed_in', data: { time } }, at(time))
  const found = await trail(staff, { from: jstDate('2027-02-01'), to: jstDate('2027-02-02') })
  expect(found.map(({ data }) => data.time)).toEqual(['2027-02-02 23:59', '2027-02-01 00:00'])
})

test('page after page nothing is missing and nothing twice, also within one moment; the file has the same rows', async () => {
  const staff = await anAdmin(test_.db)
  for (let nth = 0; nth < 130; nth++) await record(staff, { kind: 'admin_signed_in', aboutAdminId: staff.adminId })
  const filter = { ...none, subject: { of: 'admin', id: staff.adminId } } as const
  const seen: string[] = []
  let after: Parameters<typeof auditTrail>[2] = null
  for (let page = 0; page < 3; page++) {
    const { rows, next } = await auditTrail(as(test_.db, staff), filter, after)
    seen.push(...rows.map(({ id }) => id))
    after = next
  }
  expect(after).toBeNull()
  expect(new Set(seen).size).toBe(130)
  expect(seen).toHaveLength(130)
  const file: string[] = []
  for await (const rows of auditInChunks(as(test_.db, staff), filter, 40)) file.push(...rows.map(({ id }) => id))
  expect(file).toEqual(seen)
})

test('search words match users, organisations, administrators and numbers; wildcards are literal', async () => {
  const { db } = test_
  const staff = as(db, await anAdmin(db, { name: '検索 係' }))
  await aFarm(db, { name: '検索畑' })
  const found = async (words: string) => (await findSubjects(staff, words)).map(({ of, name }) => [of, name])
  expect(await found('検索')).toEqual([
    ['admin', '検索 係'],
    ['farm', '検索畑'],
  ])
  expect(await found('%')).toEqual([])
  expect(await found(' ')).toEqual([])
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const order = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', there(orderId))
    .executeTakeFirstOrThrow()
  expect(await found(order.number.toLowerCase())).toEqual([['order', order.number]])
  expect(await nameOfSubject(staff, { of: 'order', id: there(orderId) })).toBe(order.number)
})

test('a page of the history: 1 query, whatever is asked for', async () => {
  const { db } = test_
  const staff = as(db, await anAdmin(db))
  const { actor } = await aRestaurant(db)
  for (const subject of [null, { of: 'person', id: actor.personId }] as const) {
    test_.queriesSince()
    await auditTrail(staff, { ...none, subject })
    expect(test_.queriesSince()).toHaveLength(1)
  }
})
