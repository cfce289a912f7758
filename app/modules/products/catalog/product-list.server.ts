import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { isKept } from '#kernel/changes.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import type { PrefCode } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { endedByFarms, minuteOf } from './arriving-farms.server.ts'
import { cachedCounts, tooManyLately } from './cached-counts.server.ts'
import {
  facetsFromColumns,
  isInColumns,
  pageAndFacetsFromColumns,
  pageFromColumns,
} from './columns/list-from-columns.server.ts'
import { type Found, type FoundRow, foundIn, type Listing, listingOf, nothingListed } from './found-listing.ts'
import { cardsOf, favouriteFarmsText } from './kept-cards.server.ts'
import { allButOne, type Conditions, conditionsOf, type Narrowing, whereAll } from './list-conditions.server.ts'
import { isOrderedFor, type Order, orderOf } from './list-order.server.ts'
import { keptLifts, type Lifts } from './own-lifts.server.ts'
import { type CardRow, cardColumns, type ProductCard, toCard } from './product-cards.server.ts'
import { facetColumns, facetsJson, meetsAll } from './product-facets.server.ts'
import type { Facets } from './product-facets.ts'
import type { ListCursor, ProductSort } from './product-sort.ts'
import { searchQuery } from './search-query.ts'

export type ProductFilter = Narrowing & {
  q?: string | undefined
  sort?: ProductSort | undefined
  /** The origin of distances: the prefecture of the kitchen. */
  near?: PrefCode | undefined
  after?: ListCursor | undefined
  limit?: number | undefined
  /** False: nobody is told how many there are, and counting may take longer than the page; `count` is 0 then. */
  counted?: false | undefined
}
/** `next`: where the next page begins, as `parseListCursor` reads it. */
export type ProductPage = { products: ProductCard[]; count: number; capped: boolean; next: string | null }

/** Counting stops here: a page of 24 is not worth reading a million rows. */
export const countCap = 20_000
/** The limit with search words, and for counting all further choices with each page: about 7 µs per row. */
export const closeCap = 3_000

/**
 * A page of products, newest first unless another order is asked for, and their number: without search words from columns in
 * memory (docs/decisions/0098), or by one query along an index, two more for a delivery day; what has not changed is kept (0097).
 * Words are looked up in a GIN index over pairs of characters, unless they are so common that counting stops (0004).
 */
export const listProducts = query('public', async (ctx: Ctx, filter: ProductFilter): Promise<ProductPage> => {
  const lifts = await liftsFor(ctx, filter)
  const { facets: _, ...page } = await shown(
    ctx,
    await keptListing(ctx, { how: 'page', filter, lifts }, () => readPage(ctx, filter, lifts)),
  )
  return page
})

/**
 * The same with exact counts of all further choices, in the same query unless they are kept: then all pages and orders of a
 * list share them. With more than `closeCap` rows the choices are null; use `countFacets`.
 */
export const listWithFacets = query(
  'public',
  async (ctx: Ctx, filter: ProductFilter): Promise<ProductPage & { facets: Facets | null }> => {
    const lifts = await liftsFor(ctx, filter)
    if (await isInColumns(ctx, filter, lifts)) {
      const page = await listProducts(ctx, filter)
      return { ...page, facets: page.count > closeCap ? null : (await fewFacets(ctx, wholeOf(filter))).facets }
    }
    if (await isListingKept(ctx, filter, lifts)) {
      const [page, { facets }] = await Promise.all([listProducts(ctx, filter), fewFacets(ctx, wholeOf(filter))])
      return { ...page, facets }
    }
    const planned = await plan(ctx, filter)
    const few = await closely(ctx, planned)
    return shown(ctx, few ?? { ...(await planned.page(planned.question !== null)), facets: null })
  },
)

/** The same with the choices of any list, however many products it has; null under heavy load. */
export const listWithAllFacets = query(
  'public',
  async (ctx: Ctx, filter: ProductFilter): Promise<ProductPage & { facets: Facets | null }> => {
    const lifts = await liftsFor(ctx, filter)
    if (await isInColumns(ctx, filter, lifts)) return shown(ctx, await listedWithChoices(ctx, filter, lifts))
    const found = await listWithFacets(ctx, filter)
    return { ...found, facets: found.facets ?? (await countFacets(ctx, filter)).facets }
  },
)

