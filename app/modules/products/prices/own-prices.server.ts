import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatYen } from '#kernel/format.ts'
import { type FarmId, type Id, newId, type ProductId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, DayIn, IdOf, Whole } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import type { PastChange } from '../own-products.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import {
  checkOwnPrice,
  cutShort,
  mostPercent,
  type Offer,
  offerText,
  overlaps,
  type Period,
  periodText,
} from './own-price.ts'
import { PriceIn } from './price-in.ts'
import { tellRestaurant } from './price-mails.server.tsx'
import { hasOrdered } from './regulars.server.ts'
import { holdOrders } from './tiers.server.ts'

export type OwnPriceId = Id<'ownPrice'>
export type OwnPrice = Period & {
  id: OwnPriceId
  /** Null: for all products. */
  product: { id: ProductId; name: string; per: string; listYen: Yen } | null
  priceYen: Yen | null
  percentOff: number | null
}
export type RegularPrices = { id: RestaurantId; name: string; held: OwnPrice[]; past: PastChange[] }

/** Current and future agreements with one restaurant, and their history. Three queries. */
export const ownPricesOf = query(
  'regulars.see',
  async (ctx: Ctx, restaurantId: RestaurantId): Promise<RegularPrices> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.see', { farmId })
    seeOrNotFound(ctx.actor, 'regulars.see', { farmId })
    const { id, name } = await regularOf(ctx.db, farmId, restaurantId)
    const past = await ctx.db
      .selectFrom('events')
      .select(['at', 'kind', 'actor_name as by', 'data'])
      .where('about_farm_id', '=', farmId)
      .where('kind', 'in', ['own_price_agreed', 'own_price_ended'])
      .where(sql<boolean>`data->>'restaurantId' = ${restaurantId}`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(30)
      .execute()
    return { id, name, held: await heldWith(ctx.db, { farmId, restaurantId, today: jstDateOf(ctx.now) }), past }
  },
)

/** A restaurant that has ordered here before; NotFound for any other. */
async function regularOf(db: DbOrTx, farmId: FarmId, id: RestaurantId) {
  const row = await db
    .selectFrom('restaurants as r')
    .select(['r.id', 'r.name'])
    .where('r.id', '=', id)
    .where('r.status', '=', 'approved')
    .where(hasOrdered(farmId))
    .executeTakeFirst()
  if (!row) throw new NotFound('restaurant')
  return row
}

async function heldWith(
  db: DbOrTx,
  { farmId, restaurantId, today }: { farmId: FarmId; restaurantId: RestaurantId; today: JstDate },
): Promise<OwnPrice[]> {
  const rows = await db
    .selectFrom('own_prices as o')
    .leftJoin('products as p', 'p.id', 'o.product_id')
    .select([
      'o.id',
      'o.price_yen',
      'o.percent_off',
      'o.from_on',
      'o.until_on',
      'o.product_id',
      'p.name',
      'p.unit_label',
      'p.catch_weight',
      'p.price_yen as list_yen',
    ])
    .where('o.farm_id', '=', farmId)
    .where('o.restaurant_id', '=', restaurantId)
    .where('o.ended_at', 'is', null)
    .where((is) => is.or([is('o.until_on', 'is', null), is('o.until_on', '>=', today)]))
    .orderBy('o.product_id', (order) => order.asc().nullsFirst())
    .orderBy('o.from_on')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.from_on,
    until: row.until_on,
    priceYen: row.price_yen,
    percentOff: row.percent_off,
    product:
      row.product_id === null || row.name === null || row.list_yen === null
        ? null
        : {
            id: row.product_id,
            name: row.name,
            per: row.catch_weight ? 'kg' : (row.unit_label ?? ''),
            listYen: row.list_yen,
          },
  }))
}

const mostHeld = 100

/** The price of one product, or a percentage off the list price of everything. */
export const OfProduct = Body({ productId: IdOf<'product'>('品'), priceYen: PriceIn })
export const OfEverything = Body({ percentOff: Whole({ min: 1, max: mostPercent }) })

/**
 * Agrees on a price with a restaurant that has ordered before. An overlapping agreement for the same product ends the
 * day before. The old and new values are in the history, and the restaurant's members are notified by mail.
 */
