import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import type { AdminId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { closeDuePeriods } from '../../app/modules/billing/close-period.server.ts'
import { balanceDifferences } from '../../app/modules/bookkeeping/replay.server.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, anAdmin, aProduct, aRestaurant } from '../factories/market.ts'
import { aBankAccount } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { beginWork } from './worker.ts'

/**
 * Kill -9 of a process that closes periods or pays farms, at moments by chance, and again by another process until it is done:
 * every charge is in one period of each side, numbers have no gap, and every farm is paid once.
 */

const test_ = testDatabase(60)
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const restaurants = 120
const farms = 40
const kills = 2
let admins: AdminId[] = []

beforeAll(async () => {
  const { db } = test_
  admins = [(await anAdmin(db, { role: 'finance' })).adminId, (await anAdmin(db, { role: 'finance' })).adminId]
  const sellers = await Promise.all(
    Array.from({ length: farms }, async () => {
      const farm = await aFarm(db)
      await aBankAccount(db, farm, at('2026-11-01 09:00'))
      return { farmId: farm.farmId, productId: await aProduct(db, farm.farmId) }
    }),
  )
  const buyers = await Promise.all(Array.from({ length: restaurants }, () => aRestaurant(db)))
  for (const [index, { restaurantId, kitchenId }] of buyers.entries())
    for (const part of [0, 1]) {
      const seller = sellers[(index * 2 + part) % farms]
      if (seller)
        await aFarmCharge(db, { restaurantId, kitchenId, ...seller, on: '2026-11-20', goods: 1_000 + index, fee: 120 })
    }
}, 120_000)

const rows = async (text: string) => (await test_.pool.query(text)).rows
const count = async (of: string): Promise<number> => (await rows(`select count(*)::int as n from ${of}`))[0].n

/** Runs the part in another process; killed after it has begun, if `killAfterMs` is given. */
async function work(part: string, killAfterMs: number | null): Promise<number | null> {
  const { child, begun, ended } = beginWork(test_.config, part, admins)
  if (killAfterMs !== null) {
    await begun
    await sleep(killAfterMs)
    child.kill('SIGKILL')
  }
  await ended
  return child.exitCode
}

async function killedUntilDone(part: string): Promise<void> {
  for (let kill = 0; kill < kills; kill++) await work(part, Math.floor(Math.random() * 400))
  expect(await work(part, null)).toBe(0)
}

const gaps = () => rows('select series from issued_documents group by 1 having max(ordinal) <> count(*)')

test('restaurants are closed once, whenever the process is killed', async () => {
  await killedUntilDone('restaurants')
  expect(await count(`closing_charges where side = 'restaurant'`)).toBe(restaurants * 2)
  expect(await count(`issued_documents where kind = 'invoice'`)).toBe(restaurants)
  expect(await gaps()).toEqual([])
}, 240_000)

test('farms get one statement, whenever the process is killed', async () => {
  await killedUntilDone('farms')
  expect(await count(`closing_charges where side = 'farm'`)).toBe(restaurants * 2)
  expect(await count(`issued_documents where kind = 'statement'`)).toBe(farms)
  expect(await count(`ledger_entries where kind = 'statement'`)).toBe(farms)
  expect(await gaps()).toEqual([])
}, 240_000)

test('farms are paid once, whenever the process is killed', async () => {
  await killedUntilDone('pay run')
  expect(await count('pay_runs where sent_at is not null')).toBe(1)
  expect(await count('pay_runs')).toBe(1)
  expect(await count(`ledger_entries where kind = 'payout'`)).toBe(farms)
  expect(
    await rows(`select farm_id from ledger_postings where account = 'payable' group by 1 having sum(yen) <> 0`),
  ).toEqual([])
  expect(await balanceDifferences(test_.db)).toEqual([])
}, 240_000)

test('fifty runs that close at once while connections are killed: one invoice each, and no gap', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const before = await count(`issued_documents where kind = 'invoice'`)
  for (let index = 0; index < 60; index++) {
    const { restaurantId, kitchenId } = await aRestaurant(db)
    await aFarmCharge(db, { restaurantId, kitchenId, farmId, productId, on: '2026-11-21', goods: 1_000 + index })
  }
  const closing = Array.from({ length: 50 }, () =>
    closeDuePeriods({ db, actor: { kind: 'system' }, now: at('2026-12-04 03:00') }, operator).catch(() => null),
  )
  for (let kill = 0; kill < 5; kill++) {
    await sleep(40)
    await rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 2`)
  }
  await Promise.all(closing)
  await closeDuePeriods({ db, actor: { kind: 'system' }, now: at('2026-12-04 03:00') }, operator)
  expect((await count(`issued_documents where kind = 'invoice'`)) - before).toBe(60)
  expect(await gaps()).toEqual([])
  expect(
    await count(`charges c where not exists (
    select from closing_charges k where k.charge_id = c.id and k.side = 'restaurant')`),
  ).toBe(0)
}, 240_000)
