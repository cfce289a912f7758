import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categories, methods, temperatures } from '#kernel/enums.ts'
import { prefCodes } from '#kernel/place.ts'
import type { Dimension } from '../list-conditions.server.ts'
import { perKgBands } from '../product-facets.ts'
import { type Block, blockAt, blockRows, countOf, rowsOf } from './bits.ts'
import { appendSorted, type Columns, hideRow, idIn, noColumns, putRows, recordBytes } from './columns.ts'
import { choicesOf } from './count-choices.ts'
import type { Asked, CountedDimension } from './counts.ts'
import { firstRows } from './first-rows.ts'
import { type Arrival, meetingIn } from './narrow.ts'
import { inTurns } from './rows-in-turns.ts'
import { bitsOf, type Rule } from './rules.ts'
import { bandOf, flag } from './totals.ts'

/** What is counted block by block, from one side or the other, against the same said row by row. */

const [farmCount, itemCount] = [30, 12]
/** More than two blocks, and more than one turn. */
const rowCount = 80_000

/** A number from 0 to before `most` that looks random, but is the same each time. */
const mixed = (row: number, salt: number, most: number): number => {
  let hash = Math.imul(row + 1, 2_654_435_761) ^ Math.imul(salt + 7, 40_503)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  return ((hash ^ (hash >>> 13)) >>> 0) % most
}

function record(id: number, salt: number): Buffer {
  const bytes = Buffer.alloc(recordBytes)
  const of = (nth: number, most: number) => mixed(id, salt * 100 + nth, most)
  bytes.writeUInt32BE(id, 12)
  bytes.writeUInt32BE(of(0, farmCount), 28)
  // some before 2000, where both the moments and the days are counted from
  const isOld = of(31, 40) === 0
  const listedAt = isOld ? -of(1, 1_000) * 3.3e10 : 8.4e14 + of(1, 1_000) * 3.3e10
  const high = Math.floor(listedAt / 2 ** 32)
  bytes.writeInt32BE(high, 32)
  bytes.writeUInt32BE(listedAt - high * 2 ** 32, 36)
  bytes.writeInt32BE(100 + of(2, 6_000), 40)
  bytes.writeInt32BE(of(3, 9) === 0 ? -1 : of(4, 7_000), 44)
  bytes.writeInt32BE(isOld ? -(2 ** 31) : of(5, 3) === 0 ? 0 : 9_800 + of(6, 40), 48)
  bytes.writeInt32BE(of(7, 50), 60)
  const tenths = [
    [flag.visible, 9],
    [flag.inStock, 8],
    [flag.airAllowed, 5],
    [flag.catchWeight, 2],
    [flag.freightFree, 3],
  ] as const
  const flags = tenths.reduce((all, [bit, often], nth) => all | (of(8 + nth, 10) < often ? bit : 0), 0)
  bytes.writeInt16BE(flags, 64)
  const codes = [
    categories.length + 1,
    itemCount + 1,
    prefCodes.length + 1,
    methods.length + 1,
    temperatures.length + 1,
  ]
  for (const [nth, most] of codes.entries()) bytes.writeInt16BE(of(20 + nth, most), 66 + 2 * nth)
  bytes.writeInt16BE(of(30, 4_096), 76)
  return bytes
}

const ids = Array.from({ length: rowCount }, (_, nth) => 2 * nth)
const recordsOf = (some: readonly number[], salt: number) => Buffer.concat(some.map((id) => record(id, salt)))

function filled(): Columns {
  const items = Array.from({ length: itemCount }, (_, nth) => `kind ${nth}`)
  const columns = noColumns(items, 2 * rowCount)
  appendSorted(columns, recordsOf(ids, 0))
  return columns
}
const columns = filled()

const anAsked = fc.record({
  month: fc.integer({ min: 0, max: 11 }),
  newSince: fc.integer({ min: 9_700, max: 10_200 }).map((day) => (day * 24 - 9) * 3.6e9),
  harvested: fc.constant([9_820, 9_824, 9_825, 9_826]),
  favourites: fc
    .array(fc.constantFrom(0, 1), { minLength: farmCount, maxLength: farmCount })
    .map((of) => Uint8Array.from(of)),
  reached: fc.option(
    fc.array(fc.constantFrom(0, 0, 1), { minLength: farmCount, maxLength: farmCount }).map((of) => Uint8Array.from(of)),
  ),
}) satisfies fc.Arbitrary<Asked>

