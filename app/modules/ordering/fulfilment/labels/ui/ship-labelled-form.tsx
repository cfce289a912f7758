import { Form } from 'react-router'
import type { JstDate } from '#kernel/jst.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LabelOrder } from '../label-day.server.ts'
import type { LabelledShipment } from '../ship-labelled.server.ts'
import { useSending } from './use-sending.ts'

type Props = { day: JstDate; orders: readonly LabelOrder[]; formKey: string }

/** One press for all orders of the day whose boxes all have a number. */
export function ShipLabelled({ day, orders, formKey }: Props) {
  const ready = orders.filter(({ parcels }) => parcels.every(({ label }) => label)).length
  const busy = useSending('ship')
  if (ready === 0) return null
  return (
    <Form method="post" className="card grid gap-3 p-4">
      <input type="hidden" name="intent" value="ship" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="day" value={day} />
      <p>
        すべての個口に番号がある注文が<b className="num text-h3">{ready}</b>件あります。
      </p>
      <Button size="lg" busy={busy}>
        番号が入った出荷を「出荷済み」にする
      </Button>
    </Form>
  )
}

/** What has left, and what has not with its reason. */
export function ShipmentResult({ shipped }: { shipped: readonly LabelledShipment[] }) {
  const left = shipped.filter(({ refused }) => refused === null)
  const kept = shipped.filter(({ refused }) => refused !== null)
  return (
    <>
      {left.length > 0 && (
        <Notice tone="matcha">{left.length}件を「出荷済み」にしました。飲食店の画面に表示されています。</Notice>
      )}
      {left.length + kept.length === 0 && <Notice>出荷する注文はありません。すでに出荷済みです。</Notice>}
      {kept.length > 0 && (
        <Notice tone="akane">
          <p className="font-bold">{kept.length}件は出荷できませんでした。</p>
          <ul className="grid gap-1">
            {kept.map(({ orderId, restaurant, refused }) => (
              <li key={orderId}>
                <Link to={`/farmer/orders/${orderId}`} className="prose-link">
                  {restaurant}
                </Link>
                ：{refused}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
