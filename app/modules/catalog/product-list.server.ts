import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import { can } from '#access/rules.ts'
import type { Grams } from '#kernel/grams.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf, monthOf } from '#kernel/jst.ts'
import type { Category, Method, TaxKind, Temperature } from '#kernel/words.ts'
import type { Yen } from '#kernel/yen.ts'
import { type Destination, farmsArrivingOn } from './arriving-farms.server.ts'
import { searchQuery } from './search-query.ts'

/** A product as cards show it. The price is null for those who may not see wholesale prices. */
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
  priceYen: Yen | null
  catchWeight: boolean
  netGrams: Grams | null
  pieceCount: number | null
  tolerancePercent: number | null
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number
  farm: { id: FarmId; name: string; crest: string; place: string; prefectureCode: string }
}

export type ProductFilter = {
  q?: string
  category?: Category
  farmId?: FarmId
  inSeason?: boolean
  /** Only what was harvested on this day. */
  harvestedOn?: JstDate | undefined
  /** Only what can be at this destination on this day. */
  arrives?: { on: JstDate; at: Destination }
  after?: ProductCursor
  limit?: number
}
export type ProductCursor = { listedAt: Date; id: ProductId }
export type ProductPage = { products: ProductCard[]; count: number; capped: boolean; next: ProductCursor | null }

/** Counting stops here: a page of 24 is not worth reading a million rows. */
export const countCap = 20_000

/**
 * A page of products, newest first, and how many there are: one query, two more when a day
 * of arrival is asked for. Without words the page is a walk along an index from where the page
 * before ended, and only counting is capped. Words are looked up in a GIN index over pairs of
 * characters; those so common that counting stops are found quickly by the walk again
 * (docs/decisions/0004).
 */
export async function listProducts(ctx: Ctx, filter: ProductFilter): Promise<ProductPage> {
  const words = filter.q ? searchQuery(filter.q) : null
  const others = await conditionsOf(ctx, filter)
  if (!words) return pageOf(ctx, filter, await readRows(ctx, walk(filter, others, countOf(others))))
  const likes = words.likes.map((like) => sql`search_text like ${like}`)
  const byTokens = sql`jp_tokens(search_text) @@ ${words.tsquery}::tsquery`
  const found = pageOf(ctx, filter, await readRows(ctx, lookUp(filter, [byTokens, ...likes, ...others])))
  if (!found.capped) return found
  const common = await readRows(ctx, walk(filter, [...likes, ...others], sql`select ${countCap + 1} as total`))
  return pageOf(ctx, filter, common)
}

type Conditions = readonly RawBuilder<unknown>[]

/** The newest from the cursor on, one by one along the index; counting is another question. */
const walk = (filter: ProductFilter, conditions: Conditions, counted: RawBuilder<unknown>) => sql`
    counted as (${counted}), page as materialized (
      select product_id, listed_at from product_search ${whereAll([...conditions, ...afterOf(filter)])}
       order by listed_at desc, product_id desc limit ${limitOf(filter) + 1}
    )`

const countOf = (conditions: Conditions) =>
  sql`select count(*)::int as total from (select from product_search ${whereAll(conditions)} limit ${countCap + 1}) counting`

/**
 * All that is found, then its page. The materialised part keeps the planner from walking the
 * newest rows and evaluating the costly function on each.
 */
const lookUp = (filter: ProductFilter, conditions: Conditions) => sql`
    matching as materialized (
      select product_id, listed_at from product_search ${whereAll(conditions)} limit ${countCap + 1}
    ), counted as (
      select count(*)::int as total from matching
    ), page as (
      select product_id, listed_at from matching ${whereAll(afterOf(filter))}
       order by listed_at desc, product_id desc limit ${limitOf(filter) + 1}
    )`

const limitOf = (filter: ProductFilter) => filter.limit ?? 24
const afterOf = ({ after }: ProductFilter): Conditions =>
  after ? [sql`(listed_at, product_id) < (${after.listedAt}, ${after.id})`] : []

