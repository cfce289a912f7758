import type { DbOrTx } from '#authorization/ctx.ts'
import type { ParcelState } from '#kernel/carrier-tracking.ts'
import type { OrderId, ParcelId } from '#kernel/ids.ts'

/** One statement about a parcel: by its carrier, or by staff who looked it up. */
export type ParcelEvent = {
  id: number
  parcelId: ParcelId
  state: ParcelState
  words: string
  place: string
  at: Date
  byStaff: boolean
}

/** What was said of the parcels of an order, by the time at which it happened. */
export async function parcelEventsOf(db: DbOrTx, orderId: OrderId): Promise<ParcelEvent[]> {
  const rows = await db
    .selectFrom('parcelEvents')
    .innerJoin('parcels', 'parcels.id', 'parcelEvents.parcelId')
    .select([
      'parcelEvents.id',
      'parcelEvents.parcelId',
      'parcelEvents.state',
      'parcelEvents.words',
      'parcelEvents.place',
      'parcelEvents.at',
      'parcelEvents.source',
    ])
    .where('parcels.orderId', '=', orderId)
    .orderBy('parcelEvents.at')
    .orderBy('parcelEvents.id')
    .execute()
  return rows.map(({ source, ...event }) => ({ ...event, id: Number(event.id), byStaff: source === 'staff' }))
}
