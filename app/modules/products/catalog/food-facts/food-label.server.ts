import type { DbOrTx } from '#authorization/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import type { FoodLabel } from './food-label.ts'

/** What the labels of these products say now. */
export async function foodLabelsOf(db: DbOrTx, ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, FoodLabel>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'itemKey', 'variety', 'method', 'facts', 'storageNote', 'allergens'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, ...label }) => [id, label]))
}
