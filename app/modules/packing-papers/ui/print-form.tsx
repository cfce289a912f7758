import { Printer } from 'lucide-react'
import { Form } from 'react-router'
import type { JstDate } from '#kernel/jst.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { labelSheetNames, labelSheets, mostOffsetTenths, mostOnSheet } from '../label-sheets.ts'
import { offsetText, paperParts, paperPartWord } from '../paper-parts.ts'
import type { PaperSettings } from '../paper-settings.server.ts'

type Props = {
  day: JstDate
  settings: PaperSettings
  /** Who does not gets no slips. */
  seesMoney: boolean
  problem: { fields: Record<string, string>; typed: Record<string, string> } | undefined
}

/**
 * One press makes one file of everything that is ticked. The document is reloaded, because what comes is a file: the page
 * stays, and what was chosen is kept for the next time.
 */
export default function PrintForm({ day, settings, seesMoney, problem }: Props) {
  const typed = problem?.typed
  const error = (name: string) => problem?.fields[name]
  const parts = seesMoney ? paperParts : paperParts.filter((part) => part !== 'slips')
  const offset = { decimals: 1, step: 0.1, min: -mostOffsetTenths / 10, max: mostOffsetTenths / 10, suffix: 'mm' }
  return (
    <Form method="post" reloadDocument noValidate className="card grid grid-cols-1 gap-5 p-4">
      <input type="hidden" name="day" value={day} />
      <CheckboxGroup
        legend="印刷する書類"
        name="parts"
        need="required"
        error={error('parts')}
        help={
          seesMoney ? '納品書は、未発行の場合に発行されます。' : '納品書は、金額を閲覧できるメンバーが印刷できます。'
        }
        defaultValues={typed ? (typed.parts ?? '').split(',') : settings.parts}
        choices={parts.map((part) => ({ value: part, label: paperPartWord[part] }))}
      />
      <SelectField
        label="ラベル用紙"
        name="sheet"
        defaultValue={typed?.sheet ?? settings.sheet}
        error={error('sheet')}
        help="印刷の設定で「実際のサイズ（100%）」を選択してください。"
      >
        {labelSheetNames.map((name) => (
          <option key={name} value={name}>
            {labelSheets[name].word}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="印刷を開始する位置"
        name="start"
        suffix="枚目"
        min={1}
        max={mostOnSheet}
        defaultValue={typed?.start ?? '1'}
        error={error('start')}
        help="使いかけの用紙は、左上から右へ数えて最初の空きの番号を入力してください。"
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <NumberField
          {...offset}
          label="右へのずれ"
          name="rightTenths"
          defaultValue={typed?.rightTenths ?? offsetText(settings.rightTenths)}
          error={error('rightTenths')}
        />
        <NumberField
          {...offset}
          label="下へのずれ"
          name="downTenths"
          defaultValue={typed?.downTenths ?? offsetText(settings.downTenths)}
          error={error('downTenths')}
        />
      </div>
      <Button size="lg" icon={<Printer />}>
        印刷する
      </Button>
      <div className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <Button key={part} kind="line" name="only" value={part}>
            {paperPartWord[part]}のみ
          </Button>
        ))}
        <Button kind="line" name="outline" value="1" formMethod="get" formAction="/farmer/papers.pdf">
          ラベルの枠を試し刷りする
        </Button>
      </div>
    </Form>
  )
}
