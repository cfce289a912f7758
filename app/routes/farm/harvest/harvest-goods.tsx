import { Form } from 'react-router'
import { formatGrams } from '#kernel/format.ts'
import { addDays } from '#kernel/jst.ts'
import type { HarvestGoods, OwnWindow } from '#modules/products/harvest/harvest.server.ts'
import { confidenceWord } from '#modules/products/product-fields.ts'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import type { Problem } from '#web/form.ts'
import type { Loaded } from './harvest-screen.tsx'

type OneProps = { goods: HarvestGoods; mayPromise: boolean; problem: Problem | undefined; it: Loaded }

export function OneGoods({ goods, mayPromise, problem, it }: OneProps) {
  const add = problem?.typed.intent === 'add' ? problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-h4">
        {goods.name} <span className="text-sub font-normal text-ink-2">{goods.packLabel}</span>
      </h3>
      <ul className="grid grid-cols-1 gap-3">
        {goods.windows.map((window) => (
          <Window
            key={window.id}
            {...{ goods, window, mayPromise }}
            problem={problem?.typed.intent === 'change' && problem.typed.id === window.id ? problem : undefined}
          />
        ))}
        {goods.windows.length === 0 && (
          <li className="text-ink-2">見込みが未入力です。入力すると、注文を受けられます。</li>
        )}
      </ul>
      {mayPromise && (
        <Form method="post" noValidate className="card grid grid-cols-1 gap-5 p-4">
          <h4 className="text-h4">見込みを入力</h4>
          <input type="hidden" name="key" value={it.formKey} />
          <input type="hidden" name="productId" value={goods.id} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <DayField
              id="harvest-from"
              name="from"
              label="出荷開始日"
              min={it.today}
              max={it.furthest}
              value={add?.typed.from ?? it.today}
              error={add?.fields.from}
            />
            <DayField
              id="harvest-to"
              name="to"
              label="出荷終了日"
              min={it.today}
              max={it.furthest}
              value={add?.typed.to ?? addDays(it.today, 2)}
              error={add?.fields.to}
            />
          </div>
          <Amounts goods={goods} problem={add} idPrefix="add" />
          <Button size="lg" name="intent" value="add">
            見込みを入力
          </Button>
        </Form>
      )}
    </div>
  )
}

type DayProps = {
  id: string
  name: string
  label: string
  min?: string
  max?: string
  value?: string | undefined
  error?: string | undefined
  optional?: boolean
}

/** The phone's native control: the calendar of other pages is for a mouse. */
export const DayField = ({ label, error, value, optional, ...input }: DayProps) => (
  <div className="field">
    <label htmlFor={input.id}>
      {label}
      <span className={optional ? 'optional' : 'required'}>{optional ? '任意' : '必須'}</span>
    </label>
    <span className="field-line">
      <input
        {...input}
        type="date"
        className="field-control"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${input.id}-error` : undefined}
      />
    </span>
    {error && (
      <p id={`${input.id}-error`} className="field-error">
        {error}
      </p>
    )}
  </div>
)

type AmountProps = { goods: HarvestGoods; window?: OwnWindow; problem: Problem | undefined; idPrefix: string }

function Amounts({ goods, window, problem, idPrefix }: AmountProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          id={`${idPrefix}-least`}
          name="leastQty"
          label="最小の数量"
          need="optional"
          min={0}
          suffix={goods.unitLabel}
          defaultValue={problem?.typed.leastQty ?? window?.leastQty ?? ''}
          error={problem?.fields.leastQty}
          help="空欄の場合、最大の数量と同じ"
        />
        <NumberField
          id={`${idPrefix}-most`}
          name="mostQty"
          label="最大の数量"
          need="required"
          min={1}
          suffix={goods.unitLabel}
          defaultValue={problem?.typed.mostQty ?? window?.mostQty ?? ''}
          error={problem?.fields.mostQty}
          help={goods.netGrams ? `1${goods.unitLabel}は約${formatGrams(goods.netGrams)}` : undefined}
        />
      </div>
      <RadioGroup
        id={`${idPrefix}-confidence`}
        name="confidence"
        legend="確度"
        need="required"
        look="cards"
        className="[--choice-least:15rem]"
        defaultValue={problem?.typed.confidence ?? window?.confidence ?? 'middle'}
        error={problem?.fields.confidence}
        choices={[
          { value: 'high', label: `${confidenceWord.high}（確度 高）`, help: '最大の数量まで受注します' },
          {
            value: 'middle',
            label: `${confidenceWord.middle}（確度 中）`,
            help: '最小と最大の中間まで受注します',
          },
          { value: 'low', label: `${confidenceWord.low}（確度 低）`, help: '最小の数量までに抑えます' },
        ]}
      />
      <TextField
        id={`${idPrefix}-note`}
        name="note"
        label="メモ"
        need="optional"
        help="自分用のメモ。例 雨なら半分"
        maxLength={100}
        defaultValue={problem?.typed.note ?? window?.note ?? ''}
        autoComplete="off"
      />
    </>
  )
}

type WindowProps = { goods: HarvestGoods; window: OwnWindow; mayPromise: boolean; problem: Problem | undefined }

function Window({ goods, window, mayPromise, problem }: WindowProps) {
  const { unitLabel } = goods
  const left = window.promised - window.reserved
  return (
    <li id={`window-${window.id}`} className="card grid scroll-mt-4 grid-cols-1 gap-2 p-4">
      <p className="text-lead font-bold">
        <span className="block">{periodText(window)}</span>
        <span className="num whitespace-nowrap">
          {window.leastQty === window.mostQty ? window.mostQty : `${window.leastQty}〜${window.mostQty}`}
        </span>
        {unitLabel}・{confidenceWord[window.confidence]}
      </p>
      <meter
        className="h-3 w-full"
        min={0}
        max={Math.max(window.promised, 1)}
        value={window.reserved}
        aria-label={`${window.promised}${unitLabel}のうち注文済み${window.reserved}${unitLabel}`}
      />
      <p>
        注文済み <b className="num">{window.reserved}</b>
        {unitLabel}／受注の上限 <b className="num">{window.promised}</b>
        {unitLabel}（あと{left}
        {unitLabel}）
      </p>
      {window.note && <p className="text-sub text-ink-2">{window.note}</p>}
      {mayPromise && (
        <details open={problem ? true : undefined}>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">数量の変更・取り消し</summary>
          <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-3">
            <input type="hidden" name="id" value={window.id} />
            <input type="hidden" name="productId" value={goods.id} />
            <input type="hidden" name="version" value={window.version} />
            <Amounts goods={goods} window={window} problem={problem} idPrefix={window.id} />
            <p className="flex flex-wrap gap-3">
              <Button name="intent" value="change">
                変更する
              </Button>
              <Button kind="danger" name="intent" value="withdraw" formNoValidate>
                見込みを取り消す
              </Button>
            </p>
          </Form>
        </details>
      )}
    </li>
  )
}
