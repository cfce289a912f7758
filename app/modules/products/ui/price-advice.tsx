import { useFetcher } from 'react-router'
import { temperatures } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { prefCodes, prefectureOf } from '#kernel/place.ts'
import { readNumber, readWeight } from '#kernel/typed-number.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import {
  bandText,
  type FarmFreightTerms,
  freightAdvice,
  type PriceBand,
  payoutText,
  standing,
  standingText,
} from '../price-advice.ts'
import { mostYen } from '../price-bounds.ts'
import type { ProductTexts } from '../product-fields.ts'
import { usualBox } from '../usual-box.ts'
import { useTyped } from './use-typed.ts'

/** What the page of a prefecture answers. */
type FreightTo = Pick<FarmFreightTerms, 'to' | 'rates'>

type Props = { formId: string; band: PriceBand | null; freight: FarmFreightTerms; typed: ProductTexts }

/** What similar products cost, and the farm's share of the current price; updates as the user types. */
export default function PriceAdvice({ formId, band, freight: usually, typed: known }: Props) {
  const asked = useFetcher<FreightTo>()
  const scripted = useHydrated()
  const freight = { ...usually, ...asked.data }
  const { commissionBp } = freight
  const typed = useTyped(formId, known)
  const price = readNumber(typed.priceYen ?? '', { min: 1, max: mostYen })
  const weight = readWeight(typed.netGrams ?? '', { unit: 'kg' })
  const pack = {
    catchWeight: typed.catchWeight === 'true',
    netGrams: weight.ok && weight.value > 0 ? weight.value : 1_000,
    unitLabel: typed.unitLabel || '箱',
  }
  const gross = readWeight(typed.grossGrams ?? '', { unit: 'kg' })
  const litres = readNumber(typed.boxLitres ?? '', { min: 1 })
  const usual = usualBox(grams(pack.netGrams))
  const perUnit = pack.catchWeight ? 1_000 / pack.netGrams : 1
  const carried = price.ok
    ? freightAdvice(
        {
          priceYen: price.value / perUnit,
          unitLabel: pack.unitLabel,
          temperature: temperatures.find((it) => it === typed.temperature) ?? 'ambient',
          grossGrams: gross.ok && gross.value > 0 ? gross.value : usual.grossGrams,
          sizePoints: litres.ok ? litres.value : usual.sizePoints,
          ownCarton: typed.ownCarton === 'true',
        },
        freight,
      )
    : null
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
      {scripted && (
        <SelectField
          label="送料の目安のお届け先"
          value={freight.to}
          onChange={({ currentTarget }) => asked.load(`/farmer/products/freight?to=${currentTarget.value}`)}
        >
          {prefCodes.map((code) => (
            <option key={code} value={code}>
              {prefectureOf(code).name}
            </option>
          ))}
        </SelectField>
      )}
      {carried && (
        <ul className="text-sub">
          {carried.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {carried?.tooDear && (
        <Notice tone="akane">
          {prefectureOf(freight.to).name}
          への送料無料の注文では、送料が手取額を上回ります。送料無料の金額を見直してください。
        </Notice>
      )}
      <p className="text-sub text-ink-2">税抜の目安です。</p>
    </section>
  )
}
