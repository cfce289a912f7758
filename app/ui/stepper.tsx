import { Minus, Plus, Trash2 } from 'lucide-react'
import type { StepRange } from '#kernel/long-press.ts'
import { iconOnly } from './icon-button.tsx'
import { useLongPress } from './use-long-press.ts'

type StepperProps = {
  /** The object of the number; read aloud with every part. */
  label: string
  name: string
  value: number
  /** Values that the two buttons send; without script the form returns with them. */
  less: number | null
  more: number | null
  /** The action of the minus button when it removes the object. */
  removes?: boolean
  inputId: string
  unit?: string
  error?: boolean
  /** What was typed and refused; it stays in the field. */
  typed?: string | undefined
  describedBy?: string | undefined
  /** The range of a held button; without it a press is one step. */
  range?: StepRange | undefined
}

/**
 * A number with minus and plus, all of them submit buttons of the surrounding form, so that it works before any script
 * is loaded. The buttons send `name=value` themselves; the number between them can be typed, full-width digits too.
 * With script a held button repeats, and releasing it sends the final value.
 */
export function Stepper({
  label,
  name,
  value,
  less,
  more,
  removes = false,
  inputId,
  unit,
  error = false,
  typed,
  describedBy,
  range,
}: StepperProps) {
  const { held, handlers } = useLongPress(value, range)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in one line with its legend
    <div className="stepper" role="group" aria-label={`${label}の数量`}>
      <button
        type="submit"
        name={name}
        value={held ?? less ?? value}
        {...handlers(-1)}
        {...iconOnly(removes ? `${label}を削除` : `${label}を減らす`)}
        aria-disabled={less === null || undefined}
      >
        {removes && held === null ? <Trash2 aria-hidden="true" /> : <Minus aria-hidden="true" />}
      </button>
      <input
        key={held ?? value}
        id={inputId}
        className="font-num font-extrabold"
        name={`${name}-typed`}
        defaultValue={held ?? typed ?? value}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label}の数量${unit ? `（${unit}）` : ''}`}
        aria-invalid={error || undefined}
        aria-describedby={describedBy}
      />
      <button
        type="submit"
        name={name}
        value={held ?? more ?? value}
        {...handlers(1)}
        {...iconOnly(`${label}を増やす`)}
        aria-disabled={more === null || undefined}
      >
        <Plus aria-hidden="true" />
      </button>
      <span role="status" className="visually-hidden">
        {held !== null && `${held}${unit ?? ''}`}
      </span>
    </div>
  )
}
