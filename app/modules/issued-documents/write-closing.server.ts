import type { DbOrTx } from '#authorization/ctx.ts'
import { type ChargeId, type ClosingId, type FarmId, newId, type RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

type Side = { farmId: FarmId } | { restaurantId: RestaurantId }
type Period = { fromOn: JstDate; toOn: JstDate }

/** Closes a period of one side with the charges in it; the caller holds the side, so that it is closed once. */
export async function writeClosing(
  db: DbOrTx,
  now: Date,
  side: Side,
  { fromOn, toOn }: Period,
  chargeIds: readonly ChargeId[],
): Promise<ClosingId> {
  const id = newId<'closing'>()
  const of = 'farmId' in side ? { ...side, restaurantId: null } : { ...side, farmId: null }
  await db
    .insertInto('closings')
    .values({ ...of, id, fromOn, toOn, at: now })
    .execute()
  const closed = { closingId: id, side: 'farmId' in side ? ('farm' as const) : ('restaurant' as const) }
  await db
    .insertInto('closingCharges')
    .values(chargeIds.map((chargeId) => ({ ...closed, chargeId })))
    .execute()
  return id
}
