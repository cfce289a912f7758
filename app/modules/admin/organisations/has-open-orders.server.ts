import type { DbOrTx } from '#authorization/ctx.ts'
import { endedStates } from '#kernel/enums.ts'
import { type OrgRef, orgIdOf } from '#modules/organisations/org-ref.ts'

/** A transaction that places an order holds a lock on the organisation: wait for it, then count its order. */
export async function hasOpenOrders(db: DbOrTx, org: OrgRef): Promise<boolean> {
  if ('farmId' in org) await db.selectFrom('farms').select('id').where('id', '=', org.farmId).forUpdate().execute()
  else await db.selectFrom('restaurants').select('id').where('id', '=', org.restaurantId).forUpdate().execute()
  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('state', 'not in', endedStates)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
