import type { ComponentProps } from 'react'
import { carrierWord, knownCarrier, unnamedCarrier } from '#modules/delivery/carrier-word.ts'
import { SelectField } from '#ui/field.tsx'
import type { UsedCarrier } from '../order.ts'

type Props = Pick<ComponentProps<typeof SelectField>, 'name' | 'defaultValue' | 'onInput' | 'className'> & {
  /** With which carriers the farm has sent before, or means to. */
  used: readonly UsedCarrier[]
}

/** One of the carriers that we know, one that the farm has used before, or another one, whose name is typed beside it. */
export const CarrierSelect = ({ used, ...select }: Props) => (
  <SelectField label="配送会社" {...select}>
    {Object.entries(carrierWord).map(([carrier, word]) => (
      <option key={carrier} value={carrier}>
        {word}
      </option>
    ))}
    {used
      .filter(({ carrier }) => !knownCarrier(carrier))
      .map(({ carrier }) => (
        <option key={carrier} value={carrier}>
          {carrier}
        </option>
      ))}
    <option value={unnamedCarrier}>その他の配送会社</option>
  </SelectField>
)
