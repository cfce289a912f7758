import { sql } from 'kysely'
import type { BuyerActor } from '#access/actor.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type CartId, type KitchenId, newId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import type { Slot } from '#kernel/words.ts'
import { goodsLapsed } from '#modules/catalog/goods-lapsed.server.ts'
import { openWindows } from '#modules/catalog/harvest/reserve-harvest.server.ts'
import { existsFor, termsForActor } from '#modules/catalog/price-terms.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/catalog/shipping-rules.server.ts'
import type { CartFarm, CartKitchen, CartLine } from './quote.ts'

/** The cart of one person for one kitchen, made when it is first needed. */
export async function cartIdOf(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<CartId> {
  const known = await ctx.db
    .selectFrom('carts')
    .select('id')
    .where('person_id', '=', buyer.personId)
    .where('kitchen_id', '=', kitchenId)
    .executeTakeFirst()
  if (known) return known.id
  const made = await ctx.db
    .insertInto('carts')
    .values({
      id: newId<'cart'>(),
      person_id: buyer.personId,
      restaurant_id: buyer.restaurantId,
      kitchen_id: kitchenId,
      wished_on: null,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'kitchen_id']).doUpdateSet({ kitchen_id: kitchenId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export function zoneOfPrefecture(code: string): Zone {
  const pref = parsePrefCode(code)
  if (!pref) throw new RangeError(`not a prefecture: ${code}`)
  return zoneOf(pref)
}

export type StoredCart = { kitchen: CartKitchen; wishedOn: JstDate | null; farms: CartFarm[] }

/** The cart with everything that its quote needs, in three queries however many farms are in it. */
export async function readCart(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<StoredCart> {
  const kitchen = await ctx.db
    .selectFrom('kitchens')
    .leftJoin('carts', (join) =>
      join.onRef('carts.kitchen_id', '=', 'kitchens.id').on('carts.person_id', '=', buyer.personId),
    )
    .select([
      'kitchens.id',
      'kitchens.name',
      'kitchens.prefecture_code',
      'kitchens.receiving_weekdays',
      'kitchens.default_slot',
      'carts.id as cart_id',
      'carts.wished_on',
      sql<
        JstDate[]
      >`array(select closed_on::text from kitchen_closures where kitchen_id = kitchens.id and closed_on >= ${jstDateOf(ctx.now)}::date)`.as(
        'closed',
      ),
    ])
    .where('kitchens.id', '=', kitchenId)
    .where('kitchens.restaurant_id', '=', buyer.restaurantId)
    .executeTakeFirst()
  if (!kitchen) throw new NotFound('kitchen')
  const farms = kitchen.cart_id ? await readFarms(ctx, kitchen.cart_id) : []
  return {
    kitchen: {
      kitchenId: kitchen.id,
      name: kitchen.name,
      prefectureCode: kitchen.prefecture_code,
      zone: zoneOfPrefecture(kitchen.prefecture_code),
      calendar: { receivingWeekdays: kitchen.receiving_weekdays, closedDays: new Set(kitchen.closed) },
      defaultSlot: kitchen.default_slot,
    },
    wishedOn: kitchen.wished_on,
    farms,
  }
}

async function readFarms(ctx: Ctx, cartId: CartId): Promise<CartFarm[]> {
  const terms = termsForActor(ctx, 'products')
  const rows = await ctx.db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .innerJoin('farms', 'farms.id', 'products.farm_id')
    .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
    .leftJoin('cart_farms', (join) =>
      join.onRef('cart_farms.cart_id', '=', 'cart_lines.cart_id').onRef('cart_farms.farm_id', '=', 'farms.id'),
    )
    .select([
      'cart_lines.qty',
      'cart_lines.on_shortage',
      'cart_lines.seen_price_yen',
      'products.id as product_id',
      'products.name',
      'products.pack_label',
      'products.unit_label',
      'products.picture',
      'products.category',
      'products.temperature',
      'products.air_allowed',
      'products.tax_kind',
      'products.price_yen',
      'products.catch_weight',
      'products.net_grams',
      'products.tolerance_percent',
      'products.gross_grams',
      'products.size_points',
      'products.order_step',
      'products.min_qty',
      'products.max_qty',
      'products.sells_from',
      'products.status as product_status',
      'product_stock.available_qty',
      'farms.id as farm_id',
      'farms.name as farm_name',
      'farms.crest',
      'farms.place',
      'farms.prefecture_code',
      'farms.status as farm_status',
      ...policyColumns,
      'farms.free_freight_from_yen',
      'farms.min_order_yen',
      'farms.commission_bp',
      'farms.auto_accept',
      'cart_farms.delivery_on',
      'cart_farms.slot',
      'cart_farms.note',
    ])
    .select([
      goodsLapsed().as('lapsed'),
      existsFor(ctx, 'products').as('exists'),
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
    .where('cart_lines.cart_id', '=', cartId)
    .orderBy('farms.name')
    .orderBy('farms.id')
    .orderBy('cart_lines.added_at')
    .orderBy('products.id')
    .execute()
  const vacations = await vacationsOf(ctx, [...new Set(rows.map((row) => row.farm_id))])
  const promised = rows.filter((row) => row.sells_from === 'harvest').map((row) => row.product_id)
  const harvests = await openWindows(ctx, promised)
  return [...Map.groupBy(rows, (row) => row.farm_id)].flatMap(([farmId, ofFarm]) => {
    const [row] = ofFarm
    if (!row) return []
    return {
      farmId,
      name: row.farm_name,
      crest: row.crest,
      place: row.place,
      zone: zoneOfPrefecture(row.prefecture_code),
      approved: row.farm_status === 'approved',
      policy: policyOf(row),
      vacations: vacations.get(farmId) ?? [],
      freeFreightFromYen: row.free_freight_from_yen,
      minOrderYen: row.min_order_yen,
      commissionBp: row.commission_bp,
      autoAccept: row.auto_accept,
      chosenDay: row.delivery_on,
      chosenSlot: row.slot as Slot | null,
      note: row.note ?? '',
      lines: ofFarm.map(
        (line): CartLine => ({
          productId: line.product_id,
          qty: line.qty,
          onShortage: line.on_shortage,
          seenPriceYen: line.seen_price_yen,
          name: line.name,
          packLabel: line.pack_label,
          unitLabel: line.unit_label,
          picture: line.picture,
          category: line.category,
          temperature: line.temperature,
          airAllowed: line.air_allowed,
          taxKind: line.tax_kind,
          ...(line.exists
            ? { listYen: line.price_yen, tiers: line.tiers, own: line.own }
            : // shown to this restaurant no longer: what it costs now is not for it to know
              { listYen: line.seen_price_yen, tiers: [], own: null }),
          catchWeight: line.catch_weight,
          netGrams: line.net_grams,
          tolerancePercent: line.tolerance_percent,
          grossGrams: line.gross_grams,
          sizePoints: line.size_points,
          orderStep: line.order_step,
          minQty: line.min_qty,
          maxQty: line.max_qty,
          availableQty: line.available_qty ?? 0,
          harvest: line.sells_from === 'harvest' ? (harvests.get(line.product_id) ?? []) : null,
          listed: line.product_status === 'listed' && !line.lapsed && line.exists,
        }),
      ),
    } satisfies CartFarm
  })
}
