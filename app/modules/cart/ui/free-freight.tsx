import { formatYen } from '#kernel/format.ts'
import type { ShownFarm } from '../shown-cart.ts'

/** How far it is to free freight; nothing where the farm has no such offer. */
export function FreeFreight({
  farm,
}: {
  farm: Pick<ShownFarm, 'freeFreightFromYen' | 'missingToFreeYen' | 'goodsYen'>
}) {
  if (farm.freeFreightFromYen === null || farm.missingToFreeYen === null) return null
  const reached = farm.missingToFreeYen === 0
  const share = reached ? 100 : Math.round((farm.goodsYen / farm.freeFreightFromYen) * 100)
  return (
    <div className="grid gap-1">
      <p className="text-sub font-bold">
        {reached ? (
          '送料無料になりました'
        ) : (
          <>
            あと<span className="num px-0.5">{formatYen(farm.missingToFreeYen)}</span>で送料無料
          </>
        )}
      </p>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
