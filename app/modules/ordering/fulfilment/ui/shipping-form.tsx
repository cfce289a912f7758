import { Suspense } from 'react'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import { parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import type { Parcel } from '#modules/ordering/order.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { SelectField, TextField } from '#ui/field.tsx'
// Where the browser reads barcodes: it comes after the form.
import ScanButton from './scan-button.tsx' with { load: 'later' }

type Props = { parcels: readonly Parcel[]; formKey: string; problem: TaskProblem | undefined }

/** Every planned box: its carrier and tracking number, or that it was not needed. */
export function ShippingForm({ parcels, formKey, problem }: Props) {
  return (
    <TaskForm task="ship" formKey={formKey} problem={problem}>
      <ul className="grid gap-4 lg:grid-cols-2">
        {parcels.map((parcel, index) => (
          <li key={parcel.id} className="card p-4">
            <ParcelFields parcel={parcel} at={index + 1} of={parcels.length} problem={problem} />
          </li>
        ))}
      </ul>
      <TaskButton formKey={formKey}>{ruleOf('ship').button}</TaskButton>
    </TaskForm>
  )
}

/** `at`: which of the boxes on the page. */
type FieldsProps = { parcel: Parcel; at: number; of: number; problem: TaskProblem | undefined; optional?: string }

/** The label of one box. `optional`: what an empty number means. */
export function ParcelFields({ parcel, at, of, problem, optional }: FieldsProps) {
  const typed = problem?.typed
  const field = `number.${parcel.id}`
  const number = typed?.[field] ?? parcel.label?.trackingNumber ?? ''
  return (
    <fieldset className="group grid gap-4">
      <legend className="mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-h4 font-bold">
          <span className="num text-h3">{of === 1 ? 1 : `${at}/${of}`}</span> {of === 1 ? '箱' : '箱目'}
        </span>
        <span className="font-bold text-ink-2">
          {temperatureWord[parcel.temperature]}・{parcel.sizeClass}サイズ
        </span>
      </legend>
      {parcel.tracked ? (
        <div className="grid gap-4 group-has-[input[type=checkbox]:checked]:hidden">
          <SelectField
            label="運送会社"
            name={`carrier.${parcel.id}`}
            defaultValue={typed?.[`carrier.${parcel.id}`] ?? parcel.label?.carrier ?? parcel.carrier ?? 'yamato'}
          >
            {Object.entries(carrierWord).map(([carrier, word]) => (
              <option key={carrier} value={carrier}>
                {word}
              </option>
            ))}
          </SelectField>
          <TextField
            label="送り状番号"
            help={optional ?? '数字12桁'}
            name={field}
            defaultValue={number}
            error={problem?.fields[field]}
            inputMode="numeric"
            autoComplete="off"
          />
          {problem?.fields[field] && isNumber(number) && (
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
            type="checkbox"
            name={`unused.${parcel.id}`}
            defaultChecked={typed ? typed[`unused.${parcel.id}`] === 'on' : parcel.unused}
            className="size-7 shrink-0 accent-pine"
          />
          この箱は使用しない
        </label>
      )}
    </fieldset>
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
          この箱を先に出荷する
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

/** Twelve digits: what is wrong with them can be confirmed, the last one or that another box has them. */
function isNumber(text: string): boolean {
  const read = parseTrackingNumber(text)
  return read.ok || read.refusal === 'check_digit'
}
