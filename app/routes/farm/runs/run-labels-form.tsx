import { Printer } from 'lucide-react'
import type { JstDate } from '#kernel/jst.ts'
import { labelSheetNames, labelSheets, mostOnSheet } from '#modules/packing-papers/label-sheets.ts'
import { offsetText } from '#modules/packing-papers/paper-parts.ts'
import type { PaperSettings } from '#modules/packing-papers/paper-settings.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Head } from '#ui/head.tsx'

type Props = { runId: string; day: JstDate; settings: PaperSettings }

/** The labels of all farms' boxes of a day in one file; the sheet and the offset are those of the farm's own papers. */
export const RunLabelsForm = ({ runId, day, settings }: Props) => (
  <form action={`/farmer/runs/${runId}/labels.pdf`} className="card grid grid-cols-1 gap-3 p-4 print:hidden">
    <Head as="h3" className="text-h4">
      箱のラベル
    </Head>
    <p className="text-ink-2">全農園の箱のラベルを、集荷場所の順に印刷します。農園が受注した注文が対象です。</p>
    <input type="hidden" name="day" value={day} />
    <input type="hidden" name="rightTenths" value={offsetText(settings.rightTenths)} />
    <input type="hidden" name="downTenths" value={offsetText(settings.downTenths)} />
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <SelectField label="ラベル用紙" name="sheet" defaultValue={settings.sheet}>
        {labelSheetNames.map((name) => (
          <option key={name} value={name}>
            {labelSheets[name].word}
          </option>
        ))}
      </SelectField>
      <NumberField label="印刷を開始する位置" name="start" suffix="枚目" min={1} max={mostOnSheet} defaultValue="1" />
    </div>
    <p>
      <Button kind="line" icon={<Printer />}>
        ラベルを印刷する
      </Button>
    </p>
  </form>
)
