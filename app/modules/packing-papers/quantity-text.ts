import { formatGrams, formatNumber } from '#kernel/format.ts'
import type { PaperLine } from './day-orders.server.ts'

type Amount = Pick<PaperLine, 'qty' | 'unit' | 'pieces' | 'pieceUnit' | 'grams'>

/** What is taken off the shelf, with its unit, its pieces and its weight: 「3箱（30袋・15kg）」. */
export function quantityText({ qty, unit, pieces, pieceUnit, grams }: Amount): string {
  const within = [
    ...(pieces !== null && pieces > 1 ? [`${formatNumber(pieces * qty)}${pieceUnit}`] : []),
    ...(grams !== null && grams > 0 ? [formatGrams(grams)] : []),
  ]
  return `${formatNumber(qty)}${unit}${within.length > 0 ? `（${within.join('・')}）` : ''}`
}

/** The same for a line: what is sold by weight and not weighed yet has room for its weight. */
export const lineText = (line: Amount & Pick<PaperLine, 'catchWeight'>): string =>
  line.catchWeight && line.grams === null ? `${quantityText(line)}　＿＿＿＿kg` : quantityText(line)
