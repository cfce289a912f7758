import type { Grams } from '#kernel/grams.ts'
import { numberRefusalText, readWeight, type WeightRule, type WeightUnit, weightText } from '#kernel/typed-number.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

type Props = Omit<LineProps, 'min' | 'max' | 'type' | 'suffix'> & {
  unit: WeightUnit
  /** The bounds are grams, whatever the unit. */
  min?: Grams
  max?: Grams
}

/**
 * A weight, typed in g or kg and stored in whole grams (`readWeight` on the server). A typed unit wins: `500g` in kg.
 */
export function WeightField({ unit, min, max, ...line }: Props) {
  const rule: WeightRule = { unit, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return (
    <TypedInput
      inputMode={unit === 'kg' ? 'decimal' : 'numeric'}
      autoComplete="off"
      chars={8}
      {...line}
      suffix={unit}
      tidy={(typed) => {
        const read = readWeight(typed, { unit })
        return read.ok ? weightText(read.value, unit) : typed
      }}
      complaint={(typed) => {
        const read = readWeight(typed, rule)
        return read.ok ? undefined : numberRefusalText(read.refusal, read.detail)
      }}
    />
  )
}
