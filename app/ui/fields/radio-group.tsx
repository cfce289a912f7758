import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

type Props = ChoiceGroupProps & {
  /** With `onValue` the page holds the selection, without it the form does. */
  value?: string | undefined
  defaultValue?: string | undefined
  onValue?: (value: string) => void
}

/** One of a few. The arrow keys move between them, as usual. */
export function RadioGroup({ value, defaultValue, onValue, ...group }: Props) {
  return (
    <ChoiceGroup
      {...group}
      type="radio"
      inputOf={(choice) => ({
        ...(value === undefined
          ? { defaultChecked: choice.value === defaultValue }
          : { checked: choice.value === value }),
        onChange: () => onValue?.(choice.value),
      })}
    />
  )
}
