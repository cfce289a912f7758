import { expect, test } from 'vitest'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { inspectMany } from '../../app/routes/restaurant/receiving/inspect-many.server.ts'
import { takeFlash } from '../../app/web/flash-message.server.ts'
import { aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, placeAll, there } from './steps.ts'

const test_ = testDatabase()

test('the selected slips are inspected, once; what cannot be stays as it is', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [first, second, notShipped] = await placeAll(db, market)
  const orders = [there(first), there(second), there(notShipped)]
  for (const index of [0, 1]) await bringToShipped(db, market, index, there(orders[index]))
  const chef = as(db, market.chef, arrivalTime)
  const form = new FormData()
  form.set('key', crypto.randomUUID())
  for (const id of orders) form.append('row', id)
  let notice: string | null = null
  const statesAfter = async (sent = form) => {
    const answer = await inspectMany(chef, sent, '葵')
    if (!(answer instanceof Response)) throw new Error('refused')
    const cookie = answer.headers.get('set-cookie') ?? ''
    notice = (await takeFlash(new Request('https://uneto.test', { headers: { cookie } }))).flash?.notice ?? null
    return Promise.all(orders.map(async (id) => (await orderDetail(chef, id)).state))
  }
  for (const _ of ['pressed', 'pressed again']) {
    expect(await statesAfter()).toEqual(['finalized', 'finalized', 'placed'])
    expect(notice).toMatch(/^2件を「問題なし」で検収しました。1件は検収できませんでした。/)
  }
  const receipts = await db.selectFrom('receipts').select(['orderId', 'receivedBy']).orderBy('orderId').execute()
  expect(receipts).toEqual([first, second].sort().map((orderId) => ({ orderId, receivedBy: '葵' })))

  const onlyIt = new FormData()
  onlyIt.set('key', crypto.randomUUID())
  onlyIt.append('row', there(notShipped))
  await statesAfter(onlyIt)
  expect(notice).toMatch(/^1件は検収できませんでした。/)
})
