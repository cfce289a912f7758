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
import type { Facets } from '../product-facets.ts'
import { freshDays, isRange, type Range } from '../product-filter.ts'
import type { ProductFilter } from '../product-list.server.ts'
import { type Bits, type Block, countOf } from './bits.ts'
import { type Columns, farmTable, idIn } from './columns.ts'
import { choicesOf } from './count-choices.ts'
import type { Asked, Counts } from './counts.ts'
import { firstRows } from './first-rows.ts'
import { columnsOf } from './kept-columns.server.ts'
import { type Arrival, meetingIn } from './narrow.ts'
import { inTurns } from './rows-in-turns.ts'
import type { Rule } from './rules.ts'
import { daysOf, microsecondsOf, sortingOf } from './sort-columns.ts'
import { flag } from './totals.ts'

/** Whether the columns answer such a question: without search words, and in an order that is in memory. */
export const isInColumns = async (ctx: Ctx, filter: ProductFilter, lifts: Lifts | null): Promise<boolean> =>
  !filter.q && (lifts !== null || !isOrderedFor(ctx, filter)) && (await columnsOf(ctx.db)) !== null

type PageWanted = { lifts: Lifts | null; countsUpTo: number }

/**
 * A page of a list from the columns in memory, as the statement in `product-list.server.ts` reads it from the tables; null if they
 * cannot answer it. `countsUpTo`: a number of products above it is said to be more than that.
 */
export async function pageFromColumns(ctx: Ctx, filter: ProductFilter, wanted: PageWanted): Promise<Listing | null> {
  const asked = await askColumns(ctx, filter, wanted.lifts, filter.favouriteFarms === true)
  if (!asked) return null
  const { columns, narrowingOf } = asked
  return inTurns(columns, () => {
    const { rules, arrival } = narrowingOf()
    const page = pageOf(ctx, filter, columns, wanted)
    const applied = [...rules.values()]
    return {
      ...page,
      block(block) {
        page.add(block, meetingIn(columns, applied, arrival, block))
        return true
      },
    }
  })
}

/** Collects the rows of a page. */
function pageOf(ctx: Ctx, filter: ProductFilter, columns: Columns, { lifts, countsUpTo }: PageWanted) {
  const limit = filter.limit ?? 24
  const sorting = sortingOf(ctx, filter, columns, lifts)
  const first = firstRows(columns, sorting, limit === 0 ? 0 : limit + 1)
  let total = 0
  return {
    backwards: sorting.descending,
    add(block: Block, rows: Bits): void {
      total += countOf(rows)
      first.add(block, rows)
    },
    result(): Listing {
      const rows = first
        .rows()
        .map(({ row, key }) => ({ id: idIn(columns, row) as ProductId, key: sorting.keyText(key) }))
      return listingOf({ total, facets: null, rows }, limit, countsUpTo)
    },
  }
}

/**
 * How many products a filter finds, and how many each further choice would leave; `'too many'` if these are more than `most`, null if
 * the columns cannot answer it.
 */
export async function facetsFromColumns(
  ctx: Ctx,
  filter: ProductFilter,
  most = Number.POSITIVE_INFINITY,
): Promise<{ count: number; facets: Facets } | 'too many' | null> {
  const asked = await askColumns(ctx, filter, null, true)
  if (!asked) return null
  const { columns, narrowingOf } = asked
  const { choices, keys } = await inTurns(columns, () => {
    const narrowing = narrowingOf()
    const pass = choicesOf(columns, narrowing, narrowing.asked, most)
    return { ...pass, result: () => ({ choices: pass.result(), keys: keysOf(columns) }) }
  })
  return choices ? { count: choices.count, facets: await facetsOf(ctx, choices.counts, keys) } : 'too many'
}

/** Both from one pass over the rows. `isStill`: no row has changed since. */
export async function pageAndFacetsFromColumns(ctx: Ctx, filter: ProductFilter, wanted: PageWanted) {
  const asked = await askColumns(ctx, filter, wanted.lifts, true)
  if (!asked) return null
  const { columns, narrowingOf } = asked
  const { listing, choices, keys, version } = await inTurns(columns, () => {
    const narrowing = narrowingOf()
    const page = pageOf(ctx, filter, columns, wanted)
    const pass = choicesOf(columns, narrowing, narrowing.asked, Number.POSITIVE_INFINITY, page.add)
    return {
      block: pass.block,
      backwards: page.backwards,
      result: () => ({
        listing: page.result(),
        choices: pass.result(),
        keys: keysOf(columns),
        version: columns.version,
      }),
    }
  })
  if (!choices) return null
  const facets = await facetsOf(ctx, choices.counts, keys)
  const isStill = async () => (await columnsOf(ctx.db)) === columns && columns.version === version
  return { listing, facets: { count: choices.count, facets }, isStill }
}

type Keys = { items: readonly string[]; farms: readonly string[] }
/** What the counts are of, as they are when the rows are counted. */
const keysOf = ({ items, farms }: Columns): Keys => ({ items, farms: [...farms.ids] })

