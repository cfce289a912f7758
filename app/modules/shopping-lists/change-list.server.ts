import { sql } from 'kysely'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type ProductId, type ShoppingListId } from '#kernel/ids.ts'
import type { Weekday } from '#kernel/jst.ts'
import { nameRefusal } from '#kernel/name.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf, KitchenChoice, Quantity, RowVersion, Text, WeekdaysIn, YesNo } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { ordersOfPurchase } from '#modules/ordering/order-queries.server.ts'
import { mustBeShown } from '#modules/products/catalog/favourites.server.ts'
import { cameToKitchen, kitchenForLists, ListIdIn, noted, ownList, type ShoppingList } from './list-store.server.ts'
import { listsFromHistory, type NewList } from './lists-from-history.ts'
import { type ListRefusal, listRefusals, listRefusalText } from './refusal-text.ts'

export const mostLists = 20
export const mostLines = 100
const longestName = 40

type Changed = Result<{ listId: ShoppingListId }, ListRefusal>

const ListName = Text(0, 200, listRefusalText('name_missing'))
const ProductIdIn = IdOf<'product'>('商品')
const nameRefusals = ['name_missing', 'name_too_long', 'name_hidden_character', 'name_with_url'] as const

/** Creates lists from what the kitchen has received, in one press: one for each weekday with regular deliveries. */
export const makeFromHistory = mutation({
  name: 'list.from_history',
  permission: 'list.change',
  input: { kitchenId: KitchenChoice },
  refusals: listRefusals('no_history', 'nothing_new', 'too_many_lists', 'too_many_lines', 'key_reused'),
  run: async (ctx, input): Promise<Result<{ listIds: ShoppingListId[] }, ListRefusal>> => {
    const kitchenId = await holdKitchen(ctx, input.kitchenId)
    const history = await cameToKitchen(ctx, kitchenId)
    if (history.length === 0) return refuse('no_history')
    const covered = await coveredWeekdays(ctx, kitchenId)
    const lists = listsFromHistory(history, covered)
    if (lists.length === 0) return refuse('nothing_new')
    const listIds: ShoppingListId[] = []
    for (const list of lists) {
      const made = await insertList(ctx, kitchenId, list)
      if (!made.ok) return made
      listIds.push(made.value.listId)
    }
    return ok({ listIds })
  },
})

export const makeList = mutation({
  name: 'list.make',
  permission: 'list.change',
  input: { kitchenId: KitchenChoice, name: ListName, weekdays: WeekdaysIn },
  refusals: listRefusals(...nameRefusals, 'too_many_lists', 'key_reused'),
  run: async (ctx, input) => {
    const kitchenId = await holdKitchen(ctx, input.kitchenId)
    const name = input.name.trim()
    return wrongName(name) ?? insertList(ctx, kitchenId, { name, weekdays: input.weekdays, lines: [] })
  },
})

/** Saves what was ordered in one checkout as a list (「いつもの」に保存). */
export const makeFromPurchase = mutation({
  name: 'list.from_purchase',
  permission: 'list.change',
  input: { purchaseId: IdOf<'purchase'>('注文'), name: ListName },
  refusals: listRefusals(...nameRefusals, 'too_many_lists', 'too_many_lines', 'key_reused'),
  run: async (ctx, input): Promise<Changed> => {
    const orders = await ordersOfPurchase(ctx, input.purchaseId)
    const name = input.name.trim()
    const wrong = wrongName(name)
    if (wrong) return wrong
    if (orders.length === 0) throw new NotFound('purchase')
    const { kitchenId } = await ctx.db
      .selectFrom('purchases')
      .select('kitchenId')
      .where('id', '=', input.purchaseId)
      .executeTakeFirstOrThrow()
    await holdKitchen(ctx, kitchenId)
    const bought = orders.flatMap((order) => order.lines).filter((line) => (line.quantities.ordered?.qty ?? 0) > 0)
    const lines = [...Map.groupBy(bought, ({ productId }) => productId)].map(([productId, same]) => ({
      productId,
      qty: same.reduce((sum, line) => sum + (line.quantities.ordered?.qty ?? 0), 0),
    }))
    return insertList(ctx, kitchenId, { name, weekdays: [], lines })
  },
})

/** Changes the name and the weekdays. `version`: of the page. */
export const renameList = repeatable({
  name: 'list.rename',
  permission: 'list.change',
  input: { listId: ListIdIn, name: ListName, weekdays: WeekdaysIn, version: RowVersion },
  refusals: listRefusals('changed_meanwhile', ...nameRefusals),
  run: (ctx, input) =>
    changing(ctx, input.listId, async (ctx, list) => {
      if (list.version !== input.version) return refuse('changed_meanwhile')
      const name = input.name.trim()
      const wrong = wrongName(name)
      if (wrong) return wrong
      await ctx.db
        .updateTable('shoppingLists')
        .set({ name, weekdays: input.weekdays, version: list.version + 1 })
        .where('id', '=', list.id)
        .execute()
      return ok({ listId: list.id })
    }),
})

export const removeList = repeatable({
  name: 'list.remove',
  permission: 'list.change',
  input: { listId: ListIdIn },
  refusals: listRefusals('list_in_use'),
  run: (ctx, { listId }): Promise<Changed> =>
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db }
      const list = await ownList(inside, listId, 'change')
      const used = await db
        .selectFrom('standingOrders')
        .select('id')
        .where('listId', '=', listId)
        .where('endedAt', 'is', null)
        .executeTakeFirst()
      if (used) return refuse('list_in_use')
      // ended standing orders keep their history without it
      await db.updateTable('standingOrders').set({ listId: null }).where('listId', '=', listId).execute()
      await db.deleteFrom('shoppingLists').where('id', '=', listId).execute()
      await noted(inside, 'list_removed', { name: list.name })
      return ok({ listId })
    }),
})

