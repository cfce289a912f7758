import type { ReactNode } from 'react'
import { type NumberRule, numberRefusalText, numberText, readNumber, steppedText } from '#kernel/typed-number.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'
import { writeInto } from './write-into.ts'

type Props = Omit<LineProps, 'min' | 'max' | 'step' | 'type'> &
  NumberRule & {
    /** The step of the arrow keys. */
    step?: number
    end?: ReactNode
  }

/**
 * A number as text: full-width digits, commas and ¥ are accepted, commas are added when it is left, the arrow keys
 * step. No spinner and no wheel, which change numbers unnoticed.
 */
export function NumberField({ min, max, decimals = 0, step = 1, ...line }: Props) {
  const rule: NumberRule = {
    decimals,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
  return (
    <TypedInput
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      chars={8}
      {...line}
      tidy={(typed) => {
        const read = readNumber(typed, { decimals: 10 })
        return read.ok ? numberText(read.value) : typed
      }}
      complaint={(typed) => {
        const read = readNumber(typed, rule)
        return read.ok ? undefined : numberRefusalText(read.refusal, read.detail)
      }}
      onKeyDown={(event) => {
        line.onKeyDown?.(event)
        const steps = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key]
        // during composition the arrows choose among the input method's words
        if (!steps || event.nativeEvent.isComposing || event.altKey || event.currentTarget.readOnly) return
        event.preventDefault()
        writeInto(event.currentTarget, steppedText(event.currentTarget.value, steps, step, rule))
      }}
    />
  )
}
