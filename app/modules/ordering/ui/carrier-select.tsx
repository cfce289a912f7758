import type { ComponentProps } from 'react'
import { carrierWord, knownCarrier, unnamedCarrier } from '#modules/delivery/carrier-word.ts'
import { SelectField } from '#ui/field.tsx'
import type { UsedCarrier } from '../order.ts'

type Props = Pick<ComponentProps<typeof SelectField>, 'name' | 'onInput' | 'className'> & {
  /** Chosen at first; it need not have been used before. */
  defaultValue: string
  /** With which carriers the farm has sent before, or means to. */
  used: readonly UsedCarrier[]
}

/** One of the carriers that we know, one that the farm has used before, or another one, whose name is typed beside it. */
export const CarrierSelect = ({ used, defaultValue, ...select }: Props) => (
  <SelectField label="配送会社" defaultValue={defaultValue} {...select}>
    {Object.entries(carrierWord).map(([carrier, word]) => (
      <option key={carrier} value={carrier}>
        {word}
      </option>
    ))}
    {namesIn([defaultValue, ...used.map(({ carrier }) => carrier)]).map((carrier) => (
      <option key={carrier} value={carrier}>
        {carrier}
      </option>
    ))}
    <option value={unnamedCarrier}>その他の配送会社</option>
  </SelectField>
)

/** The carriers by name, each once. */
const namesIn = (carriers: readonly string[]): string[] => [
  ...new Set(carriers.filter((carrier) => carrier !== unnamedCarrier && !knownCarrier(carrier))),
]
