import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { KnownParcelState } from '#kernel/carrier-tracking.ts'
import type { Slot } from '#kernel/enums.ts'
import type { OrderId, ParcelId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { dueAtOf, underWay } from '#modules/delivery/tracking/ask-times.ts'
import { lockOrder, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { openCase } from './parcel-cases.server.ts'

type OnTheRoad = {
  parcelId: ParcelId
  orderId: OrderId
  promisedOn: JstDate
  slot: Slot
  state: KnownParcelState | null
  askedAt: Date | null
}

/**
 * Tells of parcels that are not out for delivery by the end of their day and slot. Judged by an answer that is younger than
 * that moment, or by what the carrier wrote to us; of a parcel about which nothing is known, and nobody was asked, nothing
 * is said. Returns how many.
 */
export async function tellLateParcels(system: Omit<Ctx, 'actor'>): Promise<number> {
  const late = (await parcelsOnTheRoad(system)).filter(({ promisedOn, slot, state, askedAt }) => {
    const dueAt = dueAtOf(promisedOn, slot)
    if (system.now <= dueAt) return false
    if (state !== null && !underWay.includes(state)) return false
    return askedAt ? askedAt > dueAt : state !== null
  })
  let told = 0
  for (const [orderId, ofOrder] of Map.groupBy(late, (it) => it.orderId))
    told += await system.db.transaction().execute(async (db) => {
      const ctx: Ctx = { ...system, db, actor: { kind: 'system' } }
      const order = await lockOrder(db, orderId)
      if (order.state !== 'shipped' && order.state !== 'partly_shipped') return 0
      let opened = 0
      for (const parcel of (await parcelsOf(db, [orderId])).get(orderId) ?? []) {
        const isLate = ofOrder.some(({ parcelId }) => parcelId === parcel.id)
        const moved = parcel.progress && !underWay.includes(parcel.progress.state)
        if (isLate && !moved && (await openCase(ctx, order, parcel, 'late'))) opened += 1
      }
      return opened
    })
  return told
}

async function parcelsOnTheRoad({ db, now }: Omit<Ctx, 'actor'>): Promise<OnTheRoad[]> {
  const { rows } = await sql<OnTheRoad>`
    select * from (
      select p.id as "parcelId", p.order_id as "orderId", o.slot, p.tracked_state as state, w.asked_at as "askedAt",
             case when p.sent_first then o.delivery_on else coalesce(o.rest_on, o.delivery_on) end as "promisedOn"
        from parcel_watches w join parcels p on p.id = w.parcel_id join orders o on o.id = p.order_id
       where w.ask_at is not null and o.state in ('shipped', 'partly_shipped')
         and not exists (select from parcel_cases c where c.parcel_id = p.id and c.kind = 'late')) going
     where "promisedOn" <= ${jstDateOf(now)}::date
     order by "promisedOn", "parcelId" limit 500`.execute(db)
  return rows
}
