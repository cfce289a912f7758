import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'

/** In a query over farms, as `farms` or `f`: visitors and buyers may see it, because it is approved and not a hub. */
export const isPublicFarm = (of: 'farms' | 'f'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.status`)} = 'approved' and not ${sql.ref(`${of}.isHub`)})`

/** Whether this farm is a hub: it drives runs (共同便) for others and sells nothing (docs/decisions/0108). */
export const isHub = async (db: DbOrTx, farmId: FarmId): Promise<boolean> =>
  (await markOf(db, farmId).executeTakeFirst())?.isHub ?? false

/** The same, held until the end of the transaction, in which goods may be listed or promised. */
export const isHubHeld = async (db: DbOrTx, farmId: FarmId): Promise<boolean> =>
  (await markOf(db, farmId).forShare().executeTakeFirst())?.isHub ?? false

const markOf = (db: DbOrTx, farmId: FarmId) => db.selectFrom('farms').select('isHub').where('id', '=', farmId)

/** The caller has checked that it sells nothing, and holds the farm. */
export async function writeHub(db: DbOrTx, farmId: FarmId, isHub: boolean): Promise<void> {
  await db.updateTable('farms').set({ isHub }).where('id', '=', farmId).execute()
}
