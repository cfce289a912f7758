import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { type NewCharge, recordCharges } from '#modules/ledger/record-charge.server.ts'
import { registrationsOf } from '#modules/organisations/registration/registrations.server.ts'
import { settleRunFreights } from '#modules/runs/run-freights.server.ts'
import { linesOf, parcelsOf } from '../order-store.server.ts'
import { ruleOf } from '../process/transitions.ts'
import { type Bill, chargesOf } from './charges-of.ts'

type System = Pick<Ctx, 'db' | 'now'>

/**
 * Writes what these orders changed in the money of both sides, in the transaction of its cause. What was written before
 * stays as it is.
 */
export async function recordChargesOf(ctx: System, orderIds: readonly OrderId[]): Promise<void> {
  await recordCharges(ctx, await chargesOfOrders(ctx.db, orderIds))
  await settleRunFreights(ctx, orderIds)
}

/** What orders must have been charged, reckoned anew from all that is kept of them. */
export const chargesOfOrders = async (db: DbOrTx, orderIds: readonly OrderId[]): Promise<NewCharge[]> =>
  (await billsOf(db, orderIds)).flatMap(chargesOf)

/** How many orders are caught up with at once. */
const atOnce = 1_000

/**
 * Catches up with orders that became final before charges were written: one batch, in the caller's transaction. They are
 * booked on the day on which they became final, or today if that month is closed. Returns how many charges were missing.
 */
export async function recordMissingCharges(ctx: System): Promise<number> {
  const { rows } = await sql<{ id: OrderId }>`
    select o.id from orders o
     where ((o.total_inc_yen > 0 or exists (
               select from claim_entries e where e.order_id = o.id and e.yen > 0 and not e.next_statement
                  and e.borne_by in ('platform', 'carrier') and o.total_inc_yen is not null))
            and not exists (select from charges c where c.event_key = 'order:' || o.id))
        or (o.cancel_fee_yen > 0 and not exists (select from charges c where c.event_key = 'cancel_fee:' || o.id))
        or exists (select from adjustments a where a.order_id = o.id
                      and not exists (select from charges c where c.adjustment_id = a.id))
     order by o.id limit ${atOnce}`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  const recorded = await recordCharges(ctx, await chargesOfOrders(ctx.db, ids))
  await settleRunFreights(ctx, ids)
  return recorded
}

/** All of them, each batch in its own transaction. */
export async function recordAllMissingCharges(system: System): Promise<number> {
  let recorded = 0
  for (;;) {
    const made = await system.db.transaction().execute((db) => recordMissingCharges({ ...system, db }))
    if (made === 0) return recorded
    recorded += made
  }
}

async function billsOf(db: DbOrTx, orderIds: readonly OrderId[]): Promise<Bill[]> {
  if (orderIds.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select([
      'id',
      'restaurantId',
      'farmId',
      'deliveryOn',
      'freightTaxPercent',
      'finalizedAt',
      'cancelFeeYen',
      sql<Date | null>`case when cancel_fee_yen > 0 then (select max(at) from events
        where order_id = orders.id and kind = ${ruleOf('agreeCancel').event}) end`.as('cancelledAt'),
    ])
    .where('id', 'in', orderIds)
    .orderBy('id')
    .execute()
  const lines = await linesOf(db, orderIds)
  const rates = await db
    .selectFrom('orderLines')
    .select(['id', 'commissionBp'])
    .where('orderId', 'in', orderIds)
    .execute()
  const rateOf = new Map<OrderLineId, number>(rates.map(({ id, commissionBp }) => [id, commissionBp]))
  const parcels = await parcelsOf(db, orderIds)
  const claims = Map.groupBy(await claimsOf(db, orderIds), ({ orderId }) => orderId)
  const adjustments = Map.groupBy(await adjustmentsOf(db, orderIds), ({ orderId }) => orderId)
  const registrations = await registrationsOf(
    db,
    orders.map(({ farmId }) => farmId),
  )
  return orders.map(({ finalizedAt, ...order }): Bill => {
    const settled = claims.get(order.id) ?? []
    const ofOrder = lines.get(order.id) ?? []
    return {
      ...order,
      // boxes that came back are billed by the decision about them
      billedAt: finalizedAt ?? settled.find(({ wholeOrder }) => wholeOrder)?.at ?? null,
      lines: ofOrder,
      rates: new Map(ofOrder.map(({ id }) => [id, rateOf.get(id) ?? 0])),
      parcels: parcels.get(order.id) ?? [],
      claims: settled,
      adjustments: adjustments.get(order.id) ?? [],
      registrations: registrations.get(order.farmId) ?? [],
    }
  })
}

const claimsOf = (db: DbOrTx, orderIds: readonly OrderId[]) =>
  db
    .selectFrom('claimEntries')
    .innerJoin('claims', 'claims.id', 'claimEntries.claimId')
    .select([
      'claimEntries.orderId',
      'claimEntries.orderLineId as lineId',
      'claims.wholeOrder',
      'claimEntries.yen',
      'claimEntries.freightOffYen',
      'claimEntries.borneBy',
      'claimEntries.at',
    ])
    .where('claimEntries.orderId', 'in', orderIds)
    // the bill was final before: an adjustment takes it off
    .where('claimEntries.nextStatement', '=', false)
    .execute()

async function adjustmentsOf(db: DbOrTx, orderIds: readonly OrderId[]) {
  const rows = await db
    .selectFrom('adjustments')
    .innerJoin('adjustmentLines', 'adjustmentLines.adjustmentId', 'adjustments.id')
    .leftJoin('claimEntries', 'claimEntries.claimId', 'adjustments.claimId')
    .select([
      'adjustments.id',
      'adjustments.orderId',
      'adjustments.at',
      'claimEntries.borneBy',
      'adjustmentLines.orderLineId as lineId',
      'adjustmentLines.yen',
      'adjustmentLines.taxPercent',
    ])
    .where('adjustments.orderId', 'in', orderIds)
    .orderBy('adjustments.at')
    .orderBy('adjustments.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((lines) => {
    const [first] = lines
    return first ? [{ id: first.id, orderId: first.orderId, at: first.at, borneBy: first.borneBy, lines }] : []
  })
}
