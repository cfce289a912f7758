import { formatYen } from '#kernel/format.ts'
import { isEstimate, type ShownCart, type ShownFarm } from '../shown-cart.ts'

/** What a bar shows of a quote. */
export type Sum = Pick<ShownCart, 'totalYen' | 'ceilingTotalYen'> & {
  farms: readonly Pick<ShownFarm, 'name' | 'freightWaived' | 'missingToFreeYen'>[]
}

/** The sum of a bar, with tax and freight, and what is missing for free freight where the least is missing. */
export function CartSum({
  farms,
  lines,
  inCart = 0,
  sum,
}: {
  farms: number
  lines: number
  inCart?: number
  sum: Sum
}) {
  const [nearest] = sum.farms
    .flatMap(({ name, freightWaived, missingToFreeYen }) =>
      missingToFreeYen && !freightWaived ? [{ name, yen: missingToFreeYen }] : [],
    )
    .sort((one, other) => one.yen - other.yen)
  return (
    <>
      <span className="text-caption font-bold">
        {farms}農園・{lines}点{inCart > 0 && <span className="inline-block font-normal">（かご{inCart}点）</span>}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="num text-h3 leading-tight">{formatYen(sum.totalYen)}</span>
        <span className="text-caption text-ink-2">税・送料込{isEstimate(sum) && '・概算'}</span>
      </span>
      {nearest && (
        <span className="truncate text-caption text-ink-2">
          あと{formatYen(nearest.yen)}で送料無料（{nearest.name}）
        </span>
      )}
    </>
  )
}
