import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category } from '#kernel/enums.ts'
import type { FarmId, ProductId, ShoppingListId } from '#kernel/ids.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'

export type Shown = {
  productId: ProductId
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  category: Category
  farm: { id: FarmId; name: string; crest: string }
}

export type LineRow = Awaited<ReturnType<typeof linesOfList>>[number]

/** The lines of a list in order, with what determines whether they are available. */
export function linesOfList(ctx: Ctx, listId: ShoppingListId) {
  return ctx.db
    .selectFrom('shoppingListLines')
    .innerJoin('products', 'products.id', 'shoppingListLines.productId')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .leftJoin('productStock', 'productStock.productId', 'products.id')
    .select([
      'shoppingListLines.productId',
      'shoppingListLines.qty',
      'shoppingListLines.learns',
      'products.name',
      'products.packLabel',
      'products.unitLabel',
      'products.picture',
      'products.category',
      'products.seasonMonths',
      'products.status',
      'products.minQty',
      'products.priceYen',
      'productStock.availableQty',
      'farms.id as farmId',
      'farms.name as farmName',
      'farms.crest',
      'farms.status as farmStatus',
    ])
    .select([
      sql<boolean>`goods_lapsed(products.farm_id, products.category, products.item_key)`.as('lapsed'),
      existsFor(ctx, 'products').as('exists'),
    ])
    .where('listId', '=', listId)
    .orderBy('shoppingListLines.position')
    .orderBy('shoppingListLines.productId')
    .execute()
}

export const factsOf = (row: LineRow) => ({
  exists: row.exists,
  farmOpen: row.farmStatus === 'approved',
  status: row.status,
  lapsed: row.lapsed,
  seasonMonths: row.seasonMonths,
  availableQty: row.availableQty ?? 0,
  minQty: row.minQty,
})

export const shownOf = (row: LineRow): Shown => ({
  productId: row.productId,
  name: row.name,
  packLabel: row.packLabel,
  unitLabel: row.unitLabel,
  picture: row.picture,
  category: row.category,
  farm: { id: row.farmId, name: row.farmName, crest: row.crest },
})
