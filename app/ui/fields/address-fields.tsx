import { Search } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { prefectures } from '#kernel/place.ts'
import { type AddressFinding, addressFindingText } from '#kernel/postal-address.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { PostalCodeField } from './postal-code-field.tsx'
import { TypedInput } from './typed-input.tsx'
import { type AddressPart, usePostalLookup } from './use-postal-lookup.ts'
import '#styles/kit/field-group.css'

type Props = {
  /** Ids are `<idPrefix>-<part>`, so that the summary of a form can link to them. */
  idPrefix?: string
  /** The values of the fields, and their errors, by part; names of the controls are the parts. */
  values?: Partial<Record<AddressPart, string>> | undefined
  errors?: Partial<Record<AddressPart, string>> | undefined
  /** The result of 「住所を検索」 from the server, for a browser without script. */
  finding?: AddressFinding | undefined
  legend?: string
  need?: 'required' | 'optional' | undefined
}

/**
 * 郵便番号 and the address that follows from it. With script the address is filled in with the seventh digit and the focus
 * stays; without, 「住所を検索」 submits the form (`askedForAddress` answers). Every result can be changed, and an unknown
 * code blocks nothing.
 */
export function AddressFields({ idPrefix, values, errors, finding, legend = '住所', need = 'required' }: Props) {
  const made = useId()
  const idOf = (part: AddressPart) => `${idPrefix ?? made}-${part}`
  const common = (part: AddressPart) => ({
    id: idOf(part),
    name: part,
    need,
    defaultValue: values?.[part],
    error: errors?.[part],
  })
  const lookup = usePostalLookup(idOf, finding)

  return (
    <fieldset className="field-group">
      <legend>{legend}</legend>
      <div className="field-beside">
        <PostalCodeField
          {...common('postalCode')}
          label="郵便番号"
          onInput={(event: FormEvent<HTMLInputElement>) => lookup.typed(event.currentTarget.value)}
        />
        <Button
          kind="line"
          name="find-address"
          value="1"
          formNoValidate
          icon={<Search />}
          // leaving the field would show its error and move the button away under the finger
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.preventDefault()
            lookup.ask()
          }}
        >
          住所を検索
        </Button>
      </div>
      <p role="status" className="field-said">
        {lookup.finding && addressFindingText(lookup.finding)}
      </p>
      {lookup.towns.length > 0 && <TownChoice towns={lookup.towns} onChoose={lookup.chooseTown} />}
      <SelectField {...common('prefectureCode')} label="都道府県" autoComplete="address-level1">
        <option value="">選択</option>
        {prefectures.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TypedInput {...common('city')} label="市区町村" autoComplete="address-level2" />
      <TypedInput {...common('town')} need="optional" label="町域" autoComplete="address-level3" />
      <TypedInput {...common('street')} label="番地" autoComplete="address-line1" />
      <TypedInput {...common('building')} need="optional" label="建物名・階・部屋" autoComplete="address-line2" />
    </fieldset>
  )
}

/** The short list of towns that share the code. Pressing one fills it in; any other can be typed. */
function TownChoice({ towns, onChoose }: { towns: readonly string[]; onChoose: (town: string) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div role="group" aria-label="町域の候補" className="field-choices">
      {towns.map((town) => (
        <button
          key={town}
          type="submit"
          name="choose-town"
          value={town}
          formNoValidate
          className="chip"
          onClick={(event) => {
            event.preventDefault()
            onChoose(town)
          }}
        >
          {town}
        </button>
      ))}
    </div>
  )
}
