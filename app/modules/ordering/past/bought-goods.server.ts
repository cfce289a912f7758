import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category, Method } from '#kernel/enums.ts'
import type { ProductId, RestaurantId } from '#kernel/ids.ts'
import { spellingsByItem } from '#modules/products/catalog/produce-labels.ts'
import { searchWords } from '#modules/products/catalog/search-query.ts'
import { searchTextOf } from '#modules/products/catalog/search-text.ts'
import { produceItems } from '#modules/products/catalog/vocabulary.server.ts'

type Bought = {
  id: ProductId
  name: string
  variety: string
  kana: string
  itemKey: string
  category: Category
  method: Method
  farmName: string
  farmKana: string
  place: string
  prefectureCode: string
}

/**
 * All products that the restaurant has ever ordered and that match the search, in the catalogue's spellings: 人参 finds
 * にんじん. Includes products no longer sold. Uses a loose index scan from product to product, so the time depends on the
 * number of products, not orders.
 */
export async function boughtGoods(ctx: Ctx, restaurantId: RestaurantId, typed: string): Promise<ProductId[]> {
  const words = searchWords(typed)
  if (words.length === 0) return []
  const { rows } = await sql<Bought>`
    with recursive bought (product_id) as (
      (select product_id from order_lines where restaurant_id = ${restaurantId} order by product_id limit 1)
      union all
      select (
        select product_id from order_lines
        where restaurant_id = ${restaurantId} and product_id > bought.product_id order by product_id limit 1
      ) from bought where bought.product_id is not null
    )
    select products.id, products.name, products.variety, products.kana, products.item_key, products.category,
           products.method, farms.name as farm_name, farms.kana as farm_kana, farms.place, farms.prefecture_code
    from bought join products on products.id = bought.product_id join farms on farms.id = products.farm_id`.execute(
    ctx.db,
  )
  const spellings = spellingsByItem(await produceItems(ctx))
  return rows.flatMap((row) => {
    const text = searchTextOf(
      {
        name: `${row.name} ${row.variety}`.trim(),
        kana: row.kana,
        category: row.category,
        method: row.method,
        description: '',
        farmName: row.farmName,
        farmKana: row.farmKana,
        place: row.place,
        prefectureCode: row.prefectureCode,
      },
      spellings.get(row.itemKey) ?? [],
    )
    return words.every((word) => text.includes(word)) ? [row.id] : []
  })
}
