import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Block, blockAt, blockRows } from './bits.ts'
import type { Columns } from './columns.ts'

/**
 * What goes once through all rows, a block at a time; from the last to the first if `backwards`. `block` says whether the other
 * blocks are needed.
 */
export type Pass<Result> = { backwards?: boolean; block(block: Block): boolean; result(): Result }

/** Blocks in one turn of the event loop, a millisecond or less: other requests are answered between them. */
const blocksInTurn = 8
/** How often a change of the rows meanwhile may begin it again; then it is done in one turn. */
const mostAgain = 2

/**
 * Goes through all rows of the columns as they are at one moment. When a row changes between two turns, `begin` is called again
 * and everything is done anew.
 */
export async function inTurns<Result>(columns: Columns, begin: () => Pass<Result>): Promise<Result> {
  for (let again = 0; ; again++) {
    const { version } = columns
    const pass = begin()
    const blocks = blocksOf(columns.size, pass.backwards ?? false)
    let done = 0
    while (done < blocks.length && columns.version === version) {
      for (const block of blocks.slice(done, done + blocksInTurn)) if (!pass.block(block)) return pass.result()
      done += blocksInTurn
      if (done < blocks.length && again < mostAgain) await nextTurn()
    }
    if (columns.version === version) return pass.result()
  }
}

function blocksOf(size: number, backwards: boolean): Block[] {
  const blocks = Array.from({ length: Math.ceil(size / blockRows) }, (_, nth) => blockAt(nth, size))
  return backwards ? blocks.toReversed() : blocks
}
