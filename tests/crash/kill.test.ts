import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckoutLoad, loadOfCheckouts, sendAllAgain, storedOf } from '../support/checkout-load.ts'
import { postmasterOf, RunningApp, threeGoods } from '../support/running-app.ts'

/** Kill -9 during checkouts: no acknowledged order is lost, and a retry with the same key does not duplicate one. */

let app: RunningApp

beforeAll(async () => {
  app = await RunningApp.start()
}, 240_000)
afterAll(async () => {
  await app.end()
}, 30_000)

async function withPool<T>(run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await app.database()
  return run(database.pool).finally(() => database.close())
}

const begin = () =>
  withPool(async (pool) => {
    const goods = await threeGoods(pool)
    return loadOfCheckouts(pool, { goods, atOnce: 8, shops: 200, origin: () => app.origin })
  })

/** In the middle: a few orders were acknowledged, and more are in progress. */
async function inTheMiddle(load: CheckoutLoad): Promise<void> {
  while (load.acknowledged() < 5) await sleep(20)
}

async function expectTheTruth(load: CheckoutLoad): Promise<void> {
  const { attempts } = load
  const { open, different } = await sendAllAgain(attempts)
  expect(attempts.length).toBeGreaterThan(open)
  expect(different).toBe(0)
  const nothingWrong = { lost: 0, doubled: 0, incomplete: 0, unfinishedKeys: 0, wrongStock: 0 }
  expect(await withPool((pool) => storedOf(pool, load))).toEqual({
    purchases: attempts.length,
    ...nothingWrong,
  })
}

test('kill -9 of the app during checkouts loses no acknowledged order and doubles none', async () => {
  const load = await begin()
  await inTheMiddle(load)
  await app.kill()
  await load.stop()
  await app.startAgain()
  await expectTheTruth(load)
}, 240_000)

test('kill -9 of PostgreSQL during checkouts heals by itself and loses nothing', async () => {
  const load = await begin()
  await inTheMiddle(load)
  process.kill(await withPool(postmasterOf), 'SIGKILL')
  await sleep(2_500)
  await load.stop()
  await expectTheTruth(load)
}, 240_000)
