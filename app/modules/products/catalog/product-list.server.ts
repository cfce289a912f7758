import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Category, Method, PieceUnit, TaxKind, Temperature } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import type { PrefCode } from '#kernel/place.ts'
import type { StarSum } from '#kernel/review-enums.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { agreedPrice, type OwnTerms, type PriceTier, type PriceWhy, tiersBelow } from '#modules/pricing/agreed-price.ts'
import { cachedCounts, tooManyLately } from './cached-counts.server.ts'
import { allButOne, type Conditions, conditionsOf, type Narrowing, whereAll } from './list-conditions.server.ts'
import { orderOf } from './list-order.server.ts'
import { termsForActor } from './price-terms.server.ts'
import { facetColumns, facetsJson, meetsAll } from './product-facets.server.ts'
import type { Facets } from './product-facets.ts'
import { type ListCursor, listCursorText, type ProductSort } from './product-sort.ts'
import { searchQuery } from './search-query.ts'

/** A product as cards show it. The price is null for viewers who may not see wholesale prices. */
export type ProductCard = {
  id: ProductId
  name: string
  category: Category
  method: Method
  packLabel: string
  unitLabel: string
  picture: string
  temperature: Temperature
  taxKind: TaxKind
  /** What the viewer pays per unit for the smallest quantity. */
  priceYen: Yen | null
  /** The public list price; lists are filtered and sorted by it. */
  listYen: Yen | null
  why: PriceWhy
  /** Cheaper from this many units on. */
  tiers: PriceTier[]
  catchWeight: boolean
  netGrams: Grams | null
  pieceCount: number | null
  pieceUnit: PieceUnit
  tolerancePercent: number | null
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number
  /** Its rating by kitchens; null while there is none. */
  stars: StarSum | null
  farm: { id: FarmId; name: string; crest: string; place: string; prefectureCode: string }
}

export type ProductFilter = Narrowing & {
  q?: string | undefined
  sort?: ProductSort | undefined
  /** The origin of distances: the prefecture of the kitchen. */
  near?: PrefCode | undefined
  after?: ListCursor | undefined
  limit?: number | undefined
}
/** `next`: where the next page begins, as `parseListCursor` reads it. */
export type ProductPage = { products: ProductCard[]; count: number; capped: boolean; next: string | null }

/** Counting stops here: a page of 24 is not worth reading a million rows. */
export const countCap = 20_000
/** The limit with search words, and for counting all further choices with each page: about 7 µs per row. */
export const closeCap = 3_000

/**
 * A page of products, newest first unless another order is asked for, and their number: one query, two more for a
 * delivery day. Without search words the page is read along an index from the cursor, and only counting is capped.
 * Words are looked up in a GIN index over pairs of characters; for words so common that counting stops, the index walk
 * is used again (docs/decisions/0004).
 */
export const listProducts = query('public', async (ctx: Ctx, filter: ProductFilter): Promise<ProductPage> => {
  const { page } = await plan(ctx, filter)
  return page()
})

/**
 * The same with exact counts of all further choices, in the same query. With more than `closeCap` rows the choices are
 * null; use `countFacets`.
 */
export const listWithFacets = query(
  'public',
  async (ctx: Ctx, filter: ProductFilter): Promise<ProductPage & { facets: Facets | null }> => {
    const planned = await plan(ctx, filter)
    const few = await closely(ctx, planned)
    return few ?? { ...(await planned.page(planned.question !== null)), facets: null }
  },
)

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

/**
 * The number of products and what each further choice would leave: current for up to a few thousand rows, cached for
 * some minutes above that; choices are null under heavy load. The cache is shared by all viewers who may see prices,
 * and by all who may not; counts of favourites are per user.
 */
export const countFacets = query('public', async (ctx: Ctx, filter: ProductFilter): Promise<FacetCounts> => {
  const whole = { ...filter, limit: 0, after: undefined, sort: 'newest' as const }
  const few = await closely(ctx, await plan(ctx, whole))
  if (few) return few
  const isOwn = filter.favouriteFarms === true
  const question = questionText([can(ctx.actor, 'price.see', null), isOwn && personOf(ctx), whole])
  const all = await kept(ctx, question, async () => {
    const { count, facets } = await (await plan(ctx, whole)).withFacets(null)
    return { count, facets }
  })
  if (!all) return { count: (await listProducts(ctx, whole)).count, facets: null }
  const { count, facets } = all
  if (!facets || isOwn) return { count, facets }
  const favourites = personOf(ctx) ? (await listProducts(ctx, { ...whole, favouriteFarms: true })).count : 0
  return { count, facets: { ...facets, favourites } }
})

/** The closed days of a kitchen are a set, which JSON cannot represent. */
const questionText = (asked: readonly unknown[]): string =>
  JSON.stringify(asked, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value))

const personOf = ({ actor }: Ctx) => ('personId' in actor ? actor.personId : null)

type Sql = RawBuilder<unknown>

