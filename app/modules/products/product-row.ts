import type { Selectable } from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import { type ProductValues, valuesIn } from './product.ts'
import type { Goods } from './read-products.ts'

type Row = Selectable<Database['products']>

/** The stored columns of a product; what the farm does not decide is left unchanged. */
export const columnsOf = ({ item: _, stock: __, ...columns }: Goods) => snakeKeys(columns) satisfies Partial<Row>

/** A product as its farm would state it today; the inverse of readGoods. */
export const valuesOf = (row: Row, stock: number | null): ProductValues =>
  valuesIn({
    ...camelKeys(row),
    item: findItem(row.item_key)?.baseName ?? row.name,
    boxLitres: row.size_points,
    stock,
  })

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''
type SnakeKeys<T> = { [Name in keyof T & string as Snake<Name>]: T[Name] }

const snakeKeys = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`), value]),
  ) as SnakeKeys<T>

const camelKeys = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_([a-z])/g, (_, small) => small.toUpperCase()), value]),
  )
