import { beforeAll, expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { judge } from '../../bench/search-judge.ts'
import { as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { seed, seedingMs } from './market.ts'

const now = at('2026-11-24 10:00')
const database = testDatabase(2)
beforeAll(async () => void (await seed(database.pool, now)), seedingMs)

const search = async (q: string) =>
  (await listProducts(as(database.db, { kind: 'visitor' }, now), { q, sort: 'recommended' })).products.map(
    ({ id }) => id,
  )

test('every spelling of what is on sale finds it on the first page, and mostly it', async () => {
  const verdicts = await judge(database.pool, search)
  expect(verdicts.length).toBeGreaterThan(300)
  expect(verdicts.filter(({ right }) => right === 0).map(({ word }) => word)).toEqual([])
  const precision = verdicts.reduce((sum, { right, shown }) => sum + right / shown, 0) / verdicts.length
  expect(precision).toBeGreaterThan(0.9)
}, 120_000)
