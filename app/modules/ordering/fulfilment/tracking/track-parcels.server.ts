import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { CarrierTracking } from '#kernel/carrier-tracking.ts'
import type { Carrier, OrderState } from '#kernel/enums.ts'
import type { ParcelId } from '#kernel/ids.ts'
import { addMinutes, type JstDate } from '#kernel/jst.ts'
import { nextAskAt } from '#modules/delivery/tracking/ask-times.ts'
import { isAbout, keyOfEvent, type LeftParcel, noteEvents } from './note-events.server.ts'
import { tellLateParcels } from './tell-late.server.ts'

/** A process that dies with parcels in its hands: after this time another one asks about them. */
const leaseMinutes = 15
/** Batches of one run; the rest is asked about by the next one. */
const mostBatches = 50

type Due = LeftParcel & { trackingNumber: string; state: OrderState; promisedOn: JstDate }

/**
 * Asks the carriers about parcels on the road that are due (delivery/tracking/ask-times.ts), notes what they say, and tells
 * of those that are late. Any number of processes may run it: a parcel is taken by one of them. A carrier that does not
 * answer is asked again in a quarter of an hour, and does not keep the others waiting. Returns what was done; null if
 * nothing was.
 */
export async function trackParcels({
  tracking,
  ...system
}: Omit<Ctx, 'actor'> & { tracking: CarrierTracking | null }): Promise<{
  asked: number
  news: number
  late: number
} | null> {
  const failed: unknown[] = []
  let [asked, news] = [0, 0]
  for (let batch = 0; tracking && tracking.most > 0 && batch < mostBatches; batch++) {
    const due = await takeDue(system, tracking.most)
    if (due.length === 0) break
    asked += due.length
    const going = due.filter(({ state }) => state === 'shipped' || state === 'partly_shipped')
    const answered: Due[] = due.filter((it) => !going.includes(it))
    for (const [carrier, ofCarrier] of Map.groupBy(going, (it) => it.carrier)) {
      try {
        news += await askCarrier(system, tracking, carrier, ofCarrier)
        answered.push(...ofCarrier)
      } catch (error) {
        failed.push(error)
      }
    }
    await planNext(system, answered)
    if (due.length < tracking.most) break
  }
  const late = await tellLateParcels(system)
  if (failed.length > 0) throw new AggregateError(failed, 'a carrier did not answer, or its answer could not be noted')
  return asked + news + late > 0 ? { asked, news, late } : null
}

/** Takes due parcels, so that no other process asks about them meanwhile. */
async function takeDue({ db, now }: Omit<Ctx, 'actor'>, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update parcel_watches w set ask_at = ${addMinutes(now, leaseMinutes)}, asked_at = ${now}
      from parcels p join orders o on o.id = p.order_id
     where p.id = w.parcel_id
       and w.parcel_id in (select parcel_id from parcel_watches where ask_at <= ${now} order by ask_at limit ${most}
                              for update skip locked)
    returning w.parcel_id as "parcelId", p.order_id as "orderId", p.carrier, p.tracking_number as "trackingNumber",
              p.shipped_at as "shippedAt", o.state,
              case when p.sent_first then o.delivery_on else coalesce(o.rest_on, o.delivery_on) end as "promisedOn"`.execute(
    db,
  )
  return rows
}

/** Of what a carrier says, only what is new opens a transaction: most answers repeat what is known. */
async function askCarrier(
  system: Omit<Ctx, 'actor'>,
  tracking: CarrierTracking,
  carrier: Carrier,
  due: readonly Due[],
): Promise<number> {
  const answers = await tracking.eventsOf(carrier, [...new Set(due.map(({ trackingNumber }) => trackingNumber))])
  if (answers.size === 0) return 0
  const known = new Set(
    (
      await system.db
        .selectFrom('parcelEvents')
        .select(['parcelId', 'key'])
        .where(
          'parcelId',
          'in',
          due.map(({ parcelId }) => parcelId),
        )
        .execute()
    ).map(({ parcelId, key }) => `${parcelId} ${key}`),
  )
  const said = due.flatMap((parcel) => {
    const events = (answers.get(parcel.trackingNumber) ?? []).filter(
      (event) => isAbout(parcel, event, system.now) && !known.has(`${parcel.parcelId} ${keyOfEvent(event)}`),
    )
    return events.length > 0 ? [{ parcel, events }] : []
  })
  return noteEvents(system, said, 'poll')
}

/** When each is asked about again; never for those that have arrived meanwhile, or whose order has. */
async function planNext({ db, now }: Omit<Ctx, 'actor'>, answered: readonly Due[]): Promise<void> {
  if (answered.length === 0) return
  const next = answered.map(({ parcelId, state, promisedOn, shippedAt }) => ({
    id: parcelId,
    at: state === 'shipped' || state === 'partly_shipped' ? nextAskAt(now, promisedOn, shippedAt) : null,
  }))
  const ids: ParcelId[] = next.map(({ id }) => id)
  await sql`
    update parcel_watches w set ask_at = next.at
      from unnest(${ids}::uuid[], ${next.map(({ at }) => at)}::timestamptz[]) as next (id, at)
     where w.parcel_id = next.id and w.ask_at is not null`.execute(db)
}
