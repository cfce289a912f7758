import type { DbOrTx } from '#authorization/ctx.ts'
import type { RestaurantId } from '#kernel/ids.ts'

/** Of these restaurants, those of whose account our bank may collect: agreed by their bank, and we have a 委託者番号. */
export async function agreedDebitsOf(db: DbOrTx, ids: readonly RestaurantId[]): Promise<Set<RestaurantId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('debitAgreements')
    .select('restaurantId')
    .where('restaurantId', 'in', ids)
    .where('agreedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('debitSettings').select('debitSettings.id').where('collectorCode', '<>', '')),
    )
    .execute()
  return new Set(rows.map(({ restaurantId }) => restaurantId))
}

export const hasAgreedDebit = async (db: DbOrTx, restaurantId: RestaurantId): Promise<boolean> =>
  (await agreedDebitsOf(db, [restaurantId])).has(restaurantId)
