import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { addDays, addHours, jstDateOf, momentOf } from '#kernel/jst.ts'
import { recordMissingCharges } from '#modules/ordering/charges/record-charges.server.ts'
import { documentStoreKey } from '#modules/organisations/documents/document.ts'
import { insertAgreements } from './agreements.ts'
import { makeAnnouncements } from './announcements.ts'
import { type Applicants, applicantPapers, makeApplicants } from './applicants.ts'
import { makeBadges } from './badges.ts'
import { insertRows, type Row } from './bulk.ts'
import { insertMany } from './bulk-load.ts'
import { tellClaims } from './claims.ts'
import { type Colleagues, makeColleagues } from './colleagues.ts'
import { makeConsents, versionsToAgreeTo } from './consents.ts'
import { makeCorrectionRequests } from './correction-requests.ts'
import { demoFarms } from './demo-farms.ts'
import { farmGoods } from './farm-goods.ts'
import { farmCountFor, makeFarms, type SeedFarm } from './farms.ts'
import { unstatedFacts } from './food-facts.ts'
import { insertDemoFreight } from './freight.ts'
import { makeGroupBuys } from './group-buys.ts'
import { makeHub } from './hub.ts'
import { idMaker } from './ids.ts'
import { makeInquiries } from './inquiries.ts'
import { openInvitation } from './invitations.ts'
import { certificateKeys, makeCertificates, makeKeepsakes } from './keepsakes.ts'
import { kyselyWithin } from './kysely-within.ts'
import { lapsedPermitOf } from './lapsed-permit.ts'
import { licenceOf } from './licence.ts'
import { giveLogo } from './logo.ts'
import { lotBook, recentLots } from './lots.ts'
import { countMarket, type MarketCounts } from './market-counts.ts'
import { type Books, tellMoney } from './money/tell-money.ts'
import { makeNewcomer, type Newcomer } from './newcomer.ts'
import { tellNotifications } from './notices.ts'
import { insertOrders } from './orders/insert-orders.ts'
import { writeOrders } from './orders/write-orders.ts'
import { paperOf } from './papers.ts'
import { accountsOf } from './people.ts'
import { priceRules } from './price-rules.ts'
import { makeDemoProducts, makeOtherProducts, type SeedProduct } from './products.ts'
import { randomFor } from './random.ts'
import { insertRecalls } from './recalls.ts'
import { insertReceipts } from './receipts.ts'
import { registrationSince2023 } from './registration-number.ts'
import { makeRequests } from './requests.ts'
import { makeRestaurants, type SeedRestaurant } from './restaurants.ts'
import { tellReviews } from './reviews.ts'
import { makeRuns } from './runs.ts'
import { makeScales } from './scales.ts'
import { insertSearchRows } from './search-rows.ts'
import { stockEntries } from './stock.ts'
import { makeConversations } from './talks.ts'
import { shoppingLists } from './usual-lists.ts'

export type SeedOptions = {
  now: Date
  /** the number of products on sale; the number of farms grows with it */
  products?: number
  /** of all demo users */
  password: string
  hashPassword?: (password: string) => Promise<string>
  /** The store for the documents of applicants; without it they have none. */
  files?: { put(key: string, bytes: Uint8Array): Promise<void> }
  /** By whom invoices and statements are issued; without it the past year is neither billed nor paid. */
  books?: Books
}

/** `seeded` is false if the demo existed already and nothing was done. */
export type SeedSummary = MarketCounts & { seeded: boolean; seconds: number }

/**
 * Fills an empty market with a realistic one: farms all over Japan, products in season this month, twenty restaurants,
 * a year of orders and some open ones. The same time and size give the same rows, ids included. All or nothing, and
 * nothing if it was done already.
 */
export async function seedDemo(pool: pg.Pool, options: SeedOptions): Promise<SeedSummary> {
  const startedAt = performance.now()
  const seeded = await fillIfEmpty(pool, options)
  if (seeded) await analyze(pool)
  return { ...(await countMarket(pool)), seeded, seconds: Math.round(performance.now() - startedAt) / 1_000 }
}