/** Sets the quantity of a product in the list; a new one is added at the end. Absolute and idempotent. */
export const setShoppingListLine = repeatable({
  name: 'list.set_line',
  permission: 'list.change',
  input: { listId: ListIdIn, productId: ProductIdIn, qty: Quantity(1), learns: YesNo },
  refusals: listRefusals('too_many_lines'),
  run: (ctx, { listId, productId, qty, learns }) =>
    changing(ctx, listId, async (ctx, list) => {
      const lines = await ctx.db
        .selectFrom('shoppingListLines')
        .select(['productId', 'position'])
        .where('listId', '=', list.id)
        .execute()
      if (!lines.some((line) => line.productId === productId)) {
        await mustBeShown(ctx, { productId })
        if (lines.length >= mostLines) return refuse('too_many_lines')
      }
      await ctx.db
        .insertInto('shoppingListLines')
        .values({
          listId: list.id,
          productId,
          position: Math.max(0, ...lines.map(({ position }) => position)) + 1,
          qty,
          learns,
          addedAt: ctx.now,
        })
        .onConflict((conflict) => conflict.columns(['listId', 'productId']).doUpdateSet({ qty, learns }))
        .execute()
      return ok({ listId: list.id })
    }),
})

export const removeShoppingListLine = repeatable({
  name: 'list.remove_line',
  permission: 'list.change',
  input: { listId: ListIdIn, productId: ProductIdIn },
  refusals: listRefusals(),
  run: (ctx, { listId, productId }) =>
    changing(ctx, listId, async (ctx, list) => {
      await ctx.db
        .deleteFrom('shoppingListLines')
        .where('listId', '=', list.id)
        .where('productId', '=', productId)
        .execute()
      return ok({ listId: list.id })
    }),
})

/** Sets the order of the lines; those not named follow in their old order. */
export const placeShoppingListLines = repeatable({
  name: 'list.place_lines',
  permission: 'list.change',
  input: { listId: ListIdIn, productIds: z.array(ProductIdIn).max(mostLines) },
  refusals: listRefusals(),
  run: (ctx, { listId, productIds }) =>
    changing(ctx, listId, async (ctx, list) => {
      const { rows } = await sql<{ productId: ProductId }>`
      select l.product_id from shopping_list_lines l
        left join unnest(${productIds}::uuid[]) with ordinality as o(id, place) on o.id = l.product_id
       where l.list_id = ${list.id} order by o.place nulls last, l.position, l.product_id`.execute(ctx.db)
      await sql`update shopping_list_lines l set position = o.place
                from unnest(${rows.map((row) => row.productId)}::uuid[]) with ordinality as o(id, place)
               where l.list_id = ${list.id} and l.product_id = o.id`.execute(ctx.db)
      return ok({ listId: list.id })
    }),
})

/** One change of one list at a time, recorded in the history. */
const changing = (
  ctx: Ctx,
  listId: ShoppingListId,
  change: (ctx: Ctx, list: ShoppingList) => Promise<Changed>,
): Promise<Changed> =>
  ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const list = await ownList(inside, listId, 'change')
    const changed = await change(inside, list)
    if (changed.ok) {
      await db.updateTable('shoppingLists').set({ changedAt: ctx.now }).where('id', '=', listId).execute()
      await noted(inside, 'list_changed', { listId, name: list.name })
    }
    return changed
  })

function wrongName(name: string) {
  if (name === '') return refuse('name_missing' as const)
  if (lengthOf(name) > longestName) return refuse('name_too_long' as const)
  const refusal = nameRefusal(name)
  return refusal && refuse(refusal)
}

/** Serialises the creation of lists for a kitchen. */
async function holdKitchen(ctx: Ctx, named: KitchenId | undefined): Promise<KitchenId> {
  const { kitchenId } = kitchenForLists(ctx, named, 'list.change')
  await ctx.db.selectFrom('kitchens').select('id').where('id', '=', kitchenId).forNoKeyUpdate().execute()
  return kitchenId
}

async function coveredWeekdays(ctx: Ctx, kitchenId: KitchenId): Promise<Set<Weekday>> {
  const rows = await ctx.db.selectFrom('shoppingLists').select('weekdays').where('kitchenId', '=', kitchenId).execute()
  return new Set(rows.flatMap(({ weekdays }) => weekdays))
}

async function insertList(ctx: Ctx, kitchenId: KitchenId, list: NewList): Promise<Changed> {
  const { restaurantId } = requireBuyer(ctx.actor)
  const there = await ctx.db.selectFrom('shoppingLists').select('position').where('kitchenId', '=', kitchenId).execute()
  if (there.length >= mostLists) return refuse('too_many_lists')
  if (list.lines.length > mostLines) return refuse('too_many_lines')
  const listId = newId<'shoppingList'>()
  await ctx.db
    .insertInto('shoppingLists')
    .values({
      id: listId,
      restaurantId,
      kitchenId,
      name: list.name,
      weekdays: list.weekdays,
      position: Math.max(0, ...there.map(({ position }) => position)) + 1,
      createdAt: ctx.now,
      changedAt: ctx.now,
    })
    .execute()
  if (list.lines.length > 0)
    await ctx.db
      .insertInto('shoppingListLines')
      .values(
        list.lines.map(({ productId, qty }, index) => ({
          listId,
          productId,
          position: index + 1,
          qty,
          addedAt: ctx.now,
        })),
      )
      .execute()
  await noted(ctx, 'list_made', { listId, name: list.name, lines: list.lines.length })
  return ok({ listId })
}
