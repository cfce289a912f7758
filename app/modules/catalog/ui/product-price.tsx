import { formatGrams, formatNumber, formatYen } from '#kernel/format.ts'
import type { TaxKind } from '#kernel/words.ts'
import { PriceTag } from '#ui/market.tsx'
import type { ProductCard } from '../product-list.server.ts'
import { estimateOfUnit, withTax, yenPerKg, yenPerPiece } from '../unit-price.ts'

/** Percent of food and of the rest today; only a hint beside the price. */
export type Percents = { food: number; standard: number }

export const percentOf = (kind: TaxKind, percents: Percents): number =>
  kind === 'food' ? percents.food : kind === 'standard' ? percents.standard : kind === 'newspaper' ? 8 : 0

type Props = { product: ProductCard; percents: Percents; size?: 'md' | 'lg' }

/** The tag, and beside it what makes packs comparable: per kilogram, per piece, with tax. */
export function ProductPrice({ product, percents, size = 'md' }: Props) {
  const { priceYen } = product
  if (priceYen === null)
    return (
      <p className="rounded-tag border border-dashed border-line-strong px-2 py-1 text-caption text-ink-2">
        承認のあと値段が見られます
      </p>
    )
  const percent = percentOf(product.taxKind, percents)
  const estimate = estimateOfUnit(product)
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${size === 'lg' ? '' : 'text-sub'}`}>
      <PriceTag yen={priceYen} per={product.catchWeight ? 'kg' : product.unitLabel} size={size} />
      {estimate ? (
        <p className="min-w-0 text-sub leading-snug">
          <span className="font-bold whitespace-nowrap">約{formatGrams(product.netGrams ?? 0)}・</span>
          <span className="font-bold whitespace-nowrap">{formatYen(estimate.aboutYen)}前後</span>
          <span className="block text-ink-3">
            <span className="whitespace-nowrap">上限 {formatYen(estimate.atMostYen)}</span>
          </span>
        </p>
      ) : (
        <Comparable product={product} percent={percent} reduced={product.taxKind === 'food'} size={size} />
      )}
    </div>
  )
}

type ComparableProps = { product: ProductCard; percent: number; reduced: boolean; size: 'md' | 'lg' }

function Comparable({ product, percent, reduced, size }: ComparableProps) {
  const perKg = yenPerKg(product)
  const perPiece = yenPerPiece(product)
  return (
    <p className="flex min-w-0 flex-wrap gap-x-2 leading-snug">
      {perKg !== null && <span className="font-bold whitespace-nowrap">{formatNumber(perKg)}円/kg</span>}
      {perPiece !== null && (size === 'lg' || perKg === null) && (
        <span className="font-bold whitespace-nowrap">1個 約{formatNumber(perPiece)}円</span>
      )}
      <span className="whitespace-nowrap text-ink-3">
        税込 {formatYen(withTax(product.priceYen ?? 0, percent))}
        {size === 'lg' && `（${reduced ? '軽減' : ''}${percent}%）`}
      </span>
    </p>
  )
}
