import { formatYen } from '#kernel/format.ts'
import { ProgressBar } from '#ui/progress.tsx'
import type { ShownFarm } from '../shown-cart.ts'

/** What is missing for free freight; empty if the farm has no such offer. */
export function FreeFreight({
  farm,
}: {
  farm: Pick<ShownFarm, 'freeFreightFromYen' | 'missingToFreeYen' | 'goodsYen'>
}) {
  if (farm.freeFreightFromYen === null || farm.missingToFreeYen === null) return null
  const reached = farm.missingToFreeYen === 0
  // a farm that always pays the freight has no threshold: the bar would be empty
  const max = Math.max(farm.freeFreightFromYen, 1)
  return (
    <ProgressBar
      className="font-bold"
      max={max}
      value={reached ? max : farm.goodsYen}
      label={
        reached ? (
          '送料無料になりました'
        ) : (
          <>
            あと<span className="num px-0.5">{formatYen(farm.missingToFreeYen)}</span>で送料無料
          </>
        )
      }
    />
  )
}
