import type { ChangeEvent } from 'react'
import { type AccessKey, accessKeys, type KeyCounts, keyWords } from '#modules/identity/access-keys.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import type { Problem } from '#web/form.ts'
import { fieldId } from '../profile-form.tsx'

type Props = {
  intent: string
  counts: KeyCounts
  problem: Problem | undefined
  onPasskeys?: (ticked: boolean) => void
}

/**
 * Access that would outlive the sessions, by name and number, to be ended along with them. Ticked by default: an
 * intruder may have created some.
 */
export function KeyBoxes({ intent, counts, problem, onPasskeys }: Props) {
  const there = accessKeys.filter((key) => counts[key] > 0)
  if (there.length === 0) return null
  const isTicked = (key: AccessKey) => problem === undefined || problem.typed.keys?.split(',').includes(key)
  const told =
    (key: AccessKey) =>
    ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      if (key === 'passkeys') onPasskeys?.(currentTarget.checked)
    }
  return (
    <fieldset className="grid grid-cols-1 gap-1">
      <legend className="font-bold">あわせて無効にするもの</legend>
      {there.map((key) => (
        <Checkbox
          key={key}
          id={fieldId(intent, `keys-${key}`)}
          name="keys"
          value={key}
          label={`${keyWords[key]} ${counts[key]}件も無効にする`}
          defaultChecked={isTicked(key)}
          onChange={told(key)}
        />
      ))}
    </fieldset>
  )
}
