import { readNumber, readWeight } from '#kernel/typed-number.ts'
import { bandText, type PriceBand, payoutText, standing, standingText } from '../price-advice.ts'
import { mostYen } from '../price-bounds.ts'
import type { ProductTexts } from '../product-fields.ts'
import { useTyped } from './use-typed.ts'

type Props = { formId: string; band: PriceBand | null; commissionBp: number; typed: ProductTexts }

/** What similar products cost, and the farm's share of the current price; updates as the user types. */
export function PriceAdvice({ formId, band, commissionBp, typed: known }: Props) {
  const typed = useTyped(formId, known)
  const price = readNumber(typed.priceYen ?? '', { min: 1, max: mostYen })
  const weight = readWeight(typed.netGrams ?? '', { unit: 'kg' })
  const pack = {
    catchWeight: typed.catchWeight === 'true',
    netGrams: weight.ok && weight.value > 0 ? weight.value : 1_000,
    unitLabel: typed.unitLabel || '箱',
  }
  return (
    <section aria-label="価格の目安" className="card grid gap-2 p-4">
      {band && <p className="font-bold">{bandText(band, pack)}</p>}
      {price.ok ? (
        <div role="status" className="grid gap-2">
          {band && <p>{standingText[standing(price.value, band, pack)]}</p>}
          <p>{payoutText(price.value, commissionBp, pack.catchWeight ? 'kg' : pack.unitLabel)}</p>
        </div>
      ) : (
        <p className="text-ink-2">価格を入力すると、手取額が表示されます（手数料{commissionBp / 100}%）。</p>
      )}
      <p className="text-sub text-ink-2">送料は飲食店が負担します。税抜の目安です。</p>
    </section>
  )
}
