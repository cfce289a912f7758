import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Category, Method, PieceUnit, TaxKind, Temperature } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import type { StarSum } from '#kernel/review-enums.ts'
import type { Yen } from '#kernel/yen.ts'
import { agreedPrice, type OwnTerms, type PriceTier, type PriceWhy, tiersBelow } from '#modules/pricing/agreed-price.ts'
import { termsForActor, tiersOf } from './price-terms.server.ts'

type Sql = RawBuilder<unknown>

/** A product as cards show it. The price is null for viewers who may not see wholesale prices. */
export type ProductCard = {
  id: ProductId
  name: string
  category: Category
  method: Method
  packLabel: string
  unitLabel: string
  picture: string
  temperature: Temperature
  taxKind: TaxKind
  /** What the viewer pays per unit for the smallest quantity. */
  priceYen: Yen | null
  /** The public list price; lists are filtered and sorted by it. */
  listYen: Yen | null
  why: PriceWhy
  /** Cheaper from this many units on. */
  tiers: PriceTier[]
  catchWeight: boolean
  netGrams: Grams | null
  pieceCount: number | null
  pieceUnit: PieceUnit
  tolerancePercent: number | null
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number
  /** Its rating by kitchens; null while there is none. */
  stars: StarSum | null
  farm: { id: FarmId; name: string; crest: string; place: string; prefectureCode: string }
}

export type CardRow = {
  id: ProductId
  name: string
  category: Category
  method: Method
  packLabel: string
  unitLabel: string
  picture: string
  temperature: Temperature
  taxKind: TaxKind
  priceYen: Yen
  tiers: PriceTier[]
  own: OwnTerms | null
  catchWeight: boolean
  netGrams: Grams | null
  pieceCount: number | null
  pieceUnit: PieceUnit
  tolerancePercent: number | null
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number | null
  starSum: StarSum | null
  farmId: FarmId
  farmName: string
  crest: string
  place: string
  prefectureCode: string
}

/** Columns of a card, from products p, farms f and product_stock s; with the viewer's price. */
export const cardColumns = (ctx: Ctx): Sql => sql`${plainColumns}, ${termsForActor(ctx, 'p').own} as own`

/** The same for everyone, without the price of one restaurant. */
export const plainColumns: Sql = sql`p.id, p.name, p.category, p.method, p.pack_label, p.unit_label, p.picture, p.temperature, p.tax_kind,
  p.price_yen, p.catch_weight, p.net_grams, p.piece_count, p.piece_unit, p.tolerance_percent, p.min_qty, p.max_qty, p.order_step,
  s.available_qty,
  (select json_build_object('stars', t.stars, 'reviews', t.reviews) from product_stars t where t.product_id = p.id) as star_sum,
  f.id as farm_id, f.name as farm_name, f.crest, f.place, f.prefecture_code, ${tiersOf('p')} as tiers`

export const toCard = (ctx: Ctx, row: CardRow): ProductCard => ({
  ...pricesOf(ctx, row),
  id: row.id,
  name: row.name,
  category: row.category,
  method: row.method,
  packLabel: row.packLabel,
  unitLabel: row.unitLabel,
  picture: row.picture,
  temperature: row.temperature,
  taxKind: row.taxKind,
  catchWeight: row.catchWeight,
  netGrams: row.netGrams,
  pieceCount: row.pieceCount,
  pieceUnit: row.pieceUnit,
  tolerancePercent: row.tolerancePercent,
  minQty: row.minQty,
  maxQty: row.maxQty,
  orderStep: row.orderStep,
  availableQty: row.availableQty ?? 0,
  stars: row.starSum,
  farm: {
    id: row.farmId,
    name: row.farmName,
    crest: row.crest,
    place: row.place,
    prefectureCode: row.prefectureCode,
  },
})

function pricesOf(ctx: Ctx, row: CardRow): Pick<ProductCard, 'priceYen' | 'listYen' | 'why' | 'tiers'> {
  if (!can(ctx.actor, 'price.see', null)) return { priceYen: null, listYen: null, why: 'list', tiers: [] }
  const { priceYen, why } = agreedPrice(row.minQty, { listYen: row.priceYen, tiers: row.tiers, own: row.own })
  return { priceYen, listYen: row.priceYen, why, tiers: tiersBelow(priceYen, row.tiers) }
}