async function fillIfEmpty(pool: pg.Pool, options: SeedOptions): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // a million products take longer than the statement limit, and a slow machine also pauses longer between two
    // statements
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query("select pg_advisory_xact_lock(hashtext('demo seed'))")
    const there = await client.query("select from people where email = 'chef@example.jp'")
    const isEmpty = there.rowCount === 0
    if (isEmpty) await fill(client, options)
    await client.query('commit')
    return isEmpty
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Of all tables; the two that take as long as all others on a connection of their own, if there is one. */
async function analyze(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ others: string }>(
    `select string_agg(quote_ident(relname), ', ') as others from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        and relname not in ('products', 'product_search')`,
  )
  const statements = ['analyze products, product_search', `analyze ${rows[0]?.others}`]
  if (pool.options.max > 1) await Promise.all(statements.map((statement) => pool.query(statement)))
  else for (const statement of statements) await pool.query(statement)
}

async function fill(
  client: pg.PoolClient,
  { now, products: wanted = 600, password, hashPassword = argon2id, files, books }: SeedOptions,
) {
  const id = idMaker(randomFor('ids'))
  const farms = makeFarms(farmCountFor(wanted), now, id, randomFor('farms'))
  const restaurants = makeRestaurants(now, id, randomFor('restaurants'))
  const phc = await hashPassword(password)
  const people = [
    ...new Set([...farms.map(({ owner }) => owner), ...restaurants.flatMap(({ owner, buyer }) => [owner, buyer])]),
  ]
  const accounts = accountsOf(people, phc)
  await insertRows(client, 'people', people)
  await insertRows(client, 'identities', accounts.identities)
  await insertRows(client, 'passwords', accounts.passwords)
  await insertRows(
    client,
    'farms',
    farms.map(({ row }) => row),
  )
  const ofDemo = farms.slice(0, demoFarms.length)
  const tools = { today: jstDateOf(now), now, id, random: randomFor('products') }
  const products = makeDemoProducts(farms, tools)
  const own = farmGoods(ofDemo, products, now, idMaker(randomFor('farm-goods-ids')))
  const graces = unstatedFacts(products, tools.today)
  // adds the others to `products`
  await insertMany(
    client,
    'products',
    withOthers(products, makeOtherProducts(farms, wanted - listedIn(products), tools)),
  )
  await insertMany(
    client,
    'productStock',
    products.values().map(({ row, availableQty }) => ({ productId: row.id, availableQty })),
  )
  const lots = lotBook(id, now)
  recentLots(products, lots, now, randomFor('lots'))
  const book = await writeOrders(client, { restaurants, products, demoFarms: ofDemo, now, id, lots })
  const since = momentOf(addDays(jstDateOf(now), -1_000), 9 * 60)
  const admin: Row<'admins'> = {
    id: id(since),
    email: 'admin@example.jp',
    name: '畝と皿 運営',
    phc,
    role: 'full',
    disabledAt: null,
    createdAt: since,
    theme: null,
    textSize: null,
  }
  const colleague: Row<'admins'> = {
    ...admin,
    id: idMaker(randomFor('admin-ids'))(since),
    email: 'admin2@example.jp',
    name: '運営 二番',
  }
  await insertRows(client, 'admins', [admin, colleague])
  await insertDemoFreight(client)

  await insertAgreements(
    client,
    farms.map(({ row, owner, commissionBp }) => ({ farm: row, personId: owner.id, commissionBp })),
    idMaker(randomFor('agreement-ids')),
  )
  await insertRows(
    client,
    'farmRegistrations',
    farms.flatMap(({ row, registration }) =>
      registration === null ? [] : [registrationSince2023(row.id, registration)],
    ),
  )
  await insertRows(
    client,
    'farmVacations',
    farms.flatMap(({ vacations }) => vacations),
  )
  await insertRows(
    client,
    'restaurants',
    restaurants.map(({ row }) => row),
  )
  const kitchens = restaurants.flatMap((restaurant) => restaurant.kitchens)
  await insertRows(
    client,
    'kitchens',
    kitchens.map(({ row }) => row),
  )
  const closures = kitchens.flatMap(({ row, closedDays }) =>
    [...closedDays].map((closed_on) => ({ kitchenId: row.id, closedOn: closed_on })),
  )
  await insertRows(client, 'kitchenClosures', closures)
  const owners = farms.map((farm) => ownership(farm, id(addHours(farm.row.createdAt, 1))))
  await insertRows(client, 'memberships', [...owners, ...restaurants.flatMap(({ memberships }) => memberships)])

  const run = makeRuns(ofDemo.slice(1), now, idMaker(randomFor('run-ids')))
  await insertRows(client, 'runs', run.runs)
  await insertRows(client, 'runStops', run.runStops)
  await insertRows(client, 'runFarms', run.runFarms)
  await insertRows(client, 'factGraces', graces)
  await insertRows(client, 'scales', makeScales(farms, ofDemo, now, idMaker(randomFor('scale-ids'))))
  // there are no search rows yet, to which their triggers would copy them
  await insertMany(client, 'lots', lots.all(), { withoutTriggers: true })
  await insertRows(client, 'harvestWindows', own.windows)
  await insertRows(client, 'productDrafts', own.drafts)
  await insertRows(client, 'farmIntros', own.intros)
  await insertRows(client, 'farmLinks', own.links)
  await insertRows(client, 'farmMethods', own.methods)
  await insertOrders(client, book, now)
  // what is derived from the orders below would be planned as if there were none
  await client.query('analyze orders, order_lines, line_lots, lots')
  await insertSearchRows(client, products, now)
  // there is no webhook yet, for which its trigger would look at each row
  await insertMany(client, 'stockEntries', stockEntries(products, book.stock), { withoutTriggers: true })
  const asked = makeInquiries(restaurants, admin, now, id)
  await insertRows(client, 'inquiryDays', asked.days)
  await insertRows(client, 'inquiries', asked.inquiries)
  await insertRows(client, 'events', asked.events)
  await insertRows(client, 'announcements', makeAnnouncements(admin, now, id))

  const versions = await versionsToAgreeTo(client, now)
  await insertRows(client, 'consents', makeConsents(people, versions, now, id, randomFor('consents')))
  const applicants = makeApplicants(now, idMaker(randomFor('applicant-ids')), files !== undefined)
  await insertApplicants(client, applicants, phc)
  const agreed = makeConsents(applicants.people, versions, now, idMaker(randomFor('agreed-ids')), randomFor('agreed'))
  await insertRows(client, 'consents', agreed)
  for (const { fileKey, bytes } of files ? applicantPapers() : []) await files?.put(documentStoreKey(fileKey), bytes)
  const kept = makeKeepsakes(restaurants, products, now, idMaker(randomFor('keepsake-ids')))
  await insertRows(client, 'favourites', kept.favourites)
  for (const watch of kept.watches) await insertRows(client, 'watches', [watch])
  const certificates = makeCertificates(farms, admin, now, idMaker(randomFor('certificate-ids')))
  await insertRows(client, 'documents', certificates)
  for (const { id: document, farmId } of certificates) {
    const method = farms.find(({ row }) => row.id === farmId)?.method
    await client.query(
      `insert into farm_methods (farm_id, method, document_id) values ($1, $2, $3)
       on conflict (farm_id, method) do update set document_id = excluded.document_id`,
      [farmId, method, document],
    )
  }
  for (const key of files ? certificateKeys(certificates) : [])
    await files?.put(documentStoreKey(key), paperOf('letter').bytes)
  await tellNotifications(client, now, idMaker(randomFor('notice-ids')))
  const [shop, otherShop] = restaurants
  const [farm] = ofDemo
  if (!shop || !otherShop || !farm) return
  await insertNewcomer(client, makeNewcomer(shop, now, id), phc)
  if (files) {
    const licence = licenceOf(shop, admin, now, idMaker(randomFor('licence-ids')))
    await insertRows(client, 'documents', [licence.row])
    await files.put(documentStoreKey(licence.row.fileKey), licence.bytes)
  }
  await insertReceipts(client, shop.row.id)
  const sides = { farm: farm.row.id, otherFarm: (ofDemo[1] ?? farm).row.id, shop: shop.row.id }
  await insertRecalls(client, sides, now, idMaker(randomFor('recall-ids')))
  if (files) await giveLogo(kyselyWithin(client), files, shop, now)
  if (files) await tellClaims(kyselyWithin(client), files, { shop, farms: ofDemo, now })
  if (files)
    await insertLapsedPermit(client, files, lapsedPermitOf(products, admin, now, idMaker(randomFor('lapsed-ids'))))
  await insertPriceRules(client, priceRules(farm, products, shop, now, idMaker(randomFor('price-rule-ids'))))
  const colleagues = makeColleagues({ farm, shop, otherShop }, now, idMaker(randomFor('colleague-ids')))
  await insertColleagues(client, colleagues, phc)
  const alsoAgreed = makeConsents(
    colleagues.people,
    versions,
    now,
    idMaker(randomFor('colleague-agreed-ids')),
    randomFor('colleague-agreed'),
  )
  await insertRows(client, 'consents', alsoAgreed)
  const hub = makeHub(farms.slice(demoFarms.length), now, idMaker(randomFor('hub-ids')))
  await insertRows(client, 'farms', [hub.farm])
  await insertColleagues(client, { people: [hub.person], memberships: [hub.membership] }, phc)
  await insertAgreements(
    client,
    [{ farm: hub.farm, personId: hub.person.id, commissionBp: 1_000 }],
    idMaker(randomFor('hub-agreement-ids')),
  )
  await insertRows(client, 'runs', hub.runs)
  await insertRows(client, 'runStops', hub.runStops)
  await insertRows(client, 'runFarms', hub.runFarms)
  await insertRows(client, 'deliveryWays', hub.ways)
  const hubAgreed = makeConsents(
    [hub.person],
    versions,
    now,
    idMaker(randomFor('hub-agreed-ids')),
    randomFor('hub-agreed'),
  )
  await insertRows(client, 'consents', hubAgreed)
  const usual = shoppingLists(shop, products, book, now, idMaker(randomFor('usual-list-ids')))
  await insertRows(client, 'shoppingLists', usual.lists)
  await insertRows(client, 'shoppingListLines', usual.lines)
  await insertRows(client, 'standingOrders', usual.standing)
  const conversations = await makeConversations(
    { shop, otherShop, farms: ofDemo },
    newestOrderWith(client, shop),
    now,
    idMaker(randomFor('talk-ids')),
  )
  await insertRows(client, 'conversations', conversations.conversations)
  await insertRows(client, 'messages', conversations.messages)
  await insertRows(client, 'conversationReads', conversations.reads)
  await insertRows(client, 'talkNews', conversations.news)
  await insertRows(client, 'conversationReports', conversations.reports)
  const [, , sharing] = ofDemo
  const goods = products.filter(({ row, farm }) => farm === sharing && row.status === 'listed')
  const shared = makeGroupBuys({ restaurants, goods }, now, idMaker(randomFor('group-buy-ids')))
  await insertRows(client, 'groupBuys', shared.groupBuys)
  await insertRows(client, 'groupBuyKitchens', shared.kitchens)
  await insertRows(client, 'groupBuyLines', shared.lines)
  const corrected = await makeCorrectionRequests(
    kyselyWithin(client),
    { shop, farms: ofDemo },
    now,
    idMaker(randomFor('correction-request-ids')),
  )
  await insertRows(client, 'adjustmentRequests', corrected.adjustmentRequests)
  await insertRows(client, 'adjustmentRequestLines', corrected.adjustmentRequestLines)
  await insertRows(client, 'events', corrected.events)
  const looked = makeRequests({ restaurants, farms }, now, idMaker(randomFor('request-ids')))
  await insertRows(client, 'requests', looked.requests)
  await insertRows(client, 'requestFarms', looked.told)
  await insertRows(client, 'requestAnswers', looked.answers)
  await insertRows(client, 'events', looked.events)
  await insertRows(client, 'invitations', [openInvitation(shop, now, idMaker(randomFor('invitation-ids')))])
  await tellReviews(client, kyselyWithin(client), {
    now,
    id: idMaker(randomFor('review-ids')),
    random: randomFor('reviews'),
  })
  const badges = await makeBadges(
    kyselyWithin(client),
    restaurants.slice(0, shopsWithBadges),
    now,
    idMaker(randomFor('badge-ids')),
    randomFor('badge-tokens'),
  )
  await insertRows(client, 'badges', badges.badges)
  await insertRows(client, 'events', badges.events)
  await insertRows(client, 'badgeTurns', badges.turns)
  // nor did the seed change anything of which a restaurant has to be notified
  await client.query('delete from badge_checks')
  await insertRows(client, 'badgeChecks', badges.checks)
  // as the job does every hour; in this transaction
  const money = { db: kyselyWithin(client), now }
  while ((await recordMissingCharges(money)) > 0);
  if (books)
    await tellMoney(client, money.db, {
      ...books,
      restaurants,
      farms,
      demoFarms: ofDemo,
      maker: colleague,
      releaser: admin,
      now,
    })
  // no page is open that needs a live update
  await client.query('delete from live_events')
}

