import { Suspense, useState } from 'react'
import { chosenCarrier, knownCarrier, unnamedCarrier } from '#modules/delivery/carrier-word.ts'
import { parseOtherNumber, parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import type { OrderLine, Parcel, UsedCarrier } from '#modules/ordering/order.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { CarrierSelect } from '#modules/ordering/ui/carrier-select.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { TextField } from '#ui/field.tsx'
// Where the browser reads barcodes: it comes after the form.
import ScanButton from './scan-button.tsx' with { load: 'later' }

type Props = {
  parcels: readonly Parcel[]
  lines: readonly OrderLine[]
  used: readonly UsedCarrier[]
  formKey: string
  problem: TaskProblem | undefined
}

/** Every planned box: its carrier and tracking number, or that it was not needed. */
export function ShippingForm({ parcels, lines, used, formKey, problem }: Props) {
  return (
    <TaskForm task="ship" formKey={formKey} problem={problem}>
      <ul className="grid gap-4 lg:grid-cols-2">
        {parcels.map((parcel, index) => (
          <li key={parcel.id} className="card p-4">
            <ParcelFields
              parcel={parcel}
              lines={lines}
              used={used}
              at={index + 1}
              of={parcels.length}
              problem={problem}
            />
          </li>
        ))}
      </ul>
      <TaskButton stamp="出荷">{ruleOf('ship').button}</TaskButton>
    </TaskForm>
  )
}

/** `at`: which of the boxes on the page. `used`: the carriers to choose from, the proposed one first. */
type FieldsProps = {
  parcel: Parcel
  lines?: readonly OrderLine[]
  used: readonly UsedCarrier[]
  at: number
  of: number
  problem: TaskProblem | undefined
  optional?: string
}

/** The label of one box. `optional`: what an empty number means. */
export function ParcelFields({ parcel, lines = [], used, at, of, problem, optional }: FieldsProps) {
  const typed = problem?.typed
  const field = `number.${parcel.id}`
  const number = typed?.[field] ?? parcel.label?.trackingNumber ?? ''
  const carrier = chosenCarrier(typed?.[`carrier.${parcel.id}`] ?? 'yamato', typed?.[`carrierName.${parcel.id}`] ?? '')
  const [chosen, setChosen] = useState(
    typed?.[`carrier.${parcel.id}`] ?? parcel.label?.carrier ?? used[0]?.carrier ?? 'yamato',
  )
  const inside = lines.flatMap((line) => {
    const content = parcel.contents.find(({ lineId }) => lineId === line.id)
    return content ? [`${line.name} ${content.qty}${line.unitLabel}`] : []
  })
  return (
    <fieldset className="group grid gap-4">
      <legend className="mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-h4 font-bold">
          {parcel.name ? (
            <>
              {parcel.name} <span className="num">{of > 1 && `${at}/${of}`}</span>
            </>
          ) : (
            <>
              <span className="num text-h3">{of === 1 ? 1 : `${at}/${of}`}</span> 個口
            </>
          )}
        </span>
        <span className="font-bold text-ink-2">
          {temperatureWord[parcel.temperature]}・{parcel.sizeClass}サイズ
        </span>
      </legend>
      {inside.length > 0 && <p className="text-sub">{inside.join('、')}</p>}
      {parcel.tracked ? (
        <div className="grid gap-4 group-has-[input[type=checkbox]:checked]:hidden">
          <CarrierFields parcel={parcel} used={used} problem={problem} chosen={chosen} choose={setChosen} />
          <TextField
            label="送り状番号"
            help={optional ?? '数字12桁（その他の配送会社は英数字4〜20文字）'}
            name={field}
            defaultValue={number}
            error={problem?.fields[field]}
            inputMode={knownCarrier(chosen) ? 'numeric' : 'text'}
            autoComplete="off"
          />
          {problem?.fields[field] && isNumber(number, carrier) && (
            <label className="flex min-h-(--target) items-center gap-3">
              <input
                type="checkbox"
                // holds for this number only: another one is asked about again
                name={`confirmed.${parcel.id}`}
                value={number}
                className="size-7 shrink-0 accent-pine"
              />
              この番号で間違いない
            </label>
          )}
          <Suspense>
            <ScanButton field={field} box={at} />
          </Suspense>
        </div>
      ) : (
        <UntrackedFields parcel={parcel} chosen={optional !== undefined} problem={problem} />
      )}
      {of > 1 && !optional && (
        <label className="flex min-h-(--target) items-center gap-3">
          <input
            // packing decides it anew
            key={String(parcel.unused)}
            type="checkbox"
            name={`unused.${parcel.id}`}
            defaultChecked={typed ? typed[`unused.${parcel.id}`] === 'on' : parcel.unused}
            className="size-7 shrink-0 accent-pine"
          />
          この個口は使用しない
        </label>
      )}
    </fieldset>
  )
}

type CarrierProps = Pick<FieldsProps, 'parcel' | 'used' | 'problem'> & {
  chosen: string
  choose: (carrier: string) => void
}

/** One of the carriers that we know, one that the farm has used before, or another one by its name. */
function CarrierFields({ parcel, used, problem, chosen, choose }: CarrierProps) {
  const typed = problem?.typed
  const [name, page] = [`carrierName.${parcel.id}`, `trackingPage.${parcel.id}`]
  return (
    <>
      <CarrierSelect
        name={`carrier.${parcel.id}`}
        used={used}
        defaultValue={chosen}
        onInput={({ currentTarget }) => choose(currentTarget.value)}
      />
      <details open={chosen === unnamedCarrier}>
        <summary className="min-h-11 content-center font-bold">その他の配送会社の名称</summary>
        <div className="grid gap-4">
          <TextField
            label="配送会社名"
            name={name}
            defaultValue={typed?.[name]}
            error={problem?.fields[name]}
            autoComplete="off"
            maxLength={40}
          />
          <TextField
            label="荷物追跡ページのアドレス"
            need="optional"
            help="https:// で始まるアドレス。番号が入る場所を {n} と入力すると、荷物のページを直接開けます"
            name={page}
            defaultValue={typed?.[page]}
            error={problem?.fields[page]}
            inputMode="url"
            autoComplete="off"
            maxLength={300}
          />
        </div>
      </details>
    </>
  )
}

/** A box without a label. `chosen`: the farm says which of them leave now. */
function UntrackedFields({ parcel, chosen, problem }: Pick<FieldsProps, 'parcel' | 'problem'> & { chosen: boolean }) {
  const field = `sent.${parcel.id}`
  const error = problem?.fields[field]
  return (
    <>
      {chosen ? (
        <label className="flex min-h-(--target) items-center gap-3">
          <input
            type="checkbox"
            name={field}
            defaultChecked={problem?.typed[field] === 'on'}
            className="size-7 shrink-0 accent-pine"
          />
          この個口を先に出荷する
        </label>
      ) : (
        <>
          <input type="hidden" name={field} value="on" />
          <p className="text-ink-2">送り状番号は不要です</p>
        </>
      )}
      {error && <p className="text-danger">{error}</p>}
    </>
  )
}

/** What is wrong with a number can be confirmed: the last of its digits, or that another box has it. */
function isNumber(text: string, carrier: string): boolean {
  if (!knownCarrier(carrier)) return parseOtherNumber(text) !== null
  const read = parseTrackingNumber(text)
  return read.ok || read.refusal === 'check_digit'
}
