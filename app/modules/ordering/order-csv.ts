import type { CsvCell } from '#kernel/csv.ts'
import { stateWord } from './order-labels.ts'
import type { OrderSummary } from './order-queries.server.ts'

/**
 * The columns of the staff list, also used for its file. Amounts in yen without the sign, so that they can be added up.
 */
export const orderCsvHead: readonly CsvCell[] = [
  '番号',
  '注文日時',
  '飲食店',
  '農園',
  'お届け日',
  '状態',
  '商品',
  '送料',
  '税',
  '合計',
  '合計は見込み',
]

export const orderCsvCells = (order: OrderSummary): CsvCell[] => [
  order.number,
  order.placedAt,
  order.restaurant.name,
  order.farm.name,
  order.deliveryOn,
  stateWord[order.state],
  order.figures.goodsYen,
  order.figures.freightYen,
  order.figures.taxYen,
  order.figures.totalIncYen,
  order.figures.estimated ? '約' : null,
]