/** The others are added with their next delivery. */
const shopsWithBadges = 6

const newestOrderWith =
  (client: pg.ClientBase, { row: { id: shopId } }: SeedRestaurant) =>
  async (farmId: SeedFarm['row']['id'], at: Date): Promise<Row<'orders'>['id'] | null> => {
    const { rows } = await client.query<{ id: Row<'orders'>['id'] }>(
      `select id from orders where farm_id = $1 and restaurant_id = $2 and state not in ('draft', 'pending_approval')
          and placed_at <= $3 order by placed_at desc, id desc limit 1`,
      [farmId, shopId, at],
    )
    return rows[0]?.id ?? null
  }

async function insertPriceRules(client: pg.ClientBase, made: ReturnType<typeof priceRules>): Promise<void> {
  await insertRows(client, 'priceTiers', made.tiers)
  await insertRows(client, 'ownPrices', made.ownPrices)
  await insertRows(client, 'productAudience', made.audience)
  await insertRows(client, 'productDrafts', made.drafts)
  await insertRows(client, 'draftAudience', made.draftAudience)
  await client.query(`update products set audience = 'chosen' where id in (select product_id from product_audience)`)
  await insertRows(client, 'events', made.events)
}

async function insertLapsedPermit(
  client: pg.ClientBase,
  files: NonNullable<SeedOptions['files']>,
  made: ReturnType<typeof lapsedPermitOf>,
): Promise<void> {
  if (!made) return
  const { document, lapsed, event, bytes } = made
  await insertRows(client, 'documents', [document])
  await client.query(
    `update farms set goods_kinds = array(select distinct unnest(goods_kinds || $2::text)) where id = $1`,
    [lapsed.farmId, lapsed.goodsKind],
  )
  await insertRows(client, 'lapsedProducts', [lapsed])
  await insertRows(client, 'events', [event])
  await files.put(documentStoreKey(document.fileKey), bytes)
}

