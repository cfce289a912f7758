import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { GroupBuyId, KitchenId, OrderId } from '#kernel/ids.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { Yen } from '#kernel/yen.ts'
import type { GroupRow } from './group-store.server.ts'

/** Whose box it is, and where it goes. */
export async function facesOf(ctx: Ctx, { farmId, kitchenId }: Pick<GroupRow, 'farmId' | 'kitchenId'>) {
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['id', 'name', 'crest', 'place'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const host = await ctx.db
    .selectFrom('kitchens')
    .innerJoin('restaurants', 'restaurants.id', 'kitchens.restaurantId')
    .select(['restaurants.name as restaurant', 'kitchens.name as kitchen'])
    .select(['prefectureCode', 'city', 'street', 'building'])
    .where('kitchens.id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  const prefecture = parsePrefCode(host.prefectureCode)
  return {
    farm,
    host: {
      restaurant: host.restaurant,
      kitchen: host.kitchen,
      address: `${prefecture ? prefectureOf(prefecture).name : ''}${host.city}${host.street} ${host.building}`.trim(),
    },
  }
}

type Kitchen = {
  kitchenId: KitchenId
  restaurant: string
  kitchen: string
  orderId: OrderId | null
  refused: string | null
  /** The freight of its order now, without tax; zero before there is one. */
  agreedYen: Yen
}

/** The kitchens that take part, in the order in which they joined. */
export async function kitchensOf(ctx: Ctx, id: GroupBuyId): Promise<Kitchen[]> {
  const { rows } = await sql<Kitchen>`
    select g.kitchen_id as "kitchenId", r.name as restaurant, k.name as kitchen, g.order_id as "orderId", g.refused,
           coalesce((select sum(freight_yen + cool_yen)::int from parcels p
                      where p.order_id = g.order_id and p.unused_at is null and not p.waived), 0) as "agreedYen"
      from group_buy_kitchens g
      join kitchens k on k.id = g.kitchen_id
      join restaurants r on r.id = g.restaurant_id
     where g.group_buy_id = ${id} and g.left_at is null
     order by g.joined_at, g.kitchen_id`.execute(ctx.db)
  return rows
}
