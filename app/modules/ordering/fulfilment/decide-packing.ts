import { z } from 'zod'
import type { Quantity as LineQuantity } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, GramsIn, IdOf, Quantity, ShortageReasonIn } from '#kernel/schema.ts'
import { isBelievable } from '#modules/ordering/believable-weight.ts'
import { instructionOf } from '#modules/ordering/instruction.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import type { ShortageReason } from '#modules/ordering/order-labels.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { nominalQuantity, weightBounds } from '#modules/pricing/line-terms.ts'
import { sumOfPieces } from './piece-weights.ts'

/** The weight is without tare, for catch weight only; the lot is one of this product, or today's harvest. */
export const PackedLine = Body({
  lineId: IdOf<'orderLine'>('明細'),
  qty: Quantity(0),
  grams: GramsIn.nullable().default(null).describe('計量した重さ（風袋を除いたグラム）。不定貫の商品のみ'),
  pieces: z
    .array(GramsIn)
    .max(99)
    .optional()
    .describe('1つずつ計量した重さ。数量と同じ個数で、合計が全体の重さになります。不定貫の商品のみ'),
  reason: ShortageReasonIn.nullable().default(null),
  lot: z
    .union([z.literal('today'), IdOf<'lot'>('ロット')], { error: 'today またはロットのIDを入力してください。' })
    .nullable()
    .default(null)
    .describe('対象の収穫分。today は本日の収穫'),
})
export type PackedLine = z.output<typeof PackedLine>

export type Packed = {
  line: OrderLine
  quantity: LineQuantity
  reason: ShortageReason | null
  lot: PackedLine['lot']
  pieces: readonly Grams[]
}

/**
 * The chef's instruction during packing: the chef is not asked any more. If the line must be complete, none of it is
 * sent; with all or nothing, the order is not sent: null.
 */
function goingOf(line: OrderLine, qty: number, confirmed: number): number | null {
  if (qty >= confirmed) return qty
  const instruction = instructionOf(line)
  if (instruction.kind === 'all_or_nothing') return null
  const plain = 'otherwise' in instruction ? instruction.otherwise : instruction.kind
  return plain === 'drop_line' ? 0 : qty
}

/**
 * Pure: checks the farmer's statement about each line against what was confirmed; the first statement about a line
 * counts.
 */
export function decidePacking(
  lines: readonly OrderLine[],
  packed: readonly PackedLine[],
): Result<Packed[], OrderingRefusal> {
  const decided: Packed[] = []
  for (const said of packed) {
    const line = lines.find((it) => it.id === said.lineId)
    if (!line) return refuse('unknown_line')
    if (decided.some((it) => it.line === line)) continue
    const at = { line: line.id }
    const confirmed = line.quantities.confirmed?.qty ?? 0
    if (!Number.isSafeInteger(said.qty) || said.qty < 0) return refuse('bad_quantity', at)
    if (said.qty > confirmed) return refuse('more_than_confirmed', { ...at, max: confirmed })
    if (said.qty < confirmed && !said.reason) return refuse('reason_missing', at)
    const going = goingOf(line, said.qty, confirmed)
    if (going === null) return refuse('all_or_nothing', at)
    if (!line.catchWeight) {
      if (said.grams !== null || said.pieces?.length) return refuse('not_catch_weight', at)
      decided.push({ line, quantity: nominalQuantity(line, going), reason: said.reason, lot: said.lot, pieces: [] })
      continue
    }
    const pieces = going > 0 ? (said.pieces ?? []) : []
    if (pieces.length > 0 && pieces.length !== going) return refuse('pieces_wrong', at)
    const stated = pieces.length > 0 ? sumOfPieces(pieces) : said.grams
    if (pieces.length > 0 && said.grams !== null && said.grams !== stated) return refuse('pieces_wrong', at)
    if (going > 0 && stated === null) return refuse('weight_missing', at)
    const weight = going === 0 ? grams(0) : (stated ?? grams(0))
    if (going > 0) {
      if (!isBelievable(line, going, weight)) return refuse('weight_not_believable', at)
      const { lower } = weightBounds(line, going)
      if (weight < lower && !said.reason) return refuse('too_light', { ...at, lowerKg: lower / 1000 })
    }
    decided.push({ line, quantity: { qty: going, grams: weight }, reason: said.reason, lot: said.lot, pieces })
  }
  return ok(decided)
}
