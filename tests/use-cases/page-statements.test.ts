import { beforeAll, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { ProductId } from '../../app/kernel/ids.ts'
import routes from '../../app/routes.ts'
import { sharedReads } from '../../app/web/shared-page.ts'
import { readsUntilChange } from '../../server/shared-reads.ts'
import { aFarm, aMarket, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { processParts } from '../support/process-parts.ts'
import { fillCart, placeAll, there } from './steps.ts'

/**
 * How many statements a page of a signed-in restaurant sends, by all loaders of its route together: when a process is
 * asked for it the first time, and when nothing has changed since. They may only fall.
 */
const test_ = testDatabase()
let chef: BuyerActor
let product: ProductId

beforeAll(async () => {
  const { db } = test_
  const market = await aMarket(db)
  chef = market.chef
  await placeAll(db, market)
  const { farmId } = await aFarm(db)
  product = await aProduct(db, farmId)
  await fillCart(as(db, chef), market.kitchenId, [[product, 1]])
})

type Node = { path?: string; file: string; children?: Node[] }
type Loader = (args: object) => Promise<unknown>
const modules = import.meta.glob<{ loader?: Loader }>('../../app/routes/restaurant/**/*.tsx')

/** The files of a route and of the layouts around it. */
function filesOf(path: string, nodes: readonly Node[] = routes): string[] {
  for (const node of nodes) {
    if (node.path === path) return [node.file]
    const within = filesOf(path, node.children ?? [])
    if (within.length > 0) return [node.file, ...within]
  }
  return []
}

const pages: Record<string, { path: string; query?: string; first: number; again: number }> = {
  list: { path: 'restaurant/products', first: 10, again: 2 },
  search: { path: 'restaurant/products', query: '?q=にんじん', first: 11, again: 2 },
  detail: { path: 'restaurant/products/:id', first: 11, again: 4 },
  cart: { path: 'restaurant/cart', first: 5, again: 2 },
  history: { path: 'restaurant/order/History', first: 11, again: 2 },
}

test.each(Object.entries(pages))('the page %s', async (_, { path, query = '', first, again }) => {
  // a process of its own, that has kept nothing yet
  const { db, feed, queries, end } = await processParts(test_.config)
  const shared = readsUntilChange({ isCurrent: async () => true, version: () => 0, close: async () => {} })
  const loaders = await Promise.all(
    filesOf(path).map(async (file) => (await there(modules[`../../app/${file}`])()).loader),
  )
  const sent = async () => {
    await feed.caughtUp()
    queries.length = 0
    const context = pageContext(as(db, chef))
    context.set(sharedReads, shared)
    const url = new URL(`https://market.example.jp/${path.replace(':id', product)}${query}`)
    const request = new Request(url)
    const args = { request, context, params: { id: product }, url, pattern: path }
    await Promise.all(loaders.map((loader) => loader?.(args)))
    return queries.length
  }
  try {
    expect({ first: await sent(), again: await sent() }).toEqual({ first, again })
  } finally {
    await end()
  }
})
