import { sql } from 'kysely'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Category, GoodsKind, ProductApproval, ProductStatus, SellsFrom, ShownTo, TaxKind } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { Grams } from '#kernel/grams.ts'
import type { ProductId } from '#kernel/ids.ts'
import { toKatakana } from '#kernel/kana.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { lapsedKinds } from '#modules/products/catalog/goods-lapsed.server.ts'
import { isOneOff } from '#modules/products/catalog/one-off-goods.server.ts'
import type { ProductValues } from './product.ts'
import { type ShownPhoto, shownPhotos } from './product-photos.server.ts'
import { valuesOf } from './product-row.ts'
import { type GoodsCursor, type GoodsView, goodsCursorText } from './product-views.ts'

/** A product as the farm's own list shows it. */
export type OwnGoods = {
  id: ProductId
  name: string
  packLabel: string
  unitLabel: string
  category: Category
  picture: string
  priceYen: Yen
  catchWeight: boolean
  netGrams: Grams | null
  taxKind: TaxKind
  status: ProductStatus
  review: ProductApproval | null
  reviewNote: string
  heldReason: string | null
  sellsFrom: SellsFrom
  audience: ShownTo
  stock: number
  version: number
  /** Why it is hidden although it is on sale: the kinds whose document has expired. Empty if it is visible. */
  lapsed: GoodsKind[]
}

/** Products per page of the farm's list. */
const goodsOnPage = 100

type GoodsPage = { view?: GoodsView; q?: string; after?: GoodsCursor | null; limit?: number }

/** One page of the farm's products in its own order, with names containing `q`; `next`: where the next page begins. */
export const ownGoodsPage = query(
  'goods.see',
  async (
    ctx: Ctx,
    { view = 'all', q = '', after = null, limit = goodsOnPage }: GoodsPage,
  ): Promise<{ goods: OwnGoods[]; next: string | null }> => {
    const rows = await goodsOf(ctx, { view, q, after, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      goods: rows.slice(0, limit).map(({ place: _, createdAt: __, ...goods }) => goods),
      next: last ? goodsCursorText({ place: last.place, at: last.createdAt, id: last.id }) : null,
    }
  },
)

/** All products of the farm in its own order, newest first where it has set none; archived ones only on request. */
export const ownGoods = query('goods.see', async (ctx: Ctx, view: GoodsView = 'all'): Promise<OwnGoods[]> => {
  const rows = await goodsOf(ctx, { view, q: '', after: null, limit: mostGoods })
  return rows.map(({ place: _, createdAt: __, ...goods }) => goods)
})

/** More than any farm has; unpaged lists end here. */
const mostGoods = 20_000

async function goodsOf(ctx: Ctx, { view, q, after, limit }: Required<GoodsPage>) {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return ctx.db
    .selectFrom('products')
    .leftJoin('productStock', 'productStock.productId', 'products.id')
    .select([
      'id',
      'name',
      'packLabel',
      'unitLabel',
      'category',
      'picture',
      'priceYen',
      'catchWeight',
      'netGrams',
      'taxKind',
      'status',
      'review',
      'reviewNote',
      'heldReason',
      'sellsFrom',
      'audience',
      'version',
      'placeInList as place',
      'createdAt',
      sql<number>`coalesce(available_qty, 0)`.as('stock'),
      lapsedKinds().as('lapsed'),
    ])
    .where('farmId', '=', farmId)
    .where(sql<boolean>`not ${isOneOff('products')}`)
    .$if(view === 'all', (query) => query.where('status', '<>', 'archived'))
    .$if(view === 'listed', (query) => query.where('status', '=', 'listed'))
    .$if(view === 'paused', (query) => query.where('status', 'in', ['paused', 'sold_out', 'draft']))
    .$if(view === 'archived', (query) => query.where('status', '=', 'archived'))
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`(position(${q} in name) > 0 or position(${toKatakana(q)} in kana) > 0)`),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(place_in_list, -extract(epoch from created_at), id)
          > (${after?.place ?? 0}::int, -extract(epoch from ${after?.at ?? ctx.now}::timestamptz), ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('placeInList')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The number of products in each view. */
export const goodsCounts = query('goods.see', async (ctx: Ctx): Promise<Record<GoodsView | 'drafts', number>> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const { rows } = await sql<Record<GoodsView | 'drafts', number>>`
    select count(*) filter (where status <> 'archived')::int as all,
           count(*) filter (where status = 'listed')::int as listed,
           count(*) filter (where status in ('paused', 'sold_out', 'draft'))::int as paused,
           count(*) filter (where status = 'archived')::int as archived,
           (select count(*)::int from product_drafts where farm_id = ${farmId}) as drafts
      from products where farm_id = ${farmId} and not ${isOneOff('products')}`.execute(ctx.db)
  return rows[0] ?? { all: 0, listed: 0, paused: 0, archived: 0, drafts: 0 }
})

export type OneOfOwnGoods = OwnGoods & { values: ProductValues; photos: ShownPhoto[]; past: PastChange[] }
export type PastChange = { at: Date; kind: string; by: string; data: Record<string, unknown> }

/**
 * One of the farm's products with all its fields, its photos and its history of changes. The price of a regular, and a
 * product made for one order, are for members who see the money of orders.
 */
export const oneOfOwnGoods = query('goods.see', async (ctx: Ctx, id: ProductId): Promise<OneOfOwnGoods> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const seesMoney = can(ctx.actor, 'order_money.see', { farmId, restaurantId: null })
  const row = await ctx.db
    .selectFrom('products')
    .leftJoin('productStock', 'productStock.productId', 'products.id')
    .selectAll('products')
    .select([sql<number>`coalesce(available_qty, 0)`.as('stock'), lapsedKinds().as('lapsed')])
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .$if(!seesMoney, (products) => products.where(sql<boolean>`not ${isOneOff('products')}`))
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  const past = await ctx.db
    .selectFrom('events')
    .select(['at', 'kind', 'actorName as by', 'data'])
    .where('aboutProductId', '=', id)
    .$if(!seesMoney, (events) => events.where('kind', 'not in', ['own_price_agreed', 'own_price_ended']))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(30)
    .execute()
  return {
    id,
    name: row.name,
    packLabel: row.packLabel,
    unitLabel: row.unitLabel,
    category: row.category,
    picture: row.picture,
    priceYen: row.priceYen,
    catchWeight: row.catchWeight,
    netGrams: row.netGrams,
    taxKind: row.taxKind,
    status: row.status,
    review: row.review,
    reviewNote: row.reviewNote,
    heldReason: row.heldReason,
    sellsFrom: row.sellsFrom,
    audience: row.audience,
    stock: row.stock,
    version: row.version,
    lapsed: row.lapsed,
    values: valuesOf(row, row.stock),
    photos: (await shownPhotos(ctx.db, farmId, [id])).get(id) ?? [],
    past,
  }
})
