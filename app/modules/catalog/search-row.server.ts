import { sql } from 'kysely'
import type { DbOrTx } from '#access/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { searchTextOf } from './search-text.ts'

/**
 * Writes how a product is found, in the transaction that changes the product. Nothing else writes a search row, but for
 * the stock (stock.server.ts) and the triggers that show and hide it. A product that was never listed has none.
 */
export async function writeSearchRow(db: DbOrTx, id: ProductId): Promise<void> {
  const row = await db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farm_id')
    .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
    .select([
      'products.farm_id',
      'products.name',
      'products.variety',
      'products.kana',
      'products.item_key',
      'products.category',
      'products.method',
      'products.description',
      'products.temperature',
      'products.air_allowed',
      'products.price_yen',
      'products.season_months',
      'products.listed_at',
      'product_stock.available_qty',
      'farms.name as farm_name',
      'farms.place',
      'farms.prefecture_code',
    ])
    .where('products.id', '=', id)
    .executeTakeFirstOrThrow()
  if (!row.listed_at) return
  const values = {
    farm_id: row.farm_id,
    category: row.category,
    prefecture_code: row.prefecture_code,
    temperature: row.temperature,
    air_allowed: row.air_allowed,
    price_yen: row.price_yen,
    in_stock: (row.available_qty ?? 0) > 0,
    season_months: row.season_months,
    listed_at: row.listed_at,
    search_text: searchTextOf({
      name: `${row.name} ${row.variety}`.trim(),
      kana: row.kana,
      itemKey: row.item_key,
      category: row.category,
      method: row.method,
      description: row.description,
      farmName: row.farm_name,
      place: row.place,
      prefectureCode: row.prefecture_code,
    }),
  }
  await db
    .insertInto('product_search')
    .values({ product_id: id, ...values })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(values))
    .execute()
}

/** Whether there is any of it, as lists of products show it. */
export const showInStock = (db: DbOrTx, id: ProductId) =>
  db
    .updateTable('product_search')
    .set({
      in_stock: sql<boolean>`coalesce((select available_qty > 0 from product_stock where product_id = ${id}), false)`,
    })
    .where('product_id', '=', id)
    .execute()
