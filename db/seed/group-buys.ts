import { isHoliday } from '#kernel/holidays.ts'
import { addDays, addHours, jstDateOf } from '#kernel/jst.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { deliveryDay } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { policyOf } from '#modules/products/catalog/shipping-rules.server.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import type { SeedProduct } from './products.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Seeded = {
  groupBuys: Row<'groupBuys'>[]
  kitchens: Row<'groupBuyKitchens'>[]
  lines: Row<'groupBuyLines'>[]
}

/** An open group buy (共同購入): the demo's restaurant has opened a box of a farm, and a neighbour has joined. */
export function makeGroupBuys(
  { restaurants, goods }: { restaurants: readonly SeedRestaurant[]; goods: readonly SeedProduct[] },
  now: Date,
  id: MakeId,
): Seeded {
  const [host, neighbour] = restaurants
  const [first, second] = goods
  if (!host || !neighbour || !first) return { groupBuys: [], kitchens: [], lines: [] }
  const { farm } = first
  const [kitchen] = host.kitchens
  const question = {
    now,
    lead: leadDays({
      from: zoneOfPrefecture(farm.row.prefectureCode),
      to: zoneOfPrefecture(kitchen.row.prefectureCode),
      temperature: first.row.temperature,
      airAllowed: true,
    }),
    policy: policyOf(farm.row),
    vacations: farm.vacations.map(({ fromOn, toOn }) => ({ from: fromOn, to: toOn })),
    kitchen: { receivingWeekdays: kitchen.row.receivingWeekdays, closedDays: kitchen.closedDays },
    isHoliday,
    maxHeldDays: 0,
  }
  const days = Array.from({ length: 7 }, (_, more) => deliveryDay(question, addDays(jstDateOf(now), 5 + more)))
  const day = days.find((it) => it.possible)
  if (!day?.possible) return { groupBuys: [], kitchens: [], lines: [] }
  const groupBuyId = id<'groupBuy'>(addHours(now, -20))
  const joins = (shop: SeedRestaurant, hoursAgo: number): Row<'groupBuyKitchens'> => ({
    groupBuyId,
    kitchenId: shop.kitchens[0].row.id,
    restaurantId: shop.row.id,
    personId: shop.buyer.id,
    joinedAt: addHours(now, -hoursAgo),
    leftAt: null,
    orderId: null,
    refused: null,
  })
  const wants = (shop: SeedRestaurant, { row }: SeedProduct, boxes: number): Row<'groupBuyLines'> => ({
    groupBuyId,
    kitchenId: shop.kitchens[0].row.id,
    productId: row.id,
    qty: row.minQty + (boxes - 1) * row.orderStep,
  })
  return {
    groupBuys: [
      {
        id: groupBuyId,
        code: 'K7F3Q2M9TX',
        farmId: farm.row.id,
        restaurantId: host.row.id,
        kitchenId: kitchen.row.id,
        personId: host.buyer.id,
        deliveryOn: day.deliveryOn,
        slot: 'am',
        closesAt: addHours(day.cutoffAt, -3),
        leastKitchens: 2,
        message: 'お届け日の11時以降、裏口でお渡しします。',
        createdAt: addHours(now, -20),
        endedAt: null,
        ending: null,
      },
    ],
    kitchens: [joins(host, 20), joins(neighbour, 6)],
    lines: [wants(host, first, 2), wants(neighbour, second ?? first, 1)],
  }
}
