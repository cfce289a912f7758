import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { needsCertificate } from './certified-methods.ts'

/** The growing methods that the farm has proved: those that need a certificate only while it is valid. */
export const methodsOf = query('public', async ({ db, now }: Pick<Ctx, 'now'> & { db: DbOrTx }, farmId: FarmId) => {
  const today = jstDateOf(now)
  const rows = await db
    .selectFrom('farmMethods')
    .leftJoin('documents', 'documents.id', 'farmMethods.documentId')
    .select(['method', 'documents.id as document', 'documents.removedAt', 'documents.expiresOn'])
    .where('farmMethods.farmId', '=', farmId)
    .execute()
  return rows
    .filter(
      ({ method, document, removedAt, expiresOn }) =>
        !needsCertificate(method) || (document !== null && !removedAt && (expiresOn === null || expiresOn >= today)),
    )
    .map(({ method }) => method)
})
