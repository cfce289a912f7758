import type { Row } from '../bulk.ts'

/** `id` of these two is given by the database. */
type NewQuantityEntry = Omit<Row<'quantityEntries'>, 'id'>
export type NewStockEntry = Omit<Row<'stockEntries'>, 'id'>

/** All rows that the demo's orders consist of. */
export type OrderBook = {
  purchases: Row<'purchases'>[]
  orders: Row<'orders'>[]
  lines: Row<'orderLines'>[]
  quantities: NewQuantityEntry[]
  parcels: Row<'parcels'>[]
  lineLots: Row<'lineLots'>[]
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
