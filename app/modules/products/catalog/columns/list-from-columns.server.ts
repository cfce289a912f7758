import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { categories, methods, temperatures } from '#kernel/enums.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'
import { prefCodes } from '#kernel/place.ts'
import { farmsArrivingOn } from '../arriving-farms.server.ts'
import { type Listing, listingOf } from '../found-listing.ts'
import { favouriteFarmsText } from '../kept-cards.server.ts'
import { type Dimension, newForDays } from '../list-conditions.server.ts'
import { isOrderedFor } from '../list-order.server.ts'
import type { Lifts } from '../own-lifts.server.ts'
import { type Facets, perKgBands } from '../product-facets.ts'
import { freshDays, isRange, type Range } from '../product-filter.ts'
import type { ProductFilter } from '../product-list.server.ts'
import { type Columns, farmTable, flag, idIn } from './columns.ts'
import { columnsOf } from './kept-columns.server.ts'
import {
  type Arrival,
  countBands,
  countEach,
  countMeeting,
  firstRows,
  type Narrowed,
  narrow,
  type Rule,
} from './narrow.ts'
import { daysOf, microsecondsOf, sortingOf } from './sort-columns.ts'

/** Whether the columns answer such a question: without search words, and in an order that is in memory. */
export const isInColumns = async (ctx: Ctx, filter: ProductFilter, lifts: Lifts | null): Promise<boolean> =>
  !filter.q && (lifts !== null || !isOrderedFor(ctx, filter)) && (await columnsOf(ctx.db)) !== null

/**
 * Answers the question of a list from the columns in memory, as the statement in `product-list.server.ts` does from the
 * tables; null if it cannot. `choices`: how many rows may be counted for them; null for none. `countsUpTo`: a number of products
 * above it is said to be more than that.
 */
export async function listFromColumns(
  ctx: Ctx,
  filter: ProductFilter,
  {
    lifts,
    choices,
    countsUpTo = Number.POSITIVE_INFINITY,
  }: { lifts: Lifts | null; choices: number | null; countsUpTo?: number },
): Promise<Listing | null> {
  if (!(await isInColumns(ctx, filter, lifts))) return null
  const asksFavourites = choices !== null || filter.favouriteFarms === true
  const favourites = asksFavourites ? (await favouriteFarmsText(ctx)).split(' ').filter((id) => id !== '') : []
  const arriving = filter.arrives ? await farmsArrivingOn(ctx, filter.arrives.at, filter.arrives.on) : null
  const columns = await columnsOf(ctx.db)
  // a kind of food that is not curated has no code
  if (!columns || (filter.item && !columns.items.includes(filter.item))) return null

  const ask = questionsOf(ctx, filter, columns, favourites)
  const rules = rulesOf(ctx, filter, columns, ask)
  const found = narrow(columns, [...rules.values()], {
    arrival: arriving && arrivalOf(columns, arriving),
    withNearly: choices !== null,
  })
  const { key, keyText, descending, isAfter } = sortingOf(ctx, filter, columns, lifts)
  const limit = filter.limit ?? 24
  const rows = firstRows(columns, found.rows, { key, descending, isAfter }, limit + 1).map((row) => ({
    id: idIn(columns, row) as ProductId,
    key: keyText(key(row)),
  }))
  const total = found.rows.length
  const isFew = choices !== null && found.nearly.reduce((sum, rows) => sum + rows.length, found.rows.length) <= choices
  const facets = isFew ? await facetsOf(ctx, columns, { found, rules, ask }) : null
  return listingOf({ total, facets, rows: limit === 0 ? [] : rows }, limit, countsUpTo)
}

type Questions = ReturnType<typeof questionsOf>