async function askColumns(ctx: Ctx, filter: ProductFilter, lifts: Lifts | null, asksFavourites: boolean) {
  if (!(await isInColumns(ctx, filter, lifts))) return null
  const favourites = asksFavourites ? (await favouriteFarmsText(ctx)).split(' ').filter((id) => id !== '') : []
  const arriving = filter.arrives ? await farmsArrivingOn(ctx, filter.arrives.at, filter.arrives.on) : null
  const columns = await columnsOf(ctx.db)
  // a kind of food that is not curated has no code
  if (!columns || (filter.item && !columns.items.includes(filter.item))) return null
  /** For the rows as they are now: farms get codes, and arrays become longer. */
  const narrowingOf = () => {
    const asked = askedOf(ctx, filter, columns, favourites)
    return {
      asked,
      rules: rulesOf(ctx, filter, columns, asked),
      arrival: arriving && arrivalOf(columns, arriving),
    }
  }
  return { columns, narrowingOf }
}

const askedOf = (
  ctx: Ctx,
  { reachedFarms = [] }: ProductFilter,
  columns: Columns,
  favourites: readonly string[],
): Asked => {
  const today = jstDateOf(ctx.now)
  return {
    month: monthOf(today) - 1,
    harvested: freshDays.map((days) => daysOf(addDays(today, 1 - days))).toReversed(),
    newSince: microsecondsOf(momentOf(addDays(today, 1 - newForDays), 0)),
    favourites: farmTable(columns, favourites),
    reached: reachedFarms.length > 0 ? farmTable(columns, reachedFarms) : null,
  }
}

function rulesOf(ctx: Ctx, wanted: ProductFilter, columns: Columns, asked: Asked): Map<Dimension, Rule> {
  const rules = new Map<Dimension, Rule>()
  const mayPrice = can(ctx.actor, 'price.see', null)
  const oneOf = (
    dimension: 'category' | 'item' | 'place' | 'method' | 'temperature',
    words: readonly string[],
    chosen: readonly string[],
  ) => {
    const table = Uint8Array.from(['', ...words], (word) => (chosen.includes(word) ? 1 : 0))
    rules.set(dimension, { kind: 'one of', column: columns[dimension], table, key: `${dimension} ${chosen}` })
  }
  if (wanted.category) oneOf('category', categories, [wanted.category])
  if (wanted.item) oneOf('item', columns.items, [wanted.item])
  if (wanted.prefectures?.length) oneOf('place', prefCodes, wanted.prefectures)
  if (wanted.methods?.length) oneOf('method', methods, wanted.methods)
  if (wanted.temperatures?.length) oneOf('temperature', temperatures, wanted.temperatures)
  if (mayPrice && wanted.perKg && isRange(wanted.perKg)) rules.set('perKg', within(columns.yenPerKg, wanted.perKg))
  if (mayPrice && wanted.perUnit && isRange(wanted.perUnit))
    rules.set('perUnit', within(columns.priceYen, wanted.perUnit))
  if (wanted.inSeason)
    rules.set('season', {
      kind: 'has',
      column: columns.season,
      bits: 1 << asked.month,
      key: `month ${asked.month}`,
    })
  if (wanted.harvestedSince) {
    const from = daysOf(wanted.harvestedSince)
    rules.set('fresh', {
      kind: 'between',
      column: columns.harvestedOn,
      from,
      to: Number.POSITIVE_INFINITY,
      key: `harvested from ${from}`,
    })
  }
  if (wanted.farmId)
    rules.set('farm', { kind: 'one of', column: columns.farm, table: farmTable(columns, [wanted.farmId]) })
  if (wanted.favouriteFarms) rules.set('favourites', { kind: 'one of', column: columns.farm, table: asked.favourites })
  if (wanted.freeFreight)
    rules.set('freight', {
      kind: 'has or is one of',
      flags: columns.flags,
      bits: flag.freightFree,
      column: columns.farm,
      table: asked.reached ?? farmTable(columns, []),
    })
  if (wanted.catchWeight)
    rules.set('weighed', { kind: 'has', column: columns.flags, bits: flag.catchWeight, key: 'weighed' })
  if (wanted.isNew) {
    const { newSince: from } = asked
    rules.set('isNew', {
      kind: 'since',
      column: columns.listedAt,
      from,
      key: `new from ${from}`,
    })
  }
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

async function facetsOf(ctx: Ctx, counts: Counts, keys: Keys): Promise<Facets> {
  const byWord = <Word extends string>(counted: Int32Array, words: readonly Word[]) => {
    const some = words.map((word, index) => [word, counted[index + 1] ?? 0] as const).filter(([, count]) => count > 0)
    return Object.fromEntries(some.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Partial<Record<Word, number>>
  }
  const items = keys.items.map((key, index) => ({ key, count: counts.item[index + 1] ?? 0 }))
  const farms = keys.farms.map((key, code) => ({ key, count: counts.farm[code] ?? 0 }))
  const harvested = [...counts.fresh].toReversed()
  const since = (nth: number) => harvested.slice(0, nth + 1).reduce((all, n) => all + n, 0)
  const named = await namesOf(ctx, largest(items, mostItems), largest(farms, mostFarms))
  const one = (dimension: 'season' | 'favourites' | 'freight' | 'weighed' | 'isNew') => counts[dimension][0] ?? 0
  return {
    category: byWord(counts.category, categories),
    place: byWord(counts.place, prefCodes),
    method: byWord(counts.method, methods),
    temperature: byWord(counts.temperature, temperatures),
    ...named,
    fresh: Object.fromEntries(freshDays.map((days, nth) => [`${days}`, since(nth)])),
    season: one('season'),
    favourites: one('favourites'),
    freight: one('freight'),
    weighed: one('weighed'),
    isNew: one('isNew'),
    perKg: can(ctx.actor, 'price.see', null) ? [...counts.perKg.subarray(1)] : null,
  }
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
