import { Form } from 'react-router'
import { carriers } from '#kernel/enums.ts'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ReturnedFile } from '../import-labels.server.ts'
import { GivenFields } from './given-fields.tsx'

type Props = { sample: readonly (readonly string[])[]; given: ReturnedFile; busy: boolean }

/** A file whose columns we do not know: the farm says which they are, once for each carrier. */
export function ChooseColumns({ sample, given, busy }: Props) {
  const count = Math.max(...sample.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, at) => ({
    at,
    word: `${at + 1}列目：${sample
      .map((row) => row[at] ?? '')
      .filter(Boolean)
      .slice(0, 2)
      .join('／')}`,
  }))
  const choice = columns.map(({ at, word }) => (
    <option key={at} value={at}>
      {word}
    </option>
  ))
  return (
    <>
      <Notice tone="tag">
        列の見出しから内容を判断できませんでした。列を選択してください。次回から、同じ配送会社のファイルには同じ列を使います。
      </Notice>
      <Form method="post" encType="multipart/form-data" className="card grid grid-cols-1 gap-4 p-4">
        <input type="hidden" name="intent" value="preview" />
        <GivenFields given={given} columns={false} />
        <SelectField label="配送会社" name="carrier" defaultValue={given.carrier ?? 'sagawa'}>
          {carriers.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrierWord[carrier]}
            </option>
          ))}
        </SelectField>
        <SelectField label="お客様管理番号の列" help="「U00001-1-1」のような番号の列" name="customerNumberColumn">
          {choice}
        </SelectField>
        <SelectField
          label="送り状番号の列"
          help="数字12桁の列"
          name="trackingNumberColumn"
          defaultValue={Math.min(1, count - 1)}
        >
          {choice}
        </SelectField>
        <Button size="lg" busy={busy}>
          内容を確認する
        </Button>
        <ButtonLink to="/farmer/labels/import" kind="line" size="lg" reloadDocument>
          戻る
        </ButtonLink>
      </Form>
    </>
  )
}
