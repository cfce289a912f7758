import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { aMarket, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aPool } from '../support/pool.ts'
import { anApi } from './support.ts'

const database = testDatabase()
let pool: pg.Pool
let market: Market

beforeAll(async () => {
  market = await aMarket(database.db)
  pool = aPool({ ...database.config, max: 2, lock_timeout: 100 })
})
afterAll(() => pool.end())

test('a database that cannot take more for the moment is 503 with the seconds to wait, and one line in the log', async () => {
  const { call, tokenOf, errors } = anApi({ db: kyselyOn(pool) })
  const token = await tokenOf(market.chef)
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table carts in access exclusive mode')
  const answer = await call('GET', '/cart', { token })
  await holder.query('rollback')
  holder.release()
  expect(answer).toMatchObject({ status: 503, body: { code: 'BUSY' } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(errors).toHaveLength(1)
  expect(await call('GET', '/cart', { token })).toMatchObject({ status: 200 })
})
