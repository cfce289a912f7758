import type { OrderId } from '#kernel/ids.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { InOneBox } from '../group-of-order.server.ts'

/** To the farm: which orders go into one box, and on which of them its numbers are entered. */
export default function OneBox({ orders, here }: { orders: readonly InOneBox[]; here: OrderId }) {
  const lead = orders.find(({ hasParcels }) => hasParcels)
  return (
    <Notice tone="tag">
      <p className="font-bold">共同購入：{orders.length}店舗分を1つの荷物で出荷します。</p>
      <ul>
        {orders.map(({ orderId, number, restaurant, kitchen, hasParcels }) => (
          <li key={orderId}>
            {orderId === here ? (
              <b>
                {restaurant} {kitchen}（この注文）
              </b>
            ) : (
              <Link to={`/farmer/orders/${orderId}`} className="prose-link inline-flex min-h-11 items-center">
                {restaurant} {kitchen}（{number}）
              </Link>
            )}
            {hasParcels && '・送り状はこの店舗あて'}
          </li>
        ))}
      </ul>
      {lead && (
        <p className="text-sub">
          店舗ごとに分けて店名を表示し、{lead.restaurant}あての荷物に入れてください。送り状番号は
          {lead.restaurant}の注文だけに登録します。
        </p>
      )}
    </Notice>
  )
}