/** If neither is kept, the page and its choices come from the same pass over the rows. */
async function listedWithChoices(ctx: Ctx, filter: ProductFilter, lifts: Lifts | null): Promise<Listing> {
  let both: Awaited<ReturnType<typeof pageAndFacetsFromColumns>> = null
  const whole = wholeOf(filter)
  const { facets } = await keptListing(ctx, { how: 'facets', filter: whole }, async () => {
    both = await pageAndFacetsFromColumns(ctx, filter, { lifts, countsUpTo: countCap })
    return { ...nothingListed, ...(both?.facets ?? (await countMany(ctx, whole))) }
  })
  const page = await keptListing(ctx, { how: 'page', filter, lifts }, async () => {
    // which farms arrive may have changed although no row has
    if (both && !filter.arrives && (await both.isStill())) return both.listing
    return readPage(ctx, filter, lifts)
  })
  return { ...page, facets }
}

const readPage = async (ctx: Ctx, filter: ProductFilter, lifts: Lifts | null): Promise<Listing> =>
  (await pageFromColumns(ctx, filter, { lifts, countsUpTo: countCap })) ?? (await plan(ctx, filter, lifts)).page()

/** All that a filter finds, in no order. */
const wholeOf = (filter: ProductFilter) => ({ ...filter, limit: 0, after: undefined, sort: 'newest' as const })

/** Choices are null if there are more than `closeCap` rows. */
const fewFacets = (ctx: Ctx, whole: ProductFilter): Promise<Listing> =>
  keptListing(ctx, { how: 'few facets', filter: whole }, async () => {
    const known = await facetsFromColumns(ctx, whole, closeCap)
    if (known) return known === 'too many' ? nothingListed : { ...nothingListed, ...known }
    return (await closely(ctx, await plan(ctx, whole))) ?? nothingListed
  })

async function shown(ctx: Ctx, { ids, cards, ...counts }: Listing): Promise<ProductPage & { facets: Facets | null }> {
  return { products: cards ? cards.map((row) => toCard(ctx, row)) : await cardsOf(ctx, ids), ...counts }
}

const tooMany = tooManyLately()

/**
 * Page and choices in one query if there are few rows. Null if there are more, which is cached per search words for a
 * minute.
 */
async function closely(ctx: Ctx, { withFacets, question }: Awaited<ReturnType<typeof plan>>) {
  if (question !== null && tooMany.has(ctx, question)) return null
  const all = await withFacets(closeCap)
  if (all.facets) return all
  if (question !== null) tooMany.add(ctx, question)
  return null
}

type FacetCounts = { count: number; facets: Facets | null }
const kept = cachedCounts<FacetCounts>()
const slow = tooManyLately()
/** Counting that takes longer is not repeated with every change. */
const slowMs = 250

/**
 * The number of products and what each further choice would leave: kept until something changes; if counting takes
 * longer than a moment, cached for some minutes; choices are null under heavy load. Counts of favourites are per user.
 */
export const countFacets = query('public', async (ctx: Ctx, filter: ProductFilter): Promise<FacetCounts> => {
  const whole = wholeOf(filter)
  if (!(await isInColumns(ctx, whole, null))) {
    const few = await fewFacets(ctx, whole)
    if (few.facets) return { count: few.count, facets: few.facets }
  }
  const { count, facets } = await keptListing(ctx, { how: 'facets', filter: whole }, async () => ({
    ...nothingListed,
    ...(await countMany(ctx, whole)),
  }))
  return { count, facets }
})

async function countMany(ctx: Ctx, whole: ProductFilter): Promise<FacetCounts> {
  const known = await facetsFromColumns(ctx, whole)
  if (known && known !== 'too many') return known
  const isOwn = whole.favouriteFarms === true
  const question = questionText([can(ctx.actor, 'price.see', null), isOwn && personOf(ctx), whole])
  const counted = async () => {
    const began = performance.now()
    const { count, facets } = await (await plan(ctx, whole)).withFacets(null)
    if (performance.now() - began > slowMs) slow.add(ctx, question)
    return { count, facets }
  }
  const isExact = (await isKept(ctx.db)) && !slow.has(ctx, question)
  const all = isExact ? await counted() : await kept(ctx, question, counted)
  if (!all) return { count: (await listProducts(ctx, whole)).count, facets: null }
  const { count, facets } = all
  if (!facets || isOwn) return { count, facets }
  const favourites = personOf(ctx) ? (await listProducts(ctx, { ...whole, favouriteFarms: true })).count : 0
  return { count, facets: { ...facets, favourites } }
}

