import { expect, test } from 'vitest'
import type { BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import { newId } from '../../app/kernel/ids.ts'
import { farmFirstSteps, restaurantFirstSteps } from '../../app/modules/organisations/first-steps/first-steps.server.ts'
import type { FirstStep } from '../../app/modules/organisations/first-steps/first-steps.ts'
import { withdrawLicence } from '../../app/modules/organisations/restaurant/licence.server.ts'
import { restaurantAccount, saveBilling } from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import { askBankAccount } from '../../app/modules/payouts/bank-account.server.ts'
import { publishIntro, saveAnswers } from '../../app/modules/products/farm-page/farm-page.server.ts'
import { farmShipping, saveShipping, saveWeek } from '../../app/modules/products/farm-shipping.server.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { inputOf } from '../support/input.ts'
import { testEncryption } from '../support/mailed.ts'
import { must, placeAll, rulesOf } from './steps.ts'

const test_ = testDatabase()

const doneOf = (steps: readonly FirstStep[]) => steps.map(({ name, done }) => [name, done])

async function aNewFarm() {
  const { actor, farmId } = await aFarm(test_.db)
  return { actor, farmId, ctx: as(test_.db, actor), steps: () => farmFirstSteps(as(test_.db, actor)) }
}

async function aNewRestaurant() {
  const made = await aRestaurant(test_.db)
  await test_.db.updateTable('kitchens').set({ receivingNote: '' }).where('id', '=', made.kitchenId).execute()
  const actor: BuyerActor = { ...made.actor, role: 'owner' }
  return { ...made, actor, ctx: as(test_.db, actor), steps: () => restaurantFirstSteps(as(test_.db, actor)) }
}

test('a farm’s steps are done when its conditions are saved, a product is offered and its page is published', async () => {
  const { ctx, farmId, steps } = await aNewFarm()
  const draft = await aProduct(test_.db, farmId, { status: 'draft' })
  const begun = [
    ['shipping', false],
    ['goods', false],
    ['intro', false],
    ['account', false],
  ]
  expect(doneOf(await steps())).toEqual(begun)

  const shipping = await farmShipping(ctx)
  const { shipWeekdays, shipsOnHolidays, version } = rulesOf(shipping)
  must(await saveWeek(ctx, { shipWeekdays, shipsOnHolidays, version, orders: [] }))
  expect(doneOf(await steps())).toEqual(begun)
  expect(must(await saveShipping(ctx, rulesOf(shipping)))).toMatchObject({ changed: false })
  expect(doneOf(await steps())[0]).toEqual(['shipping', true])

  const set = (status: 'draft' | 'listed' | 'paused', review: 'waiting' | null) =>
    test_.db.updateTable('products').set({ status, review }).where('id', '=', draft).execute()
  await set('draft', 'waiting')
  expect(doneOf(await steps())[1]).toEqual(['goods', true])
  await set('paused', null)
  expect(doneOf(await steps())[1]).toEqual(['goods', false])
  await set('listed', null)
  expect(doneOf(await steps())[1]).toEqual(['goods', true])

  must(await saveAnswers(ctx, { answers: { beginning: '祖父から', soil: '砂地' }, version: 0 }))
  expect(doneOf(await steps())[2]).toEqual(['intro', false])
  must(await publishIntro(ctx, {}))
  expect((await steps()).map(({ done }) => done)).toEqual([true, true, true, false])
  const account = { bankCode: '0001', branchCode: '100', type: '1', symbol: '', number: '1', holder: 'ミホン' } as const
  must(await askBankAccount(ctx, { ...account, key: aKey() }, { encryption: testEncryption }))
  expect((await steps()).every(({ done }) => done)).toBe(true)
})

test('conditions that were changed are done as well', async () => {
  const { ctx, steps } = await aNewFarm()
  must(await saveShipping(ctx, { ...rulesOf(await farmShipping(ctx)), packingHour: 9, cutoffHoursBeforePacking: 15 }))
  expect(doneOf(await steps())[0]).toEqual(['shipping', true])
})

test('a restaurant’s steps are done with its licence, a word about receiving, and its billing saved', async () => {
  const { ctx, kitchenId, restaurantId, steps } = await aNewRestaurant()
  const { db } = test_
  expect(doneOf(await steps())).toEqual([
    ['shop', false],
    ['receiving', false],
    ['billing', false],
  ])

  const licence = newId<'document'>()
  await test_.pool.query(
    `insert into documents (id, kind, restaurant_id, file_key, media_type, file_name, byte_count, added_at)
     values ($1, 'business_licence', $2, $3, 'application/pdf', '営業許可証.pdf', 10, $4)`,
    [licence, restaurantId, licence.replaceAll('-', ''), ctx.now],
  )
  expect(doneOf(await steps())[0]).toEqual(['shop', false])
  await db.updateTable('restaurants').set({ phone: '03-3260-0101' }).where('id', '=', restaurantId).execute()
  expect(doneOf(await steps())[0]).toEqual(['shop', true])
  must(await withdrawLicence(ctx, { id: licence }))
  expect(doneOf(await steps())[0]).toEqual(['shop', false])

  const kitchen = (change: { version: number; receivingNote: string }) =>
    db.updateTable('kitchens').set(change).where('id', '=', kitchenId).execute()
  await kitchen({ version: 2, receivingNote: '' })
  expect(doneOf(await steps())[1]).toEqual(['receiving', true])
  await kitchen({ version: 1, receivingNote: '裏口' })
  expect(doneOf(await steps())[1]).toEqual(['receiving', true])

  const { version } = await restaurantAccount(ctx)
  const billing = { version, closingDay: 31, paymentMethod: 'transfer', address: null }
  expect(must(await saveBilling(ctx, inputOf(saveBilling, billing)))).toEqual({ changed: false })
  expect(doneOf(await steps())[2]).toEqual(['billing', true])
})

test('the list is over with the first order, not with one that waits for an owner', async () => {
  const market = await aMarket(test_.db)
  const owner: BuyerActor = { ...market.chef, role: 'owner' }
  const [farm] = market.farms
  const left = async () => [
    (await restaurantFirstSteps(as(test_.db, owner))).length,
    farm && (await farmFirstSteps(as(test_.db, farm.actor))).length,
  ]
  expect(await left()).toEqual([3, 4])
  await placeAll(test_.db, market)
  const state = (to: string) =>
    test_.pool.query('update orders set state = $1 where restaurant_id = $2', [to, owner.restaurantId])
  await state('pending_approval')
  expect(await left()).toEqual([3, 4])
  await state('declined')
  expect(await left()).toEqual([0, 0])
})

test('a member sees only the steps they may do, and none before the approval', async () => {
  const { actor } = await aNewFarm()
  const stepsOf = (member: Partial<FarmActor>) => farmFirstSteps(as(test_.db, { ...actor, ...member }))
  expect(await stepsOf({ role: 'staff', rights: 'all' })).toHaveLength(3)
  expect(await stepsOf({ role: 'staff', rights: 'pack' })).toEqual([])
  expect(await stepsOf({ role: 'staff', rights: 'see' })).toEqual([])
  expect(await stepsOf({ farmApproved: false })).toEqual([])
  const shop = await aNewRestaurant()
  expect(await restaurantFirstSteps(as(test_.db, { ...shop.actor, role: 'staff' }))).toEqual([])
  expect(await restaurantFirstSteps(as(test_.db, { ...shop.actor, restaurantApproved: false }))).toEqual([])
})

test('one statement, and none for members who may do no step', async () => {
  const [farm, shop] = [await aNewFarm(), await aNewRestaurant()]
  const statements = async (ask: () => Promise<unknown>) => {
    test_.queriesSince()
    await ask()
    return test_.queriesSince().length
  }
  expect([await statements(farm.steps), await statements(shop.steps)]).toEqual([1, 1])
  const helper = as(test_.db, { ...farm.actor, role: 'staff', rights: 'pack' })
  const chef = as(test_.db, { ...shop.actor, role: 'staff' })
  expect(await statements(() => farmFirstSteps(helper))).toBe(0)
  expect(await statements(() => restaurantFirstSteps(chef))).toBe(0)
})
