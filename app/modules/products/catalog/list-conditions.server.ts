import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Category, Method, Temperature } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'
import type { PrefCode } from '#kernel/place.ts'
import { type Destination, farmsArrivingOn, theseFarms } from './arriving-farms.server.ts'
import { isRange, type Range } from './product-filter.ts'

/** The filters of a product list, for the database. */
export type Narrowing = {
  category?: Category | undefined
  item?: string | undefined
  prefectures?: readonly PrefCode[] | undefined
  methods?: readonly Method[] | undefined
  temperatures?: readonly Temperature[] | undefined
  perKg?: Range | undefined
  perUnit?: Range | undefined
  inSeason?: boolean | undefined
  /** Only what was harvested on this day or later. */
  harvestedSince?: JstDate | undefined
  farmId?: FarmId | undefined
  /** Only of farms that are this person's favourites. */
  favouriteFarms?: boolean | undefined
  /** Freight is free: always, or because the cart has reached these farms' threshold. */
  freeFreight?: boolean | undefined
  reachedFarms?: readonly FarmId[] | undefined
  catchWeight?: boolean | undefined
  isNew?: boolean | undefined
  /** Only what can be delivered to this destination on this day. */
  arrives?: { on: JstDate; at: Destination } | undefined
}

type Condition = RawBuilder<unknown>

/** A filter whose choices are counted; each is counted without its own restriction. */
export type Dimension =
  | 'category'
  | 'item'
  | 'place'
  | 'method'
  | 'temperature'
  | 'perKg'
  | 'perUnit'
  | 'season'
  | 'fresh'
  | 'farm'
  | 'favourites'
  | 'freight'
  | 'weighed'
  | 'isNew'

export type Conditions = { fixed: Condition[]; narrowing: Map<Dimension, Condition> }

/** For how many days something is new. */
export const newForDays = 14

/** The condition of each yes-or-no filter, whether it is applied or only counted. */
export const questionsOf = (ctx: Ctx, { reachedFarms = [] }: Narrowing) => ({
  season: sql`${monthOf(jstDateOf(ctx.now))} = any (season_months)`,
  freight: sql`(freight_free or farm_id = any (${reachedFarms}::uuid[]))`,
  weighed: sql`catch_weight`,
  isNew: sql`listed_at >= ${momentOf(addDays(jstDateOf(ctx.now), 1 - newForDays), 0)}`,
  favourites:
    'personId' in ctx.actor
      ? // as an array, known before the rows are read, so that the index on farms is used
        sql`farm_id = any (array(select farm_id from favourites where person_id = ${ctx.actor.personId} and farm_id is not null))`
      : sql`false`,
})

/**
 * Sold-out products are listed, because they come back; but they have no delivery day. `of`: what all viewers see, or
 * products that are found otherwise (shared-goods.server.ts).
 */
export async function conditionsOf(
  ctx: Ctx,
  wanted: Narrowing,
  of: 'everybody' | 'shared' = 'everybody',
): Promise<Conditions> {
  const narrowing = new Map<Dimension, Condition>()
  const ask = questionsOf(ctx, wanted)
  const mayPrice = can(ctx.actor, 'price.see', null)
  if (wanted.category) narrowing.set('category', sql`category = ${wanted.category}`)
  if (wanted.item) narrowing.set('item', sql`item_key = ${wanted.item}`)
  if (wanted.prefectures?.length) narrowing.set('place', sql`prefecture_code = any (${wanted.prefectures}::text[])`)
  if (wanted.methods?.length) narrowing.set('method', sql`method = any (${wanted.methods}::text[])`)
  if (wanted.temperatures?.length) narrowing.set('temperature', sql`temperature = any (${wanted.temperatures}::text[])`)
  if (mayPrice && wanted.perKg && isRange(wanted.perKg)) narrowing.set('perKg', within(sql`yen_per_kg`, wanted.perKg))
  if (mayPrice && wanted.perUnit && isRange(wanted.perUnit))
    narrowing.set('perUnit', within(sql`price_yen`, wanted.perUnit))
  if (wanted.inSeason) narrowing.set('season', ask.season)
  if (wanted.harvestedSince) narrowing.set('fresh', sql`harvested_on >= ${wanted.harvestedSince}::date`)
  if (wanted.farmId) narrowing.set('farm', sql`farm_id = ${wanted.farmId}`)
  if (wanted.favouriteFarms) narrowing.set('favourites', ask.favourites)
  if (wanted.freeFreight) narrowing.set('freight', ask.freight)
  if (wanted.catchWeight) narrowing.set('weighed', ask.weighed)
  if (wanted.isNew) narrowing.set('isNew', ask.isNew)
  const shown = of === 'everybody' ? [sql`visible`] : []
  return { fixed: [...shown, ...(await arriving(ctx, wanted))], narrowing }
}

function within(column: Condition, { from, to }: Range): Condition {
  if (from === null) return sql`${column} <= ${to}`
  return to === null ? sql`${column} >= ${from}` : sql`${column} between ${from} and ${to}`
}

async function arriving(ctx: Ctx, { arrives }: Narrowing): Promise<Condition[]> {
  if (!arrives) return []
  const byWay = [...(await farmsArrivingOn(ctx, arrives.at, arrives.on))].map(
    ([way, farms]) =>
      sql`(temperature ${way.temperature === 'ambient' ? sql`=` : sql`<>`} 'ambient' and air_allowed = ${way.airAllowed} and farm_id in ${theseFarms([farms])})`,
  )
  return [sql`in_stock`, sql`(${sql.join(byWay, sql` or `)})`]
}

/**
 * Rows that meet all filters, or all but one: exactly what is needed to count every choice without its own restriction.
 * Written out, so that PostgreSQL can combine several bitmap index scans.
 */
export function allButOne(narrowing: ReadonlyMap<Dimension, Condition>): Condition[] {
  const conditions = [...narrowing.values()]
  if (conditions.length < 2) return []
  const leavingOut = conditions.map((_, left) => {
    const others = conditions.filter((_, index) => index !== left)
    return sql`(${sql.join(others, sql` and `)})`
  })
  return [sql`(${sql.join(leavingOut, sql` or `)})`]
}

export const whereAll = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
