import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { ProductId } from '../../app/kernel/ids.ts'
import { aFarm, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { processParts } from '../support/process-parts.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

/**
 * What a job may cost: the statements of a first call and of a repeated one, and the bytes of its answer before it is
 * compressed. Times differ from machine to machine; these do not. The table is bench/job-costs.json: who makes a job
 * cheaper lowers its row, and whoever needs more says why in the commit.
 */
type Cost = { firstStatements: number; statements: number; bytes: number }

const test_ = testDatabase()
let chef: BuyerActor
let productId: ProductId
let table: Record<string, Cost>

beforeAll(async () => {
  table = JSON.parse(await readFile('bench/job-costs.json', 'utf8')) as Record<string, Cost>
  chef = (await aRestaurant(test_.db)).actor
  for (let farm = 0; farm < 3; farm++) {
    const { farmId } = await aFarm(test_.db)
    for (let product = 0; product < 10; product++) productId = await aProduct(test_.db, farmId)
  }
})

const jobs: Record<string, () => string> = {
  'a call that finds nothing': () => '/nothing',
  list: () => '/products?sort=newest',
  'list with facets': () => '/products?sort=newest&facets=true',
  search: () => `/products?sort=newest&q=${encodeURIComponent('にんじん')}`,
  detail: () => `/products/${productId}`,
}

test('the table names every job', () => expect(Object.keys(table)).toEqual(Object.keys(jobs)))

test.each(Object.keys(jobs))('%s costs no more than it may', async (name) => {
  // a process of its own, that has kept nothing yet
  const { db, feed, queries, end } = await processParts(test_.config)
  const api = anApi({ db })
  const token = await api.tokenOf(chef)
  const call = async () => {
    queries.length = 0
    const { bytes } = await api.call('GET', there(jobs[name])(), { token })
    return { statements: queries.length, bytes: bytes.length }
  }
  await feed.caughtUp()
  const first = await call()
  const again = await call()
  await end()
  expect({ firstStatements: first.statements, ...again }).toEqual(table[name])
})
