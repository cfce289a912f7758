import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Email } from '../../app/kernel/email.ts'
import { newId, type OrderId } from '../../app/kernel/ids.ts'
import { closeAccount } from '../../app/modules/admin/close-account.server.ts'
import { forgetOldMessages } from '../../app/modules/messaging/forget-messages.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import { notificationKind } from '../../app/modules/notifications/notification-kind.ts'
import { notify } from '../../app/modules/notifications/notify.server.ts'
import { forgetOldMails } from '../../app/modules/notifications/send-mails.server.ts'
import { sweepDocuments } from '../../app/modules/organisations/documents/sweep-documents.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { sweepPhotos } from '../../app/modules/photos/keep-photo.server.ts'
import { notificationKinds } from '../../app/notification-kinds.server.ts'
import { aFarm, aKey, aMarket, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const days = (count: number) => new Date(noon.getTime() + count * 86_400_000)
const years = (count: number) => days(Math.round(count * 365.25))
const countOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await test_.pool.query(sql, values)).rows[0].count)

const say = async (
  actor: Actor,
  other: Parameters<typeof sendMessage>[1]['other'],
  orderId: OrderId | null,
  now = noon,
) =>
  must(
    await sendMessage(as(test_.db, actor, now), {
      other,
      ...{ key: aKey(), text: '金曜日に3箱お願いします', photos: [], orderId, productId: null },
    }),
  )

test('messages of an order’s thread are kept as documents are, others for three years, also after the account is closed', async () => {
  const market = await aMarket(test_.db)
  const { chef } = market
  const { farmId } = there(market.farms[0])
  // before any order between the two
  const early = new Date(noon.getTime() - 60 * 86_400_000)
  await say(chef, farmId, null, early)
  const [orderId] = await placeAll(test_.db, market)
  await say(chef, farmId, there(orderId))
  // names no order, but was written while one was on its way
  await say(chef, farmId, null, days(1))
  const all = () =>
    countOf(
      `select count(*) from messages m join conversations c on c.id = m.conversation_id
        where c.farm_id = $1 and c.restaurant_id = $2`,
      farmId,
      chef.restaurantId,
    )
  expect(await all()).toBe(3)
  await forgetOldMessages({ db: test_.db, now: years(4) })
  expect(await all()).toBe(2)
  await test_.pool.query(`update people set closed_at = now() where id = $1`, [chef.personId])
  await forgetOldMessages({ db: test_.db, now: years(11) })
  expect(await all()).toBe(2)
  await forgetOldMessages({ db: test_.db, now: years(11.6) })
  expect(await all()).toBe(0)
})

test('a conversation without an order is gone after three years', async () => {
  const { actor } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  await say(actor, farmId, null)
  await forgetOldMessages({ db: test_.db, now: years(3.1) })
  expect(
    await countOf(
      'select count(*) from messages m join conversations c on c.id = m.conversation_id where c.farm_id = $1',
      farmId,
    ),
  ).toBe(0)
})

test('a mail that states the terms of a trade is kept as documents are, others for 90 days', async () => {
  const told = { data: z.object({}), message: () => ({ title: '件名', summary: '', parts: [] }), sample: {} }
  const terms = notificationKind('terms', { about: null, tradeRecord: true, ...told })
  const other = notificationKind('other', { about: null, ...told })
  const to = `${newId()}@example.jp` as Email
  for (const kind of [terms, other]) {
    const key = newId()
    await notify(test_.db, noon, { key, kind, to, data: {} })
    await test_.pool.query(
      `update mails set due_at = null, sent_at = $2, html = '', text = '', data = null where key = $1`,
      [key, noon],
    )
  }
  const left = async (now: Date) => {
    await forgetOldMails({ db: test_.db, now })
    const { rows } = await test_.pool.query('select template from mails where recipient = $1 order by 1', [to])
    return rows.map(({ template }) => template)
  }
  expect(await left(days(89))).toEqual(['other', 'terms'])
  expect(await left(days(91))).toEqual(['terms'])
  expect(await left(years(11))).toEqual(['terms'])
  expect(await left(years(11.6))).toEqual([])
})

test('which mails state the terms of a trade', () => {
  const records: readonly { name: string; tradeRecord?: true }[] = notificationKinds
  expect(records.flatMap(({ name, tradeRecord }) => (tradeRecord ? [name] : [])).toSorted()).toEqual([
    'claim_news',
    'commission_proposed',
    'correction_request',
    'debit_paid',
    'farm_next',
    'farm_orders',
    'invoice_issued',
    'order_news',
    'order_question',
    'own_price',
    'payment_matched',
    'payout_sent',
    'purchase_placed',
    'request_answered',
    'request_asked',
    'restaurant_orders',
    'standing_ordered',
    'statement_issued',
  ])
})

test('closing an account removes no trade record: orders, their mails and their messages stay', async () => {
  const market = await aMarket(test_.db)
  const { chef } = market
  const { farmId } = there(market.farms[0])
  const [orderId] = await placeAll(test_.db, market)
  await say(chef, farmId, there(orderId))
  await test_.pool.query(`update orders set state = 'cancelled' where restaurant_id = $1`, [chef.restaurantId])
  const facts = () =>
    Promise.all([
      countOf('select count(*) from orders where restaurant_id = $1', chef.restaurantId),
      countOf('select count(*) from events where order_id = $1', orderId),
      countOf('select count(*) from messages where person_id = $1', chef.personId),
      countOf('select count(*) from mails where trade_record and person_id = $1', chef.personId),
    ])
  const before = await facts()
  expect(before.every((count) => count > 0)).toBe(true)
  const session = { key: 'k', authTime: noon, aal: 1 as const }
  must(await closeAccount(as(test_.db, { ...chef, session }), { confirmed: true }))
  expect(await facts()).toEqual(before)
})

test('the sweeps of files leave issued documents alone', async () => {
  const kept = new Map<string, Uint8Array>([
    ['issued/ab/abcdef', new Uint8Array([1])],
    ['documents/ab/nothing', new Uint8Array([2])],
  ])
  const files: FileStore = {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
    list: async function* (folder) {
      for (const key of kept.keys()) if (key.startsWith(`${folder}/`)) yield { key, writtenAt: noon }
    },
  }
  await sweepDocuments({ db: test_.db, now: years(12) }, files)
  await sweepPhotos({ db: test_.db, now: years(12) }, files)
  expect([...kept.keys()]).toEqual(['issued/ab/abcdef'])
})
