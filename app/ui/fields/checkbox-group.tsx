import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

type Props = ChoiceGroupProps & {
  defaultValues?: readonly string[]
  onToggle?: (value: string, ticked: boolean) => void
}

/** Any of a few, each a checkbox; the form sends `name=value` once for every ticked one. */
export function CheckboxGroup({ defaultValues = [], onToggle, ...group }: Props) {
  return (
    <ChoiceGroup
      {...group}
      type="checkbox"
      inputOf={(choice) => ({
        defaultChecked: defaultValues.includes(choice.value),
        onChange: (event) => onToggle?.(choice.value, event.currentTarget.checked),
      })}
    />
  )
}
