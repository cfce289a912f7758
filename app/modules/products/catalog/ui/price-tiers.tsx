import { formatYen } from '#kernel/format.ts'
import type { ProductCard } from '../product-cards.server.ts'

type Props = { product: ProductCard }

/** The price per unit for larger quantities: 5箱から ¥1,650. Shown only if it is cheaper for the viewer. */
export function PriceTiers({ product: { priceYen, tiers, unitLabel, catchWeight } }: Props) {
  if (priceYen === null || tiers.length === 0) return null
  const per = catchWeight ? 'kg' : unitLabel
  return (
    <table className="w-full max-w-100 border-y border-line text-start">
      <caption className="pb-1 text-start font-bold">数量別価格</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">数量</th>
          <th scope="col">1{per}の単価（税抜）</th>
          <th scope="col">値引き額</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.fromQty} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
              <span className="num">{tier.fromQty}</span>
              {unitLabel}から
            </th>
            <td className="py-1.5 text-end whitespace-nowrap">
              <b className="num">{formatYen(tier.priceYen)}</b>
              <span className="text-sub text-ink-2">/{per}</span>
            </td>
            <td className="py-1.5 ps-3 text-end text-sub whitespace-nowrap text-ink-2">
              {formatYen(priceYen - tier.priceYen)}安い
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