type Choice = [Dimension, Rule]
const oneOf = (dimension: Dimension, column: Uint8Array | Uint16Array | Uint32Array, codes: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: codes - 1 }), { minLength: 1, maxLength: codes }).map((chosen): Choice => {
    const table = Uint8Array.from({ length: codes }, (_, code) => Number(chosen.includes(code)))
    return [dimension, { kind: 'one of', column, table, key: `${dimension} ${chosen}` }]
  })
const between = (dimension: Dimension, column: Int32Array, least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((from): Choice => [dimension, { kind: 'between', column, from, to: most }])

const someRules = fc
  .subarray(
    [
      oneOf('category', columns.category, categories.length + 1),
      oneOf('item', columns.item, itemCount + 1),
      oneOf('place', columns.place, prefCodes.length + 1),
      oneOf('farm', columns.farm, farmCount),
      oneOf('method', columns.method, methods.length + 1),
      between('perUnit', columns.priceYen, 0, 6_000),
      between('perKg', columns.yenPerKg, 0, 7_000),
      between('fresh', columns.harvestedOn, 9_790, 9_840),
      fc.uniqueArray(fc.nat(farmCount - 1)).map((reached): Choice => {
        const table = Uint8Array.from({ length: farmCount }, (_, farm) => Number(reached.includes(farm)))
        const { flags, farm: column } = columns
        return ['freight', { kind: 'has or is one of', flags, bits: flag.freightFree, column, table }]
      }),
      fc.constant<Choice>(['weighed', { kind: 'has', column: columns.flags, bits: flag.catchWeight, key: 'weighed' }]),
      fc.integer({ min: 9_700, max: 10_200 }).map((day): Choice => {
        const from = (day * 24 - 9) * 3.6e9
        return ['isNew', { kind: 'since', column: columns.listedAt, from, key: `new from ${from}` }]
      }),
      fc
        .integer({ min: 0, max: 11 })
        .map((month): Choice => ['season', { kind: 'has', column: columns.season, bits: 1 << month }]),
    ],
    { maxLength: 4 },
  )
  .chain((rules) => fc.tuple(...rules))
const anArrival = fc.option(
  fc.integer({ min: 0, max: 2 }).map((salt): Arrival => {
    const tables = [0, 1].map((way) => Uint8Array.from({ length: farmCount }, (_, farm) => mixed(farm, salt + way, 2)))
    return (temperature, byAir) => tables[(temperature + Number(byAir)) % 2] ?? new Uint8Array(farmCount)
  }),
)

const meets = (rule: Rule, row: number): boolean => {
  if (rule.kind === 'one of') return rule.table[rule.column[row] ?? 0] === 1
  if (rule.kind === 'has') return ((rule.column[row] ?? 0) & rule.bits) !== 0
  if (rule.kind === 'since') return (rule.column[row] ?? 0) >= rule.from
  if (rule.kind === 'between') return (rule.column[row] ?? 0) >= rule.from && (rule.column[row] ?? 0) <= rule.to
  return ((rule.flags[row] ?? 0) & rule.bits) !== 0 || rule.table[rule.column[row] ?? 0] === 1
}

/** The rows that can be shown at all, those of an arrival included. */
const shown = (arrival: Arrival | null, row: number): boolean => {
  const flags = columns.flags[row] ?? 0
  if ((flags & flag.visible) === 0) return false
  if (!arrival) return true
  const farms = arrival(columns.temperature[row] ?? 0, (flags & flag.airAllowed) !== 0)
  return (flags & flag.inStock) !== 0 && farms[columns.farm[row] ?? 0] === 1
}

const dimensions = [
  ...(['category', 'item', 'place', 'method', 'temperature', 'farm', 'fresh', 'perKg'] as const),
  ...(['season', 'favourites', 'freight', 'weighed', 'isNew'] as const),
] satisfies CountedDimension[]

/** The codes of a row in a dimension, or those of what it answers with yes. */
function codeOf(dimension: CountedDimension, row: number, asked: Asked): number | null {
  const flags = columns.flags[row] ?? 0
  const farm = columns.farm[row] ?? 0
  const yes = (holds: boolean) => (holds ? 0 : null)
  if (dimension === 'fresh') return bandOf(asked.harvested, columns.harvestedOn[row] ?? 0) - 1
  if (dimension === 'perKg') return bandOf(perKgBands, columns.yenPerKg[row] ?? 0)
  if (dimension === 'season') return yes((((columns.season[row] ?? 0) >> asked.month) & 1) === 1)
  if (dimension === 'favourites') return yes(asked.favourites[farm] === 1)
  if (dimension === 'freight') return yes((flags & flag.freightFree) !== 0 || asked.reached?.[farm] === 1)
  if (dimension === 'weighed') return yes((flags & flag.catchWeight) !== 0)
  if (dimension === 'isNew') return yes((columns.listedAt[row] ?? 0) >= asked.newSince)
  return columns[dimension][row] ?? 0
}

const nonZero = (codes: Int32Array | Map<number, number>) =>
  Object.fromEntries(
    [...codes.entries()].filter(([code, count]) => code >= 0 && count !== 0).toSorted(([a], [b]) => a - b),
  )

const runs = () => Math.ceil(Number(fc.readConfigureGlobal().numRuns) / 20)

test('rows are found and the choices of each filter counted as row by row, whichever side is smaller, after any changes', async () => {
  let salt = 0
  await fc.assert(
    fc.asyncProperty(
      someRules,
      anArrival,
      anAsked,
      fc.array(fc.integer({ min: 0, max: 2 * rowCount + 20 }), { maxLength: 20 }),
      async (chosen, arrival, asked, changed) => {
        salt += 1
        const rules = new Map(chosen)
        const counted = (most: number) => inTurns(columns, () => choicesOf(columns, { rules, arrival }, asked, most))
        // the rules have been asked for before, so that what is kept of them has to follow the changes
        await counted(Number.POSITIVE_INFINITY)
        putRows(columns, recordsOf(changed, salt))
        for (const id of changed.slice(0, 3))
          hideRow(columns, `00000000-0000-0000-0000-${id.toString(16).padStart(12, '0')}`)
        let [found, near] = [0, 0]
        const expected = new Map(dimensions.map((dimension) => [dimension, new Map<number, number>()]))
        for (let row = 0; row < columns.size; row++) {
          if (!shown(arrival, row)) continue
          const failing = chosen.filter(([, rule]) => !meets(rule, row)).map(([dimension]) => dimension)
          if (failing.length === 0) found++
          if (failing.length > 1) continue
          near += failing.length
          for (const dimension of failing.length === 0 ? dimensions : dimensions.filter((one) => one === failing[0])) {
            const code = codeOf(dimension, row, asked)
            const of = expected.get(dimension)
            if (code !== null) of?.set(code, (of.get(code) ?? 0) + 1)
          }
        }
        expect(await counted(found + near - 1)).toBeNull()
        const answer = await counted(found + near)
        expect(answer?.count).toBe(found)
        for (const dimension of dimensions)
          expect([dimension, nonZero(answer?.counts[dimension] ?? new Map())]).toEqual([
            dimension,
            nonZero(expected.get(dimension) ?? new Map()),
          ])
      },
    ),
    { numRuns: runs() },
  )
}, 120_000)

const priced = (of: Columns, from: number): Rule => ({
  ...{ kind: 'between', column: of.priceYen, from, to: 9e6 },
  key: `from ${from}`,
})
const [firstBlock, secondBlock] = [blockAt(0, rowCount), blockAt(1, rowCount)]

test('bits are kept until a row of their block changes', () => {
  const own = filled()
  const ask = (block: Block) => [...bitsOf(priced(own, 3_000), own, block)]
  const [first, second] = [ask(firstBlock), ask(secondBlock)]
  // behind its back
  own.priceYen.fill(1)
  expect([ask(firstBlock), ask(secondBlock)]).toEqual([first, second])
  putRows(own, record(2 * firstBlock.to, 1))
  expect(ask(firstBlock)).toEqual(first)
  expect(countOf(Int32Array.from(ask(secondBlock)))).toBeLessThanOrEqual(1)
})

test('the bits of the rule that was asked for longest ago make room for those of another', () => {
  const own = filled()
  const ask = (from: number) => bitsOf(priced(own, from), own, firstBlock)
  for (let from = 0; from < 48; from++) ask(from)
  ask(0)
  ask(48)
  expect([...own.bits.byRule.keys()]).toEqual([
    ...Array.from({ length: 46 }, (_, nth) => `from ${nth + 2}`),
    'from 0',
    'from 48',
  ])
})

test('rows that are added beyond what there is room for are found', () => {
  const own = noColumns([], blockRows - 10)
  const countAll = () => {
    let found = 0
    for (let nth = 0; nth * blockRows < own.size; nth++) {
      const block = blockAt(nth, own.size)
      found += rowsOf(meetingIn(own, [priced(own, 3_000)], null, block), block).length
    }
    return found
  }
  for (const [from, to] of [
    [0, blockRows - 20],
    [blockRows - 20, blockRows + 2_000],
    [blockRows + 2_000, 3 * blockRows],
  ] as const) {
    putRows(own, recordsOf(ids.slice(from, to), 0))
    const expected = Array.from({ length: to }, (_, row) => row).filter(
      (row) => ((own.flags[row] ?? 0) & flag.visible) !== 0 && (own.priceYen[row] ?? 0) >= 3_000,
    )
    expect(countAll()).toBe(expected.length)
  }
})

test('the first rows are those of all rows in order, from either end', () => {
  fc.assert(
    fc.property(
      someRules,
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      fc.option(fc.nat(50)),
      (chosen, descending, limit, after) => {
        const rules = chosen.map(([, rule]) => rule)
        const isAfter = after === null ? null : (_: number, key: number) => (descending ? key < after : key > after)
        const keysOf = ({ from, to }: { from: number; to: number }) => columns.score.subarray(from, to)
        const first = firstRows(columns, { descending, isAfter, keysOf }, limit)
        const all: number[] = []
        for (let nth = 0; nth * blockRows < columns.size; nth++) {
          const block = blockAt(nth, columns.size)
          const rows = meetingIn(columns, rules, null, block)
          all.push(...rowsOf(rows, block))
          first.add(block, rows)
        }
        const sign = descending ? -1 : 1
        const sorted = all
          .map((row) => ({ row, key: columns.score[row] ?? 0, id: idIn(columns, row) }))
          .filter(({ row, key }) => !isAfter || isAfter(row, key))
          .toSorted((a, b) => sign * (a.key - b.key || (a.id < b.id ? -1 : 1)))
        expect(first.rows()).toEqual(sorted.slice(0, limit).map(({ row, key }) => ({ row, key })))
      },
    ),
    { numRuns: runs() },
  )
}, 120_000)

/** Counts the visible rows; `between` is other work that waits since the last turn began. */
async function countVisible(between: (turn: number) => void) {
  let [begun, turns] = [0, 0]
  let isWaiting = false
  const count = await inTurns(columns, () => {
    begun += 1
    let found = 0
    return {
      block(block) {
        found += countOf(meetingIn(columns, [], null, block))
        if (!isWaiting) {
          isWaiting = true
          setImmediate(() => {
            isWaiting = false
            between(turns++)
          })
        }
        return true
      },
      result: () => found,
    }
  })
  return { count, begun, turns }
}
const visibleNow = () => columns.flags.subarray(0, columns.size).reduce((sum, flags) => sum + (flags & flag.visible), 0)
const hideFirst = () => {
  const row = columns.flags.findIndex((flags) => (flags & flag.visible) !== 0)
  hideRow(columns, idIn(columns, row))
}

test('other work is done while rows are counted, and a change meanwhile is not half in the answer', async () => {
  const quiet = await countVisible(() => {})
  expect(quiet).toMatchObject({ count: visibleNow(), begun: 1 })
  expect(quiet.turns).toBeGreaterThan(0)

  const once = await countVisible((turn) => {
    if (turn === 0) hideFirst()
  })
  expect(once).toMatchObject({ count: visibleNow(), begun: 2 })
})

test('with a change at every turn an answer comes all the same', async () => {
  const { count, begun } = await countVisible(hideFirst)
  expect(begun).toBe(3)
  expect(count).toBe(visibleNow())
})
