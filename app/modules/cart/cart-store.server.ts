import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import {
  type CartId,
  type DeliveryWayId,
  type FarmId,
  type KitchenId,
  newId,
  type ProductId,
  type PurchaseId,
  type RunId,
} from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import { freightOfFarms, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { waysOfFarms } from '#modules/delivery/ways-of-farms.server.ts'
import { commissionOn } from '#modules/organisations/commission/commission.server.ts'
import { heldElsewhere } from '#modules/products/catalog/checkout-holds.server.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { openWindows } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { chosenRuns, forgetChoices, ridesAny, runOffersOf } from '#modules/runs/run-offers.server.ts'
import { openOrdersOf } from './open-orders.server.ts'
import type { CartFarm, CartKitchen, CartLine } from './quote.ts'

/** The cart of one person for one kitchen, created when it is first needed. */
export async function cartIdOf(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<CartId> {
  const known = await ctx.db
    .selectFrom('carts')
    .select('id')
    .where('personId', '=', buyer.personId)
    .where('kitchenId', '=', kitchenId)
    .executeTakeFirst()
  if (known) return known.id
  return lockedCart(ctx.db, { buyer, kitchenId })
}

/** The cart, created when it is first needed, and locked until the transaction ends: in one statement. */
export async function lockedCart(
  db: DbOrTx,
  { buyer, kitchenId }: { buyer: BuyerActor; kitchenId: KitchenId },
): Promise<CartId> {
  const { personId, restaurantId } = buyer
  const { id } = await db
    .insertInto('carts')
    .values({ id: newId<'cart'>(), personId, restaurantId, kitchenId, wishedOn: null })
    .onConflict((conflict) => conflict.columns(['personId', 'kitchenId']).doUpdateSet({ kitchenId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** All of it was ordered. */
export async function emptyCart(db: DbOrTx, cartId: CartId): Promise<void> {
  await db.deleteFrom('cartLines').where('cartId', '=', cartId).execute()
  await db.deleteFrom('cartFarms').where('cartId', '=', cartId).execute()
  await forgetChoices(db, cartId)
}

/**
 * The cart of the person and the kitchen of a purchase, created if they are still a member and the kitchen is open; null
 * if there is none.
 */
export async function cartOfPurchase(db: DbOrTx, purchaseId: PurchaseId): Promise<CartId | null> {
  await sql`
    insert into carts (id, person_id, restaurant_id, kitchen_id)
    select ${newId<'cart'>()}, p.person_id, p.restaurant_id, p.kitchen_id
      from purchases p
      join memberships m on m.person_id = p.person_id and m.restaurant_id = p.restaurant_id
      join kitchens k on k.id = p.kitchen_id and k.closed_at is null
     where p.id = ${purchaseId}
    on conflict (person_id, kitchen_id) do nothing`.execute(db)
  const cart = await db
    .selectFrom('carts')
    .innerJoin('purchases', (join) =>
      join.onRef('purchases.personId', '=', 'carts.personId').onRef('purchases.kitchenId', '=', 'carts.kitchenId'),
    )
    .select('carts.id')
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst()
  return cart?.id ?? null
}

type Returned = {
  farmId: FarmId
  slot: Slot
  note: string
  wayId: DeliveryWayId | null
  lines: readonly Omit<Insertable<Database['cartLines']>, 'cartId' | 'addedAt'>[]
}

/** Puts the products of one farm back; what has been added meanwhile stays. */
export async function returnToCart(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cartId: CartId,
  { farmId, slot, note, wayId, lines }: Returned,
): Promise<void> {
  await db
    .insertInto('cartLines')
    .values(lines.map((line) => ({ ...line, cartId, addedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('cartFarms')
    .values({ cartId, farmId, deliveryOn: null, slot, note, wayId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function zoneOfPrefecture(code: string): Zone {
  const pref = parsePrefCode(code)
  if (!pref) throw new RangeError(`not a prefecture: ${code}`)
  return zoneOf(pref)
}

export type StoredCart = { kitchen: CartKitchen; wishedOn: JstDate | null; farms: CartFarm[] }

export type Goods = { productId: ProductId; qty: number }

/**
 * The cart with everything that its quote needs, in six queries for any number of farms. With `goods`: as if exactly
 * these were in it; they are calculated and ordered like products that were put into a cart.
 */
export async function readCart(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  goods?: readonly Goods[],
): Promise<StoredCart> {
  const { kitchen, cartId, wishedOn } = await readKitchen(ctx, buyer, kitchenId)
  const lines = goods ? theseGoods(buyer, goods) : cartId && linesOfCart(cartId)
  const farms = lines ? await readFarms(ctx, lines, { id: kitchenId, ...kitchen }, goods ? null : cartId) : []
  return { kitchen, wishedOn, farms }
}

type KitchenOfCart = { kitchen: CartKitchen; cartId: CartId | null; wishedOn: JstDate | null }

/** A kitchen of the buyer, without the content of its cart; `NotFound` for any other. */
export async function readKitchen(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<KitchenOfCart> {
  const kitchen = await ctx.db
    .selectFrom('kitchens')
    .leftJoin('carts', (join) =>
      join.onRef('carts.kitchenId', '=', 'kitchens.id').on('carts.personId', '=', buyer.personId),
    )
    .leftJoin('standingInstructions', 'standingInstructions.restaurantId', 'kitchens.restaurantId')
    .select([
      'kitchens.id',
      'kitchens.name',
      'kitchens.prefectureCode',
      'kitchens.postalCode',
      'kitchens.receivingWeekdays',
      'kitchens.defaultSlot',
      'carts.id as cartId',
      'carts.wishedOn',
      'standingInstructions.tolerancePercent',
      sql<
        JstDate[]
      >`array(select closed_on::text from kitchen_closures where kitchen_id = kitchens.id and closed_on >= ${jstDateOf(ctx.now)}::date)`.as(
        'closed',
      ),
    ])
    .where('kitchens.id', '=', kitchenId)
    .where('kitchens.restaurantId', '=', buyer.restaurantId)
    .executeTakeFirst()
  if (!kitchen) throw new NotFound('kitchen')
  return {
    kitchen: {
      kitchenId: kitchen.id,
      name: kitchen.name,
      prefectureCode: kitchen.prefectureCode,
      postalCode: kitchen.postalCode,
      zone: zoneOfPrefecture(kitchen.prefectureCode),
      calendar: { receivingWeekdays: kitchen.receivingWeekdays, closedDays: new Set(kitchen.closed) },
      defaultSlot: kitchen.defaultSlot,
      tolerancePercent: kitchen.tolerancePercent,
    },
    cartId: kitchen.cartId,
    wishedOn: kitchen.wishedOn,
  }
}

type Lines = RawBuilder<Selectable<Database['cartLines']>>

const linesOfCart = (cartId: CartId): Lines => sql`(select * from cart_lines where cart_id = ${cartId})`

/** As they would be in the cart now: in this order, with the restaurant's general instruction. */
const theseGoods = ({ restaurantId }: BuyerActor, goods: readonly Goods[]): Lines => sql`(
  select null::uuid as cart_id, g."productId" as product_id, g.qty,
         coalesce(i.on_shortage, 'ship_what_there_is') as on_shortage, coalesce(i.shortage_terms, '{}') as shortage_terms,
         0 as seen_price_yen, to_timestamp(g.place) as added_at
    from jsonb_to_recordset(${JSON.stringify(goods.map((it, place) => ({ ...it, place })))}::jsonb)
         as g("productId" uuid, qty integer, place integer)
    left join standing_instructions i on i.restaurant_id = ${restaurantId})`

type Destination = { id: KitchenId; prefectureCode: string; postalCode: string }

async function readFarms(ctx: Ctx, lines: Lines, kitchen: Destination, cartId: CartId | null): Promise<CartFarm[]> {
  const terms = termsForActor(ctx, 'products')
  const rows = await ctx.db
    .selectFrom(lines.as('cartLines'))
    .innerJoin('products', 'products.id', 'cartLines.productId')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .leftJoin('productStock', 'productStock.productId', 'products.id')
    .leftJoin('cartFarms', (join) =>
      join.onRef('cartFarms.cartId', '=', 'cartLines.cartId').onRef('cartFarms.farmId', '=', 'farms.id'),
    )
    .leftJoin('checkoutHolds', (join) =>
      join
        .onRef('checkoutHolds.cartId', '=', 'cartLines.cartId')
        .onRef('checkoutHolds.productId', '=', 'products.id')
        .onRef('checkoutHolds.qty', '>=', 'cartLines.qty')
        .on('checkoutHolds.until', '>', ctx.now),
    )
    .select([
      'cartLines.qty',
      'cartLines.onShortage',
      'cartLines.shortageTerms',
      'cartLines.seenPriceYen',
      'products.id as productId',
      'products.name',
      'products.packLabel',
      'products.unitLabel',
      'products.picture',
      'products.category',
      'products.temperature',
      'products.airAllowed',
      'products.taxKind',
      'products.priceYen',
      'products.catchWeight',
      'products.netGrams',
      'products.tolerancePercent',
      'products.grossGrams',
      'products.sizePoints',
      'products.ownCarton',
      'products.orderStep',
      'products.minQty',
      'products.maxQty',
      'products.sellsFrom',
      'products.status as productStatus',
      'productStock.availableQty',
      'farms.id as farmId',
      'farms.name as farmName',
      'farms.crest',
      'farms.place',
      'farms.prefectureCode',
      'farms.status as farmStatus',
      ...policyColumns,
      'farms.freeFreightFromYen',
      'farms.minOrderYen',
      'farms.autoAccept',
      'farms.lateCancelPercent',
      'cartFarms.deliveryOn',
      'cartFarms.slot',
      'cartFarms.note',
      'cartFarms.wayId',
      'checkoutHolds.until as heldUntil',
    ])
    .select([
      commissionOn(jstDateOf(ctx.now)).as('commissionBp'),
      ridesAny('farms').as('rides'),
      heldElsewhere(ctx).as('heldElsewhere'),
      goodsLapsed().as('lapsed'),
      existsFor(ctx, 'products').as('exists'),
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
    .orderBy('farms.name')
    .orderBy('farms.id')
    .orderBy('cartLines.addedAt')
    .orderBy('products.id')
    .execute()
  const zones = new Map(rows.map((row) => [row.farmId, zoneOfPrefecture(row.prefectureCode)]))
  const vacations = await vacationsOf(ctx, [...zones.keys()])
  const open = await openOrdersOf(ctx, kitchen.id, [...zones.keys()])
  const freight = await freightOfFarms(
    ctx.db,
    [...zones].map(([farmId, zone]) => ({ farmId, zone })),
    kitchen,
  )
  const riding = rows.filter(({ rides }) => rides).map(({ farmId }) => farmId)
  const offers = await runOffersOf(ctx, [...new Set(riding)], kitchen)
  const chosen = cartId && offers.size > 0 ? await chosenRuns(ctx.db, cartId) : new Map<FarmId, RunId>()
  const ways = await waysOfFarms(ctx.db, [...zones.keys()])
  const promised = rows.filter((row) => row.sellsFrom === 'harvest').map((row) => row.productId)
  const harvests = await openWindows(ctx, promised)
  return [...Map.groupBy(rows, (row) => row.farmId)].flatMap(([farmId, ofFarm]) => {
    const [row] = ofFarm
    if (!row) return []
    return {
      farmId,
      name: row.farmName,
      crest: row.crest,
      place: row.place,
      zone: zoneOfPrefecture(row.prefectureCode),
      approved: row.farmStatus === 'approved',
      policy: policyOf(row),
      vacations: vacations.get(farmId) ?? [],
      freight: freight.get(farmId) ?? noFreight,
      ...rideOfFarm(farmId),
      ways: ways.get(farmId) ?? [],
      chosenWay: row.wayId,
      freeFreightFromYen: row.freeFreightFromYen,
      minOrderYen: row.minOrderYen,
      commissionBp: row.commissionBp,
      autoAccept: row.autoAccept,
      chosenDay: row.deliveryOn,
      chosenSlot: row.slot as Slot | null,
      note: row.note ?? '',
      open: open.get(farmId) ?? [],
      lateCancelPercent: row.lateCancelPercent,
      lines: ofFarm.map(
        (line): CartLine => ({
          productId: line.productId,
          qty: line.qty,
          onShortage: line.onShortage,
          shortageTerms: line.shortageTerms,
          seenPriceYen: line.seenPriceYen,
          name: line.name,
          packLabel: line.packLabel,
          unitLabel: line.unitLabel,
          picture: line.picture,
          category: line.category,
          temperature: line.temperature,
          airAllowed: line.airAllowed,
          taxKind: line.taxKind,
          ...(line.exists
            ? { listYen: line.priceYen, tiers: line.tiers, own: line.own }
            : // no longer shown to this restaurant: it may not learn the current price
              { listYen: line.seenPriceYen, tiers: [], own: null }),
          catchWeight: line.catchWeight,
          netGrams: line.netGrams,
          tolerancePercent: line.tolerancePercent,
          grossGrams: line.grossGrams,
          sizePoints: line.sizePoints,
          ownCarton: line.ownCarton,
          orderStep: line.orderStep,
          minQty: line.minQty,
          maxQty: line.maxQty,
          availableQty: Math.max(0, (line.availableQty ?? 0) - line.heldElsewhere),
          heldElsewhere: line.heldElsewhere,
          heldUntil: line.heldUntil,
          harvest: line.sellsFrom === 'harvest' ? (harvests.get(line.productId) ?? []) : null,
          listed: line.productStatus === 'listed' && !line.lapsed && line.exists,
        }),
      ),
    } satisfies CartFarm
  })

  function rideOfFarm(farmId: FarmId): Pick<CartFarm, 'ride'> {
    const ofFarm = offers.get(farmId)
    return ofFarm ? { ride: { offers: ofFarm, chosen: chosen.get(farmId) ?? null } } : {}
  }
}