/**
 * A change of the catalogue is named once for each transaction, before its rows (db/migrations/0294): what was read between the
 * two is ended by the rows.
 */
const changesOfLists = {
  channel: 'catalogue',
  all: 'everything',
  tagsOf: () => ['search'],
  also: { channel: 'search_rows', tag: 'search' },
}

const keptLists = {
  ...changesOfLists,
  // cards that were read with the list have the prices of one restaurant
  keeps: ({ cards }: Listing) => cards === undefined,
  most: 1_000,
}
/** Counts of choices that take long are repeated at most once a second. */
const slowCounts = { slow: 20 }
const forDays = { tagIn: endedByFarms.tagIn, tagsOf: () => ['search', endedByFarms.tag] }

const lists = {
  listings: keptRows<Listing>(keptLists),
  choices: keptRows<Listing>({ ...keptLists, ...slowCounts }),
}
/** Those for a delivery day, which depend on the farms as well. */
const listsForDays: typeof lists = {
  listings: keptRows<Listing>({ ...keptLists, ...forDays }),
  choices: keptRows<Listing>({ ...keptLists, ...forDays, ...slowCounts }),
}

/** What the order of a list depends on besides the catalogue, if it depends on the viewer's restaurant and is in memory. */
const liftsFor = async (ctx: Ctx, filter: ProductFilter): Promise<Lifts | null> =>
  isOrderedFor(ctx, filter) ? keptLifts(ctx) : null

/**
 * Whether a list may be kept: it does not depend on the caller. Not of favourites, and in the order of the restaurant's own purchases
 * only with what they amount to.
 */
const isListingKept = async (ctx: Ctx, filter: ProductFilter, lifts: Lifts | null): Promise<boolean> =>
  filter.favouriteFarms !== true && (lifts !== null || !isOrderedFor(ctx, filter)) && (await isKept(ctx.db))

type Asked = { how: 'page' | 'few facets' | 'facets'; filter: ProductFilter; lifts?: Lifts | null }

async function keptListing(
  ctx: Ctx,
  { how, filter, lifts = null }: Asked,
  read: () => Promise<Listing>,
): Promise<Listing> {
  if (!(await isListingKept(ctx, filter, lifts))) return read()
  const own = how === 'page' ? lifts?.hash : await favouriteFarmsText(ctx)
  const at = [jstDateOf(ctx.now), filter.arrives ? minuteOf(ctx) : null]
  const question = questionText([how, can(ctx.actor, 'price.see', null), at, own, filter])
  const { listings, choices } = filter.arrives ? listsForDays : lists
  return (how === 'page' ? listings : choices).one(ctx.db, question, read)
}

/** The closed days of a kitchen are a set, which JSON cannot represent. */
const questionText = (asked: readonly unknown[]): string =>
  JSON.stringify(asked, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value))

const personOf = ({ actor }: Ctx) => ('personId' in actor ? actor.personId : null)

type Sql = RawBuilder<unknown>

