import type { Row } from '../bulk.ts'

/** `id` of these two is given by the database. */
type NewQuantityEntry = Omit<Row<'quantity_entries'>, 'id'>
export type NewStockEntry = Omit<Row<'stock_entries'>, 'id'>

/** All rows that the demo's orders consist of. */
export type OrderBook = {
  purchases: Row<'purchases'>[]
  orders: Row<'orders'>[]
  lines: Row<'order_lines'>[]
  quantities: NewQuantityEntry[]
  parcels: Row<'parcels'>[]
  lineLots: Row<'line_lots'>[]
  events: Row<'events'>[]
  stock: NewStockEntry[]
}

export const emptyBook = (): OrderBook => ({
  purchases: [],
  orders: [],
  lines: [],
  quantities: [],
  parcels: [],
  lineLots: [],
  events: [],
  stock: [],
})
