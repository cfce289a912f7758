import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { FarmId, PersonId, ProductId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { Body, IdOf } from '#kernel/schema.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { existsFor } from './price-terms.server.ts'
import { type CardRow, cardColumns, type ProductCard, toCard } from './product-cards.server.ts'

/** What can be a favourite: one product or one farm. */
const FavouriteIn = z.union([Body({ productId: IdOf<'product'>('商品') }), Body({ farmId: IdOf<'farm'>('農園') })])
export type Favourite = z.output<typeof FavouriteIn>

/** The person who stores favourites; staff and visitors cannot. */
export function keeper(ctx: Ctx): PersonId {
  authorize(ctx.actor, 'favourites.keep', null)
  if (!('personId' in ctx.actor)) throw new Forbidden('favourites.keep')
  return ctx.actor.personId
}

const mostKept = 500

/**
 * Adds or removes a favourite; idempotent. Products that are sold out or paused are allowed; NotFound for what does not
 * exist for this person. Above 500 the oldest is removed.
 */
export const setFavourite = repeatable({
  name: 'favourite.set',
  permission: 'favourites.keep',
  input: { it: FavouriteIn, kept: z.boolean() },
  refusals: { codes: [], text: String },
  run: async (ctx, { it, kept }) => {
    const personId = keeper(ctx)
    if (!kept) {
      const mine = ctx.db.deleteFrom('favourites').where('personId', '=', personId)
      await ('productId' in it
        ? mine.where('productId', '=', it.productId)
        : mine.where('farmId', '=', it.farmId)
      ).execute()
      return ok(null)
    }
    await mustBeShown(ctx, it)
    await ctx.db.transaction().execute(async (db) => {
      await db
        .insertInto('favourites')
        .values({
          personId,
          productId: 'productId' in it ? it.productId : null,
          farmId: 'farmId' in it ? it.farmId : null,
          createdAt: ctx.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await sql`delete from favourites where ctid in (
        select ctid from favourites where person_id = ${personId} order by created_at desc offset ${mostKept})`.execute(
        db,
      )
    })
    return ok(null)
  },
})

/** Products that were ever on sale, of an approved farm; and such farms. */
export async function mustBeShown(ctx: Ctx, it: Favourite): Promise<void> {
  const farms = ctx.db.selectFrom('farms').select('farms.id').where(isPublicFarm('farms'))
  const shown =
    'farmId' in it
      ? await farms.where('farms.id', '=', it.farmId).executeTakeFirst()
      : await farms
          .innerJoin('products', 'products.farmId', 'farms.id')
          .where('products.id', '=', it.productId)
          .where('products.status', 'in', ['listed', 'sold_out', 'paused'])
          .where(existsFor(ctx, 'products'))
          .executeTakeFirst()
  if (!shown) throw new NotFound('favourite')
}

/** Favourites and watches of an account that is being closed. */
export async function forgetFavourites(db: DbOrTx, personId: PersonId): Promise<void> {
  for (const table of ['favourites', 'watches'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
}

/** The ids of a person's favourites: rows with an `id`. */
export const favouriteRows = (db: DbOrTx, personId: PersonId) =>
  db
    .selectFrom('favourites')
    .select(({ fn }) => fn.coalesce('productId', sql<ProductId>`farm_id`).as('id'))
    .where('personId', '=', personId)

/** The ids of the user's favourites, for the hearts of a page; empty for visitors. One query. */
export const keptIds = query('public', async (ctx: Ctx): Promise<string[]> => {
  if (!('personId' in ctx.actor)) return []
  const rows = await favouriteRows(ctx.db, ctx.actor.personId).execute()
  return rows.flatMap(({ id }) => id ?? [])
})

export type FavouriteFarm = {
  id: FarmId
  name: string
  crest: string
  place: string
  prefectureCode: string
  picture: string
  goods: number
}
export type Favourites = { products: ProductCard[]; resting: ProductCard[]; farms: FavouriteFarm[] }

/** The user's favourites, newest first; products that are not on sale now are separate. Two queries. */
export const myFavourites = query('favourites.keep', async (ctx: Ctx): Promise<Favourites> => {
  const personId = keeper(ctx)
  const { rows } = await sql<CardRow & { onSale: boolean }>`
    select ${cardColumns(ctx)}, p.status = 'listed' and not goods_lapsed(p.farm_id, p.category, p.item_key) as on_sale
      from favourites k join products p on p.id = k.product_id
      join farms f on f.id = p.farm_id and ${isPublicFarm('f')}
      left join product_stock s on s.product_id = p.id
     where k.person_id = ${personId} and p.status in ('listed', 'sold_out', 'paused') and ${existsFor(ctx, 'p')}
     order by k.created_at desc, p.id`.execute(ctx.db)
  const farms = await sql<FavouriteFarm>`
    select f.id, f.name, f.crest, f.place, f.prefecture_code as "prefectureCode", f.picture,
           (select count(*)::int from product_search s where s.farm_id = f.id and s.visible) as goods
      from favourites k join farms f on f.id = k.farm_id and ${isPublicFarm('f')}
     where k.person_id = ${personId} order by k.created_at desc, f.id`.execute(ctx.db)
  return {
    products: rows.filter((row) => row.onSale).map((row) => toCard(ctx, row)),
    resting: rows.filter((row) => !row.onSale).map((row) => toCard(ctx, row)),
    farms: farms.rows,
  }
})