/** The queries for a list; the farms that can deliver on a day are found once for all of them. */
async function plan(ctx: Ctx, filter: ProductFilter, lifts: Lifts | null = null) {
  const words = filter.q ? searchQuery(filter.q) : null
  const conditions = await conditionsOf(ctx, filter)
  const likes = words ? words.likes.map((like) => sql`search_text like ${like}`) : []
  // of some farms only: few enough to read, where a walk would pass a million others, and words are read in each
  const isOfFarms = filter.favouriteFarms === true || filter.farmId !== undefined
  const lookedUp = words && !isOfFarms ? [sql`jp_tokens(search_text) @@ ${words.tsquery}::tsquery`, ...likes] : likes
  const orderWith = (whole: readonly string[]) =>
    orderOf(ctx, { sort: filter.sort ?? 'newest', near: filter.near, whole, lifts })
  const order = orderWith(words ? words.whole : [])
  const all = [...conditions.fixed, ...conditions.narrowing.values()]
  const limit = filter.limit ?? 24

  const isClose = words !== null || isOfFarms

  /** `isMany`: search words known to find more than `closeCap`. */
  const page = async (isMany = false): Promise<Listing> => {
    const looksFirst = isClose && !isMany
    const found = looksFirst ? await read(matching([...lookedUp, ...all], closeCap, null), order, closeCap) : null
    if (found && !found.capped) return found
    const counting = sql`select count(*)::int as total
      from (select from product_search ${whereAll(all)} limit ${sql.lit(countCap + 1)}) counting`
    if (!words) return read(walk(all, filter.counted === false ? sql`select 0 as total` : counting))
    const plain = orderWith([])
    return read(walk([...likes, ...all], sql`select ${sql.lit(closeCap + 1)} as total`, plain), plain, closeCap)
  }
  const withFacets = (cap: number | null) =>
    read(matching([...lookedUp, ...conditions.fixed, ...allButOne(conditions.narrowing)], cap, conditions))

  /** Row by row along an index from the cursor on; counting is a separate query. */
  const walk = (conditions: readonly Sql[], counting: Sql, by = order) => sql`
    ${by.before} counted as (${counting}), faceted as (select null::json as facets),
    page as materialized (${by.walk(conditions, filter.after, limit + 1)})`

  /**
   * All matches, then their page. The materialised part keeps the planner from walking the newest rows and evaluating
   * the expensive function on each. With choices to count: empty if there are more than `cap`.
   */
  const matching = (found: readonly Sql[], cap: number | null, counting: Conditions | null) => {
    const meets = counting ? meetsAll(counting) : sql`true`
    const direction = order.descending ? sql`desc` : sql`asc`
    const first = cap === null ? sql`` : sql`limit ${sql.lit(cap + 1)}`
    const isFew = (rows: Sql) => (cap === null ? sql`true` : sql`(select count(*) <= ${sql.lit(cap)} from ${rows})`)
    // words cost more to look up than rows to store; without words it is the other way round
    const asksFirst = counting !== null && words === null
    const looked = asksFirst ? isFew(sql`(select from product_search ${whereAll(found)} ${first}) it`) : sql`true`
    return sql`
    ${order.before} looked as materialized (select ${looked} as few), matching as materialized (
      select s.product_id, ${order.key} as key${counting ? facetColumns(ctx, filter, counting) : sql``}
        from product_search s ${whereAll([...found, sql`(select few from looked)`])} ${first}
    ), counted as (
      select count(*) filter (where ${meets})::int as total from matching
    ), faceted as (
      select ${counting ? sql`case when few and ${isFew(sql`matching`)} then ${facetsJson(ctx, counting)} end` : sql`null::json`}
             as facets from looked
    ), page as (
      select product_id, key from matching ${whereAll([meets, ...(filter.after ? [order.after(filter.after)] : [])])}
       order by key ${direction}, product_id ${direction} limit ${sql.lit(limit + 1)}
    )`
  }

  /** The rows of a page, plus one; the counts are in the first row, or in a row of their own if there is none. */
  const read = async (parts: Sql, by = order, cap = countCap) =>
    listingOf((await isKept(ctx.db)) ? await readIds(parts, by) : await readCards(parts, by), limit, cap)

  const pageSql = (parts: Sql, by: Order) => {
    const direction = by.descending ? sql`desc` : sql`asc`
    return sql`
      with ${parts}, numbered as (
        select *, row_number() over (order by key ${direction}, product_id ${direction}) as nth from page)
      select counted.total, case when coalesce(nth, 1) = 1 then faceted.facets end as facets,
             ${by.keyText(sql`numbered.key`)} as key`
  }
  /** With all that cards show. */
  const readCards = async (parts: Sql, by: Order): Promise<Found> => {
    const { rows } = await sql<CardRow & FoundRow>`${pageSql(parts, by)}, ${cardColumns(ctx)}
        from counted cross join faceted left join (numbered
          join products p on p.id = numbered.product_id
          join farms f on f.id = p.farm_id
          left join product_stock s on s.product_id = p.id) on true
       order by nth`.execute(ctx.db)
    return { ...foundIn(rows), cards: rows.filter((row) => row.id !== null) }
  }
  /** Only which products: their cards are in memory. */
  const readIds = async (parts: Sql, by: Order): Promise<Found> => {
    const { rows } = await sql<FoundRow>`${pageSql(parts, by)}, numbered.product_id as id
        from counted cross join faceted left join numbered on true order by nth`.execute(ctx.db)
    return foundIn(rows)
  }
  // a page filtered by words alone comes from the same rows as its choices
  const question = words && conditions.narrowing.size === 0 ? questionText([filter.q, filter.arrives]) : null
  return { page, withFacets, question }
}
