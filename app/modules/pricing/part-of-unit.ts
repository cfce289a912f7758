import type { Part, Quantity } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import { plainDigits } from '#kernel/text.ts'
import { type Yen, yen } from '#kernel/yen.ts'

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
 * What is not there of a unit, without tax: its share, rounded up to whole yen, so that the kitchen never pays for what it
 * could not use, and credit and bill together are the price. In SQL: `yen_of_missing`.
 */
export const priceOfMissing = (priceYen: Yen, { missing }: Pick<Quantity, 'missing'>): Yen =>
  yen(missing ? Number((BigInt(priceYen) * BigInt(missing.count) + BigInt(missing.of) - 1n) / BigInt(missing.of)) : 0)

/** Of a unit that was opened, what is there: 7 of 10, if 3 are missing. */
export const rest = ({ count, of }: Part): Part => ({ count: of - count, of })

export const samePart = (a: Part | null | undefined, b: Part | null | undefined): boolean =>
  (a?.count ?? 0) === (b?.count ?? 0) && (a?.of ?? 0) === (b?.of ?? 0)

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

/** As a decimal, for papers and files: `1.7`; of pieces to a thousandth. */
export const decimalOf = ({ qty, missing }: Pick<Quantity, 'qty' | 'missing'>): number =>
  missing ? Math.round((qty - missing.count / missing.of) * 1_000) / 1_000 : qty

/** Whole units and a part of one more, with its unit: 「2箱」「1.7箱」「1箱と18/24」. */
export function partsText(qty: number, part: Part | null | undefined, unit: string): string {
  if (!part) return `${formatNumber(qty)}${unit}`
  if (part.of === 10) return `${formatNumber(qty)}.${part.count}${unit}`
  return `${qty > 0 ? `${formatNumber(qty)}${unit}と` : ''}${part.count}/${part.of}${qty > 0 ? '' : unit}`
}

/** The same of a quantity of which an opened unit counts. */
export const countText = ({ qty, missing }: Pick<Quantity, 'qty' | 'missing'>, unit: string): string =>
  missing ? partsText(qty - 1, rest(missing), unit) : partsText(qty, null, unit)
