import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Category, Temperature } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId, KitchenId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf, zoneOf } from '#kernel/place.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import type { CartKitchen } from '#modules/cart/quote.ts'
import { type DeliveryDay, defaultMaxHeldDays, deliveryDay } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { isOneOff } from '#modules/products/catalog/one-off-goods.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import type { FarmToAsk } from './who-is-told.ts'

/** The kitchen that asks, as the quote and the day engine read it. */
export async function kitchenThatAsks(
  { db, now }: { db: DbOrTx; now: Date },
  kitchenId: KitchenId,
): Promise<CartKitchen> {
  const row = await db
    .selectFrom('kitchens')
    .select(['id', 'name', 'prefectureCode', 'postalCode', 'city', 'receivingWeekdays', 'defaultSlot'])
    .select(
      sql<
        JstDate[]
      >`array(select closed_on::text from kitchen_closures where kitchen_id = kitchens.id and closed_on >= ${jstDateOf(now)}::date)`.as(
        'closed',
      ),
    )
    .where('id', '=', kitchenId)
    .executeTakeFirst()
  if (!row) throw new NotFound('kitchen')
  return {
    kitchenId: row.id,
    name: row.name,
    prefectureCode: row.prefectureCode,
    postalCode: row.postalCode,
    city: row.city,
    zone: zoneOfPrefecture(row.prefectureCode),
    calendar: { receivingWeekdays: row.receivingWeekdays, closedDays: new Set(row.closed) },
    defaultSlot: row.defaultSlot,
    // requests are never for products sold by weight
    tolerancePercent: null,
  }
}

type Wanted = {
  restaurantId: RestaurantId
  kitchen: CartKitchen
  /** The kind and its special kinds; empty for an unknown kind, of which only the category is known. */
  itemKeys: readonly string[]
  category: Category
  temperature: Temperature
  days: readonly JstDate[]
}

/**
 * The approved farms with any product of the category, with what the rule needs to know about them (who-is-told.ts):
 * two queries.
 */
export async function farmsToAsk(ctx: Ctx, wanted: Wanted): Promise<FarmToAsk[]> {
  const ofKind = sql`p.farm_id = f.id and p.item_key = any (${wanted.itemKeys}::text[])`
  const { rows } = await sql<
    Parameters<typeof policyOf>[0] & {
      id: FarmId
      prefectureCode: string
      sells: boolean
      sold: boolean
      sellsShelf: boolean
      ownMonths: number[]
      known: boolean
      toldLately: number
    }
  >`
    select f.id, f.prefecture_code, ${sql.join(policyColumns.map((name) => sql.ref(`f.${name}`)))},
           exists (select from products p where ${ofKind} and p.status = 'listed') as sells,
           exists (select from products p where ${ofKind} and p.status <> 'draft') as sold,
           exists (select from products p where p.farm_id = f.id and p.category = ${wanted.category}
                      and p.status in ('listed', 'paused', 'sold_out')) as sells_shelf,
           array(select distinct unnest(p.season_months) from products p
                  where ${ofKind} and p.status <> 'draft' and not ${isOneOff('p')}) as own_months,
           exists (select from orders o where o.farm_id = f.id and o.restaurant_id = ${wanted.restaurantId}
                      and o.state not in ('draft', 'pending_approval')) as known,
           (select count(*)::int from request_farms t
             where t.farm_id = f.id and t.told_at > ${ctx.now}::timestamptz - interval '7 days') as told_lately
      from farms f
     where ${isPublicFarm('f')} and exists (
       select from products p where p.farm_id = f.id and p.status <> 'draft'
          and (p.category = ${wanted.category} or p.item_key = any (${wanted.itemKeys}::text[])))`.execute(ctx.db)
  const vacations = await vacationsOf(ctx, 'all')
  return rows.flatMap((row): FarmToAsk[] => {
    const code = parsePrefCode(row.prefectureCode)
    if (!code) return []
    const farm = { zone: zoneOf(code), policy: policyOf(row), vacations: vacations.get(row.id) ?? [] }
    return [
      {
        farmId: row.id,
        region: prefectureOf(code).seasonRegion,
        sells: row.sells,
        sold: row.sold,
        sellsShelf: row.sellsShelf,
        ownMonths: row.ownMonths,
        days: possibleOf(daysOfFarm(ctx.now, farm, wanted)),
        known: row.known,
        toldLately: row.toldLately,
      },
    ]
  })
}

type ShippingFarm = Pick<Parameters<typeof deliveryDay>[0], 'policy' | 'vacations'> & {
  zone: Parameters<typeof leadDays>[0]['from']
}

/** Whether a farm can deliver to the kitchen on each of the days, by the engine of the cart. */
export const daysOfFarm = (
  now: Date,
  farm: ShippingFarm,
  { kitchen, temperature, days }: Pick<Wanted, 'kitchen' | 'temperature' | 'days'>,
): DeliveryDay[] =>
  days.map((day) =>
    deliveryDay(
      {
        now,
        lead: leadDays({ from: farm.zone, to: kitchen.zone, temperature, airAllowed: true }),
        policy: farm.policy,
        vacations: farm.vacations,
        kitchen: kitchen.calendar,
        isHoliday,
        maxHeldDays: defaultMaxHeldDays[temperature],
      },
      day,
    ),
  )

export const possibleOf = (days: readonly DeliveryDay[]) =>
  days.flatMap((day) => (day.possible ? [{ deliveryOn: day.deliveryOn, cutoffAt: day.cutoffAt }] : []))
