import type { Selectable } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, GroupBuyId, KitchenId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { Goods } from '#modules/cart/cart-rows.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import type { CartKitchen } from '#modules/cart/quote.ts'
import { readCart, readKitchen } from '#modules/cart/read-cart.server.ts'
import { freightOfFarms, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { buyersOf } from '#modules/shopping-lists/buyer-of.server.ts'
import { type GroupPart, type GroupQuote, quoteGroup } from './group-quote.ts'

export type GroupRow = Selectable<Database['groupBuys']>

/** What a kitchen wants in the box, in the name of the person who stated it. */
export type GroupMember = {
  kitchenId: KitchenId
  restaurantId: RestaurantId
  personId: PersonId
  joinedAt: Date
  goods: readonly Goods[]
}

/** By its invitation; `NotFound` for an unknown one. */
export async function groupByCode(db: DbOrTx, code: string): Promise<GroupRow> {
  const row = await db.selectFrom('groupBuys').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw new NotFound('group buy')
  return row
}

/** The same, locked: of joining, leaving and closing at once each sees what the one before has done. */
export async function lockGroup(db: DbOrTx, code: string): Promise<GroupRow> {
  const row = await db.selectFrom('groupBuys').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
  if (!row) throw new NotFound('group buy')
  return row
}

/** Who takes part, with their goods, in the order in which they joined. */
export async function membersOf(db: DbOrTx, groupBuyId: GroupBuyId): Promise<GroupMember[]> {
  const rows = await db
    .selectFrom('groupBuyKitchens')
    .innerJoin('groupBuyLines', (join) =>
      join
        .onRef('groupBuyLines.groupBuyId', '=', 'groupBuyKitchens.groupBuyId')
        .onRef('groupBuyLines.kitchenId', '=', 'groupBuyKitchens.kitchenId'),
    )
    .select(['groupBuyKitchens.kitchenId', 'restaurantId', 'personId', 'joinedAt', 'productId', 'qty'])
    .where('groupBuyKitchens.groupBuyId', '=', groupBuyId)
    .where('leftAt', 'is', null)
    .orderBy('joinedAt')
    .orderBy('groupBuyKitchens.kitchenId')
    .orderBy('productId')
    .execute()
  return [...Map.groupBy(rows, ({ kitchenId }) => kitchenId).values()].flatMap((of) => {
    const [row] = of
    if (!row) return []
    const { kitchenId, restaurantId, personId, joinedAt } = row
    return { kitchenId, restaurantId, personId, joinedAt, goods: of.map(({ productId, qty }) => ({ productId, qty })) }
  })
}

export type ReadGroup = {
  /** Null: nothing of it can be ordered now; for the page there is always the kitchen that opened it. */
  quote: GroupQuote | null
  buyers: ReadonlyMap<KitchenId, BuyerActor>
  /** Kitchens for which nothing can be ordered now, with the reason. */
  gone: { kitchenId: KitchenId; why: 'not_there' | 'not_now' }[]
}

/**
 * What the group buy costs each of these members now, each at its own prices. Nothing of it is kept: a look
 * shows what the closing would order. The goods of each member are read by themselves, by a statement that is planned once.
 */
export async function readGroup(ctx: Ctx, group: GroupRow, members: readonly GroupMember[]): Promise<ReadGroup> {
  const buyers = new Map<KitchenId, BuyerActor>()
  const found = await buyersOf(ctx, members)
  const gone: ReadGroup['gone'] = []
  const parts: GroupPart[] = []
  for (const member of members) {
    const { kitchenId } = member
    const buyer = found.get(kitchenId) ?? 'not_there'
    if (typeof buyer === 'string') {
      gone.push({ kitchenId, why: buyer })
      continue
    }
    buyers.set(kitchenId, buyer)
    const { kitchen, farms } = await readCart({ ...ctx, actor: buyer }, buyer, kitchenId, member.goods)
    const farm = farms.find(({ farmId }) => farmId === group.farmId)
    if (farm) parts.push({ kitchenId, kitchen, farm })
  }
  if (parts.length === 0) return { quote: null, buyers, gone }
  const host = await hostOf(ctx, group)
  const zone = await zoneOfFarm(ctx.db, group.farmId)
  const freight = (await freightOfFarms(ctx.db, [{ farmId: group.farmId, zone }], host)).get(group.farmId) ?? noFreight
  const quote = quoteGroup({ now: ctx.now, terms: group, host, freight, parts, taxRates: await taxRates(ctx) })
  return { quote, buyers, gone }
}

/** The kitchen to which the box goes. */
export async function hostOf(
  ctx: Ctx,
  { restaurantId, kitchenId, personId }: Pick<GroupRow, 'restaurantId' | 'kitchenId' | 'personId'>,
): Promise<CartKitchen & { restaurant: string }> {
  const { name: restaurant } = await ctx.db
    .selectFrom('restaurants')
    .select('name')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const { kitchen } = await readKitchen(ctx, { restaurantId, personId }, kitchenId)
  return { ...kitchen, restaurant }
}

async function zoneOfFarm(db: DbOrTx, farmId: FarmId) {
  const farm = await db.selectFrom('farms').select('prefectureCode').where('id', '=', farmId).executeTakeFirstOrThrow()
  return zoneOfPrefecture(farm.prefectureCode)
}

/** States the goods of a kitchen anew. */
export async function writeGoods(
  db: DbOrTx,
  groupBuyId: GroupBuyId,
  { kitchenId, goods, ...member }: GroupMember,
): Promise<void> {
  await db
    .insertInto('groupBuyKitchens')
    .values({ groupBuyId, kitchenId, ...member, leftAt: null, orderId: null, refused: null })
    .onConflict((conflict) => conflict.columns(['groupBuyId', 'kitchenId']).doUpdateSet({ ...member, leftAt: null }))
    .execute()
  await db.deleteFrom('groupBuyLines').where('groupBuyId', '=', groupBuyId).where('kitchenId', '=', kitchenId).execute()
  await db
    .insertInto('groupBuyLines')
    .values(goods.map(({ productId, qty }) => ({ groupBuyId, kitchenId, productId, qty })))
    .execute()
}
