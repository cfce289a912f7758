import { Form } from 'react-router'
import type { JstDate } from '#kernel/jst.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { screeningResultWord } from '../approval/screening.ts'
import type { MemberProblem } from './member-problem.ts'

/** 反社会的勢力の照会: what was searched, when, and what was found. Every entry stays in the history. */
export function ScreeningForm({
  formKey,
  today,
  problem,
  open,
}: {
  formKey: string
  today: JstDate
  problem: MemberProblem | undefined
  /** It is still to be done. */
  open: boolean
}) {
  return (
    <Disclosure summary="反社会的勢力の照会結果を記録する" open={open || problem !== undefined || undefined}>
      <Form method="post" noValidate className="grid grid-cols-1 gap-3">
        <input type="hidden" name="intent" value="screen" />
        <input type="hidden" name="key" value={formKey} />
        <RadioGroup
          id="screening-result"
          legend="結果"
          name="result"
          choices={Object.entries(screeningResultWord).map(([value, label]) => ({ value, label }))}
          defaultValue={problem?.typed.result}
          error={problem?.fields.result}
        />
        <TextField
          id="screening-source"
          label="照会先"
          help="例：新聞記事データベース、暴力追放運動推進センター"
          name="source"
          need="required"
          maxLength={120}
          defaultValue={problem?.typed.source}
          error={problem?.fields.source}
        />
        <DateField
          id="screening-on"
          label="照会日"
          name="checkedOn"
          need="required"
          defaultValue={problem?.typed.checkedOn ?? today}
          error={problem?.fields.checkedOn}
        />
        <TextArea
          id="screening-note"
          label="備考"
          name="note"
          rows={2}
          limit={1_000}
          defaultValue={problem?.typed.note}
          error={problem?.fields.note}
        />
        <Button kind="line" className="justify-self-start">
          照会結果を記録する
        </Button>
      </Form>
    </Disclosure>
  )
}
