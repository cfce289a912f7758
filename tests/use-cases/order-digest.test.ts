import { expect, test } from 'vitest'
import { formatDay, formatYen } from '../../app/kernel/format.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const tell = () => tellOrderNews({ db: test_.db, now: noon })

type Mail = { template: string; recipient: string; subject: string; text: string }
/** What has been queued since the last call. */
async function newMails(): Promise<Mail[]> {
  const { rows } = await test_.pool.query<Mail & { data: null; html: null }>(
    `select * from mails where template in ('farm_orders', 'restaurant_orders') order by key`,
  )
  await test_.pool.query('delete from mails')
  return withWords(rows)
}

test('a farm is told of all new and changed orders of a minute in one mail, with the next step for each', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await tell()
  await newMails()
  const first = there((await placeAll(test_.db, market))[0])
  const chef = as(test_.db, market.chef)
  const line = there((await orderDetail(chef, first)).lines[0])
  must(await changeOrder(chef, { orderId: first, key: aKey(), version: 1, lines: [{ lineId: line.id, qty: 5 }] }))
  const other = await aRestaurant(test_.db)
  await fillCart(as(test_.db, other.actor), other.kitchenId, [[farm.productId, 1]])
  const second = there(must(await place(as(test_.db, other.actor), other.kitchenId)).orderIds[0])
  expect(await tell()).toBe(3)
  const mails = await newMails()
  const mine = mails.filter(({ recipient }) => recipient === `${farm.actor.personId}@example.jp`)
  expect(mails.every(({ template }) => template === 'farm_orders')).toBe(true)
  expect(mine).toMatchObject([{ subject: '【畝と皿】注文のお知らせが2件あります' }])
  expect(mine[0]?.text.match(/（\d+-\d+-\d+）/g)).toHaveLength(2)
  expect(mine[0]?.text).toContain('新しい注文。今日14:00までに回答してください')
  expect(mine[0]?.text).toContain('/farmer/orders')
  // sent once
  expect(await tell()).toBe(0)

  must(await cancelOrder(as(test_.db, other.actor), { orderId: second, key: aKey() }))
  must(await acceptOrder(as(test_.db, farm.actor), { orderId: first, key: aKey(), lines: [] }))
  expect(await tell()).toBe(2)
  expect((await newMails()).map(({ template, subject }) => [template, subject.replace(/（.*/, '')])).toEqual(
    expect.arrayContaining([
      ['farm_orders', '【畝と皿】注文がキャンセルされました'],
      ['restaurant_orders', '【畝と皿】受注が確定しました'],
    ]),
  )
})

test('an order is confirmed by mail with what, for how much and when, and a parcel with its number', async () => {
  const market = await aMarket(test_.db)
  const chef = as(test_.db, market.chef)
  const farm = there(market.farms[0])
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  const placed = must(await place(chef, market.kitchenId))
  const orderId = there(placed.orderIds[0])
  const order = await orderDetail(chef, orderId)
  const confirmed = async () =>
    withWords((await test_.pool.query(`select * from mails where template = 'purchase_placed'`)).rows)
  const [mail, ...more] = await confirmed()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: `${market.chef.personId}@example.jp`,
    subject: `【畝と皿】注文 ${placed.number} を受け付けました（${formatYen(order.figures.totalIncYen)}）`,
  })
  const line = there(order.lines[0])
  for (const said of [
    placed.number,
    `${order.farm.name}：${formatDay(order.deliveryOn)}`,
    line.name,
    `2${line.unitLabel} ${formatYen(order.figures.goodsYen)}（税抜）`,
    `${formatYen(order.figures.freightYen)}（税抜）`,
    formatYen(order.figures.totalIncYen),
  ])
    expect(mail?.text).toContain(said)
  // what is added goes into the same order: the mail has the whole
  await fillCart(chef, market.kitchenId, [[farm.productId, 1]])
  must(await place(chef, market.kitchenId))
  const both = await confirmed()
  expect(both.find(({ key }) => key !== mail?.key)?.text).toContain(`先のご注文 ${order.number} とまとめた内容です`)

  await bringToShipped(test_.db, market, 0, orderId)
  await newMails()
  await tell()
  const shipping = (await newMails()).find(({ subject }) => subject.includes('出荷しました'))
  expect(shipping?.text).toContain('ヤマト運輸 4444-1375-8703')
  expect(shipping?.text).toContain(`3${line.unitLabel}`)
})

test('the confirmation says what is accepted already, and what waits for an answer', async () => {
  const market = await aMarket(test_.db)
  const [own, other] = [there(market.farms[0]), there(market.farms[1])]
  await test_.pool.query('update farms set auto_accept = true where id = $1', [own.farmId])
  const chef = as(test_.db, market.chef)
  const mailOf = async (goods: Parameters<typeof fillCart>[2]) => {
    await fillCart(chef, market.kitchenId, goods)
    const { purchaseId } = must(await place(chef, market.kitchenId))
    const { rows } = await test_.pool.query('select * from mails where key = $1', [`purchase:${purchaseId}:placed`])
    return there((await withWords(rows))[0]).text ?? ''
  }
  const all = await mailOf([[own.productId, 2]])
  expect(all).toContain('次の内容で農園へ注文し、受注が確定しました。')
  expect(all).not.toContain('あらためてお知らせします')
  const some = await mailOf([
    [own.productId, 1],
    [other.productId, 2],
  ])
  expect(some).toContain('「受注確定」と記載のない農園については')
  expect(some.match(/お届け（受注確定）/g)).toHaveLength(1)
})

test('the mail about a shipment counts the boxes that left, and the confirmation names no goods that were dropped', async () => {
  const market = await aMarket(test_.db)
  const chef = as(test_.db, market.chef)
  const farm = there(market.farms[0])
  const extra = await aProduct(test_.db, farm.farmId, { name: 'かぼちゃ' })
  await fillCart(chef, market.kitchenId, [
    [farm.productId, 5],
    [extra, 1],
  ])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const { lines } = await orderDetail(chef, orderId)
  const farmer = as(test_.db, farm.actor)
  const none = { lineId: there(lines.find(({ name }) => name === 'かぼちゃ')).id, qty: 0, reason: 'harvest' as const }
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [none] }))
  await fillCart(chef, market.kitchenId, [[farm.productId, 1]])
  const joined = must(await place(chef, market.kitchenId))
  const [mail] = await withWords(
    (await test_.pool.query('select * from mails where key like $1', [`purchase:${joined.purchaseId}:placed%`])).rows,
  )
  expect(mail?.text).toContain('先のご注文')
  expect(mail?.text).not.toContain('かぼちゃ')

  // the first of two boxes was not needed
  await bringToShipped(test_.db, market, 0, orderId)
  await test_.pool.query(
    `update parcels set unused_at = now(), tracking_number = null, carrier = null, shipped_at = null
     where order_id = $1 and ordinal = 1`,
    [orderId],
  )
  await newMails()
  await tell()
  const shipping = (await newMails()).find(({ subject }) => subject.includes('出荷しました'))
  expect(shipping?.text).toContain('送り状番号（1個口目）')
})

test('five processes at once tell each step once', async () => {
  await placeAll(test_.db, await aMarket(test_.db))
  await newMails()
  const told = await Promise.all(Array.from({ length: 5 }, tell))
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await newMails()).toHaveLength(3)
})
