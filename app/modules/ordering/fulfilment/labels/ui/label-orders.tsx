import { Form } from 'react-router'
import { carriers } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { Destination } from '#modules/ordering/fulfilment/ui/destination.tsx'
import { DeliveryNotes } from '#modules/ordering/ui/delivery-notes.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { LabelOrder, LabelParcel } from '../label-day.server.ts'
import { useSending } from './use-sending.ts'

type Props = { orders: readonly LabelOrder[]; mayChange: boolean; formKey: string }

/** The orders of the day with their boxes: which carrier, and which number. */
export function LabelOrders({ orders, mayChange, formKey }: Props) {
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
            <CarrierForm order={order} formKey={formKey} />
          ) : (
            <p className="font-bold">{carrierWord[order.carrier]}</p>
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

function CarrierForm({ order, formKey }: { order: LabelOrder; formKey: string }) {
  const busy = useSending('carrier', order.id)
  return (
    <Form method="post" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="carrier" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="orderId" value={order.id} />
      <SelectField
        key={order.carrier}
        label="配送会社"
        name="carrier"
        defaultValue={order.carrier}
        className="min-w-0 grow"
      >
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier}>
            {carrierWord[carrier]}
          </option>
        ))}
      </SelectField>
      <Button kind="line" busy={busy}>
        変更する
      </Button>
    </Form>
  )
}
