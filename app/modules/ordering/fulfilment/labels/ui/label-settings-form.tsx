import { Form } from 'react-router'
import { carriers } from '#kernel/enums.ts'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import type { TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { LabelSettings } from '../label-settings.server.ts'
import { useSending } from './use-sending.ts'

type Props = { settings: LabelSettings; formKey: string; problem: TaskProblem | undefined }

/** The farm's usual carrier, and the codes of its contracts. */
export function LabelSettingsForm({ settings, formKey, problem }: Props) {
  const busy = useSending('settings')
  const ours = problem?.typed.intent === 'settings' ? problem : undefined
  const { yamato, sagawa, japanpost } = settings.contracts
  const field = (name: string, stored: string) => ({
    name,
    defaultValue: ours?.typed[name] ?? stored,
    error: ours?.fields[name],
  })
  return (
    <details className="no-print card p-4" open={ours !== undefined || settings.version === 0}>
      <summary className="min-h-11 text-h4 font-bold">送り状の設定</summary>
      <Form key={settings.version} method="post" className="grid gap-4 lg:max-w-3xl" noValidate>
        <input type="hidden" name="intent" value="settings" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="version" value={settings.version} />
        <SelectField label="通常使用する配送会社" {...field('carrier', settings.carrier)}>
          {carriers.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrierWord[carrier]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="ヤマト運輸の請求先顧客コード"
          help="B2クラウドで使用する数字12桁以内のコード"
          inputMode="numeric"
          autoComplete="off"
          {...field('yamatoCode', yamato.customerCode)}
        />
        <TextField
          label="ヤマト運輸の運賃管理番号"
          help="数字2桁。通常は01"
          inputMode="numeric"
          autoComplete="off"
          {...field('yamatoFreightCode', yamato.freightCode)}
        />
        <TextField
          label="佐川急便のお客様コード"
          help="e飛伝Ⅲで使用する数字12桁以内のコード"
          inputMode="numeric"
          autoComplete="off"
          {...field('sagawaCode', sagawa.customerCode)}
        />
        <fieldset className="grid gap-4 sm:grid-cols-3">
          <legend className="mb-2">
            <span className="font-bold">ゆうプリRのコード</span>
            <span className="block text-sub text-ink-2">
              日本郵便が公開していないため、お使いのゆうプリRで確認して入力してください。
            </span>
          </legend>
          <TextField
            label="保冷（冷蔵）"
            help="空欄の場合は1"
            inputMode="numeric"
            autoComplete="off"
            {...field('japanpostChilled', japanpost.stated.chilled)}
          />
          <TextField
            label="保冷（冷凍）"
            help="空欄の場合は2"
            inputMode="numeric"
            autoComplete="off"
            {...field('japanpostFrozen', japanpost.stated.frozen)}
          />
          <TextField
            label="配達希望 19〜21時"
            help="空欄の場合は時間指定なし"
            inputMode="numeric"
            autoComplete="off"
            {...field('japanpostEvening', japanpost.stated.evening)}
          />
        </fieldset>
        <Button kind="line" size="lg" busy={busy}>
          設定を保存する
        </Button>
      </Form>
    </details>
  )
}
