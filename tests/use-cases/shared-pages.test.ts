import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { publicChanges } from '../../app/infra/realtime/public-changes.server.ts'
import { badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { tracePage } from '../../app/modules/traceability/badges/trace.server.ts'
import routes from '../../app/routes.ts'
import { isSharedRoute } from '../../app/web/shared-page.ts'
import { prepareContent } from '../../server/content.ts'
import { aFarm, aLot, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { there } from './steps.ts'

/**
 * Pages that are kept for all visitors (docs/decisions/0101) are made anew when a table changes that they read. So
 * every table that one of them reads has to have the trigger.
 */

const test_ = testDatabase()
const visitor = { kind: 'visitor' } as const

type Node = { path?: string; file: string; children?: Node[] }
type Loader = (args: object) => Promise<unknown>
type Module = { loader?: Loader; handle?: unknown }
const modules = import.meta.glob<Module>('../../app/routes/**/*.tsx')
const moduleOf = (file: string) => there(modules[`../../app/${file}`])()

type Shared = { path: string; loaders: Loader[] }

/** Each shared route with its loader and those of its layouts. */
async function sharedRoutes(nodes: readonly Node[], above = '', outer: Loader[] = []): Promise<Shared[]> {
  const found = await Promise.all(
    nodes
      .filter(({ file }) => file.endsWith('.tsx'))
      .map(async (node) => {
        const { loader, handle } = await moduleOf(node.file)
        const path = node.path ? `${above}/${node.path}` : above
        const loaders = loader ? [...outer, loader] : outer
        const inner = await sharedRoutes(node.children ?? [], path, loaders)
        return isSharedRoute(handle) ? [{ path: path || '/', loaders }, ...inner] : inner
      }),
  )
  return found.flat()
}

/** The tables that a read has touched, also within functions and views: PostgreSQL counts them by transaction. */
async function tablesRead(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  test_.queriesSince()
  const scanned = await test_.db.transaction().execute(async (db) => {
    const before = await scansOf(db)
    await read(db)
    return [...(await scansOf(db))].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name)
  })
  // a part of a plan that had no rows to work on was not executed
  const words = new Set(test_.queriesSince().flatMap((text) => text.match(/\w+/g) ?? []))
  const { rows } = await test_.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename = any ($1)`,
    [[...words]],
  )
  return [...scanned, ...rows.map(({ name }) => name)]
}

/** Those of the connection that have not been added up yet. */
async function scansOf(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: string }>`
    select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables`.execute(db)
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

async function aShownMarket() {
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await aLot(test_.db, farmId, productId)
  const shop = await aRestaurant(test_.db)
  for (const on of ['2026-09-10', '2026-10-10', '2026-11-10'])
    await aReceivedOrder(test_.db, { ...shop, farmId, on, lines: [{ productId, yen: 500 }] })
  const { earned } = await badgesOfShop(as(test_.db, shop.actor))
  return { farmId, productId, token: there(earned.find(({ rule }) => rule === 'farms')).token }
}

const toldTables = async () => {
  const { rows } = await test_.pool.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'tell_public_pages'::regproc`,
  )
  return rows.map(({ name }) => name)
}

test('every table that a page for all visitors reads says so when it changes', async () => {
  await prepareContent(test_.db, join(import.meta.dirname, '../../content'), noon, () => {})
  const { farmId, productId, token } = await aShownMarket()
  const idOf: Record<string, string> = {
    '/restaurant/products/:id': productId,
    '/restaurant/farmers/:id': farmId,
    '/farmer/profile/:id': farmId,
  }
  const queries: Record<string, string[]> = {
    '/restaurant/products': ['', '?q=にんじん', '?q=zzzz', '?category=root&sort=rated', '?fresh=1', '?inSeason=1'],
    '/restaurant/farmers': ['', '?category=root', '?prefecture=43'],
    '/restaurant/farmers/Products': [`?farm=${farmId}`],
  }
  const shared = await sharedRoutes(routes)
  expect(shared.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/restaurant/products', ...Object.keys(idOf)]),
  )
  const read = new Set(await tablesRead((db) => tracePage(as(db, visitor), token)))
  for (const { path, loaders } of shared)
    for (const search of queries[path] ?? [''])
      for (const loader of loaders) {
        const id = idOf[path]
        const tables = await tablesRead((db) => {
          const url = new URL(path.replace(':id', id ?? ':id') + search, 'https://market.example.jp')
          const context = pageContext(as(db, visitor))
          return loader({ request: new Request(url), context, params: { ...(id && { id }) }, url, pattern: path })
        })
        for (const table of tables) read.add(table)
      }
  expect(read.size).toBeGreaterThan(10)
  read.delete('favourites') // the name of a count among the choices, which visitors do not have
  const told = new Set(await toldTables())
  expect([...read].filter((table) => !told.has(table))).toEqual([])
})

test('two processes hear of a committed change, of nothing that is rolled back, and make pages anew while they hear nothing', async () => {
  const hearers = await Promise.all([0, 1].map(() => publicChanges({ connection: test_.config, onNotice: () => {} })))
  try {
    const { farmId } = await aFarm(test_.db)
    const versions = () => hearers.map((hearer) => hearer.version())
    await expect.poll(async () => await settled(versions)).toBe(true)
    const before = versions()
    const rename = 'update farms set place = place where id = $1'
    const client = await test_.pool.connect()
    await client.query('begin')
    await client.query(rename, [farmId])
    await client.query('rollback')
    client.release()
    expect(await Promise.all(hearers.map((hearer) => hearer.isCurrent()))).toEqual([true, true])
    expect(versions()).toEqual(before)
    await test_.pool.query(rename, [farmId])
    await expect.poll(versions).toEqual(before.map((version) => version + 1))

    await test_.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'une-to-sara-pages' and datname = current_database()`,
    )
    await expect.poll(async () => await hearers[0]?.isCurrent()).toBe(false)
    // whatever happened meanwhile counts as a change
    await expect.poll(async () => await hearers[0]?.isCurrent()).toBe(true)
    expect(hearers[0]?.version()).toBeGreaterThan(there(before[0]) + 1)
  } finally {
    await Promise.all(hearers.map((hearer) => hearer.close()))
  }
})

/** Whether nothing more is on its way. */
async function settled(versions: () => number[]): Promise<boolean> {
  const before = String(versions())
  await test_.pool.query('select 1')
  return String(versions()) === before
}