const insertNewcomer = (client: pg.ClientBase, { person, membership }: Newcomer, phc: string) =>
  insertColleagues(client, { people: [person], memberships: [membership] }, phc)

async function insertColleagues(client: pg.ClientBase, { people, memberships }: Colleagues, phc: string) {
  const accounts = accountsOf(people, phc)
  await insertRows(client, 'people', people)
  await insertRows(client, 'identities', accounts.identities)
  await insertRows(client, 'passwords', accounts.passwords)
  await insertRows(client, 'memberships', memberships)
}

async function insertApplicants(client: pg.ClientBase, applicants: Applicants, phc: string) {
  const accounts = accountsOf(applicants.people, phc)
  await insertRows(client, 'people', applicants.people)
  await insertRows(client, 'identities', accounts.identities)
  await insertRows(client, 'passwords', accounts.passwords)
  for (const table of ['farms', 'restaurants', 'kitchens', 'memberships', 'documents', 'events'] as const)
    await insertRows(client, table, applicants[table])
  await insertRows(client, 'farmRegistrations', applicants.registrations)
  await insertAgreements(
    client,
    applicants.farms.map((farm) => ({
      farm,
      personId: applicants.memberships.find(({ farmId }) => farmId === farm.id)?.personId ?? null,
      commissionBp: 1_200,
    })),
    idMaker(randomFor('applicant-agreement-ids')),
  )
}

const ownership = ({ owner, row }: SeedFarm, id: Row<'memberships'>['id']): Row<'memberships'> => ({
  id,
  personId: owner.id,
  farmId: row.id,
  restaurantId: null,
  role: 'owner',
  orderLimitYen: null,
  rights: 'all',
  seesMoney: false,
})

const listedIn = (products: readonly SeedProduct[]) => products.filter(({ row }) => row.status === 'listed').length

/** The rows of the products and of others, which are added to them while those before are inserted. */
function* withOthers(products: SeedProduct[], others: Iterable<SeedProduct>) {
  yield* products.map(({ row }) => row)
  for (const product of others) {
    products.push(product)
    yield product.row
  }
}

/** The cost that OWASP's cheat sheet names for argon2id. */
const argon2id = (password: string) => hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
