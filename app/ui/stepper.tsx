import { Minus, Plus, Trash2 } from 'lucide-react'
import type { StepRange } from '#kernel/long-press.ts'
import { useLongPress } from './use-long-press.ts'

type StepperProps = {
  /** Whose number it is; read aloud with every part. */
  label: string
  name: string
  value: number
  /** Values that the two buttons send; without script the form comes back with them. */
  less: number | null
  more: number | null
  /** What the minus does when it removes. */
  removes?: boolean
  inputId: string
  unit?: string
  error?: boolean
  /** What was typed and refused; it stays in the field. */
  typed?: string | undefined
  describedBy?: string | undefined
  /** What can be reached by holding a button down; without it a press is one step. */
  range?: StepRange | undefined
}

/**
 * A number with minus and plus, all of them submit buttons of the surrounding form, so that it
 * works before any script has come. The buttons send `name=value` themselves; the figure between
 * can be typed, full-width digits too. With script a button that is held down repeats, and letting go sends
 * where it has come to.
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
    <div className="stepper" role="group" aria-label={`${label}の数`}>
      <button
        type="submit"
        name={name}
        value={held ?? less ?? value}
        {...handlers(-1)}
        aria-label={removes ? `${label}をはずす` : `${label}をへらす`}
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
        aria-label={`${label}の数${unit ? `（${unit}）` : ''}`}
        aria-invalid={error || undefined}
        aria-describedby={describedBy}
      />
      <button
        type="submit"
        name={name}
        value={held ?? more ?? value}
        {...handlers(1)}
        aria-label={`${label}をふやす`}
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
