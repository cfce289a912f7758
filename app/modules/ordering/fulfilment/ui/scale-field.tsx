import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { formatGrams } from '#kernel/format.ts'
import type { Grams } from '#kernel/grams.ts'
import { parseKilograms } from '#kernel/text.ts'
import { Field } from '#ui/field-frame.tsx'
import { useTypedBefore } from '#ui/use-typed-before.ts'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'error'> & {
  name: string
  value: string
  onValue: (typed: string) => void
  bounds: { lower: Grams; upper: Grams }
}

/** The weight. The colour is only a hint while typing; the server checks it. */
export function ScaleField({ label, error, name, value, onValue, bounds }: Props) {
  const id = useId()
  const input = useTypedBefore(value, onValue)
  const weight = parseKilograms(value)
  const inside = weight !== null && weight >= bounds.lower && weight <= bounds.upper
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        help={
          <>
            規定の重さ{' '}
            <strong className="whitespace-nowrap">
              {formatGrams(bounds.lower)}〜{formatGrams(bounds.upper)}
            </strong>
            。箱や袋の重さは除いてください。
          </>
        }
        error={error}
        id={id}
      >
        {(aria) => (
          <span className="flex items-center gap-2">
            <input
              {...aria}
              ref={input}
              name={name}
              value={value}
              onChange={(event) => onValue(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              data-inside={inside || undefined}
              className="field-control min-h-18 text-center font-num text-[2.25rem] font-extrabold data-inside:border-2 data-inside:border-matcha data-inside:bg-matcha-tint data-inside:text-matcha"
            />
            <span className="shrink-0 text-h4 font-bold">kg</span>
          </span>
        )}
      </Field>
      {weight !== null && <WeightHint weight={weight} bounds={bounds} />}
    </div>
  )
}

function WeightHint({ weight, bounds }: { weight: number; bounds: Props['bounds'] }) {
  if (weight < bounds.lower)
    return <Hint good={false}>規定より軽いです。追加するか、数量を減らすか、理由を選択してください。</Hint>
  if (weight > bounds.upper)
    return <Hint good={false}>規定より重いです。代金は{formatGrams(bounds.upper)}分までです。</Hint>
  return <Hint good>規定の範囲内です</Hint>
}

function Hint({ good, children }: { good: boolean; children: React.ReactNode }) {
  const Icon = good ? CircleCheck : CircleAlert
  return (
    <p
      role="status"
      className={`flex items-start gap-2 rounded-control px-3 py-2 font-bold ${good ? 'bg-matcha-tint text-matcha' : 'bg-tag-tint'}`}
    >
      <Icon aria-hidden="true" className="mt-1 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
