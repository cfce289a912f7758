import { expect, test } from 'vitest'
import { formatDay } from '../../app/kernel/format.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes, at } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { ownNotifications } from '../../app/modules/notifications/centre.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { remindAnswersDue } from '../../app/modules/support/reminders/answer-due.server.ts'
import { remindFullCarts } from '../../app/modules/support/reminders/cart-cutoff.server.ts'
import { remindVacations } from '../../app/modules/support/reminders/vacation-begins.server.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const at_ = (now: Date) => ({ db: test_.db, now })
const mails = async (template: string) =>
  (await test_.pool.query('select recipient, subject from mails where template = $1', [template])).rows

test('a farm is reminded once, an hour before its answer is due, and not of what it has answered', async () => {
  const market = await aMarket(test_.db)
  const orders = await placeAll(test_.db, market)
  const { answerDueAt } = await orderDetail(as(test_.db, market.chef), there(orders[0]))
  await test_.pool.query('update orders set placed_at = $1 where id = any($2)', [addHours(noon, -3), orders])
  must(
    await acceptOrder(as(test_.db, there(market.farms[1]).actor), {
      orderId: there(orders[1]),
      key: aKey(),
      lines: [],
    }),
  )
  expect(await remindAnswersDue(at_(addMinutes(answerDueAt, -61)))).toBe(0)
  const due = addMinutes(answerDueAt, -55)
  const told = await Promise.all([1, 2, 3].map(() => remindAnswersDue(at_(due))))
  expect(told.some((n) => n > 0)).toBe(true)
  expect(await remindAnswersDue(at_(addMinutes(due, 5)))).toBe(0)
  const [farm, answered] = market.farms
  const mine = (await mails('answer_due')).filter(({ recipient }) => recipient === `${farm?.actor.personId}@example.jp`)
  expect(mine).toHaveLength(1)
  expect(mine[0].subject).toMatch(/まだ回答がありません/)
  const { notifications } = await ownNotifications(as(test_.db, there(farm).actor))
  expect(notifications.filter(({ title }) => title.startsWith('まだ回答がありません'))).toMatchObject([
    { kind: 'question', path: `/farmer/orders/${orders[0]}` },
  ])
  expect((await mails('answer_due')).map(({ recipient }) => recipient)).not.toContain(
    `${answered?.actor.personId}@example.jp`,
  )
})

test('a farm is reminded again when the order has moved to a day with another due time', async () => {
  const market = await aMarket(test_.db)
  const [orderId] = await placeAll(test_.db, market)
  const { answerDueAt } = await orderDetail(as(test_.db, market.chef), there(orderId))
  await test_.pool.query('update orders set placed_at = $1 where id = $2', [addHours(noon, -3), orderId])
  await remindAnswersDue(at_(addMinutes(answerDueAt, -55)))
  const later = addHours(answerDueAt, 24)
  const change = 'update orders set answer_due_at = $1, changed_at = $2 where id = $3'
  await test_.pool.query(change, [later, addMinutes(answerDueAt, -50), orderId])
  await remindAnswersDue(at_(addMinutes(later, -55)))
  await remindAnswersDue(at_(addMinutes(later, -50)))
  const told = "select count(*)::int n from notifications where order_id = $1 and key like 'answer-due:%'"
  expect((await test_.pool.query(told, [orderId])).rows).toEqual([{ n: 2 }])
})

test('a chef with a full cart is reminded once, two hours before the farm’s cut-off', async () => {
  const market = await aMarket(test_.db)
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[there(market.farms[0]).productId, 2]])
  await test_.pool.query('update cart_lines set added_at = $1', [addHours(noon, -24)])
  const cutoffAt = there((await cartQuote(chef, market.kitchenId)).farms[0]?.day).cutoffAt
  await test_.pool.query('update cart_lines set added_at = $1', [addHours(cutoffAt, -6)])
  expect(await remindFullCarts(at_(addMinutes(cutoffAt, -121)))).toBe(0)
  expect(await remindFullCarts(at_(addMinutes(cutoffAt, -110)))).toBe(1)
  expect(await remindFullCarts(at_(addMinutes(cutoffAt, -100)))).toBe(0)
  expect(await mails('cart_cutoff')).toHaveLength(1)
  expect((await ownNotifications(chef)).notifications[0]).toMatchObject({ kind: 'reminder', path: '/restaurant/cart' })
})

test('with many carts, the last one causes a reminder as well', async () => {
  const markets = [await aMarket(test_.db), await aMarket(test_.db), await aMarket(test_.db)]
  for (const market of markets)
    await fillCart(as(test_.db, market.chef), market.kitchenId, [[there(market.farms[0]).productId, 2]])
  const [market] = markets
  const chef = as(test_.db, there(market).chef)
  const cutoffAt = there((await cartQuote(chef, there(market).kitchenId)).farms[0]?.day).cutoffAt
  const people = markets.map(({ chef }) => chef.personId)
  await test_.pool.query(
    'update cart_lines set added_at = $1 where cart_id in (select id from carts where person_id = any($2))',
    [addHours(cutoffAt, -6), people],
  )
  await remindFullCarts(at_(addMinutes(cutoffAt, -110)), 1)
  const { rows } = await test_.pool.query(
    "select distinct person_id from notifications where kind = 'reminder' and person_id = any($1)",
    [people],
  )
  expect(rows).toHaveLength(3)
})

test('a cart that was just filled causes no reminder', async () => {
  const market = await aMarket(test_.db)
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[there(market.farms[0]).productId, 2]])
  const cutoffAt = there((await cartQuote(chef, market.kitchenId)).farms[0]?.day).cutoffAt
  await test_.pool.query(
    'update cart_lines set added_at = $1 where cart_id in (select id from carts where person_id = $2)',
    [addMinutes(cutoffAt, -60), market.chef.personId],
  )
  const before = (await mails('cart_cutoff')).length
  await remindFullCarts(at_(addMinutes(cutoffAt, -30)))
  expect(await mails('cart_cutoff')).toHaveLength(before)
})

test('on the evening before its days off a farm is told what is open in them, and its restaurants that nothing comes', async () => {
  const market = await aMarket(test_.db)
  const [orderId] = await placeAll(test_.db, market)
  const { shipOn } = await orderDetail(as(test_.db, market.chef), there(orderId))
  const farm = there(market.farms[0])
  await test_.pool.query('insert into farm_vacations (id, farm_id, from_on, to_on) values ($1, $2, $3, $3)', [
    newId(),
    farm.farmId,
    shipOn,
  ])
  const evening = at(
    `${addHours(at(`${shipOn} 00:00`), -1)
      .toISOString()
      .slice(0, 10)} 17:00`,
  )
  for (let n = 0; n < 3; n++) await remindVacations(at_(evening))
  const told = await mails('vacation_begins')
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(
    [`${farm.actor.personId}@example.jp`, `${market.chef.personId}@example.jp`].sort(),
  )
  expect((await ownNotifications(as(test_.db, farm.actor))).notifications[0]).toMatchObject({
    kind: 'reminder',
    title: `明日から休業です（${formatDay(shipOn)}）`,
    path: '/farmer/Vacation',
  })
})