export const agreeOwnPrice = mutation({
  name: 'own_price.agree',
  permission: 'goods.change',
  input: {
    restaurantId: IdOf<'restaurant'>('店'),
    of: z.union([OfProduct, OfEverything]),
    from: DayIn,
    until: DayIn.nullable().default(null),
  },
  refusals: goodsRefusals(
    'own_price_past',
    'price_too_far',
    'days_reversed',
    'own_price_not_lower',
    'too_cheap',
    'too_many_own_prices',
    'key_reused',
  ),
  run: async (ctx, { restaurantId, of, from, until }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    seeOrNotFound(ctx.actor, 'regulars.see', { farmId })
    const { db } = ctx
    const productId = 'productId' in of ? of.productId : null
    const restaurant = await regularOf(db, farmId, restaurantId)
    await holdOrders(db, farmId)
    const goods = productId && (await goodsOf(db, farmId, productId))
    const offer: Offer = 'productId' in of ? { priceYen: of.priceYen } : of
    const listYen = goods ? goods.price_yen : null
    const refused = checkOwnPrice({ from, until, offer, listYen }, jstDateOf(ctx.now))
    if (refused) return refuse(refused)
    const held = await heldWith(db, { farmId, restaurantId, today: jstDateOf(ctx.now) })
    if (held.length >= mostHeld) return refuse('too_many_own_prices')
    const same = held.filter((it) => (it.product?.id ?? null) === productId && overlaps(it, { from, until }))
    for (const it of same) await endBefore(ctx, it, { from, until })
    const id = newId<'ownPrice'>()
    await db
      .insertInto('own_prices')
      .values({
        id,
        farm_id: farmId,
        restaurant_id: restaurantId,
        product_id: productId,
        price_yen: 'priceYen' in of ? of.priceYen : null,
        percent_off: 'percentOff' in offer ? offer.percentOff : null,
        from_on: from,
        until_on: until,
        agreed_at: ctx.now,
        ended_at: null,
      })
      .execute()
    const per = goods ? (goods.catch_weight ? 'kg' : goods.unit_label) : ''
    await recordEvent(db, ctx, {
      kind: 'own_price_agreed',
      aboutFarmId: farmId,
      ...(productId && { aboutProductId: productId }),
      data: {
        restaurantId,
        name: goods ? goods.name : 'すべての商品',
        changes: {
          ownPrice: [
            same.map((it) => saidOf(restaurant.name, it)).join('、'),
            `${restaurant.name}：${offerText(offer, per)}（${periodText({ from, until })}）`,
          ],
        },
      },
    })
    const farm = await db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
    await tellRestaurant(db, ctx.now, {
      restaurantId,
      priceId: id,
      farm: farm.name,
      restaurant: restaurant.name,
      what: goods ? `${goods.name}（${goods.pack_label}）` : 'すべての商品',
      price:
        'percentOff' in offer
          ? `ふつうの値段から${offer.percentOff}%引き`
          : `${offerText(offer, per)}（ふつうは${formatYen(listYen ?? offer.priceYen)}）`,
      period: periodText({ from, until }),
      address: productId ? ourPage(`/restaurant/products/${productId}`) : ourPage(`/restaurant/farmers/${farmId}`),
    })
    return ok({ id })
  },
})

async function goodsOf(db: DbOrTx, farmId: FarmId, id: ProductId) {
  const row = await db
    .selectFrom('products')
    .select(['name', 'pack_label', 'price_yen', 'unit_label', 'catch_weight'])
    .where('id', '=', id)
    .where('farm_id', '=', farmId)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  return row
}

async function endBefore({ db, now }: Ctx, before: OwnPrice, next: Period): Promise<void> {
  const left = cutShort(before, next)
  await db
    .updateTable('own_prices')
    .set(left ? { until_on: left.until } : { ended_at: now })
    .where('id', '=', before.id)
    .execute()
}

const saidOf = (restaurant: string, { product, priceYen, percentOff, ...period }: OwnPrice): string =>
  `${restaurant}：${offerText(priceYen === null ? { percentOff: percentOff ?? 0 } : { priceYen }, product?.per ?? '')}（${periodText(period)}）`

/** Ends the agreement immediately; one that has ended already stays so. */
export const endOwnPrice = repeatable({
  name: 'own_price.end',
  permission: 'goods.change',
  input: { id: IdOf<'ownPrice'>('価格') },
  refusals: goodsRefusals(),
  run: async (ctx, { id }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    return ctx.db.transaction().execute(async (db) => {
      await holdOrders(db, farmId)
      const row = await db
        .selectFrom('own_prices')
        .innerJoin('restaurants', 'restaurants.id', 'own_prices.restaurant_id')
        .select(['restaurant_id', 'product_id', 'restaurants.name', 'ended_at'])
        .where('own_prices.id', '=', id)
        .where('farm_id', '=', farmId)
        .executeTakeFirst()
      if (!row) throw new NotFound('price')
      const ended = ok({ restaurantId: row.restaurant_id })
      if (row.ended_at) return ended
      const at = { farmId, restaurantId: row.restaurant_id, today: jstDateOf(ctx.now) }
      const held = (await heldWith(db, at)).find((it) => it.id === id)
      // an agreement whose last day is past needs no end
      if (!held) return ended
      await db.updateTable('own_prices').set({ ended_at: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, {
        kind: 'own_price_ended',
        aboutFarmId: farmId,
        ...(row.product_id && { aboutProductId: row.product_id }),
        data: {
          restaurantId: row.restaurant_id,
          name: held.product?.name ?? 'すべての商品',
          changes: { ownPrice: [saidOf(row.name, held), ''] },
        },
      })
      return ended
    })
  },
})
