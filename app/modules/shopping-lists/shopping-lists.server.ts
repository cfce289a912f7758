import { sql } from 'kysely'
import type { Blocker } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, ProductId, ShoppingListId } from '#kernel/ids.ts'
import { jstDateOf, momentOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import { factsOf, linesOfList, type Shown, shownOf } from './list-lines.server.ts'
import { cameToKitchen, kitchenForLists, memorySince, ownList, type ShoppingList } from './list-store.server.ts'
import { whySleeps } from './sleep.ts'

/** `usedAt`: when something was last ordered from it, as far back as the history is read. */
export type ListSummary = ShoppingList & { lineCount: number; farmIds: FarmId[]; usedAt: Date | null }

/** The lists of a kitchen in their order. */
export const shoppingLists = query('list.see', async (ctx, named: KitchenId | undefined): Promise<ListSummary[]> => {
  const { kitchenId } = kitchenForLists(ctx, named, 'list.see')
  const rows = await ctx.db
    .selectFrom('shoppingLists')
    .select(['id', 'kitchenId', 'name', 'weekdays', 'version'])
    .select((is) =>
      is
        .selectFrom('shoppingListLines')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('listId', '=', 'shoppingLists.id')
        .as('lines'),
    )
    .select([
      sql<FarmId[]>`array(select distinct p.farm_id from shopping_list_lines l join products p on p.id = l.product_id
                           where l.list_id = shopping_lists.id)`.as('farmIds'),
      sql<Date | null>`(select max(at) from events where about_restaurant_id = shopping_lists.restaurant_id
                         and kind = 'list_used' and at >= ${momentOf(memorySince(ctx.now), 0)}
                         and data ->> 'listId' = shopping_lists.id::text)`.as('usedAt'),
    ])
    .where('kitchenId', '=', kitchenId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kitchenId: row.kitchenId,
    name: row.name,
    weekdays: row.weekdays,
    version: row.version,
    lineCount: row.lines ?? 0,
    farmIds: row.farmIds,
    usedAt: row.usedAt,
  }))
})

export type ShoppingListLine = Shown & { qty: number; learns: boolean; priceYen: Yen; asleep: Blocker | null }

/** A list as stored: its lines in order, with their own numbers. */
export const shoppingList = query(
  'list.see',
  async (ctx, listId: ShoppingListId): Promise<ShoppingList & { lines: ShoppingListLine[] }> => {
    const list = await ownList(ctx, listId, 'see')
    const today = jstDateOf(ctx.now)
    const rows = await linesOfList(ctx, listId)
    return {
      ...list,
      lines: rows.map((row) => ({
        ...shownOf(row),
        qty: row.qty,
        learns: row.learns,
        priceYen: row.priceYen,
        asleep: whySleeps(factsOf(row), today),
      })),
    }
  },
)

export type OftenOrdered = { productId: ProductId; name: string; farm: string; unitLabel: string; qty: number }

const mostOften = 12

/** What the kitchen has recently ordered most often and does not have in this list. */
export const oftenOrdered = query('list.see', async (ctx, listId: ShoppingListId): Promise<OftenOrdered[]> => {
  const list = await ownList(ctx, listId, 'see')
  const has = new Set((await linesOfList(ctx, listId)).map(({ productId }) => productId))
  const came = [...Map.groupBy(await cameToKitchen(ctx, list.kitchenId), ({ productId }) => productId)]
    .filter(([productId]) => !has.has(productId))
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostOften)
  if (came.length === 0) return []
  const rows = await ctx.db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .select(['products.id', 'products.name', 'products.unitLabel', 'farms.name as farm'])
    .where(
      'products.id',
      'in',
      came.map(([productId]) => productId),
    )
    .where('products.status', 'in', ['listed', 'sold_out', 'paused'])
    .where(isPublicFarm('farms'))
    .where(existsFor(ctx, 'products'))
    .execute()
  return came.flatMap(([productId, ofProduct]) => {
    const row = rows.find(({ id }) => id === productId)
    const qty = ofProduct[0]?.qty ?? 1
    return row ? [{ productId, name: row.name, farm: row.farm, unitLabel: row.unitLabel, qty }] : []
  })
})

/** One product, and which lists of the kitchen contain it. */
export const listsWithProduct = query(
  'list.see',
  async (
    ctx,
    { kitchenId, productId }: { kitchenId: KitchenId; productId: ProductId },
  ): Promise<{
    product: { id: ProductId; name: string; farm: string; minQty: number }
    lists: { id: ShoppingListId; name: string; has: boolean }[]
  }> => {
    const lists = await shoppingLists(ctx, kitchenId)
    const product = await ctx.db
      .selectFrom('products')
      .innerJoin('farms', 'farms.id', 'products.farmId')
      .select(['products.id', 'products.name', 'products.minQty', 'farms.name as farm'])
      .where('products.id', '=', productId)
      .where('products.status', 'in', ['listed', 'sold_out', 'paused'])
      .where(isPublicFarm('farms'))
      .where(existsFor(ctx, 'products'))
      .executeTakeFirst()
    if (!product) throw new NotFound('product')
    const having = await ctx.db
      .selectFrom('shoppingListLines')
      .innerJoin('shoppingLists', 'shoppingLists.id', 'shoppingListLines.listId')
      .select('listId')
      .where('shoppingLists.kitchenId', '=', kitchenId)
      .where('productId', '=', productId)
      .execute()
    return {
      product: { id: product.id, name: product.name, farm: product.farm, minQty: product.minQty },
      lists: lists.map(({ id, name }) => ({ id, name, has: having.some(({ listId }) => listId === id) })),
    }
  },
)
