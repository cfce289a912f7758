import type { Part, Quantity } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'

/** Of a unit that was opened, what is there: 7 of 10, if 3 are missing. */
export const rest = ({ count, of }: Part): Part => ({ count: of - count, of })

export const samePart = (a: Part | null | undefined, b: Part | null | undefined): boolean =>
  (a?.count ?? 0) === (b?.count ?? 0) && (a?.of ?? 0) === (b?.of ?? 0)

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
