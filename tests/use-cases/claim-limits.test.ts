import { expect, test } from 'vitest'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import {
  automaticYenOf,
  ownClaimLimit,
  platformClaimLimit,
  setClaimLimit,
  setPlatformClaimLimit,
} from '../../app/modules/ordering/claims/claim-limits.server.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()

test('each side sets its own limit, a side without one follows the platform, and the smaller of the two counts', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const owner = as(test_.db, { ...market.chef, role: 'owner' })
  const farmer = as(test_.db, farm.actor)
  const staff = as(test_.db, await anAdmin(test_.db))
  const sides = { farmId: farm.farmId, restaurantId: market.chef.restaurantId }
  const between = () => automaticYenOf(test_.db, sides)

  expect(await ownClaimLimit(owner)).toEqual({ ownYen: null, platformYen: 3_000 })
  expect(await between()).toBe(3_000)
  must(await setClaimLimit(owner, { key: aKey(), limitYen: 5_000 }))
  expect(await between()).toBe(3_000)
  must(await setClaimLimit(farmer, { key: aKey(), limitYen: 1_000 }))
  expect(await between()).toBe(1_000)
  must(await setClaimLimit(farmer, { key: aKey(), limitYen: null }))

  const { version } = await platformClaimLimit(staff)
  must(await setPlatformClaimLimit(staff, { key: aKey(), limitYen: 4_000, version }))
  expect(await between()).toBe(4_000)
  expect(await setPlatformClaimLimit(staff, { key: aKey(), limitYen: 2_000, version })).toMatchObject({
    refusal: 'wrong_state',
  })
  must(await setClaimLimit(owner, { key: aKey(), limitYen: 0 }))
  expect(await between()).toBe(0)
})

test('only an owner sets the limit of their side, only staff that of the platform, and nonsense is refused', async () => {
  const market = await aMarket(test_.db)
  const owner = as(test_.db, { ...market.chef, role: 'owner' })
  const staff = as(test_.db, await anAdmin(test_.db))
  await expect(setClaimLimit(as(test_.db, market.chef), { key: aKey(), limitYen: 1 })).rejects.toThrow(Forbidden)
  await expect(setClaimLimit(staff, { key: aKey(), limitYen: 1 })).rejects.toThrow(Forbidden)
  await expect(setPlatformClaimLimit(owner, { key: aKey(), limitYen: 1, version: 1 })).rejects.toThrow(NotFound)
  for (const limitYen of [-1, 100_001, 0.5, Number.NaN])
    expect(await setClaimLimit(owner, { key: aKey(), limitYen })).toMatchObject({ ok: false, refusal: 'bad_limit' })
})
