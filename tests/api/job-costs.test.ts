import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { KitchenId, ProductId } from '../../app/kernel/ids.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { processParts } from '../support/process-parts.ts'
import { fillCart, must, place, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

/**
 * What a job may cost: the statements of a first call and of a repeated one, and the bytes of its answer before it is
 * compressed. Times differ from machine to machine; these do not. The table is bench/job-costs.json: a change that makes a job
 * cheaper lowers its row, and one that needs more says why in its commit.
 */
type Cost = { firstStatements: number; statements: number; bytes: number }

const test_ = testDatabase()
let chef: BuyerActor
let orderers: { actor: BuyerActor; kitchenId: KitchenId }[]
let goods: ProductId[]
let table: Record<string, Cost>

beforeAll(async () => {
  table = JSON.parse(await readFile('bench/job-costs.json', 'utf8')) as Record<string, Cost>
  const { actor, kitchenId } = await aRestaurant(test_.db)
  chef = actor
  orderers = [await aRestaurant(test_.db), await aRestaurant(test_.db)]
  goods = []
  for (let farm = 0; farm < 3; farm++) {
    const { farmId } = await aFarm(test_.db, { autoAccept: farm > 0 })
    for (let product = 0; product < 10; product++) {
      const productId = await aProduct(test_.db, farmId)
      if (product === 0) goods.push(productId)
    }
  }
  for (const productId of goods) {
    await fillCart(as(test_.db, chef), kitchenId, [[productId, 1]])
    must(await place(as(test_.db, chef), kitchenId))
  }
  await fillCart(as(test_.db, chef), kitchenId, [[there(goods[0]), 1]])
})

/** The bytes of the last answer. */
type Job = (ask: Ask, nth: number) => Promise<number>
type Ask = (method: string, path: string, body?: unknown, who?: BuyerActor) => Promise<{ body: unknown; bytes: number }>

const get =
  (path: () => string): Job =>
  async (ask) =>
    (await ask('GET', path())).bytes

const jobs: Record<string, Job> = {
  'a call that finds nothing': get(() => '/nothing'),
  list: get(() => '/products?sort=newest'),
  'list with facets': get(() => '/products?sort=newest&facets=true'),
  search: get(() => `/products?sort=newest&q=${encodeURIComponent('にんじん')}`),
  detail: get(() => `/products/${goods.at(-1)}`),
  'add to cart': async (ask, nth) => (await ask('PUT', `/cart/lines/${goods[0]}`, { qty: 2 + nth })).bytes,
  // each time another restaurant: a second order of the same one would join the first
  checkout: async (ask, nth) => {
    const who = there(orderers[nth]).actor
    const lines = goods.map((productId) => ({ productId, qty: 1 }))
    const cart = await ask('PUT', '/cart', { lines }, who)
    const placed = await ask('POST', '/purchases', { seen: Reflect.get(Object(cart.body), 'seen') }, who)
    return placed.bytes
  },
  'history of 3 orders': get(() => '/orders?limit=50'),
}

test('the table names every job', () => expect(Object.keys(table)).toEqual(Object.keys(jobs)))

test.each(Object.keys(jobs))('%s costs no more than it may', async (name) => {
  // a process of its own, that has kept nothing yet
  const { db, feed, queries, end } = await processParts(test_.config)
  const api = anApi({ db })
  const tokens = new Map<BuyerActor, string>()
  for (const actor of [chef, ...orderers.map((one) => one.actor)]) tokens.set(actor, await api.tokenOf(actor))
  const ask: Ask = async (method, path, body, who = chef) => {
    const answer = await api.call(method, path, { token: there(tokens.get(who)), body })
    return { body: answer.body, bytes: answer.bytes.length }
  }
  const cost = async (nth: number) => {
    queries.length = 0
    const bytes = await there(jobs[name])(ask, nth)
    return { statements: queries.length, bytes }
  }
  await feed.caughtUp()
  const first = await cost(0)
  const again = await cost(1)
  await end()
  expect({ firstStatements: first.statements, ...again }).toEqual(table[name])
})
