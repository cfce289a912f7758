import type { Dimension } from '../list-conditions.server.ts'
import type { Columns } from './columns.ts'
import { type Asked, type Counts, countsIn, emptyTally, tallyFor, tallyOfAll, tallyRows } from './counts.ts'
import { type Arrival, type Block, blockRows, type Narrowed, narrow, type Rule } from './narrow.ts'
import type { Pass } from './rows-in-turns.ts'

type Narrowing = { rules: ReadonlyMap<Dimension, Rule>; arrival: Arrival | null }

/** `counts`: each choice without the rule that it would replace. */
type Choices = { count: number; counts: Counts }

/**
 * Counts the rows that a filter finds and those of every choice; null if these are more than `most`. Where more than half of all visible rows are found, the others are
 * counted and taken from the totals. `found` is given the rows of each block that are found.
 */
export function choicesOf(
  columns: Columns,
  narrowing: Narrowing,
  asked: Asked,
  most: number,
  found?: (block: Block, rows: Uint32Array) => void,
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
      const { rows, nearly, others } = narrowed(block)
      count += rows.length
      found?.(block, rows)
      near += nearly.reduce((sum, list) => sum + list.length, 0)
      if (count + near > most) return false
      for (const list of isRest.all ? [others, ...nearly] : [rows])
        tallyRows(tally, columns, asked, list, isRest.all ? -1 : 1)
      for (const choice of own) {
        const rest = nearly.filter((_, nth) => nth !== choice.nth)
        const lists = choice.rest ? [others, ...rest] : [rows, ...nearly.slice(choice.nth, choice.nth + 1)]
        for (const list of lists) tallyFor(choice.dimension, choice.tally, columns, asked, list, choice.rest ? -1 : 1)
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
  let [rows, rest] = [0, 0]
  for (const block of sampleOf(columns.size)) {
    const found = narrowed(block)
    rows += found.rows.length
    rest += found.others.length
    for (const [nth, list] of found.nearly.entries()) nearly[nth] = (nearly[nth] ?? 0) + list.length
  }
  rest += nearly.reduce((sum, some) => sum + some, 0)
  return { all: rest < rows, own: nearly.map((some) => rest - some < rows + some) }
}

const [samples, sampleRows] = [8, 1_024]

function sampleOf(size: number): Block[] {
  if (size <= blockRows) return [{ from: 0, to: size }]
  return Array.from({ length: samples }, (_, nth) => {
    const from = Math.floor((nth * (size - sampleRows)) / (samples - 1))
    return { from, to: from + sampleRows }
  })
}