/** The rule of each yes-or-no filter, whether it is applied or only counted. */
function questionsOf(ctx: Ctx, { reachedFarms = [] }: ProductFilter, columns: Columns, favourites: readonly string[]) {
  const today = jstDateOf(ctx.now)
  return {
    season: { kind: 'has', column: columns.season, bits: 1 << (monthOf(today) - 1) },
    freight: {
      kind: 'has or is one of',
      flags: columns.flags,
      bits: flag.freightFree,
      column: columns.farm,
      table: farmTable(columns, reachedFarms),
    },
    weighed: { kind: 'has', column: columns.flags, bits: flag.catchWeight },
    isNew: {
      kind: 'between',
      column: columns.listedAt,
      from: microsecondsOf(momentOf(addDays(today, 1 - newForDays), 0)),
      to: Number.POSITIVE_INFINITY,
    },
    favourites: { kind: 'one of', column: columns.farm, table: farmTable(columns, favourites) },
  } satisfies Partial<Record<Dimension, Rule>>
}

function rulesOf(ctx: Ctx, wanted: ProductFilter, columns: Columns, ask: Questions): Map<Dimension, Rule> {
  const rules = new Map<Dimension, Rule>()
  const mayPrice = can(ctx.actor, 'price.see', null)
  const oneOf = (column: Uint8Array | Uint16Array, words: readonly string[], chosen: readonly string[]): Rule => ({
    kind: 'one of',
    column,
    table: Uint8Array.from(['', ...words], (word) => (chosen.includes(word) ? 1 : 0)),
  })
  if (wanted.category) rules.set('category', oneOf(columns.category, categories, [wanted.category]))
  if (wanted.item) rules.set('item', oneOf(columns.item, columns.items, [wanted.item]))
  if (wanted.prefectures?.length) rules.set('place', oneOf(columns.place, prefCodes, wanted.prefectures))
  if (wanted.methods?.length) rules.set('method', oneOf(columns.method, methods, wanted.methods))
  if (wanted.temperatures?.length)
    rules.set('temperature', oneOf(columns.temperature, temperatures, wanted.temperatures))
  if (mayPrice && wanted.perKg && isRange(wanted.perKg)) rules.set('perKg', within(columns.yenPerKg, wanted.perKg))
  if (mayPrice && wanted.perUnit && isRange(wanted.perUnit))
    rules.set('perUnit', within(columns.priceYen, wanted.perUnit))
  if (wanted.inSeason) rules.set('season', ask.season)
  if (wanted.harvestedSince) {
    const from = daysOf(wanted.harvestedSince)
    rules.set('fresh', { kind: 'between', column: columns.harvestedOn, from, to: Number.POSITIVE_INFINITY })
  }
  if (wanted.farmId)
    rules.set('farm', { kind: 'one of', column: columns.farm, table: farmTable(columns, [wanted.farmId]) })
  if (wanted.favouriteFarms) rules.set('favourites', ask.favourites)
  if (wanted.freeFreight) rules.set('freight', ask.freight)
  if (wanted.catchWeight) rules.set('weighed', ask.weighed)
  if (wanted.isNew) rules.set('isNew', ask.isNew)
  return rules
}

/** No price is negative, so that what has none is in no range. */
const within = (column: Int32Array, { from, to }: Range): Rule => ({
  kind: 'between',
  column,
  from: Math.max(0, from ?? 0),
  to: to ?? Number.POSITIVE_INFINITY,
})

function arrivalOf(columns: Columns, arriving: Awaited<ReturnType<typeof farmsArrivingOn>>): Arrival {
  const tables = new Map(
    [...arriving].map(([way, { ids }]) => [`${way.temperature} ${way.airAllowed}`, farmTable(columns, ids)]),
  )
  const ambient = 1 + temperatures.indexOf('ambient')
  const none = new Uint8Array(columns.farms.ids.length)
  const [warmByAir, warm] = [tables.get('ambient true') ?? none, tables.get('ambient false') ?? none]
  const [coolByAir, cool] = [tables.get('cool true') ?? none, tables.get('cool false') ?? none]
  return (temperature, byAir) => {
    if (temperature === ambient) return byAir ? warmByAir : warm
    return byAir ? coolByAir : cool
  }
}

const [mostItems, mostFarms] = [40, 20]

