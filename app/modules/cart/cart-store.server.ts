import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type CartId, type KitchenId, newId, type ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import { heldElsewhere } from '#modules/products/catalog/checkout-holds.server.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { openWindows } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { openOrdersOf } from './open-orders.server.ts'
import type { CartFarm, CartKitchen, CartLine } from './quote.ts'

/** The cart of one person for one kitchen, created when it is first needed. */
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

export type Goods = { productId: ProductId; qty: number }

/**
 * The cart with everything that its quote needs, in four queries for any number of farms. With `goods`: as if exactly
 * these were in it; they are calculated and ordered like products that were put into a cart.
 */
export async function readCart(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  goods?: readonly Goods[],
): Promise<StoredCart> {
  const kitchen = await ctx.db
    .selectFrom('kitchens')
    .leftJoin('carts', (join) =>
      join.onRef('carts.kitchen_id', '=', 'kitchens.id').on('carts.person_id', '=', buyer.personId),
    )
    .leftJoin('standing_instructions', 'standing_instructions.restaurant_id', 'kitchens.restaurant_id')
    .select([
      'kitchens.id',
      'kitchens.name',
      'kitchens.prefecture_code',
      'kitchens.receiving_weekdays',
      'kitchens.default_slot',
      'carts.id as cart_id',
      'carts.wished_on',
      'standing_instructions.tolerance_percent',
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
  const lines = goods ? theseGoods(buyer, goods) : kitchen.cart_id && linesOfCart(kitchen.cart_id)
  const farms = lines ? await readFarms(ctx, lines, kitchenId) : []
  return {
    kitchen: {
      kitchenId: kitchen.id,
      name: kitchen.name,
      prefectureCode: kitchen.prefecture_code,
      zone: zoneOfPrefecture(kitchen.prefecture_code),
      calendar: { receivingWeekdays: kitchen.receiving_weekdays, closedDays: new Set(kitchen.closed) },
      defaultSlot: kitchen.default_slot,
      tolerancePercent: kitchen.tolerance_percent,
    },
    wishedOn: kitchen.wished_on,
    farms,
  }
}

type Lines = RawBuilder<Selectable<Database['cart_lines']>>

const linesOfCart = (cartId: CartId): Lines => sql`(select * from cart_lines where cart_id = ${cartId})`

/** As they would be in the cart now: in this order, with the restaurant's general instruction. */
const theseGoods = ({ restaurantId }: BuyerActor, goods: readonly Goods[]): Lines => sql`(
  select null::uuid as cart_id, g."productId" as product_id, g.qty,
         coalesce(i.on_shortage, 'ship_what_there_is') as on_shortage, coalesce(i.shortage_terms, '{}') as shortage_terms,
         0 as seen_price_yen, to_timestamp(g.place) as added_at
    from jsonb_to_recordset(${JSON.stringify(goods.map((it, place) => ({ ...it, place })))}::jsonb)
         as g("productId" uuid, qty integer, place integer)
    left join standing_instructions i on i.restaurant_id = ${restaurantId})`

async function readFarms(ctx: Ctx, lines: Lines, kitchenId: KitchenId): Promise<CartFarm[]> {
  const terms = termsForActor(ctx, 'products')
  const rows = await ctx.db
    .selectFrom(lines.as('cart_lines'))
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .innerJoin('farms', 'farms.id', 'products.farm_id')
    .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
    .leftJoin('cart_farms', (join) =>
      join.onRef('cart_farms.cart_id', '=', 'cart_lines.cart_id').onRef('cart_farms.farm_id', '=', 'farms.id'),
    )
    .leftJoin('checkout_holds', (join) =>
      join
        .onRef('checkout_holds.cart_id', '=', 'cart_lines.cart_id')
        .onRef('checkout_holds.product_id', '=', 'products.id')
        .onRef('checkout_holds.qty', '>=', 'cart_lines.qty')
        .on('checkout_holds.until', '>', ctx.now),
    )
    .select([
      'cart_lines.qty',
      'cart_lines.on_shortage',
      'cart_lines.shortage_terms',
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
      'farms.late_cancel_percent',
      'cart_farms.delivery_on',
      'cart_farms.slot',
      'cart_farms.note',
      'checkout_holds.until as held_until',
    ])
    .select([
      heldElsewhere(ctx).as('held_elsewhere'),
      goodsLapsed().as('lapsed'),
      existsFor(ctx, 'products').as('exists'),
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
    .orderBy('farms.name')
    .orderBy('farms.id')
    .orderBy('cart_lines.added_at')
    .orderBy('products.id')
    .execute()
  const vacations = await vacationsOf(ctx, [...new Set(rows.map((row) => row.farm_id))])
  const open = await openOrdersOf(ctx, kitchenId, [...new Set(rows.map((row) => row.farm_id))])
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
      open: open.get(farmId) ?? [],
      lateCancelPercent: row.late_cancel_percent,
      lines: ofFarm.map(
        (line): CartLine => ({
          productId: line.product_id,
          qty: line.qty,
          onShortage: line.on_shortage,
          shortageTerms: line.shortage_terms,
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
            : // no longer shown to this restaurant: it may not learn the current price
              { listYen: line.seen_price_yen, tiers: [], own: null }),
          catchWeight: line.catch_weight,
          netGrams: line.net_grams,
          tolerancePercent: line.tolerance_percent,
          grossGrams: line.gross_grams,
          sizePoints: line.size_points,
          orderStep: line.order_step,
          minQty: line.min_qty,
          maxQty: line.max_qty,
          availableQty: Math.max(0, (line.available_qty ?? 0) - line.held_elsewhere),
          heldElsewhere: line.held_elsewhere,
          heldUntil: line.held_until,
          harvest: line.sells_from === 'harvest' ? (harvests.get(line.product_id) ?? []) : null,
          listed: line.product_status === 'listed' && !line.lapsed && line.exists,
        }),
      ),
    } satisfies CartFarm
  })
}
