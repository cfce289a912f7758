import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { CartId, FarmId, KitchenId, RunId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { creditIn, type KnownCredit, keptCreditOf, knownCredit } from '#modules/credit/credit-standing.server.ts'
import type { CreditStanding } from '#modules/credit/credit-standing.ts'
import type { Vacation } from '#modules/delivery/delivery-days.ts'
import { type FreightRow, freightByFarm, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { waysByFarm } from '#modules/delivery/ways-of-farms.server.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates, toTaxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { windowsByProduct } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { policyOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { chosenRuns, runOffersOf } from '#modules/runs/run-offers.server.ts'
import { cartRows, type Goods, goodsText, type KitchenRow, kitchenRows, type LineRow } from './cart-rows.server.ts'
import { zoneOfPrefecture } from './cart-store.server.ts'
import { openByFarm } from './open-orders.server.ts'
import type { CartFarm, CartKitchen, CartLine } from './quote.ts'

export type StoredCart = {
  kitchen: CartKitchen
  wishedOn: JstDate | null
  farms: CartFarm[]
  taxRates: TaxRateRow[]
  /** In a transaction it is read with the rest: current in one that has locked the restaurant. */
  credit: CreditStanding
}

type Buyer = Pick<BuyerActor, 'personId' | 'restaurantId' | 'restaurantApproved'>

/**
 * The cart with everything that its quote needs, in one statement for any number of farms; runs (共同便) are asked for only
 * where a farm rides by one. With `goods`: as if exactly these were in it; they are calculated and ordered like products that
 * were put into a cart. `NotFound` for a kitchen of others.
 */
export async function readCart(
  ctx: Ctx,
  buyer: Buyer,
  kitchenId: KitchenId,
  goods?: readonly Goods[],
): Promise<StoredCart> {
  const { stored } = await readLines(ctx, buyer, kitchenId, goods ? { of: 'goods', goods } : { of: 'cart', goods: [] })
  return stored
}

/**
 * The same with the cart as it will be once these goods are put into it, or are all of it; and its lines as they are in the
 * database, to be judged first.
 */
export const readCartToBe = (
  ctx: Ctx,
  buyer: Buyer,
  kitchenId: KitchenId,
  wanted: { of: 'adding' | 'setting'; goods: readonly Goods[] },
) => readLines(ctx, buyer, kitchenId, wanted)

type Wanted = { of: 'cart' | 'goods' | 'adding' | 'setting'; goods: readonly Goods[] }
type Read = { stored: StoredCart; lines: readonly LineRow[]; cartId: CartId | null }

async function readLines(ctx: Ctx, buyer: Buyer, kitchenId: KitchenId, { of, goods }: Wanted): Promise<Read> {
  const read = (shape: { credit: KnownCredit | null; withRates: boolean }) =>
    cartRows(
      ctx.db,
      { of, approved: buyer.restaurantApproved, ...shape },
      {
        now: ctx.now,
        today: jstDateOf(ctx.now),
        personId: buyer.personId,
        restaurantId: buyer.restaurantId,
        kitchenId,
        goods: goodsText(goods),
      },
    )
  // how the restaurant stands is a part of the statement only if it is not in memory
  const inMemory = await isKept(ctx.db)
  let whole: Awaited<ReturnType<typeof read>> | null = null
  const readAll = async () => {
    whole = await read({ credit: knownCredit(buyer.restaurantId), withRates: !inMemory })
    return await creditIn(ctx, whole.credit[0])
  }
  const credit = inMemory ? await keptCreditOf(ctx, buyer.restaurantId, readAll) : await readAll()
  const found = whole ?? (await read({ credit: null, withRates: false }))
  const [row] = found.kitchens
  if (!row) throw new NotFound('kitchen')
  const { kitchen, cartId, wishedOn } = toKitchen(row)
  const rates = inMemory ? await taxRates(ctx) : toTaxRates(found.rates)
  const rides = await ridesOf(ctx, found.lines, { id: kitchenId, ...kitchen }, of === 'goods' ? null : cartId)
  const stored = { kitchen, wishedOn, farms: toFarms(found, rides), taxRates: rates, credit }
  return { stored, lines: found.lines, cartId }
}

type KitchenOfCart = { kitchen: CartKitchen; cartId: CartId | null; wishedOn: JstDate | null }

/** A kitchen of the buyer, without the content of its cart; `NotFound` for any other. */
export async function readKitchen(
  ctx: Ctx,
  buyer: Parameters<typeof kitchenRows>[1],
  kitchenId: KitchenId,
): Promise<KitchenOfCart> {
  const row = await kitchenRows(ctx, buyer, kitchenId).executeTakeFirst()
  if (!row) throw new NotFound('kitchen')
  return toKitchen(row)
}

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
