import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { type KitchenId, newId, type PersonId, type ProductId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { prefCodes, zoneOf } from '#kernel/place.ts'
import { gatherOnce } from '#modules/audit-log/gather.server.ts'
import { type CreditRow, creditPart, type KnownCredit } from '#modules/credit/credit-standing.server.ts'
import { type FreightRow, freightRows } from '#modules/delivery/freight-of-farms.server.ts'
import { wayRows } from '#modules/delivery/ways-of-farms.server.ts'
import { type TaxRateStored, taxRateRows } from '#modules/pricing/tax/tax-rates.server.ts'
import { heldElsewhere } from '#modules/products/catalog/checkout-holds.server.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { windowRows } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { policyColumns, vacationRows } from '#modules/products/catalog/shipping-rules.server.ts'
import { ridesAny } from '#modules/runs/run-offers.server.ts'
import { openOrderRows } from './open-orders.server.ts'

export type Goods = { productId: ProductId; qty: number }

type CartValues = {
  now: Date
  /** Of `now`. */
  today: JstDate
  personId: PersonId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  goods: string
}
/**
 * Which lines: those in the cart; `goods` as if they were in it alone, new; those that will be in it once `goods` are put into it
 * (`adding`) or are all of it (`setting`).
 */
type LinesOf = 'cart' | 'goods' | 'adding' | 'setting'
type CartShape = { of: LinesOf; approved: boolean; credit: KnownCredit | null; withRates: boolean }

const sampleOf = (today: JstDate, goods: string): CartValues => ({
  now: momentOf(today, 0),
  today,
  personId: newId<'person'>(),
  restaurantId: newId<'restaurant'>(),
  kitchenId: newId<'kitchen'>(),
  goods,
})

/**
 * A cart with everything that its quote needs, in one statement for any number of farms.
 */
export const cartRows = gatherOnce(
  [sampleOf(jstDate('2001-01-01'), '[0]'), sampleOf(jstDate('2002-02-02'), '[1]')],
  (db, { now, kitchenId, goods, ...buyer }: CartValues, { of, approved, credit, withRates }: CartShape) => {
    const { personId, restaurantId } = buyer
    const actor: BuyerActor = {
      kind: 'buyer',
      personId,
      name: personId,
      role: 'owner',
      restaurantId,
      restaurantApproved: approved,
      kitchenIds: [kitchenId],
      orderLimitYen: null,
    }
    const ctx: Ctx = { db, now, actor }
    const lines = linesOf[of](actor, kitchenId, { goods, now })
    const ofFarms = sql<boolean>`farm_id = any(array(select farm_id from wanted_farms))`
    return {
      parts: {
        kitchens: { rows: kitchenRows(ctx, actor, kitchenId) },
        lines: { rows: lineRows(ctx), moments: ['heldUntil'] },
        vacations: { rows: vacationRows(ctx).where(ofFarms) },
        open: {
          rows: openOrderRows(ctx)
            .where('orders.kitchenId', '=', kitchenId)
            .where(sql<boolean>`orders.farm_id = any(array(select farm_id from wanted_farms))`),
        },
        freight: { rows: freightOfCart(kitchenId), moments: ['createdAt'] },
        ways: { rows: wayRows(db).where(ofFarms) },
        windows: {
          rows: windowRows(ctx).where(sql<boolean>`products.id = any(array(select product_id from wanted_lines))`),
        },
        rates: { rows: withRates ? taxRateRows(db) : none<TaxRateStored>() },
        credit: {
          rows: credit ? sql<CreditRow>`(${creditPart(now, restaurantId, credit)})` : none<CreditRow>(),
        },
      },
      given: sql`with wanted_lines as materialized ${lines}, wanted_farms as materialized (
        select distinct farm_id from products where id = any(array(select product_id from wanted_lines)))`,
    }
  },
)

const none = <Row>() => sql<Row>`(select where false)`

/** The freight to a kitchen, whose prefecture only the statement itself finds. */
const freightOfCart = (kitchenId: KitchenId) => {
  const place = (column: 'prefecture_code' | 'postal_code') =>
    sql`(select ${sql.raw(column)} from kitchens where id = ${kitchenId})`
  return sql<FreightRow>`(${freightRows({
    farmIds: sql`array(select farm_id from wanted_farms)`,
    origins: sql`array(select '' union all select ${zones}::jsonb ->> f.prefecture_code
                         from farms f where f.id = any(array(select farm_id from wanted_farms)))`,
    destinations: sql`array[${place('prefecture_code')}, ${zones}::jsonb ->> ${place('prefecture_code')}]`,
    postalCode: place('postal_code'),
  })})`
}

/** The zone of each prefecture, for the statement: a part of its text, because a parameter would be read anew for each farm of a cart. */
const zones = sql.lit(JSON.stringify(Object.fromEntries(prefCodes.map((code) => [code, zoneOf(code)]))))

type Member = Pick<BuyerActor, 'personId' | 'restaurantId'>

/** A kitchen of the buyer, and what is known of their cart for it. */
export const kitchenRows = (ctx: Ctx, buyer: Member, kitchenId: KitchenId) =>
  ctx.db
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
      'kitchens.city',
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

export type KitchenRow = Awaited<ReturnType<ReturnType<typeof kitchenRows>['execute']>>[number]

type Lines = RawBuilder<Selectable<Database['cartLines']>>

type Given = { goods: string; now: Date }

const linesInCart = ({ personId }: BuyerActor, kitchenId: KitchenId): Lines => sql`(
  select cart_lines.* from carts join cart_lines on cart_lines.cart_id = carts.id
   where carts.person_id = ${personId} and carts.kitchen_id = ${kitchenId})`

/** Goods as a value of the statement. */
export const goodsText = (goods: readonly Goods[]): string =>
  JSON.stringify(goods.map((it, place) => ({ ...it, place })))

/** As they would be in the cart now: in this order, with the restaurant's general instruction. */
const theseGoods = ({ restaurantId }: BuyerActor, _: KitchenId, { goods }: Given): Lines => sql`(
  select null::uuid as cart_id, g."productId" as product_id, g.qty,
         coalesce(i.on_shortage, 'ship_what_there_is') as on_shortage, coalesce(i.shortage_terms, '{}') as shortage_terms,
         0 as seen_price_yen, to_timestamp(g.place) as added_at
    from (select * from ${listed(goods)}) g
    left join standing_instructions i on i.restaurant_id = ${restaurantId})`

const listed = (goods: string) =>
  sql`jsonb_to_recordset(${goods}::jsonb) as it ("productId" uuid, qty integer, place integer)`

/** The price that was seen of a line that is not in the cart yet. */
export const unseen = -1

/** As the cart will have them: one that is there keeps its instruction and its place. */
const linesToBe = ({ personId, restaurantId }: BuyerActor, kitchenId: KitchenId, { goods, now }: Given) => sql`
  select carts.id as cart_id, g."productId" as product_id, g.qty,
         coalesce(there.on_shortage, i.on_shortage, 'ship_what_there_is') as on_shortage,
         coalesce(there.shortage_terms, i.shortage_terms, '{}') as shortage_terms,
         coalesce(there.seen_price_yen, ${sql.lit(unseen)}) as seen_price_yen,
         coalesce(there.added_at, ${now}::timestamptz + g.place * interval '1 millisecond') as added_at
    from (select * from ${listed(goods)}) g
    left join carts on carts.person_id = ${personId} and carts.kitchen_id = ${kitchenId}
    left join cart_lines there on there.cart_id = carts.id and there.product_id = g."productId"
    left join standing_instructions i on i.restaurant_id = ${restaurantId}`

const linesOf: Record<LinesOf, (actor: BuyerActor, kitchenId: KitchenId, given: Given) => Lines> = {
  cart: linesInCart,
  goods: theseGoods,
  setting: (actor, kitchenId, given) => sql`(${linesToBe(actor, kitchenId, given)})`,
  adding: (actor, kitchenId, given) => sql`(
    ${linesToBe(actor, kitchenId, given)}
    union all
    select cart_id, product_id, qty, on_shortage, shortage_terms, seen_price_yen, added_at
      from ${linesInCart(actor, kitchenId)} others
     where product_id not in (select "productId" from ${listed(given.goods)}))`,
}

/** The lines that are wanted, with their products and farms. */
function lineRows(ctx: Ctx) {
  const terms = termsForActor(ctx, 'products')
  return ctx.db
    .selectFrom(sql<Selectable<Database['cartLines']>>`(select * from wanted_lines)`.as('cartLines'))
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
}

export type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['execute']>>[number]
