import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { mostStops, weekdaysText } from '../run-words.ts'

type Props = {
  formKey: string
  problem: { fields: Record<string, string>; summary: string; typed: Record<string, string> } | undefined
}

const temperatures = [
  { value: 'ambient', label: '常温' },
  { value: 'chilled', label: '冷蔵' },
  { value: 'frozen', label: '冷凍' },
]

/** A new run of the farm's van. What was typed stays when it is refused. */
export function NewRunForm({ formKey, problem }: Props) {
  const busy = useNavigation().state !== 'idle'
  const { fields = {}, typed = {} } = problem ?? {}
  const of = (name: string, otherwise = '') => ({
    name,
    defaultValue: typed[name] ?? otherwise,
    error: fields[name],
  })
  const ticked = (name: string, otherwise: string[]) => (problem ? (typed[name]?.split(',') ?? []) : otherwise)
  return (
    <section id="new" aria-labelledby="new-run" className="card grid grid-cols-1 gap-4 p-4">
      <h2 id="new-run" className="text-h3 font-bold">
        共同便を開始する
      </h2>
      <p className="text-sub text-ink-2">
        運賃は、同じ日に同じ店舗へ届けるすべての農園の注文で、サイズポイントに応じて分担します。開始後は内容を変更できません。
      </p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" noValidate className="grid grid-cols-1 gap-4" preventScrollReset>
        <input type="hidden" name="key" value={formKey} />
        <TextField label="便の名前" need="required" maxLength={40} autoComplete="off" {...of('name')} />
        <TextField
          label="お届け地域"
          need="required"
          help="都道府県名、または郵便番号の先頭3〜7桁。例 東京都、150"
          maxLength={400}
          autoComplete="off"
          {...of('areas')}
        />
        <CheckboxGroup
          name="weekdays"
          legend="お届け曜日"
          need="required"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={ticked('weekdays', [])}
          error={fields.weekdays}
          choices={([1, 2, 3, 4, 5, 6, 0] as const).map((day) => ({
            value: String(day),
            label: weekdaysText([day]).slice(0, 1),
          }))}
        />
        <CheckboxGroup
          name="temperatures"
          legend="温度帯"
          need="required"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={ticked('temperatures', ['ambient'])}
          error={fields.temperatures}
          choices={temperatures}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField label="運賃の単位" need="required" {...of('priceBy', 'box')}>
            <option value="box">1箱</option>
            <option value="point">1サイズポイント</option>
          </SelectField>
          <YenField label="単位あたりの運賃（税抜）" need="required" max={99_999} {...of('unitYen')} />
          <YenField label="1店舗・1日の最低運賃（税抜）" need="required" max={99_999} {...of('minimumYen')} />
          <NumberField
            label="1日に積める量（サイズポイント）"
            need="required"
            help="目安：100サイズの箱は100ポイント"
            min={1}
            max={999_999}
            {...of('capacityPoints')}
          />
          <NumberField label="集荷からお届けまでの日数" need="required" min={0} max={3} {...of('leadDays', '1')} />
          <NumberField label="締切（お届けの何日前）" need="required" min={0} max={7} {...of('cutoffDays', '2')} />
          <TextField label="締切の時刻" need="required" autoComplete="off" {...of('cutoffTime', '12:00')} />
        </div>
        {Array.from({ length: mostStops }, (_, index) => index).map((index) => (
          <div key={index} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField
              label={`集荷場所 ${index + 1}`}
              need={index === 0 ? 'required' : 'optional'}
              maxLength={80}
              autoComplete="off"
              {...of(`stops[${index}].place`)}
            />
            <TextField
              label={`持込の時刻 ${index + 1}`}
              need={index === 0 ? 'required' : 'optional'}
              autoComplete="off"
              {...of(`stops[${index}].until`, index === 0 ? '14:00' : '')}
            />
          </div>
        ))}
        <p>
          <Button size="lg" name="intent" value="open" busy={busy}>
            共同便を開始する
          </Button>
        </p>
      </Form>
    </section>
  )
}
