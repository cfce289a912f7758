import { type RawBuilder, sql } from 'kysely'

/** In a query over `products`: the paper that the law asks for has ended, so that they may not be sold for now. */
export const goodsLapsed = (): RawBuilder<boolean> =>
  sql<boolean>`goods_lapsed(products.farm_id, products.category, products.item_key)`
