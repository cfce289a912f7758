import { type RawBuilder, sql } from 'kysely'
import type { GoodsKind } from '#kernel/enums.ts'

/**
 * In a query over `products`: the document that the law requires has expired, so that they may not be sold for now. As the database's
 * `goods_lapsed`, which PostgreSQL cannot make a part of the query's plan: it starts a query of its own for each row.
 */
export const goodsLapsed = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from lapsed_products l where l.farm_id = products.farm_id
                         and l.goods_kind = any (goods_kinds_of(products.category, products.item_key)))`

/**
 * In a query over `products`: the kinds of goods that they may count as and whose document has expired; if empty, they
 * may be sold.
 */
export const lapsedKinds = (): RawBuilder<GoodsKind[]> =>
  sql<GoodsKind[]>`array(select goods_kind from lapsed_products l where l.farm_id = products.farm_id
                            and l.goods_kind = any (goods_kinds_of(products.category, products.item_key)))`
