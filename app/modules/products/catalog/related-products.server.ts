import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { isKept } from '#kernel/changes.ts'
import type { ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { photoPictureName } from '#kernel/picture-name.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { cardsOf } from './kept-cards.server.ts'
import { type CardRow, cardColumns, type ProductCard, toCard } from './product-cards.server.ts'

/** A photo that the farm has added to a product. */
export type GoodsPhoto = { name: string; caption: string }

export type LotSeen = { code: string; harvestedOn: JstDate; bestBeforeOn: JstDate | null }

export type RelatedProducts = {
  /** The same kind of food from other farms, most recommended first. */
  similar: ProductCard[]
  /** What others have ordered in the same purchase; only if several restaurants did. */
  together: ProductCard[]
  /** The same from the same farm in other packs. */
  packs: ProductCard[]
  /** The newest harvests. */
  lots: LotSeen[]
  /** All photos of it, in the farm's order; empty while a drawing is shown instead. */
  photos: GoodsPhoto[]
}

const shown = 4
const lotsShown = 5
/** How many purchases and days are searched for what else was in them. */
const mostPurchases = 300
const togetherDays = 180
/** What a single restaurant orders is confidential. */
const fewestRestaurants = 2

type Part = 'similar' | 'together' | 'pack'
type Row = { part: Part | null; lots: LotSeen[]; photos: PhotoRow[]; id: ProductId | null }
type PhotoRow = { key: string; hues: string | null; caption: string }

/**
 * What is shown around a product: its photos, similar products, what is ordered with it, its harvests. One query; none
 * if nothing has changed since it was read before.
 */
export const relatedProducts = query('public', async (ctx: Ctx, id: ProductId): Promise<RelatedProducts> => {
  const mayPrice = can(ctx.actor, 'price.see', null)
  const around = (await isKept(ctx.db))
    ? await keptAround.one(ctx.db, `${id} ${jstDateOf(ctx.now)} ${mayPrice}`, () => readIds(ctx, id))
    : await readCards(ctx, id)
  const cards =
    around.cards?.map((row) => toCard(ctx, row)) ?? (await cardsOf(ctx, [...new Set(around.rows.map((row) => row.id))]))
  const cardOf = new Map(cards.map((card) => [card.id, card]))
  const inPart = (part: Part) =>
    around.rows.flatMap((row) => {
      const card = row.part === part ? cardOf.get(row.id) : undefined
      return card ? [card] : []
    })
  return {
    similar: inPart('similar'),
    together: inPart('together'),
    packs: inPart('pack'),
    lots: around.lots,
    photos: around.photos.map(({ key, hues, caption }) => ({
      name: photoPictureName(key, hues ?? '0'.repeat(24)),
      caption,
    })),
  }
})

type Around = {
  product: ProductId
  rows: { part: Part; id: ProductId }[]
  lots: LotSeen[]
  photos: PhotoRow[]
  /** If they were read in the same query, with the viewer's prices. */
  cards?: CardRow[]
}

const keptAround = keptRows<Around>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ product }) => [`product:${product}`, 'search'],
  most: 3_000,
})

const aroundOf = (product: ProductId, rows: readonly Row[]): Around => ({
  product,
  rows: rows.flatMap(({ part, id }) => (part && id ? [{ part, id }] : [])),
  lots: rows[0]?.lots ?? [],
  photos: rows[0]?.photos ?? [],
})

async function readIds(ctx: Ctx, id: ProductId): Promise<Around> {
  const { rows } = await sql<Row>`${aroundSql(ctx, id)}
    select parts.part, newest.lots, newest.photos, parts.product_id as id from ${partsSql}
     order by parts.part, parts.times desc, parts.product_id`.execute(ctx.db)
  return aroundOf(id, rows)
}

async function readCards(ctx: Ctx, id: ProductId): Promise<Around> {
  const { rows } = await sql<Row & CardRow>`${aroundSql(ctx, id)}
    select parts.part, newest.lots, newest.photos, ${cardColumns(ctx)} from ${partsSql}
      left join products p on p.id = parts.product_id
      left join farms f on f.id = p.farm_id
      left join product_stock s on s.product_id = p.id
     order by parts.part, parts.times desc, p.id`.execute(ctx.db)
  return { ...aroundOf(id, rows), cards: rows.filter((row) => row.id !== null) }
}

const partsSql = sql`newest left join (
        (select 'together' as part, product_id, times from together) union all
        (select 'similar', product_id, times from alike) union all
        (select 'pack', product_id, times from packs)) parts on true`

function aroundSql(ctx: Ctx, id: ProductId) {
  const since = momentOf(addDays(jstDateOf(ctx.now), -togetherDays), 0)
  // sorting by price would reveal prices
  const byPrice = can(ctx.actor, 'price.see', null) ? sql`-s.price_yen` : sql`0`
  return sql`
    with it as (select p.item_key, p.farm_id from products p where p.id = ${id}),
    bought as materialized (
      select o.purchase_id from order_lines l join orders o on o.id = l.order_id
       where l.product_id = ${id} and o.placed_at >= ${since} and o.state not in ('draft', 'pending_approval', 'sent_back', 'cancelled')
       order by o.placed_at desc limit ${sql.lit(mostPurchases)}),
    together as (
      select l.product_id, count(distinct o.purchase_id) as times
        from bought join orders o on o.purchase_id = bought.purchase_id join order_lines l on l.order_id = o.id
        join product_search s on s.product_id = l.product_id and s.visible and s.in_stock
       where l.product_id <> ${id} and s.item_key <> (select item_key from it)
       group by l.product_id having count(distinct o.restaurant_id) >= ${fewestRestaurants}
       order by times desc, l.product_id limit ${sql.lit(shown)}),
    alike as (
      select s.product_id, s.score as times from product_search s, it
       where s.item_key = it.item_key and s.item_key <> '' and s.visible and s.in_stock and s.farm_id <> it.farm_id
       order by s.score desc, s.product_id desc limit ${sql.lit(shown)}),
    packs as (
      select s.product_id, ${byPrice} as times from product_search s, it
       where s.item_key = it.item_key and s.item_key <> '' and s.visible and s.farm_id = it.farm_id and s.product_id <> ${id}
       order by times desc, s.product_id limit ${sql.lit(shown)}),
    newest as (
      select coalesce(json_agg(json_build_object('code', code, 'harvestedOn', harvested_on, 'bestBeforeOn', best_before_on)
               order by harvested_on desc, code), '[]') as lots,
             (select coalesce(json_agg(json_build_object('key', p.key, 'hues', p.hues, 'caption', f.caption)
                       order by f.ordinal, p.key), '[]')
                from farm_photos f join photos p on p.key = f.photo_key where f.of = ${id}) as photos
        from (select code, harvested_on, best_before_on from lots where product_id = ${id}
               order by harvested_on desc, code limit ${sql.lit(lotsShown)}) l)`
}
