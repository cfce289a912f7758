import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { reportConversation } from '../../app/modules/messaging/report-conversation.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import { openClaim } from '../../app/modules/ordering/claims/open-claim.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { keepDocument } from '../../app/modules/organisations/documents/keep-document.server.ts'
import { makePayRun } from '../../app/modules/payouts/pay-run.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { beginGoodsDraft } from '../../app/modules/products/product-draft.server.ts'
import { openRun } from '../../app/modules/runs/keep-runs.server.ts'
import { makeFromPurchase } from '../../app/modules/shopping-lists/change-list.server.ts'
import { makeStanding } from '../../app/modules/shopping-lists/standing-orders.server.ts'
import { answerRequest } from '../../app/modules/sourcing/answer-request.server.ts'
import { askRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { sendInquiry } from '../../app/modules/support/send-inquiry.server.ts'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import routes from '../../app/routes.ts'
import { requestFacts } from '../../app/web/request-context.ts'
import { paperOf } from '../../db/seed/papers.ts'
import { anInvoice } from '../factories/charge.ts'
import { aFarm, aKey, aMarket, anAdmin, aPerson, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aRunInput } from '../factories/run.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { arrivalTime, bringToShipped, fillCart, must, placeAll, there } from './steps.ts'

/**
 * The permission matrix for page data: the loader of every route of app/routes.ts, called by every role for data of
 * another market, by its ids. The guards of the layouts are left out: a loader has to be safe by itself.
 */

const test_ = testDatabase()
const site = 'https://market.example.jp'
const clientFolder = join(import.meta.dirname, '../../public')
const secret = '乙の秘密'
const files: FileStore = {
  put: async () => {},
  get: async () => paperOf('letter').bytes,
  delete: async () => {},
  list: async function* () {},
}

type Node = { id?: string; path?: string; file: string; children?: Node[] }
type Leaf = { path: string; file: string; params: string[] }
type Module = { loader?: (args: object) => Promise<unknown> }
const modules = import.meta.glob<Module>('../../app/routes/**/*.{ts,tsx}')

/** Every route with its whole path; a layout has none of its own and is called as well. */
const leavesOf = (nodes: readonly Node[], above = ''): Leaf[] =>
  nodes.flatMap((node) => {
    const path = node.path ? `${above}/${node.path}` : above
    const params = [...path.matchAll(/:(\w+)|(\*)/g)].map(([, name]) => name ?? '*')
    return [{ path: path || '/', file: node.file, params }, ...leavesOf(node.children ?? [], path)]
  })
const all = leavesOf(routes)

async function loaderOf({ file }: Leaf): Promise<Module['loader']> {
  return (await there(modules[`../../app/${file}`])()).loader
}

/** The whole response as one text, including what is streamed later. */
async function said(answer: unknown): Promise<string> {
  const value = await answer
  if (value instanceof Response) return `${value.headers.get('location') ?? ''} ${await value.text()}`
  if (value instanceof Map || value instanceof Set) return said([...value])
  if (Array.isArray(value)) return (await Promise.all(value.map(said))).join('\n')
  if (value instanceof Date || typeof value !== 'object' || value === null) return String(value)
  return said(Object.values(value))
}

/** `found`: it answers with what was requested, or redirects there. */
type Answer = { found: boolean; text: string }

async function ask({ leaf, params }: Asked, ctx: Ctx): Promise<Answer> {
  const loader = await loaderOf(leaf)
  if (!loader) return { found: false, text: '' }
  const path = leaf.path.replace(/:(\w+)\??|\*/g, (_, name: string | undefined) => params[name ?? '*'] ?? '')
  const request = new Request(new URL(path, site))
  const context = pageContext(ctx)
  context.set(requestFacts, { ...context.get(requestFacts), files, environment: 'production', clientFolder })
  try {
    const answer = await loader({ request, context, params, url: new URL(request.url), pattern: leaf.path })
    return { found: isFound(answer), text: await said(answer) }
  } catch (thrown) {
    if (statusOf(thrown) >= 500) throw thrown
    return { found: isFound(thrown), text: await said(thrown) }
  }
}

/** A visitor redirected to the sign-in or to consent was shown nothing. */
const isFound = (answer: unknown) =>
  statusOf(answer) < 400 &&
  !(answer instanceof Response && /signin|consent/i.test(answer.headers.get('location') ?? ''))

/** Of a response or of what was thrown; an error without a status is a bug. */
function statusOf(answer: unknown): number {
  if (answer instanceof Response) return answer.status
  if (answer instanceof Error) return 500
  if (typeof answer !== 'object' || answer === null || !('init' in answer)) return 200
  const { init } = answer
  return typeof init === 'object' && init && 'status' in init ? Number(init.status) : 200
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Every id anywhere in the database. */
async function everyId(): Promise<Set<string>> {
  const tables = await test_.pool.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  )
  const ids = new Set<string>()
  for (const { name } of tables.rows) {
    const { rows } = await test_.pool.query(`select t::text as row from ${name} t`)
    for (const { row } of rows) for (const [id] of String(row).matchAll(uuids)) ids.add(id)
  }
  return ids
}

/**
 * A market in which everything has happened once: ordered, received, claimed, requested, recalled, messaged, submitted.
 */
async function aFullMarket(name: string) {
  const { db } = test_
  const market = await aMarket(db)
  const { kitchenId } = market
  const owner: BuyerActor = { ...market.chef, role: 'owner' }
  await test_.pool.query("update memberships set role = 'owner' where person_id = $1", [owner.personId])
  const farm = there(market.farms[0])
  const orders = await placeAll(db, market)
  const first = there(orders[0])
  await anInvoice(db, { restaurantId: owner.restaurantId, farmId: farm.farmId, orderId: first })
  await bringToShipped(db, market, 0, first)
  must(await receiveOrder(as(db, market.chef, arrivalTime), { orderId: first, key: aKey(), lines: [] }))
  const { lines, purchaseId } = await orderDetail(as(db, market.chef), first)
  await openClaim(as(db, market.chef, arrivalTime), {
    ...{ orderId: first, key: aKey(), lineId: there(lines[0]).id, reason: 'short', usableQty: 0, usableGrams: null },
    ...{ wish: 'credit', words: name, hidden: false, photos: [] },
  })
  await fillCart(as(db, market.chef), kitchenId, [[farm.productId, 2]])
  const { listId } = must(await makeFromPurchase(as(db, market.chef), { purchaseId, key: aKey(), name }))
  must(await makeStanding(as(db, market.chef), { kitchenId, key: aKey(), listId, weekdays: [5], ceilingYen: 30_000 }))
  const wanted = { words: '人参', category: null, qty: 2, unit: '箱', days: [jstDate('2026-11-27')], ceilingYen: null }
  const asked = { ...wanted, method: null, note: name, answerUntil: null }
  const { requestId } = must(await askRequest(as(db, market.chef), { kitchenId, key: aKey(), ...asked }))
  const offer = {
    priceYen: yen(1_000),
    qty: 1,
    deliveryOn: jstDate('2026-11-27'),
    method: 'conventional',
    temperature: 'ambient',
    boxSize: 60,
  } as const
  await answerRequest(as(db, farm.actor), { requestId, key: aKey(), ...offer, words: name })
  must(
    await sendMessage(as(db, market.chef), {
      other: farm.farmId,
      key: aKey(),
      text: name,
      photos: [],
      orderId: first,
      productId: null,
    }),
  )
  must(
    await reportConversation(as(db, farm.actor), {
      other: owner.restaurantId,
      key: aKey(),
      no: null,
      reason: 'rude',
      words: name,
    }),
  )
  await test_.pool.query(
    `insert into webhooks (id, farm_id, url, sealed_secret, kinds, made_by, created_at)
     values (gen_random_uuid(), $1, 'https://example.jp/hook', 'x', '{order_placed}', $2, now())`,
    [farm.farmId, farm.actor.personId],
  )
  must(await openRun(as(db, farm.actor), { ...aRunInput, name, key: aKey() }))
  const paper = { bytes: paperOf('letter').bytes, fileName: `${name}.pdf` }
  const { id: farmPaper } = must(
    await keepDocument(as(db, farm.actor), { ...paper, kind: 'permit', owner: { farmId: farm.farmId } }, files),
  )
  const shop = { restaurantId: owner.restaurantId }
  must(await keepDocument(as(db, owner), { ...paper, kind: 'business_licence', owner: shop }, files))
  await beginGoodsDraft(as(db, farm.actor), { key: aKey(), name })
  const hidden = await aProduct(db, farm.farmId, { name: `${name}の品`, audience: 'chosen' })
  const archived = await aProduct(db, farm.farmId, { name: `${name}の古い品`, status: 'archived' })
  const { rows: lots } = await test_.pool.query('select id from lots where farm_id = $1', [farm.farmId])
  const recall = { key: aKey(), lotIds: [lots[0].id], reason: name, handling: 'stop' as const, instructions: '' }
  await beginRecall(as(db, farm.actor, arrivalTime), { ...recall, rehearsal: false })
  await aBankAccount(db, farm, at('2026-11-01 09:00'))
  await aStatement(db, farm.farmId, 1_000)
  const payDay = { payOn: jstDate('2026-11-30'), count: 1, totalYen: 1_000 }
  must(await makePayRun(as(db, await anAdmin(db)), { ...payDay, key: aKey() }))
  const email = must(readEmail(`${name === secret ? 'otsu' : 'kou'}@example.jp`))
  const question = {
    kind: 'order',
    applicant: null,
    body: `${name}：箱がつぶれて届きました。`,
    name: '灯',
    email,
    phone: null,
  } as const
  await sendInquiry(
    as(db, market.chef),
    { ...question, orderId: null, productId: null, photos: [] },
    { key: aKey(), ip: null },
  )
  await test_.pool.query('update restaurants set name = $2, representative = $2, legal_name = $2 where id = $1', [
    owner.restaurantId,
    name,
  ])
  await test_.pool.query('update kitchens set name = $2, street = $2, receiving_note = $2 where id = $1', [
    kitchenId,
    name,
  ])
  await test_.pool.query("update products set picture = 'aji' where farm_id = any ($1)", [
    market.farms.map((it) => it.farmId),
  ])
  await test_.pool.query('update farms set street = $2, legal_name = $2 where id = $1', [farm.farmId, name])
  await test_.pool.query('update people set name = $3 where id in ($1, $2)', [
    owner.personId,
    farm.actor.personId,
    name,
  ])
  return {
    market,
    owner,
    farm: farm.actor,
    farmPaper,
    products: market.farms.map((it) => it.productId),
    hidden,
    archived,
  }
}

const withLoader = async (leaves: readonly Leaf[]) => {
  const loaders = await Promise.all(leaves.map(loaderOf))
  return leaves.filter((_, nth) => loaders[nth])
}

type Asked = { leaf: Leaf; params: Record<string, string> }
/** The routes in which this id can be used: pages of members say whose id it is. */
const valuesOf = (leaf: Leaf, id: string) => (leaf.params.includes('ref') ? [`farm-${id}`, `restaurant-${id}`] : [id])
const asked = (leaf: Leaf, value: string): Asked => ({
  leaf,
  params: Object.fromEntries(leaf.params.map((name) => [name, value])),
})
const later = (actor: Actor) => as(test_.db, actor, arrivalTime)

/** The addresses that show something of the other market to its own users, or to staff. */
async function openTo(owners: readonly Actor[], leaf: Leaf, ids: readonly string[]): Promise<Asked[]> {
  const opens = async (value: string) => {
    for (const actor of owners) if ((await ask(asked(leaf, value), later(actor))).found) return true
    return false
  }
  // if any id is accepted, the page reveals nothing about it
  if (await opens(there(valuesOf(leaf, newId())[0]))) return []
  const values = ids.flatMap((id) => valuesOf(leaf, id))
  const open = await Promise.all(values.map(opens))
  return values.filter((_, nth) => open[nth]).map((value) => asked(leaf, value))
}

let roles: Record<string, Actor>
let addresses: Asked[]
let publicIds: Set<string>
let privateIds: Set<string>

beforeAll(async () => {
  const { db } = test_
  const mine = await aFullMarket('甲')
  const shop = await aRestaurant(db, { approved: false })
  const field = await aFarm(db, { status: 'submitted' })
  const before = await everyId()
  // a restaurant's request is sent to every farm that could supply it: here only within its own market
  await db
    .updateTable('farms')
    .set({ status: 'suspended', statusReason: '確認中' })
    .where('status', '=', 'approved')
    .execute()
  const other = await aFullMarket(secret)
  await db.updateTable('farms').set({ status: 'approved' }).where('status', '=', 'suspended').execute()
  const theirs = [...(await everyId())].filter((id) => !before.has(id))
  publicIds = new Set<string>(other.market.farms.flatMap(({ farmId, productId }) => [farmId, productId]))
  privateIds = new Set(theirs.filter((id) => !publicIds.has(id)))
  const owners = [other.owner, other.farm, await anAdmin(db)]
  addresses = []
  for (const leaf of await withLoader(all))
    addresses.push(...(leaf.params.length === 0 ? [asked(leaf, '')] : await openTo(owners, leaf, theirs)))
  roles = {
    'a visitor': { kind: 'visitor' },
    'a person without a place': { kind: 'person', personId: await aPerson(db, '所属なし'), name: '所属なし' },
    'the owner of a restaurant': mine.owner,
    'a cook': mine.market.chef,
    'a restaurant that waits for approval': { ...shop.actor, role: 'owner' },
    'a farmer': mine.farm,
    'a helper who packs': { ...mine.farm, role: 'staff', rights: 'pack' },
    'a helper who only looks': { ...mine.farm, role: 'staff', rights: 'see' },
    'a farm that waits for approval': { ...field.actor, farmApproved: false },
    'a suspended farm': { ...mine.farm, farmApproved: false },
  }
}, 120_000)

test.each([
  ...[
    'a visitor',
    'a person without a place',
    'the owner of a restaurant',
    'a cook',
    'a restaurant that waits for approval',
  ],
  ...[
    'a farmer',
    'a helper who packs',
    'a helper who only looks',
    'a farm that waits for approval',
    'a suspended farm',
  ],
])('no page tells %s anything of another market', async (role) => {
  const actor = there(roles[role])
  const told: string[] = []
  await Promise.all(
    addresses.map(async ({ leaf, params }) => {
      const { found, text } = await ask({ leaf, params }, later(actor))
      const id = Object.values(params)[0]?.match(uuids)?.[0] ?? ''
      // the address is the caller's own input
      const heard = [...text.matchAll(uuids)].flatMap(([it]) => (it !== id && privateIds.has(it) ? [it] : []))
      if (found && privateIds.has(id)) told.push(`${leaf.path} opens ${id}`)
      if (heard.length > 0) told.push(`${leaf.path} ${id} names ${heard.slice(0, 3)}`)
      if (text.includes(secret))
        told.push(`${leaf.path} ${id} says ${text.slice(text.indexOf(secret) - 40).slice(0, 80)}`)
    }),
  )
  expect(told).toEqual([])
})

/** Their addresses hold no id: a secret, a fixed name, or a day beside it. */
const withoutId = new Set([
  ...[
    '/a/:token',
    '/calendar/:file',
    '/trace/:token',
    '/trace/:token/:picture',
    '/share/trace/:token',
    '/:updateEmail',
  ],
  ...[
    '/:updateEmail/updateEmail',
    '/unsubscribe/:key/:kind',
    '/restaurant/bagge/:file',
    '/media/:file',
    '/admin/media/:file',
  ],
  ...['/auth/social/:provider', '/auth/social/:provider/callback', '/test/faults/:kind', '/test/guards/:name', '/*'],
  ...[
    '/admin/pages/:slug',
    '/admin/pages/:slug/new',
    '/admin/ledger/accounts/:account',
    '/restaurant/Inquiry/done/:number',
    '/farmer/harvest/share/:id/:day',
  ],
  // they accept only POST; a GET reveals nothing about their subject
  ...['/reviews/:id/report', '/notices/:id', '/restaurant/receiving/:id/press', '/farmer/orders/:id/press'],
  '/farmer/products/photos/:of',
  // by an invitation, which is a secret: group-buying.test.ts
  '/restaurant/group-buys/:code',
  // issued-documents.test.ts asks them
  ...['/documents/issued/:file', '/admin/documents/issued/:file', '/admin/documents/void/:id', '/verify/:number'],
  // staff's own, of which this market has none: reviews.test.ts, announcements.test.ts, deposits.test.ts
  ...['/admin/reviews/:id', '/admin/announcements/:id'],
  // nothing is closed in this market: statements.test.ts
  ...['/farmer/sales/statements/:id', '/admin/statements/:id'],
  // bookkeeping.test.ts, cards.test.ts
  ...['/restaurant/bookkeeping/:id.csv', '/farmer/bookkeeping/:id.csv', '/restaurant/order/card/:id'],
  // debits.test.ts
  '/admin/billing/debits/:id',
  ...['/admin/billing/deposits/:id', '/admin/billing/deposits/files/:id'],
])

test('every route with an id was requested with an existing one', async () => {
  const paths = new Set(addresses.map(({ leaf }) => leaf.path))
  const withId = (await withLoader(all)).filter(({ params, path }) => params.length > 0 && !withoutId.has(path))
  expect(withId.filter(({ path }) => !paths.has(path)).map(({ path }) => path)).toEqual([])
})
