import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { ChargeId, ClosingId, FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

export type NewClosing = {
  id: ClosingId
  fromOn: JstDate
  toOn: JstDate
  chargeIds: readonly ChargeId[]
} & ({ restaurantId: RestaurantId } | { farmId: FarmId })

/** Closes periods of one side with their charges; a charge that is in another period of that side is refused. */
export async function writeClosings(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  side: 'restaurant' | 'farm',
  closings: readonly NewClosing[],
): Promise<void> {
  if (closings.length === 0) return
  await db
    .insertInto('closings')
    .values(
      closings.map((it) => ({
        id: it.id,
        restaurantId: 'restaurantId' in it ? it.restaurantId : null,
        farmId: 'farmId' in it ? it.farmId : null,
        fromOn: it.fromOn,
        toOn: it.toOn,
        at: now,
      })),
    )
    .execute()
  const pairs = closings.flatMap(({ id, chargeIds }) => chargeIds.map((chargeId) => ({ id, chargeId })))
  await sql`insert into closing_charges (charge_id, side, closing_id)
    select charge_id, ${side}, closing_id
      from unnest(${pairs.map(({ chargeId }) => chargeId)}::uuid[], ${pairs.map(({ id }) => id)}::uuid[])
        as s (charge_id, closing_id)`.execute(db)
}
