import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'

/** The growing methods that the farm has proved: those that need a certificate only while it is valid. */
export async function methodsOf({ db, now }: Pick<Ctx, 'now'> & { db: DbOrTx }, farmId: FarmId) {
  const today = jstDateOf(now)
  const rows = await db
    .selectFrom('farm_methods')
    .leftJoin('documents', 'documents.id', 'farm_methods.document_id')
    .select(['method', 'documents.id as document', 'documents.removed_at', 'documents.expires_on'])
    .where('farm_methods.farm_id', '=', farmId)
    .execute()
  return rows
    .filter(
      ({ method, document, removed_at, expires_on }) =>
        method !== 'jas_organic' || (document !== null && !removed_at && (expires_on === null || expires_on >= today)),
    )
    .map(({ method }) => method)
}
