import type { Part, Quantity } from '#kernel/enums.ts'
import { plainDigits } from '#kernel/text.ts'
import type { LineTerms } from './line-terms.ts'
import { rest } from './part-text.ts'

/** One more part than this is not counted in a kitchen. */
const mostParts = 1_000

/** Sale units that are one thing: half a bird or half a leek is not delivered. Every other unit holds several things. */
const wholeUnits: readonly string[] = ['本', '玉', '個', '株', '枚', '尾', '杯', '羽', '頭', '節', 'びん']

/** Whether a part of this unit may be of use: 0.7 of a box, 18 of its 24 pieces. */
export const isDivisible = (unitLabel: string): boolean => !wholeUnits.includes(unitLabel)

/** How to type a part, beside the field. */
export const partHelp = (unitLabel: string): string => `${unitLabel}の一部は、0.7 または 18/24 のように入力できます`

/** A part of one unit: more than nothing, less than all of it. */
export const isPart = ({ count, of }: Part): boolean =>
  Number.isSafeInteger(count) && Number.isSafeInteger(of) && of >= 2 && of <= mostParts && count >= 1 && count < of

/**
 * A quantity as a kitchen types it: `2`, in tenths `1.7`, in pieces of a box `18/24`, of the second box `1+18/24`. An
 * opened unit counts, and `missing` says what of it is not there. Null if it is none of these.
 */
export function readParts(text: unknown): { qty: number; missing: Part | null } | null {
  const typed = typeof text === 'string' ? plainDigits(text).replaceAll('と', '+').replaceAll('⁄', '/') : ''
  const tenths = /^(\d{1,4})(?:\.(\d))?$/.exec(typed)
  if (tenths) return opened(Number(tenths[1]), { count: Number(tenths[2] ?? 0), of: 10 })
  const pieces = /^(?:(\d{1,4})\+)?(\d{1,4})\/(\d{1,4})$/.exec(typed)
  return pieces ? opened(Number(pieces[1] ?? 0), { count: Number(pieces[2]), of: Number(pieces[3]) }) : null
}

/** Whole units, and of one more unit the part that is there. */
function opened(whole: number, there: Part): { qty: number; missing: Part | null } | null {
  if (there.count === 0) return { qty: whole, missing: null }
  if (there.count === there.of) return { qty: whole + 1, missing: null }
  return isPart(there) ? { qty: whole + 1, missing: rest(there) } : null
}

/** Whether this part of the line's last unit can be missing: only of a counted unit that holds several things. */
export const mayMiss = (
  line: Pick<LineTerms, 'catchWeight'> & { unitLabel: string },
  { qty, missing }: Quantity,
): boolean => !missing || (!line.catchWeight && isDivisible(line.unitLabel) && qty > 0 && isPart(missing))
