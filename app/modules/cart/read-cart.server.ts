import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { CartId, FarmId, KitchenId, ProductId, RunId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { prefCodes, zoneOf } from '#kernel/place.ts'
import { gather } from '#modules/audit-log/gather.server.ts'
import { creditRows } from '#modules/credit/credit-standing.server.ts'
import type { CreditStanding } from '#modules/credit/credit-standing.ts'
import type { Vacation } from '#modules/delivery/delivery-days.ts'
import { type FreightRow, freightByFarm, freightRows, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { wayRows, waysByFarm } from '#modules/delivery/ways-of-farms.server.ts'
import { commissionOn } from '#modules/organisations/commission/commission.server.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRateRows, toTaxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { heldElsewhere } from '#modules/products/catalog/checkout-holds.server.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { windowRows, windowsByProduct } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { policyColumns, policyOf, vacationRows } from '#modules/products/catalog/shipping-rules.server.ts'
import { chosenRuns, ridesAny, runOffersOf } from '#modules/runs/run-offers.server.ts'
import { zoneOfPrefecture } from './cart-store.server.ts'
import { openByFarm, openOrderRows } from './open-orders.server.ts'
import type { CartFarm, CartKitchen, CartLine } from './quote.ts'

export type StoredCart = {
  kitchen: CartKitchen
  wishedOn: JstDate | null
  farms: CartFarm[]
  taxRates: TaxRateRow[]
  /** Read with the rest of it: current in a transaction that has locked the restaurant. */
  credit: CreditStanding
}

export type Goods = { productId: ProductId; qty: number }

/**
 * The cart with everything that its quote needs, in one statement for any number of farms; runs (共同便) are asked for only
 * where a farm rides by one. With `goods`: as if exactly these were in it; they are calculated and ordered like products that
 * were put into a cart. `NotFound` for a kitchen of others.
 */
export async function readCart(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  goods?: readonly Goods[],
): Promise<StoredCart> {
  const lines = goods ? theseGoods(buyer, goods) : linesInCart(buyer, kitchenId)
  const ofFarms = sql<boolean>`farm_id = any(array(select farm_id from wanted_farms))`
  const found = await gather(
    ctx.db,
    {
      kitchens: { rows: kitchenRows(ctx, buyer, kitchenId) },
      lines: { rows: lineRows(ctx), moments: ['heldUntil'] },
      vacations: { rows: vacationRows(ctx).where(ofFarms) },
      open: {
        rows: openOrderRows(ctx)
          .where('orders.kitchenId', '=', kitchenId)
          .where(sql<boolean>`orders.farm_id = any(array(select farm_id from wanted_farms))`),
      },
      freight: { rows: freightOfCart(kitchenId), moments: ['createdAt'] },
      ways: { rows: wayRows(ctx.db).where(ofFarms) },
      windows: {
        rows: windowRows(ctx).where(sql<boolean>`products.id = any(array(select product_id from wanted_lines))`),
      },
      rates: { rows: taxRateRows(ctx.db) },
      credit: { rows: sql<CreditStanding>`(${creditRows(ctx.now, sql`r.id = ${buyer.restaurantId}`)})` },
    },
    sql`with wanted_lines as materialized ${lines}, wanted_farms as materialized (
      select distinct farm_id from products where id = any(array(select product_id from wanted_lines)))`,
  )
  const [row] = found.kitchens
  if (!row) throw new NotFound('kitchen')
  const { kitchen, cartId, wishedOn } = toKitchen(row)
  const [credit] = found.credit
  if (!credit) throw new NotFound('restaurant')
  const rides = await ridesOf(ctx, found.lines, { id: kitchenId, ...kitchen }, goods ? null : cartId)
  return { kitchen, wishedOn, farms: toFarms(found, rides), taxRates: toTaxRates(found.rates), credit }
}

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

/** The zone of each prefecture, for the statement. */
const zones = JSON.stringify(Object.fromEntries(prefCodes.map((code) => [code, zoneOf(code)])))

type KitchenOfCart = { kitchen: CartKitchen; cartId: CartId | null; wishedOn: JstDate | null }

type Member = Pick<BuyerActor, 'personId' | 'restaurantId'>

/** A kitchen of the buyer, without the content of its cart; `NotFound` for any other. */
export async function readKitchen(ctx: Ctx, buyer: Member, kitchenId: KitchenId): Promise<KitchenOfCart> {
  const row = await kitchenRows(ctx, buyer, kitchenId).executeTakeFirst()
  if (!row) throw new NotFound('kitchen')
  return toKitchen(row)
}

const kitchenRows = (ctx: Ctx, buyer: Member, kitchenId: KitchenId) =>
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

type KitchenRow = Awaited<ReturnType<ReturnType<typeof kitchenRows>['execute']>>[number]

const toKitchen = (kitchen: KitchenRow): KitchenOfCart => ({
  kitchen: {
    kitchenId: kitchen.id,
    name: kitchen.name,
    prefectureCode: kitchen.prefectureCode,
    postalCode: kitchen.postalCode,
    city: kitchen.city,
    zone: zoneOfPrefecture(kitchen.prefectureCode),
    calendar: { receivingWeekdays: kitchen.receivingWeekdays, closedDays: new Set(kitchen.closed) },
    defaultSlot: kitchen.defaultSlot,
    tolerancePercent: kitchen.tolerancePercent,
  },
  cartId: kitchen.cartId,
  wishedOn: kitchen.wishedOn,
})

type Lines = RawBuilder<Selectable<Database['cartLines']>>

const linesInCart = ({ personId }: BuyerActor, kitchenId: KitchenId): Lines => sql`(
  select cart_lines.* from carts join cart_lines on cart_lines.cart_id = carts.id
   where carts.person_id = ${personId} and carts.kitchen_id = ${kitchenId})`

/** As they would be in the cart now: in this order, with the restaurant's general instruction. */
const theseGoods = ({ restaurantId }: BuyerActor, goods: readonly Goods[]): Lines => sql`(
  select null::uuid as cart_id, g."productId" as product_id, g.qty,
         coalesce(i.on_shortage, 'ship_what_there_is') as on_shortage, coalesce(i.shortage_terms, '{}') as shortage_terms,
         0 as seen_price_yen, to_timestamp(g.place) as added_at
    from jsonb_to_recordset(${JSON.stringify(goods.map((it, place) => ({ ...it, place })))}::jsonb)
         as g("productId" uuid, qty integer, place integer)
    left join standing_instructions i on i.restaurant_id = ${restaurantId})`

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
}

type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['execute']>>[number]
type Destination = { id: KitchenId; prefectureCode: string; postalCode: string }
type Rides = ReadonlyMap<FarmId, NonNullable<CartFarm['ride']>>

/** The runs that may bring what is wanted, and those chosen in the cart: nothing is asked if no farm rides. */
async function ridesOf(
  ctx: Ctx,
  lines: readonly LineRow[],
  kitchen: Destination,
  cartId: CartId | null,
): Promise<Rides> {
  const riding = lines.filter(({ rides }) => rides).map(({ farmId }) => farmId)
  const offers = await runOffersOf(ctx, [...new Set(riding)], kitchen)
  const chosen = cartId && offers.size > 0 ? await chosenRuns(ctx.db, cartId) : new Map<FarmId, RunId>()
  return new Map([...offers].map(([farmId, offers]) => [farmId, { offers, chosen: chosen.get(farmId) ?? null }]))
}

type Found = {
  lines: readonly LineRow[]
  vacations: readonly (Vacation & { farmId: FarmId })[]
  open: Parameters<typeof openByFarm>[0]
  freight: readonly FreightRow[]
  ways: Parameters<typeof waysByFarm>[0]
  windows: Parameters<typeof windowsByProduct>[0]
}

function toFarms({ lines: rows, ...found }: Found, rides: Rides): CartFarm[] {
  const zoned = new Map(rows.map((row) => [row.farmId, zoneOfPrefecture(row.prefectureCode)]))
  const vacations = Map.groupBy(found.vacations, ({ farmId }) => farmId)
  const open = openByFarm(found.open)
  const freight = freightByFarm(
    found.freight,
    [...zoned].map(([farmId, zone]) => ({ farmId, zone })),
  )
  const ways = waysByFarm(found.ways)
  const harvests = windowsByProduct(found.windows)
  return [...Map.groupBy(rows, (row) => row.farmId)].flatMap(([farmId, ofFarm]) => {
    const [row] = ofFarm
    const ride = rides.get(farmId)
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
      ...(ride && { ride }),
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
}
