import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { parseWholeNumber } from '#kernel/text.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Field } from '#ui/field-frame.tsx'
import { useTypedBefore } from '#ui/use-typed-before.ts'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error'> & {
  name: string
  /** As typed, so that nothing is lost or silently corrected. */
  value: string
  onValue: (typed: string) => void
  most: number
  unit: string
  /** What is counted, for the labels of the two buttons. */
  of: string
}

/** A count with large digits; minus and plus are added when the script runs. */
export function CountField({ label, help, error, name, value, onValue, most, unit, of }: Props) {
  const id = useId()
  const input = useTypedBefore(value, onValue)
  const hydrated = useHydrated()
  const count = parseWholeNumber(value)
  const stepTo = (next: number) => onValue(String(Math.min(most, Math.max(0, next))))
  return (
    <Field label={label} help={help} error={error} id={id}>
      {(aria) => (
        <span className="flex flex-wrap items-center gap-2">
          {hydrated && (
            <StepButton label={`${of}を1つ減らす`} off={count === 0} onPress={() => stepTo((count ?? most) - 1)}>
              <Minus aria-hidden="true" />
            </StepButton>
          )}
          <input
            {...aria}
            ref={input}
            name={name}
            value={value}
            onChange={(event) => onValue(event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            className="field-control w-0 min-w-16 max-w-32 grow text-center font-num text-h1 font-extrabold"
          />
          <span className="shrink-0 text-h4 font-bold">{unit}</span>
          {hydrated && (
            <StepButton label={`${of}を1つ増やす`} off={count === most} onPress={() => stepTo((count ?? 0) + 1)}>
              <Plus aria-hidden="true" />
            </StepButton>
          )}
        </span>
      )}
    </Field>
  )
}

type StepButtonProps = { label: string; off: boolean; onPress: () => void; children: React.ReactNode }

function StepButton({ label, off, onPress, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={onPress}
      className="grid size-(--target-lg) shrink-0 place-items-center rounded-full border-2 border-line-strong bg-surface text-pine aria-disabled:opacity-40 [&_svg]:size-8 [&_svg]:stroke-3"
    >
      {children}
    </button>
  )
}
