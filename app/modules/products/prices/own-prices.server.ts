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
    seeOrNotFound(ctx.actor, 'order_money.see', { farmId, restaurantId })
    const { id, name } = await regularOf(ctx.db, farmId, restaurantId)
    const past = await ctx.db
      .selectFrom('events')
      .select(['at', 'kind', 'actorName as by', 'data'])
      .where('aboutFarmId', '=', farmId)
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
    .selectFrom('ownPrices as o')
    .leftJoin('products as p', 'p.id', 'o.productId')
    .select([
      'o.id',
      'o.priceYen',
      'o.percentOff',
      'o.fromOn',
      'o.untilOn',
      'o.productId',
      'p.name',
      'p.unitLabel',
      'p.catchWeight',
      'p.priceYen as listYen',
    ])
    .where('o.farmId', '=', farmId)
    .where('o.restaurantId', '=', restaurantId)
    .where('o.endedAt', 'is', null)
    .where((is) => is.or([is('o.untilOn', 'is', null), is('o.untilOn', '>=', today)]))
    .orderBy('o.productId', (order) => order.asc().nullsFirst())
    .orderBy('o.fromOn')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.fromOn,
    until: row.untilOn,
    priceYen: row.priceYen,
    percentOff: row.percentOff,
    product:
      row.productId === null || row.name === null || row.listYen === null
        ? null
        : {
            id: row.productId,
            name: row.name,
            per: row.catchWeight ? 'kg' : (row.unitLabel ?? ''),
            listYen: row.listYen,
          },
  }))
}

const mostHeld = 100

/** The price of one product, or a percentage off the list price of everything. */
export const OfProduct = Body({ productId: IdOf<'product'>('商品'), priceYen: PriceIn })
export const OfEverything = Body({ percentOff: Whole({ min: 1, max: mostPercent }) })

/**
 * Agrees on a price with a restaurant that has ordered before. An overlapping agreement for the same product ends the
 * day before. The old and new values are in the history, and the restaurant's members are notified by mail.
 */
export const agreeOwnPrice = mutation({
  name: 'own_price.agree',
  permission: 'goods.change',
  input: {
    restaurantId: IdOf<'restaurant'>('飲食店'),
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
    seeOrNotFound(ctx.actor, 'order_money.see', { farmId, restaurantId })
    const { db } = ctx
    const productId = 'productId' in of ? of.productId : null
    const restaurant = await regularOf(db, farmId, restaurantId)
    await holdOrders(db, farmId)
    const goods = productId && (await goodsOf(db, farmId, productId))
    const offer: Offer = 'productId' in of ? { priceYen: of.priceYen } : of
    const listYen = goods ? goods.priceYen : null
    const refused = checkOwnPrice({ from, until, offer, listYen }, jstDateOf(ctx.now))
    if (refused) return refuse(refused)
    const held = await heldWith(db, { farmId, restaurantId, today: jstDateOf(ctx.now) })
    if (held.length >= mostHeld) return refuse('too_many_own_prices')
    const same = held.filter((it) => (it.product?.id ?? null) === productId && overlaps(it, { from, until }))
    for (const it of same) await endBefore(ctx, it, { from, until })
    const id = newId<'ownPrice'>()
    await db
      .insertInto('ownPrices')
      .values({
        id,
        farmId,
        restaurantId,
        productId,
        priceYen: 'priceYen' in of ? of.priceYen : null,
        percentOff: 'percentOff' in offer ? offer.percentOff : null,
        fromOn: from,
        untilOn: until,
        agreedAt: ctx.now,
        endedAt: null,
      })
      .execute()
    const per = goods ? (goods.catchWeight ? 'kg' : goods.unitLabel) : ''
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
      what: goods ? `${goods.name}（${goods.packLabel}）` : 'すべての商品',
      price:
        'percentOff' in offer
          ? `通常価格から${offer.percentOff}%引き`
          : `${offerText(offer, per)}（通常は${formatYen(listYen ?? offer.priceYen)}）`,
      period: periodText({ from, until }),
      address: productId ? ourPage(`/restaurant/products/${productId}`) : ourPage(`/restaurant/farmers/${farmId}`),
    })
    return ok({ id })
  },
})

async function goodsOf(db: DbOrTx, farmId: FarmId, id: ProductId) {
  const row = await db
    .selectFrom('products')
    .select(['name', 'packLabel', 'priceYen', 'unitLabel', 'catchWeight'])
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  return row
}

async function endBefore({ db, now }: Ctx, before: OwnPrice, next: Period): Promise<void> {
  const left = cutShort(before, next)
  await db
    .updateTable('ownPrices')
    .set(left ? { untilOn: left.until } : { endedAt: now })
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
        .selectFrom('ownPrices')
        .innerJoin('restaurants', 'restaurants.id', 'ownPrices.restaurantId')
        .select(['restaurantId', 'productId', 'restaurants.name', 'endedAt'])
        .where('ownPrices.id', '=', id)
        .where('farmId', '=', farmId)
        .executeTakeFirst()
      if (!row) throw new NotFound('price')
      seeOrNotFound(ctx.actor, 'order_money.see', { farmId, restaurantId: row.restaurantId })
      const ended = ok({ restaurantId: row.restaurantId })
      if (row.endedAt) return ended
      const at = { farmId, restaurantId: row.restaurantId, today: jstDateOf(ctx.now) }
      const held = (await heldWith(db, at)).find((it) => it.id === id)
      // an agreement whose last day is past needs no end
      if (!held) return ended
      await db.updateTable('ownPrices').set({ endedAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, {
        kind: 'own_price_ended',
        aboutFarmId: farmId,
        ...(row.productId && { aboutProductId: row.productId }),
        data: {
          restaurantId: row.restaurantId,
          name: held.product?.name ?? 'すべての商品',
          changes: { ownPrice: [saidOf(row.name, held), ''] },
        },
      })
      return ended
    })
  },
})
