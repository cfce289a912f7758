import type { Selectable } from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import { weightText } from '#kernel/typed-number.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import type { TypedGoods } from './product-fields.ts'
import type { Goods } from './read-products.ts'

type Row = Selectable<Database['products']>

/** The stored columns of a product; what the farm does not decide is left unchanged. */
export const columnsOf = (goods: Goods) =>
  ({
    name: goods.name,
    kana: goods.kana,
    item_key: goods.itemKey,
    category: goods.category,
    variety: goods.variety,
    description: goods.description,
    method: goods.method,
    grade: goods.grade,
    temperature: goods.temperature,
    tax_kind: goods.taxKind,
    unit_label: goods.unitLabel,
    pack_label: goods.packLabel,
    price_yen: goods.priceYen,
    catch_weight: goods.catchWeight,
    net_grams: goods.netGrams,
    piece_count: goods.pieceCount,
    tolerance_percent: goods.tolerancePercent,
    gross_grams: goods.grossGrams,
    size_points: goods.sizePoints,
    order_step: goods.orderStep,
    min_qty: goods.minQty,
    max_qty: goods.maxQty,
    season_months: goods.seasonMonths,
    storage_note: goods.storageNote,
    sells_from: goods.sellsFrom,
  }) satisfies Partial<Row>

const optional = (value: number | null) => (value === null ? '' : String(value))

/** A product as its farm would type it today; the inverse of readGoods. */
export const typedOf = (row: Row, stock: number): TypedGoods => ({
  item: findItem(row.item_key)?.baseName ?? row.name,
  name: row.name,
  kana: row.kana,
  category: row.category,
  variety: row.variety,
  method: row.method,
  grade: row.grade,
  description: row.description,
  storageNote: row.storage_note,
  soldBy: row.catch_weight ? 'weight' : 'fixed',
  unit: row.unit_label,
  netKg: row.net_grams === null ? '' : weightText(row.net_grams, 'kg'),
  pieces: optional(row.piece_count),
  tolerance: optional(row.tolerance_percent),
  packLabel: row.pack_label,
  temperature: row.temperature,
  grossKg: weightText(row.gross_grams, 'kg'),
  litres: String(row.size_points),
  price: String(row.price_yen),
  taxKind: row.tax_kind,
  minQty: String(row.min_qty),
  orderStep: String(row.order_step),
  maxQty: String(row.max_qty),
  sellsFrom: row.sells_from,
  stock: String(stock),
  seasonMonths: row.season_months.join(','),
})
