import { SelectField } from '#ui/field.tsx'
import { shortageReasons } from '../order-labels.ts'

type Props = { label: string; name: string; chosen: string | undefined; error: string | undefined; className?: string }

/** Why less, or nothing, can be sent; shown to the restaurant. */
export function ReasonField({ label, name, chosen, error, className }: Props) {
  return (
    <SelectField label={label} name={name} defaultValue={chosen ?? ''} error={error} className={className}>
      <option value="">選択してください</option>
      {Object.entries(shortageReasons).map(([reason, word]) => (
        <option key={reason} value={reason}>
          {word}
        </option>
      ))}
    </SelectField>
  )
}
