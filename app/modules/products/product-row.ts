import type { Selectable } from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import { type ProductValues, valuesIn } from './product.ts'
import type { Goods } from './read-products.ts'

type Row = Selectable<Database['products']>

/** The stored columns of a product; what the farm does not decide is left unchanged. */
export const columnsOf = ({ item: _, stock: __, ...columns }: Goods) => columns satisfies Partial<Row>

/** A product as its farm would state it today; the inverse of readGoods. */
export const valuesOf = (row: Row, stock: number | null): ProductValues =>
  valuesIn({
    ...row,
    ...row.facts,
    item: findItem(row.itemKey)?.baseName ?? row.name,
    boxLitres: row.sizePoints,
    stock,
  })