async function facetsOf(
  ctx: Ctx,
  columns: Columns,
  { found, rules, ask }: { found: Narrowed; rules: ReadonlyMap<Dimension, Rule>; ask: Questions },
): Promise<Facets> {
  const dimensions = [...rules.keys()]
  /** The rows of a choice: those that meet all rules, and those that meet all but its own. */
  const partsOf = (dimension: Dimension): Uint32Array[] => {
    const own = found.nearly[dimensions.indexOf(dimension)]
    return own ? [found.rows, own] : [found.rows]
  }
  const sum = (dimension: Dimension, count: (rows: Uint32Array) => number) =>
    partsOf(dimension).reduce((all, rows) => all + count(rows), 0)
  const sums = (dimension: Dimension, count: (rows: Uint32Array) => ArrayLike<number>): number[] =>
    partsOf(dimension)
      .map((rows) => Array.from(count(rows)))
      .reduce((all, more) => all.map((n, index) => n + (more[index] ?? 0)))
  const each = (dimension: Dimension, column: Uint8Array | Uint16Array | Uint32Array, most: number) =>
    sums(dimension, (rows) => countEach(column, most, rows))
  const byWord = <Word extends string>(dimension: Dimension, column: Uint8Array, words: readonly Word[]) => {
    const counts = each(dimension, column, words.length + 1)
    const some = words.map((word, index) => [word, counts[index + 1] ?? 0] as const).filter(([, count]) => count > 0)
    return Object.fromEntries(some.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Partial<Record<Word, number>>
  }
  const items = each('item', columns.item, columns.items.length + 1)
    .slice(1)
    .map((count, index) => ({ key: columns.items[index] ?? '', count }))
  const farms = each('farm', columns.farm, columns.farms.ids.length).map((count, code) => ({
    key: columns.farms.ids[code] ?? '',
    count,
  }))
  const today = jstDateOf(ctx.now)
  const starts = freshDays.map((days) => daysOf(addDays(today, 1 - days))).toReversed()
  const harvested = sums('fresh', (rows) => countBands(columns.harvestedOn, starts, rows)).toReversed()
  const since = (nth: number) => harvested.slice(0, nth + 1).reduce((all, n) => all + n, 0)
  const counts = {
    category: byWord('category', columns.category, categories),
    place: byWord('place', columns.place, prefCodes),
    method: byWord('method', columns.method, methods),
    temperature: byWord('temperature', columns.temperature, temperatures),
    fresh: Object.fromEntries(freshDays.map((days, nth) => [`${days}`, since(nth)])),
    season: sum('season', (rows) => countMeeting(ask.season, rows)),
    favourites: sum('favourites', (rows) => countMeeting(ask.favourites, rows)),
    freight: sum('freight', (rows) => countMeeting(ask.freight, rows)),
    weighed: sum('weighed', (rows) => countMeeting(ask.weighed, rows)),
    isNew: sum('isNew', (rows) => countMeeting(ask.isNew, rows)),
    perKg: can(ctx.actor, 'price.see', null)
      ? sums('perKg', (rows) => countBands(columns.yenPerKg, perKgBands, rows))
      : null,
  }
  const named = await namesOf(ctx, largest(items, mostItems), largest(farms, mostFarms))
  const { category, place, method, temperature, ...others } = counts
  return { category, place, method, temperature, ...named, ...others }
}

type Count = { key: string; count: number }

const largest = (counts: readonly Count[], most: number): Count[] =>
  counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, most)

async function namesOf({ db }: Ctx, items: readonly Count[], farms: readonly Count[]) {
  if (items.length + farms.length === 0) return { item: [], farm: [] }
  const { rows } = await sql<{ key: string; name: string }>`
    select key, name from produce_items where key = any (${items.map(({ key }) => key)}::text[])
    union all
    select id::text, name from farms where id = any (${farms.map(({ key }) => key)}::uuid[])`.execute(db)
  const nameOf = new Map(rows.map(({ key, name }) => [key, name]))
  const withName = ({ key, count }: Count) => {
    const name = nameOf.get(key)
    return name === undefined ? [] : [{ key, name, count }]
  }
  return {
    item: items.flatMap(withName),
    farm: farms.flatMap(withName).map(({ key, ...farm }) => ({ id: key as FarmId, ...farm })),
  }
}
