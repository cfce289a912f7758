import type { CsvCell } from '#kernel/csv.ts'
import { billableGrams } from '#modules/pricing/line-terms.ts'
import { decimalOf } from '#modules/pricing/part-text.ts'
import { amountAt, knownStage, type OrderLine } from '../order.ts'
import { stateWord } from '../order-labels.ts'
import type { OrderSummary } from '../order-queries.server.ts'

/**
 * One row per line of an order, and one for its freight; days in a spreadsheet format, amounts that can be added up.
 */
export const pastCsvHead: readonly CsvCell[] = [
  '注文番号',
  '注文日時',
  'お届け日',
  '農園',
  '状態',
  '商品',
  '規格',
  '数量',
  '単位',
  '重さ（g）',
  '単価（税抜）',
  '単価の単位',
  '金額（税抜）',
  '税率（％）',
  '注文の合計（税込）',
  '合計は見込み',
]

/** The total of an order is only in its first row, so that the column can be added up, too. */
export function pastCsvRows(order: OrderSummary): CsvCell[][] {
  const { figures } = order
  const rows = [
    ...order.lines.map((line) => goodsOf(line)),
    ...(figures.freightYen > 0
      ? [['送料', null, 1, '件', null, figures.freightYen, '件', figures.freightYen, order.freightTaxPercent]]
      : []),
  ]
  const nothing: CsvCell[] = [null, null, null, null, null, null, null, null, null]
  return (rows.length > 0 ? rows : [nothing]).map((row, index) => [
    order.number,
    order.placedAt,
    order.deliveryOn,
    order.farm.name,
    stateWord[order.state],
    ...row,
    index === 0 ? figures.totalIncYen : null,
    index === 0 && figures.estimated ? '約' : null,
  ])

  function goodsOf(line: OrderLine): CsvCell[] {
    const stage = knownStage(line)
    const quantity = line.quantities[stage]
    const owed = figures.goodsYen > 0 ? amountAt(line, stage) : 0
    // as it is billed, so that weight and price give the amount
    const weight = line.catchWeight && quantity ? billableGrams(line, quantity) : null
    const { name, packLabel, unitLabel, priceYen, taxPercent } = line
    const per = line.catchWeight ? 'kg' : unitLabel
    return [name, packLabel, quantity ? decimalOf(quantity) : 0, unitLabel, weight, priceYen, per, owed, taxPercent]
  }
}
