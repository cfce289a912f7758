import type { ReactNode } from 'react'
import { goodsKinds, partyTypes, type Side, slots } from '#kernel/enums.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { AddressFields } from '#ui/fields/address-fields.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { goodsKindWord } from '../approval/requirements.ts'
import { firstRegistrationDay } from '../registration/registration.ts'
import { listOf, type TypedProfile } from '../sign-up/profile.ts'
import {
  businessTypes,
  papersFor,
  partyTypeWord,
  placeWord,
  slotWords,
  tradeNameWord,
  weekdayOrder,
  weekdayWords,
} from '../sign-up/profile-labels.ts'

type Props = {
  side: Side
  typed: TypedProfile
  errors: Record<string, string>
  /** The result of 「住所を検索」 on the server, for a browser without script. */
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
      <Group title={`${place}の情報`}>
        <TextField
          {...written('tradeName')}
          label={tradeNameWord[side]}
          need="required"
          help={
            side === 'farm'
              ? '屋号がない場合は、お名前の後に「農園」を付けて入力してください'
              : '看板に記載の名称です。伝票に記載されます'
          }
          maxLength={60}
          autoComplete="organization"
        />
        <KanaField {...written('tradeNameKana')} label="名称のフリガナ" need="required" maxLength={60} />
        <RadioGroup
          {...written('partyType')}
          legend="経営形態"
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
            help="登記のとおりに入力（例 株式会社みのり）"
            maxLength={80}
          />
        </div>
        {side === 'restaurant' && (
          <SelectField {...written('businessType')} label="業態" need="required">
            <option value="">選択してください</option>
            {businessTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </SelectField>
        )}
        <TextField
          {...written('invoiceNumber')}
          label="インボイスの登録番号"
          need="optional"
          help="登録を受けている場合のみ。Tと13桁の数字です"
          maxLength={30}
          chars={16}
          autoComplete="off"
          autoCapitalize="characters"
        />
        {side === 'farm' && (
          <DateField
            {...written('invoiceFrom')}
            label="登録日"
            need="optional"
            help="これから登録を受ける場合や、登録を受けたばかりの場合のみ。通知書に記載されています"
            min={firstRegistrationDay}
          />
        )}
      </Group>

      <NameFields idPrefix={idPrefix} legend="代表者名" values={typed} errors={errors} />
      <AddressFields
        idPrefix={idPrefix}
        legend={side === 'restaurant' ? '飲食店の住所（お届け先）' : '農園の住所（出荷元）'}
        values={typed}
        errors={errors}
        finding={finding}
      />
      <PhoneField
        {...written('phone')}
        label="電話番号"
        need="required"
        help={side === 'restaurant' ? '配送会社から連絡することがあります' : '連絡の取りやすい番号を入力してください'}
        maxLength={20}
      />

      {side === 'restaurant' ? (
        <Group title="商品の受け取り">
          <CheckboxGroup
            {...chosen('receivingWeekdays')}
            legend="受取曜日"
            need="required"
            look="cards"
            className={weekdayLook}
            choices={weekdayChoices}
          />
          <SelectField {...written('slot')} label="希望時間帯" need="required" defaultValue={typed.slot ?? 'am'}>
            {slots.map((slot) => (
              <option key={slot} value={slot}>
                {slotWords[slot]}
              </option>
            ))}
          </SelectField>
          <TextField
            {...written('receivingNote')}
            label="受け取りの備考"
            need="optional"
            help="裏口、鍵、台車など"
            maxLength={200}
          />
        </Group>
      ) : (
        <Group title="販売品目と出荷">
          <CheckboxGroup
            {...chosen('goodsKinds')}
            legend="販売品目"
            need="required"
            help="品目によって、許可証などの写しが必要です"
            choices={goodsKinds.map((kind) => ({
              value: kind,
              label: goodsKindWord[kind],
              help: papersFor[kind] && `必要書類：${papersFor[kind]}`,
            }))}
          />
          <CheckboxGroup
            {...chosen('shipWeekdays')}
            legend="出荷曜日"
            need="required"
            help="後から変更できます"
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
