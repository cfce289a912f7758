import { Form } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { Destination } from '#modules/ordering/fulfilment/ui/destination.tsx'
import type { UsedCarrier } from '#modules/ordering/order.ts'
import { CarrierSelect } from '#modules/ordering/ui/carrier-select.tsx'
import { DeliveryNotes } from '#modules/ordering/ui/delivery-notes.tsx'
import type { TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { LabelOrder, LabelParcel } from '../label-day.server.ts'
import { useSending } from './use-sending.ts'

type Props = {
  orders: readonly LabelOrder[]
  /** With which carriers the farm has sent before. */
  used: readonly UsedCarrier[]
  mayChange: boolean
  formKey: string
  problem: TaskProblem | undefined
}

/** The orders of the day with their boxes: which carrier, and which number. */
export function LabelOrders({ orders, used, mayChange, formKey, problem }: Props) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
      {orders.map((order) => (
        <li key={order.id} className="card grid content-start gap-3 p-4">
          <h2 className="text-h4 font-bold">
            <Link to={`/farmer/orders/${order.id}`} className="prose-link">
              {order.restaurant}
            </Link>
          </h2>
          <p className="text-ink-2">
            {order.kitchen && <span className="phrase">{order.kitchen}・</span>}
            <span className="phrase">{formatDay(order.deliveryOn)}着</span>
          </p>
          <DeliveryNotes order={order} as="h3" />
          <Destination to={order.shipTo} prefecture={order.prefecture} />
          <ul>
            {order.parcels.map((parcel) => (
              <Box key={parcel.id} parcel={parcel} />
            ))}
          </ul>
          {mayChange ? (
            <CarrierForm
              order={order}
              used={used}
              formKey={formKey}
              problem={problem?.typed.intent === 'carrier' && problem.typed.orderId === order.id ? problem : undefined}
            />
          ) : (
            <p className="font-bold">{carrierName(order.carrier)}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

const Box = ({ parcel }: { parcel: LabelParcel }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-2 first:border-t-0">
    <span>
      <span className="num">{parcel.customerNumber}</span>　{temperatureWord[parcel.temperature]}・{parcel.sizeClass}
      サイズ
    </span>
    <span className={parcel.label ? 'num font-bold' : 'text-ink-2'}>
      {parcel.label ? formatTrackingNumber(parcel.label.trackingNumber) : '番号なし'}
    </span>
  </li>
)

type FormProps = Pick<Props, 'used' | 'formKey' | 'problem'> & { order: LabelOrder }

function CarrierForm({ order, used, formKey, problem }: FormProps) {
  const busy = useSending('carrier', order.id)
  return (
    <Form method="post" className="grid gap-3" noValidate>
      <input type="hidden" name="intent" value="carrier" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="orderId" value={order.id} />
      <div className="flex flex-wrap items-end gap-3">
        <CarrierSelect
          key={order.carrier}
          name="carrier"
          used={used}
          defaultValue={problem?.typed.carrier ?? order.carrier}
          className="min-w-0 grow"
        />
        <Button kind="line" busy={busy}>
          変更する
        </Button>
      </div>
      <details open={problem !== undefined} className="no-print">
        <summary className="min-h-11 content-center font-bold">その他の配送会社の名称</summary>
        <TextField
          label="配送会社名"
          name="carrierName"
          autoComplete="off"
          maxLength={40}
          help="「その他の配送会社」を選択した場合に入力"
          defaultValue={problem?.typed.carrierName}
          error={problem?.fields.carrier}
        />
      </details>
    </Form>
  )
}