/** The cards of a page, one more than it shows, each with the count; one row without a card where there is none. */
async function readRows(ctx: Ctx, countedAndPage: RawBuilder<unknown>): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with ${countedAndPage}
    select counted.total, page.listed_at, ${sql.raw(cardColumns)}
      from counted left join (page
        join products p on p.id = page.product_id
        join farms f on f.id = p.farm_id
        left join product_stock s on s.product_id = p.id) on true
     order by page.listed_at desc, page.product_id desc`.execute(ctx.db)
  return rows
}

function pageOf(ctx: Ctx, filter: ProductFilter, rows: readonly CardRow[]): ProductPage {
  const found = rows.filter((row) => row.id !== null)
  const shown = found.slice(0, limitOf(filter))
  const last = shown.at(-1)
  const total = rows[0]?.total ?? 0
  return {
    products: shown.map((row) => toCard(ctx, row)),
    count: Math.min(total, countCap),
    capped: total > countCap,
    next: found.length > shown.length && last ? { listedAt: last.listed_at, id: last.id } : null,
  }
}

const whereAll = (conditions: Conditions) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** Sold-out goods are shown, for they come back; but they arrive on no day. */
async function conditionsOf(ctx: Ctx, filter: ProductFilter): Promise<Conditions> {
  const conditions: RawBuilder<unknown>[] = [sql`visible`]
  if (filter.category) conditions.push(sql`category = ${filter.category}`)
  if (filter.farmId) conditions.push(sql`farm_id = ${filter.farmId}`)
  if (filter.inSeason) conditions.push(sql`${monthOf(jstDateOf(ctx.now))} = any (season_months)`)
  if (filter.harvestedOn)
    conditions.push(sql`product_id in (select product_id from lots where harvested_on = ${filter.harvestedOn}::date)`)
  if (filter.arrives) {
    const arriving = await farmsArrivingOn(ctx, filter.arrives.at, filter.arrives.on)
    const byWay = [...arriving].map(
      ([way, farmIds]) =>
        sql`(temperature ${way.temperature === 'ambient' ? sql`=` : sql`<>`} 'ambient' and air_allowed = ${way.airAllowed} and farm_id = any (${farmIds}::uuid[]))`,
    )
    conditions.push(sql`in_stock`, sql`(${sql.join(byWay, sql` or `)})`)
  }
  return conditions
}

export type CardRow = {
  total: number
  listed_at: Date
  id: ProductId
  name: string
  category: Category
  method: Method
  pack_label: string
  unit_label: string
  picture: string
  temperature: Temperature
  tax_kind: TaxKind
  price_yen: Yen
  catch_weight: boolean
  net_grams: Grams | null
  piece_count: number | null
  tolerance_percent: number | null
  min_qty: number
  max_qty: number
  order_step: number
  available_qty: number | null
  farm_id: FarmId
  farm_name: string
  crest: string
  place: string
  prefecture_code: string
}

/** Columns of a card, from products p, farms f and product_stock s. */
export const cardColumns = `p.id, p.name, p.category, p.method, p.pack_label, p.unit_label, p.picture, p.temperature, p.tax_kind,
  p.price_yen, p.catch_weight, p.net_grams, p.piece_count, p.tolerance_percent, p.min_qty, p.max_qty, p.order_step,
  s.available_qty, f.id as farm_id, f.name as farm_name, f.crest, f.place, f.prefecture_code`

export const toCard = (ctx: Ctx, row: Omit<CardRow, 'total' | 'listed_at'>): ProductCard => ({
  id: row.id,
  name: row.name,
  category: row.category,
  method: row.method,
  packLabel: row.pack_label,
  unitLabel: row.unit_label,
  picture: row.picture,
  temperature: row.temperature,
  taxKind: row.tax_kind,
  priceYen: can(ctx.actor, 'price.see', null) ? row.price_yen : null,
  catchWeight: row.catch_weight,
  netGrams: row.net_grams,
  pieceCount: row.piece_count,
  tolerancePercent: row.tolerance_percent,
  minQty: row.min_qty,
  maxQty: row.max_qty,
  orderStep: row.order_step,
  availableQty: row.available_qty ?? 0,
  farm: {
    id: row.farm_id,
    name: row.farm_name,
    crest: row.crest,
    place: row.place,
    prefectureCode: row.prefecture_code,
  },
})