/** The queries for a list; the farms that can deliver on a day are found once for all of them. */
async function plan(ctx: Ctx, filter: ProductFilter) {
  const words = filter.q ? searchQuery(filter.q) : null
  const conditions = await conditionsOf(ctx, filter)
  const likes = words ? words.likes.map((like) => sql`search_text like ${like}`) : []
  // of some farms only: few enough to read, where a walk would pass a million others, and words are read in each
  const isOfFarms = filter.favouriteFarms === true || filter.farmId !== undefined
  const lookedUp = words && !isOfFarms ? [sql`jp_tokens(search_text) @@ ${words.tsquery}::tsquery`, ...likes] : likes
  const order = orderOf(ctx, filter.sort ?? 'newest', filter.near, words ? words.whole : [])
  const all = [...conditions.fixed, ...conditions.narrowing.values()]
  const limit = filter.limit ?? 24

  const isClose = words !== null || isOfFarms

  /** `isMany`: search words known to find more than `closeCap`. */
  const page = async (isMany = false): Promise<ProductPage> => {
    const looksFirst = isClose && !isMany
    const found = looksFirst ? await read(matching([...lookedUp, ...all], closeCap, null), order, closeCap) : null
    if (found && !found.capped) return found
    if (!words)
      return read(
        walk(
          all,
          sql`select count(*)::int as total from (select from product_search ${whereAll(all)} limit ${sql.lit(countCap + 1)}) counting`,
        ),
      )
    const plain = orderOf(ctx, filter.sort ?? 'newest', filter.near, [])
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

  /** The cards of a page, plus one; the counts are in the first row, or in a row of their own if there is none. */
  const read = async (parts: Sql, by = order, cap = countCap) => {
    const direction = by.descending ? sql`desc` : sql`asc`
    const { rows } = await sql<ListRow>`
      with ${parts}, numbered as (
        select *, row_number() over (order by key ${direction}, product_id ${direction}) as nth from page)
      select counted.total, case when coalesce(nth, 1) = 1 then faceted.facets end as facets,
             ${by.keyText(sql`numbered.key`)} as key, ${cardColumns(ctx)}
        from counted cross join faceted left join (numbered
          join products p on p.id = numbered.product_id
          join farms f on f.id = p.farm_id
          left join product_stock s on s.product_id = p.id) on true
       order by nth`.execute(ctx.db)
    return pageOf(ctx, rows, limit, cap)
  }
  // a page filtered by words alone comes from the same rows as its choices
  const question = words && conditions.narrowing.size === 0 ? questionText([filter.q, filter.arrives]) : null
  return { page, withFacets, question }
}

type ListRow = CardRow & { total: number; key: string; facets: Facets | null }

function pageOf(
  ctx: Ctx,
  rows: readonly ListRow[],
  limit: number,
  cap: number,
): ProductPage & { facets: Facets | null } {
  const found = rows.filter((row) => row.id !== null)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const total = rows[0]?.total ?? 0
  const facets = rows[0]?.facets ?? null
  // exact, or stopped at the cap
  const capped = facets === null && total > cap
  return {
    products: shown.map((row) => toCard(ctx, row)),
    count: capped ? cap : total,
    capped,
    next: found.length > shown.length && last ? listCursorText({ key: last.key, id: last.id }) : null,
    facets,
  }
}

export type CardRow = {
  id: ProductId
  name: string
  category: Category
  method: Method
  packLabel: string
  unitLabel: string
  picture: string
  temperature: Temperature
  taxKind: TaxKind
  priceYen: Yen
  tiers: PriceTier[]
  own: OwnTerms | null
  catchWeight: boolean
  netGrams: Grams | null
  pieceCount: number | null
  pieceUnit: PieceUnit
  tolerancePercent: number | null
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number | null
  starSum: StarSum | null
  farmId: FarmId
  farmName: string
  crest: string
  place: string
  prefectureCode: string
}

/** Columns of a card, from products p, farms f and product_stock s; with the viewer's price. */
export function cardColumns(ctx: Ctx): Sql {
  const { tiers, own } = termsForActor(ctx, 'p')
  return sql`${sql.raw(plainColumns)}, ${tiers} as tiers, ${own} as own`
}

const plainColumns = `p.id, p.name, p.category, p.method, p.pack_label, p.unit_label, p.picture, p.temperature, p.tax_kind,
  p.price_yen, p.catch_weight, p.net_grams, p.piece_count, p.piece_unit, p.tolerance_percent, p.min_qty, p.max_qty, p.order_step,
  s.available_qty,
  (select json_build_object('stars', t.stars, 'reviews', t.reviews) from product_stars t where t.product_id = p.id) as star_sum,
  f.id as farm_id, f.name as farm_name, f.crest, f.place, f.prefecture_code`

export const toCard = (ctx: Ctx, row: CardRow): ProductCard => ({
  ...pricesOf(ctx, row),
  id: row.id,
  name: row.name,
  category: row.category,
  method: row.method,
  packLabel: row.packLabel,
  unitLabel: row.unitLabel,
  picture: row.picture,
  temperature: row.temperature,
  taxKind: row.taxKind,
  catchWeight: row.catchWeight,
  netGrams: row.netGrams,
  pieceCount: row.pieceCount,
  pieceUnit: row.pieceUnit,
  tolerancePercent: row.tolerancePercent,
  minQty: row.minQty,
  maxQty: row.maxQty,
  orderStep: row.orderStep,
  availableQty: row.availableQty ?? 0,
  stars: row.starSum,
  farm: {
    id: row.farmId,
    name: row.farmName,
    crest: row.crest,
    place: row.place,
    prefectureCode: row.prefectureCode,
  },
})

function pricesOf(ctx: Ctx, row: CardRow): Pick<ProductCard, 'priceYen' | 'listYen' | 'why' | 'tiers'> {
  if (!can(ctx.actor, 'price.see', null)) return { priceYen: null, listYen: null, why: 'list', tiers: [] }
  const { priceYen, why } = agreedPrice(row.minQty, { listYen: row.priceYen, tiers: row.tiers, own: row.own })
  return { priceYen, listYen: row.priceYen, why, tiers: tiersBelow(priceYen, row.tiers) }
}
