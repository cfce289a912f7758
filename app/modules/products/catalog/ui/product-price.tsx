import type { TaxKind } from '#kernel/enums.ts'
import { formatGrams, formatNumber, formatYen } from '#kernel/format.ts'
import { priceWhyWord } from '#modules/pricing/price-labels.ts'
import { PriceTag, PriceTagOutline } from '#ui/price-tag.tsx'
import type { ProductCard } from '../product-cards.server.ts'
import { estimateOfUnit, withTax, yenPerKg, yenPerPiece } from '../unit-price.ts'

/** Today's tax rates for food and for other products; only a hint beside the price. */
export type Percents = { food: number; standard: number }

export const percentOf = (kind: TaxKind, percents: Percents): number =>
  kind === 'food' ? percents.food : kind === 'standard' ? percents.standard : kind === 'newspaper' ? 8 : 0

type Priced = Omit<ProductCard, 'availableQty'>
type Props = { product: Priced; percents: Percents | null; size?: 'md' | 'lg'; priceless?: string }

/** The price tag, with what makes packs comparable: per kilogram, per piece, with tax. */
export function ProductPrice({ product, percents, size = 'md', priceless = '価格は承認後に表示されます' }: Props) {
  const { priceYen } = product
  if (priceYen === null || percents === null) return <PriceTagOutline size={size}>{priceless}</PriceTagOutline>
  const percent = percentOf(product.taxKind, percents)
  const estimate = estimateOfUnit(product)
  return (
    <div
      className={`flex flex-wrap ${size === 'lg' ? 'items-center gap-x-2 lg:gap-x-3' : 'items-start justify-between gap-x-3 text-sub xl:gap-x-2'} gap-y-1`}
    >
      <PriceTag yen={priceYen} per={product.catchWeight ? 'kg' : product.unitLabel} size={size} />
      {product.why === 'own' && <OwnPriceMark listYen={product.listYen} />}
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

/** Agreed between the farm and this restaurant; hidden from others. */
const OwnPriceMark = ({ listYen }: { listYen: number | null }) => (
  <p className="text-sub leading-snug">
    <b className="me-1.5 rounded-control border-[1.5px] border-pine px-1.5 whitespace-nowrap text-pine-ink">
      {priceWhyWord.own}
    </b>
    {listYen !== null && (
      <span className="whitespace-nowrap text-ink-3">
        通常 <s>{formatYen(listYen)}</s>
      </span>
    )}
  </p>
)

type ComparableProps = { product: Priced; percent: number; reduced: boolean; size: 'md' | 'lg' }

function Comparable({ product, percent, reduced, size }: ComparableProps) {
  const perKg = yenPerKg(product)
  const perPiece = yenPerPiece(product)
  return (
    <p
      className={
        size === 'lg'
          ? 'grid min-w-0 text-sub leading-snug lg:text-body'
          : 'flex min-w-0 flex-wrap gap-x-2 leading-snug xl:ms-auto xl:flex-col xl:items-end xl:text-caption'
      }
    >
      {(perKg !== null || perPiece !== null) && (
        <span className="font-bold">
          {perKg !== null && <span className="whitespace-nowrap">{formatNumber(perKg)}円/kg</span>}
          {perKg !== null && perPiece !== null && size === 'lg' && '・'}
          {perPiece !== null && (size === 'lg' || perKg === null) && (
            <span className="whitespace-nowrap">
              1{product.pieceUnit} 約{formatNumber(perPiece)}円
            </span>
          )}
        </span>
      )}
      <span className="whitespace-nowrap text-ink-3">
        税込 {formatYen(withTax(product.priceYen ?? 0, percent))}
        {size === 'lg' && `（${reduced ? '軽減' : ''}${percent}%）`}
      </span>
    </p>
  )
}
