import type { DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { valuesIn } from './product.ts'

/**
 * The draft of this farm, locked; null before it is saved. NotFound for another farm's, or what is already a product.
 */
export async function lockDraft(db: DbOrTx, farmId: FarmId, id: ProductId) {
  const row = await db
    .selectFrom('productDrafts')
    .select(['farmId', 'typed', 'version', 'savedBy', 'audience'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row && row.farmId !== farmId) throw new NotFound('draft')
  if (row) return { ...row, values: valuesIn(row.typed) }
  const taken = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (taken) throw new NotFound('draft')
  return null
}
