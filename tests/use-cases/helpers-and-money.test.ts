import { expect, test } from 'vitest'
import { detailAnswer, summaryAnswer } from '../../app/api/operations/order-answer.ts'
import type { FarmActor } from '../../app/authorization/actor.ts'
import { newId } from '../../app/kernel/ids.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { farmWork } from '../../app/modules/ordering/open-orders.server.ts'
import { historyOfFarm } from '../../app/modules/ordering/order-history.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { changeMember } from '../../app/modules/organisations/members/change-member.server.ts'
import { aMarket, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** Every amount in an answer that is more than nothing, by its name. */
function amountsIn(answer: unknown): string[] {
  const found: string[] = []
  JSON.stringify(answer, (name, value: unknown) => {
    if (/(yen|price)$/i.test(name) && typeof value === 'number' && value !== 0) found.push(name)
    return value
  })
  // the restaurant's limit for a substitute is part of its instruction, by which the farm answers
  return found.filter((name) => name !== 'maxYen')
}

async function aFarmWithHelper() {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const owner: FarmActor = {
    ...there(market.farms[0]).actor,
    session: { key: 'k', authTime: noon, aal: 1 },
  }
  const personId = await aPerson(db, '手伝い 太郎')
  const membershipId = newId<'membership'>()
  const member = { id: membershipId, personId, farmId: owner.farmId, restaurantId: null, orderLimitYen: null }
  await db
    .insertInto('memberships')
    .values({ ...member, role: 'staff', rights: 'all' })
    .execute()
  const helper = async () => {
    const from = { who: { personId }, channel: 'cookie', ip: null, userAgent: null } as const
    return as(db, await actorOf({ db, now: noon }, await openSession({ db, now: noon }, from), 'cookie'))
  }
  const ofOrder = async (ctx: Awaited<ReturnType<typeof helper>>) => ({
    order: await orderDetail(ctx, there(orderId)),
    work: await farmWork(ctx, (await orderDetail(ctx, there(orderId))).shipOn),
    past: await historyOfFarm(ctx),
  })
  return { owner, membershipId, helper, ofOrder }
}

test('a helper sees orders without money, until the owner lets them; the API answers null in its place', async () => {
  const { owner, membershipId, helper, ofOrder } = await aFarmWithHelper()
  const before = await ofOrder(await helper())
  expect(before.order.lines.length).toBeGreaterThan(0)
  expect(before.order.commissionBp).toBeNull()
  expect(amountsIn(before)).toEqual([])
  expect(detailAnswer(before.order)).toMatchObject({ figures: null, lines: [{ priceYen: null, amountYen: null }] })
  expect(before.work.map(summaryAnswer)).toMatchObject([{ figures: null, parcels: [{ freightYen: null }] }])

  expect(amountsIn(await ofOrder(as(test_.db, owner)))).not.toEqual([])
  const change = { membershipId, role: 'staff', rights: 'all', orderLimitYen: null } as const
  must(await changeMember(as(test_.db, owner), { ...change, seesMoney: true }))
  const after = await ofOrder(await helper())
  expect(after.order.commissionBp).not.toBeNull()
  expect(detailAnswer(after.order).figures?.totalIncYen).toBeGreaterThan(0)

  must(await changeMember(as(test_.db, owner), change))
  expect(amountsIn(await ofOrder(await helper()))).toEqual([])
})
