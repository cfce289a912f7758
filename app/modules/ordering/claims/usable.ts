import type { Quantity } from '#kernel/enums.ts'
import { parseThousandths } from '#kernel/text.ts'
import { isDivisible, readParts } from '#modules/pricing/part-of-unit.ts'
import { shareOf } from './claim-terms.ts'

/**
 * How much could be used, as a kitchen types it (良品数). It may be a part of a box: one that was opened counts, with its
 * share of the weight, or of its price where the unit holds several things (pricing/part-of-unit.ts). Null if it is no
 * quantity of this line.
 */
export function usableIn(text: unknown, shipped: Quantity, unitLabel: string): Quantity | null {
  if (shipped.grams === null) {
    const read = readParts(text)
    if (!read || (read.missing && !isDivisible(unitLabel))) return null
    return { qty: read.qty, grams: null, ...(read.missing && { missing: read.missing }) }
  }
  const thousandths = parseThousandths(text)
  return thousandths === null
    ? null
    : { qty: Math.ceil(thousandths / 1000), grams: shareOf(shipped, thousandths / 1000) }
}
