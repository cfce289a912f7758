import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes, at } from '../../app/kernel/jst.ts'
import { longestWaiting, waitingForMe } from '../../app/modules/admin/waiting.server.ts'
import { assignInquiry } from '../../app/modules/support/handle-inquiry.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const run = (sql: string, values: unknown[] = []) => test_.pool.query(sql, values)

let inquiries = 1_000
const anInquiry = async (sentAt: Date, state = 'open') => {
  const id = newId<'inquiry'>()
  await run(
    `insert into inquiries (id, number, kind, state, body, name, email, sent_at, answer_due_on)
     values ($1, $2, 'other', $3, '聞きたいことがあります。', '山田', 'a@example.jp', $4, '2026-11-25')`,
    [id, `Q-20261124-${inquiries++}`, state, sentAt],
  )
  return id
}
const aPermit = (farmId: string, expiresOn: string, more: { removed?: boolean; kind?: string } = {}) =>
  run(
    `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, expires_on, added_at, removed_at)
     values ($1, $2, $3, $4, 'image/webp', $5, 1, $6, $7, $8)`,
    [
      newId(),
      more.kind ?? 'permit',
      farmId,
      newId().replaceAll('-', ''),
      `${expiresOn}.webp`,
      expiresOn,
      noon,
      more.removed ? noon : null,
    ],
  )

test('an empty desk: nothing waits', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  expect(await waitingForMe(staff)).toEqual({
    applications: 0,
    lateOrders: 0,
    myInquiries: 0,
    freeInquiries: 0,
    claims: 0,
    failedMails: 0,
    failedFaxes: 0,
    recalls: 0,
    goods: 0,
    permits: 0,
    reports: 0,
    reviews: 0,
    objections: 0,
    payRuns: 0,
    longHolds: 0,
    failedJobs: 0,
  })
  expect(await longestWaiting(staff)).toEqual({ things: [], permits: [] })
})

test('what waits is counted, and listed with the longest first, in one query each', async () => {
  const { db } = test_
  const [me, colleague] = [await anAdmin(db), await anAdmin(db)]
  const waitsSince = (minutes: number) => addMinutes(noon, -minutes)
  const { farmId } = await aFarm(db, { name: '申しこみ農園', status: 'submitted' })
  const { restaurantId } = await aRestaurant(db, { approved: false })
  await run('update farms set submitted_at = $2 where id = $1', [farmId, waitsSince(300)])
  await run('update restaurants set submitted_at = $2 where id = $1', [restaurantId, waitsSince(100)])

  const market = await aMarket(db)
  const [late, onTime] = await placeAll(db, market)
  await run(`update orders set state = 'accepted', ship_on = '2026-11-23' where id = $1`, [late])
  await run(`update orders set state = 'accepted', ship_on = '2026-11-24' where id = $1`, [onTime])

  const [mine, free, theirs] = [
    await anInquiry(waitsSince(200)),
    await anInquiry(waitsSince(10)),
    await anInquiry(noon),
  ]
  await anInquiry(waitsSince(900), 'done')
  must(await assignInquiry(as(db, me), { id: mine, key: aKey(), version: 1, to: me.adminId }))
  must(await assignInquiry(as(db, me), { id: theirs, key: aKey(), version: 1, to: colleague.adminId }))
  await run(
    `insert into mails (id, key, template, recipient, subject, html, text, tries, created_at, failed_at)
     values ($1, 'a', 'x', 'a@example.jp', '届かない', 'x', 'x', 8, $2, $2)`,
    [newId(), waitsSince(50)],
  )
  await run('update mails set due_at = null where failed_at is not null')

  const seller = there(market.farms[0]).farmId
  await aPermit(seller, '2026-12-24')
  await aPermit(seller, '2026-12-25', { kind: 'certificate' })
  await aPermit(seller, '2026-11-30', { removed: true })
  await aPermit(seller, '2026-11-01', { kind: 'notification' })
  await aPermit(seller, '2027-11-01', { kind: 'notification' })
  await aPermit(farmId, '2026-11-25')

  const staff = as(db, me)
  test_.queriesSince()
  expect(await waitingForMe(staff)).toEqual({
    applications: 2,
    lateOrders: 1,
    myInquiries: 1,
    freeInquiries: 1,
    claims: 0,
    failedMails: 1,
    failedFaxes: 0,
    recalls: 0,
    goods: 0,
    permits: 1,
    reports: 0,
    reviews: 0,
    objections: 0,
    longHolds: 0,
    failedJobs: 0,
    payRuns: 0,
  })
  const { things, permits } = await longestWaiting(staff)
  expect(test_.queriesSince()).toHaveLength(2)
  expect(things.map(({ of }) => of)).toEqual(['order', 'farm', 'inquiry', 'restaurant', 'mail', 'inquiry'])
  expect(things.map(({ id }) => id)).toContain(free)
  expect(things[0]).toMatchObject({ id: late, since: at('2026-11-24 00:00') })
  expect(permits).toMatchObject([{ of: 'farm', id: seller, expiresOn: '2026-12-24' }])
  expect(await waitingForMe(as(db, colleague))).toMatchObject({ myInquiries: 1, freeInquiries: 1 })
})

test('open recalls, faxes about orders that failed, and reported reviews wait as well', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const { farmId, actor } = there(market.farms[0])
  await run(
    `with event as (
       insert into events (id, at, kind, actor_kind, actor_name) values (gen_random_uuid(), now(), 'recall_begun', 'farm', 'x')
       returning id)
     insert into recalls (id, farm_id, rehearsal, reason, handling, event_id, begun_at, begun_by)
     select gen_random_uuid(), $1, rehearsal, '異物', 'stop', event.id, $2, 'x' from event, (values (false), (true)) r (rehearsal)`,
    [farmId, noon],
  )
  await run(
    `with told as (
       insert into notifications (id, person_id, key, kind, title, path, created_at, order_id)
       values (gen_random_uuid(), $1, 'fax', 'order', '新しい注文', '/farmer', $2, $3) returning id, person_id),
     addresses as (
       insert into notification_addresses (id, person_id, channel, address, created_at)
       select gen_random_uuid(), person_id, channel, '0334445555', $2 from told, (values ('fax'), ('sms')) c (channel)
       returning id, channel)
     insert into notification_deliveries (id, notification_id, channel, address_id, tries, failed_at)
     select gen_random_uuid(), told.id, channel, addresses.id, 8, $2 from told, addresses`,
    [actor.personId, noon, orderId],
  )
  const staff = as(db, await anAdmin(db))
  expect(await waitingForMe(staff)).toMatchObject({ recalls: 1, failedFaxes: 1 })
  const { things } = await longestWaiting(staff)
  expect(things).toContainEqual(expect.objectContaining({ of: 'fax', id: orderId }))
  expect(things).toContainEqual(expect.objectContaining({ of: 'recall', more: expect.stringContaining('異物') }))
})
