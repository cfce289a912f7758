import { Suspense, useState } from 'react'
import { slotWord } from '#modules/delivery/slot-word.ts'
import type { SlipOfOrder } from '#modules/issued-documents/delivery-slip.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import InspectLines from '#modules/ordering/ui/inspect-lines.tsx' with { load: 'later' }
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { arrivalField } from './arrival-fields.ts'
import { ArrivalFacts, LineList } from './arrival-list.tsx'
import type { Marks } from './arrival-marks.ts'
import { isComing } from './is-coming.ts'
import { keptIn } from './receipt-form.ts'

type Props = {
  order: OrderSummary
  slips: readonly SlipOfOrder[]
  formKey: string
  /** Unless something else was ticked before. */
  ticked: boolean
  /** From a refused form, or from the marks on this device. */
  typed: Marks | undefined
  fields: Readonly<Record<string, string>>
  /** Its receipt waits on this device. */
  queued: boolean
}

/** One delivery of the day: ticked it is received as it was sent; its rows open where something is wrong. */
export function ArrivalCard({ order, slips, formKey, ticked, typed, fields, queued }: Props) {
  const hydrated = useHydrated()
  const { id } = order
  const lines = order.lines.filter(isComing)
  const said = lines.some(
    (line) => typed?.[`verdict.${line.id}`] || Object.keys(fields).some((at) => at.includes(line.id)),
  )
  const [isOpen, setOpen] = useState(said)
  if (queued)
    return (
      <article className="card grid grid-cols-1 gap-2 p-4">
        <ArrivalHead order={order} />
        <p>
          <span className="me-2 rounded-tag bg-ai-tint px-2 py-0.5 font-bold text-ai">未送信</span>
          検収をこの端末に保存しました。接続後に自動で送信されます。
        </p>
      </article>
    )
  const isCold = (temperature: 'chilled' | 'frozen') => lines.some((line) => line.temperature === temperature)
  const rows = { fields: { ...fields }, typed: { ...typed } }
  return (
    <article className="card grid grid-cols-1 gap-3 p-4" data-order={id}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={arrivalField.take(id)}
          defaultChecked={typed ? arrivalField.take(id) in typed : ticked}
          className="size-5 shrink-0 accent-pine"
        />
        <ArrivalHead order={order} />
      </label>
      <input type="hidden" name={arrivalField.key(id)} value={formKey} />
      <input type="hidden" name={arrivalField.lines(id)} value={lines.map((line) => line.id).join()} />
      <ArrivalFacts order={order} slips={slips} />
      {isOpen ? (
        <Suspense fallback={<LineList lines={lines} />}>
          <InspectLines lines={lines} problem={rows} keptOf={(line) => keptIn(rows.typed, line)} />
        </Suspense>
      ) : (
        <LineList lines={lines} />
      )}
      {(isCold('chilled') || isCold('frozen')) && (
        <div className="grid grid-cols-2 gap-3">
          {isCold('chilled') && (
            <TextField
              label="冷蔵商品の温度"
              need="optional"
              name={arrivalField.chilled(id)}
              autoComplete="off"
              suffix="℃"
              help="10℃まで"
              defaultValue={typed?.[arrivalField.chilled(id)] ?? ''}
              error={fields[arrivalField.chilled(id)]}
            />
          )}
          {isCold('frozen') && (
            <TextField
              label="冷凍商品の温度"
              need="optional"
              name={arrivalField.frozen(id)}
              autoComplete="off"
              suffix="℃"
              help="−15℃まで"
              defaultValue={typed?.[arrivalField.frozen(id)] ?? ''}
              error={fields[arrivalField.frozen(id)]}
            />
          )}
        </div>
      )}
      {!isOpen && (
        <p>
          {hydrated ? (
            <Button type="button" kind="line" onClick={() => setOpen(true)}>
              問題のある商品を入力
              <span className="visually-hidden">（{order.farm.name}）</span>
            </Button>
          ) : (
            <ButtonLink to={`/restaurant/receiving/${id}`} kind="line">
              問題のある商品を入力
              <span className="visually-hidden">（{order.farm.name}）</span>
            </ButtonLink>
          )}
        </p>
      )}
    </article>
  )
}

const ArrivalHead = ({ order: { id, farm, number, slot, shipTo } }: { order: OrderSummary }) => (
  <span className="min-w-0 grow">
    <span id={`arrival-${id}`} className="block font-bold">
      {farm.name} {number}
    </span>
    <span className="text-sub text-ink-2">
      {slotWord[slot]}・{shipTo.kitchen}
    </span>
  </span>
)
