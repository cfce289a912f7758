import { useId } from 'react'
import { categories } from '#kernel/enums.ts'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { wishedMethods } from '#kernel/request-enums.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { usualUnits, wishedMethodWord } from '#modules/sourcing/request-labels.ts'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { useShop } from '../layout/shell.ts'

type Props = {
  form: { days: readonly { day: JstDate; closed: boolean }[]; untils: readonly Date[] }
  values: Record<string, string | undefined>
  errors: Record<string, string>
  now: Date
}

/** What, how many, when; the rest is optional. */
export function RequestFields({ form, values, errors, now }: Props) {
  const { holidays } = useShop()
  const units = useId()
  return (
    <>
      <TextField
        label="探している食材"
        name="words"
        need="required"
        maxLength={60}
        placeholder="例 ズッキーニの花"
        defaultValue={values.words}
        error={errors.words}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField
          label="数量"
          name="qty"
          need="required"
          min={1}
          max={9_999}
          defaultValue={values.qty}
          error={errors.qty}
        />
        <TextField
          label="単位"
          name="unit"
          need="required"
          maxLength={10}
          list={units}
          placeholder="例 本"
          defaultValue={values.unit}
          error={errors.unit}
        />
        <datalist id={units}>
          {usualUnits.map((unit) => (
            <option key={unit} value={unit} />
          ))}
        </datalist>
      </div>
      <CheckboxGroup
        legend="お届け希望日"
        name="days"
        need="required"
        help="どの日でもよい場合は、7日まで選択できます。"
        className="[&_.choices]:grid-cols-2 sm:[&_.choices]:grid-cols-3"
        choices={form.days.map(({ day, closed }) => ({
          value: day,
          label: formatDay(day, holidays[day] ?? null),
          off: closed,
          ...(closed && { help: '店舗休業' }),
        }))}
        defaultValues={(values.days ?? '').split(',')}
        error={errors.days}
      />
      <SelectField
        label="回答期限"
        name="answerUntil"
        defaultValue={values.answerUntil ?? ''}
        error={errors.answerUntil}
      >
        <option value="">注文の締切まで</option>
        {withChosen(form.untils, values.answerUntil).map((until) => (
          <option key={until.toISOString()} value={until.toISOString()}>
            {formatDeadline(until, now)}まで
          </option>
        ))}
      </SelectField>
      <SelectField
        label="種類"
        name="category"
        help="食材の名前から判別できない場合に使用します。"
        defaultValue={values.category ?? ''}
        error={errors.category}
      >
        <option value="">名前から判別</option>
        {categories
          .filter((category) => category !== 'set')
          .map((category) => (
            <option key={category} value={category}>
              {categoryWord[category]}
            </option>
          ))}
      </SelectField>
      <YenField
        label="予算の上限（税・送料込）"
        name="ceilingYen"
        need="optional"
        defaultValue={values.ceilingYen}
        error={errors.ceilingYen}
      />
      <SelectField label="栽培の希望" name="method" defaultValue={values.method ?? ''}>
        {(['', ...wishedMethods] as const).map((method) => (
          <option key={method} value={method}>
            {wishedMethodWord[method]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="農園へのメッセージ"
        name="note"
        need="optional"
        rows={3}
        maxLength={300}
        placeholder="例 花の中に詰め物をします。開きすぎていないものを希望します"
        defaultValue={values.note}
        error={errors.note}
      />
    </>
  )
}

/** What was selected before stays an option. */
function withChosen(untils: readonly Date[], value = ''): Date[] {
  const chosen = new Date(value)
  const others = untils.filter((until) => until.getTime() !== chosen.getTime())
  return (Number.isNaN(chosen.getTime()) ? others : [...others, chosen]).sort((a, b) => a.getTime() - b.getTime())
}
