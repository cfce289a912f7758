import type { ReactNode } from 'react'
import { goodsKinds, partyTypes, type Side, slots } from '#kernel/enums.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { AddressFields } from '#ui/fields/address-fields.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { goodsKindWord } from '../approval/requirements.ts'
import { listOf, type TypedProfile } from '../sign-up/profile.ts'
import {
  businessTypes,
  papersFor,
  partyTypeWord,
  placeWord,
  slotWords,
  weekdayOrder,
  weekdayWords,
} from '../sign-up/profile-labels.ts'

type Props = {
  side: Side
  typed: TypedProfile
  errors: Record<string, string>
  /** The result of 「住所をさがす」 on the server, for a browser without script. */
  finding?: AddressFinding | undefined
}

const idPrefix = 'profile'
/** The id of a field on the page, for links from the summary and the review. */
export const profileFieldId = (name: string): string => `${idPrefix}-${name}`

const weekdayChoices = weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day] }))
const weekdayLook = '[--choice-least:4.25rem]'

/** What an organisation states about itself. All controls are native; scripts only assist. */
export function ProfileFields({ side, typed, errors, finding }: Props) {
  const place = placeWord[side]
  const common = (name: string) => ({ id: profileFieldId(name), name, error: errors[name] })
  const written = (name: string) => ({ ...common(name), defaultValue: typed[name] })
  const chosen = (name: string) => ({ ...common(name), defaultValues: listOf(typed[name]) })
  return (
    <>
      <Group title={`${place}のこと`}>
        <TextField
          {...written('tradeName')}
          label={`${place}の名前`}
          need="required"
          help={
            side === 'farm' ? '屋号がないときは、お名前のあとに「農園」とつけてください' : '看板の名前。伝票にのります'
          }
          maxLength={60}
          autoComplete="organization"
        />
        <KanaField {...written('tradeNameKana')} label="名前のフリガナ" need="required" maxLength={60} />
        <RadioGroup
          {...written('partyType')}
          legend="経営のかたち"
          need="required"
          look="cards"
          className="[--choice-least:8rem]"
          choices={partyTypes.map((value) => ({ value, label: partyTypeWord[value] }))}
        />
        <div className="hidden group-has-[[value=corporation]:checked]/profile:grid">
          <TextField
            {...written('legalName')}
            label="法人名"
            need="required"
            help="登記のとおりに（例 株式会社みのり）"
            maxLength={80}
          />
        </div>
        {side === 'restaurant' && (
          <SelectField {...written('businessType')} label="業態" need="required">
            <option value="">えらぶ</option>
            {businessTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </SelectField>
        )}
        <TextField
          {...written('invoiceNumber')}
          label="インボイスの登録番号"
          need="optional"
          help="登録を受けている方だけ。Tと13けたの数字です"
          maxLength={30}
          chars={16}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Group>

      <NameFields idPrefix={idPrefix} legend="代表者の名前" values={typed} errors={errors} />
      <AddressFields
        idPrefix={idPrefix}
        legend={side === 'restaurant' ? 'お店の住所（届け先）' : '農園の住所（発送元）'}
        values={typed}
        errors={errors}
        finding={finding}
      />
      <PhoneField
        {...written('phone')}
        label="電話番号"
        need="required"
        help={side === 'restaurant' ? '配送の人がかけることがあります' : 'つながりやすい番号を'}
        maxLength={20}
      />

      {side === 'restaurant' ? (
        <Group title="品物の受け取り">
          <CheckboxGroup
            {...chosen('receivingWeekdays')}
            legend="受け取れる曜日"
            need="required"
            look="cards"
            className={weekdayLook}
            choices={weekdayChoices}
          />
          <SelectField
            {...written('slot')}
            label="受け取りたい時間帯"
            need="required"
            defaultValue={typed.slot ?? 'am'}
          >
            {slots.map((slot) => (
              <option key={slot} value={slot}>
                {slotWords[slot]}
              </option>
            ))}
          </SelectField>
          <TextField
            {...written('receivingNote')}
            label="受け取りのメモ"
            need="optional"
            help="裏口、鍵、台車など"
            maxLength={200}
          />
        </Group>
      ) : (
        <Group title="売るものと発送">
          <CheckboxGroup
            {...chosen('goodsKinds')}
            legend="売るもの"
            need="required"
            help="品によって、許可証などの写しがいります"
            choices={goodsKinds.map((kind) => ({
              value: kind,
              label: goodsKindWord[kind],
              help: papersFor[kind] && `いる書類：${papersFor[kind]}`,
            }))}
          />
          <CheckboxGroup
            {...chosen('shipWeekdays')}
            legend="発送できる曜日"
            need="required"
            help="あとから変えられます"
            look="cards"
            className={weekdayLook}
            choices={weekdayChoices}
          />
        </Group>
      )}
    </>
  )
}

/** Fields under one heading, as in the groups for names and addresses. */
const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="field-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)
