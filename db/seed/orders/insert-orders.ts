import type pg from 'pg'
import { insertRows } from '../bulk.ts'
import { insertMany } from '../bulk-load.ts'
import type { OrderBook } from './order-book.ts'
import { parcelEventsOf } from './parcel-events.ts'
import { lastPurchaseNumber } from './write-orders.ts'

/**
 * The lines are inserted with their quantities, so the trigger that copies every new entry to its line is disabled
 * meanwhile: it would do the same 60,000 times over. A test compares the two afterwards.
 */
export async function insertOrders(client: pg.ClientBase, book: OrderBook, now: Date): Promise<void> {
  await insertRows(client, 'purchases', book.purchases)
  await client.query("select setval('purchase_number', $1)", [lastPurchaseNumber(book)])
  await insertRows(client, 'orders', book.orders)
  await insertRows(client, 'orderLines', book.lines)
  await insertRows(client, 'parcels', book.parcels)
  await insertRows(client, 'parcelEvents', parcelEventsOf(book, now))
  await insertRows(client, 'lineLots', book.lineLots)
  // there is no webhook yet, for which its trigger would look at each row
  await insertMany(client, 'events', inTime(book.events), { withoutTriggers: true })
  await client.query('alter table quantity_entries disable trigger quantity_entries_show')
  await insertMany(client, 'quantityEntries', inTime(book.quantities))
  await client.query('alter table quantity_entries enable trigger quantity_entries_show')
}

/** Their numbers are given in the order of insertion, which has to be chronological. */
const inTime = <T extends { at: Date }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
