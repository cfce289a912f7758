import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'

/**
 * Whether this farm is a hub: it drives runs (共同便) for others and sells nothing (docs/decisions/0108). The answer holds
 * until the end of the transaction, in which goods may be listed.
 */
export async function isHub(db: DbOrTx, farmId: FarmId): Promise<boolean> {
  const farm = await db.selectFrom('farms').select('isHub').where('id', '=', farmId).forShare().executeTakeFirst()
  return farm?.isHub ?? false
}

/** The caller has checked that it sells nothing, and holds the farm. */
export async function writeHub(db: DbOrTx, farmId: FarmId, isHub: boolean): Promise<void> {
  await db.updateTable('farms').set({ isHub }).where('id', '=', farmId).execute()
}
