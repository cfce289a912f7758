import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { CarrierEvent } from '#kernel/carrier-tracking.ts'
import type { Carrier } from '#kernel/enums.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { type LeftParcel, noteEvents } from './note-events.server.ts'

/** Carriers use a number again after some months: older parcels are not meant. */
const mostDays = 60

export type ParcelMessage = { carrier: Carrier; number: string; events: readonly CarrierEvent[] }

/**
 * Takes what a tracking service writes to us; its signature was checked before. Twice, late and out of order it changes
 * nothing more. Numbers of which we have no parcel are counted.
 */
export async function takeParcelMessages(
  system: Omit<Ctx, 'actor'>,
  messages: readonly ParcelMessage[],
): Promise<{ news: number; unknown: number }> {
  const numbers = [...new Set(messages.map(({ number }) => number))]
  if (numbers.length === 0) return { news: 0, unknown: 0 }
  const { rows } = await sql<LeftParcel & { trackingNumber: string }>`
    select id as "parcelId", order_id as "orderId", carrier, shipped_at as "shippedAt", tracking_number as "trackingNumber"
      from parcels where tracking_number = any(${numbers}) and unused_at is null
       and shipped_at >= ${momentOf(addDays(jstDateOf(system.now), -mostDays), 0)}
     order by order_id`.execute(system.db)
  const parcelsOf = ({ carrier, number }: ParcelMessage) =>
    rows.filter((row) => row.carrier === carrier && row.trackingNumber === number)
  const said = messages.flatMap((message) => parcelsOf(message).map((parcel) => ({ parcel, events: message.events })))
  return {
    news: await noteEvents(system, said, 'webhook'),
    unknown: messages.filter((message) => parcelsOf(message).length === 0).length,
  }
}
