import type { Dimension } from '../list-conditions.server.ts'
import { type Bits, type Block, blockAt, blockRows, countOf, noRows, rowsOf, setEither, setWithout } from './bits.ts'
import type { Columns } from './columns.ts'
import { type Asked, type Counts, countsIn, emptyTally, tallyFor, tallyOfAll, tallyRows } from './counts.ts'
import { type Arrival, type Narrowed, narrow } from './narrow.ts'
import type { Pass } from './rows-in-turns.ts'
import type { Rule } from './rules.ts'

/** Used again for each block. */
const [choosable, others] = [noRows(), noRows()]

type Narrowing = { rules: ReadonlyMap<Dimension, Rule>; arrival: Arrival | null }

/** `counts`: each choice without the rule that it would replace. */
type Choices = { count: number; counts: Counts }

/**
 * Counts the rows that a filter finds and those of every choice; null if these are more than `most`. Where more than half of all visible rows are found, the others are
 * counted and taken from the totals. `take` is given the rows of each block that are found.
 */
export function choicesOf(
  columns: Columns,
  narrowing: Narrowing,
  asked: Asked,
  most: number,
  take?: (block: Block, rows: Bits) => void,
): Pass<Choices | null> {
  const rules = [...narrowing.rules.values()]
  const narrowed = (block: Block) => narrow(columns, rules, narrowing.arrival, block)
  const isRest = restIsSmaller(columns, rules.length, narrowed)
  const begin = (rest: boolean | undefined) => (rest ? tallyOfAll(columns, asked) : emptyTally(columns, asked))
  const tally = begin(isRest.all)
  const own = [...narrowing.rules.keys()].flatMap((dimension, nth) =>
    dimension === 'perUnit' ? [] : [{ dimension, nth, rest: isRest.own[nth], tally: begin(isRest.own[nth]) }],
  )
  let [count, near] = [0, 0]

  return {
    block(block) {
      const { visible, found, nearly } = narrowed(block)
      count += countOf(found)
      for (const rows of nearly) near += countOf(rows)
      take?.(block, found)
      if (count + near > most) return false
      const side = (rows: Bits, rest: boolean | undefined) => {
        if (rest) setWithout(others, visible, rows)
        return rowsOf(rest ? others : rows, block)
      }
      tallyRows(tally, columns, asked, side(found, isRest.all), isRest.all ? -1 : 1)
      for (const choice of own) {
        setEither(choosable, found, nearly[choice.nth] ?? found)
        const rows = side(choosable, choice.rest)
        tallyFor(choice.dimension, choice.tally, columns, asked, rows, choice.rest ? -1 : 1)
      }
      return true
    },
    result() {
      if (count + near > most) return null
      const counts = countsIn(tally, asked)
      for (const choice of own) counts[choice.dimension] = countsIn(choice.tally, asked)[choice.dimension]
      return { count, counts }
    },
  }
}

type Sides = {
  /** Whether fewer rows than found are left, for the choices without a rule of their own. */
  all: boolean
  /** The same for each rule, without which its own choices are counted. */
  own: boolean[]
}

/** By a sample of all rows: it decides how quick counting is, not what is counted. */
function restIsSmaller(columns: Columns, rules: number, narrowed: (block: Block) => Narrowed): Sides {
  const nearly = Array.from({ length: rules }, () => 0)
  let [found, visible] = [0, 0]
  for (const block of sampleOf(columns.size)) {
    const rows = narrowed(block)
    found += countOf(rows.found)
    visible += countOf(rows.visible)
    for (const [nth, bits] of rows.nearly.entries()) nearly[nth] = (nearly[nth] ?? 0) + countOf(bits)
  }
  const isMost = (rows: number) => rows > visible / 2
  return { all: isMost(found), own: nearly.map((rows) => isMost(found + rows)) }
}

const samples = 4

function sampleOf(size: number): Block[] {
  const blocks = Math.ceil(size / blockRows)
  const some = Math.min(samples, blocks)
  return Array.from({ length: some }, (_, nth) => blockAt(Math.floor(((nth + 0.5) * blocks) / some), size))
}
