import { Package } from 'lucide-react'
import { formatGrams } from '#kernel/format.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { boxFills } from '../box-fill.ts'
import type { ShownFarm } from '../shown-cart.ts'
import { FreeFreight } from './free-freight.tsx'

/** The boxes of a farm so far: number, filling, weight, and what is missing for free freight. */
export function BoxMeter({ farm }: { farm: ShownFarm | null }) {
  const fills = farm ? boxFills(farm) : []
  return (
    <div className="grid gap-2">
      {fills.length === 0 ? (
        <p className="flex items-center gap-2 text-sub text-ink-2">
          <Package aria-hidden="true" />
          箱はまだ空です。
        </p>
      ) : (
        fills.map(({ size, temperature, grossGrams, maxGrams, percent }, index) => (
          <ProgressBar
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no name but their place
            key={index}
            max={100}
            value={percent}
            label={
              <>
                {fills.length > 1 ? `個口${index + 1} ` : ''}
                {size}サイズ・{temperatureWord[temperature]}
                <span className="num px-1">{percent}%</span>（{formatGrams(grossGrams)}／{formatGrams(maxGrams)}）
              </>
            }
          />
        ))
      )}
      {farm && <FreeFreight farm={farm} />}
    </div>
  )
}
