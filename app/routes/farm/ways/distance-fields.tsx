import { TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import type { Problem } from '#web/form.ts'

/** The rows of the form for bands; more than a farm needs. */
export const bandRows = [0, 1, 2, 3, 4] as const
export const bandParts = ['upToKm', 'feeYen'] as const
export const bandField = (row: number, part: (typeof bandParts)[number]) => `bands[${row}].${part}`

/** The fee of an own van by distance: its bands, and how far it is to each municipality. */
export function DistanceFields({ problem }: { problem: Problem | undefined }) {
  const of = (name: string) => ({ name, error: problem?.fields[name], defaultValue: problem?.typed[name] })
  return (
    <>
      <input type="hidden" name="feeYen" value="0" />
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 font-bold">距離ごとの送料（1注文・税抜）</legend>
        {problem?.fields.bands && <FieldError>{problem.fields.bands}</FieldError>}
        {bandRows.map((row) => (
          <div key={row} className="grid grid-cols-2 gap-3 sm:max-w-md">
            <NumberField label={`区分${row + 1} 距離`} suffix="kmまで" chars={5} {...of(bandField(row, 'upToKm'))} />
            <YenField label={`区分${row + 1} 送料`} chars={6} {...of(bandField(row, 'feeYen'))} />
          </div>
        ))}
        <p className="text-sub text-ink-2">使用しない区分は空欄のままで構いません。</p>
      </fieldset>
      <TextArea
        label="市区町村までの距離（km）"
        rows={6}
        help="1行に1つ、市区町村名（または郵便番号の先頭3〜7桁）と農園からの距離を入力します。例 千葉市 8。同じ名称が複数の都道府県にある場合は、都道府県名から入力します（例 広島県府中市 12）。入力のない市区町村にはお届けしません。"
        {...of('distances')}
      />
    </>
  )
}
