import { formatMoment } from '#kernel/format.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { InspectedStamp } from '#modules/ordering/ui/inspected-stamp.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { SlipFoot } from '#modules/ordering/ui/slip-foot.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Perforation, Slip } from '#ui/market.tsx'

/** The stamp and the final figures. */
export function Received({ order }: { order: OrderDetail }) {
  const at = order.events.findLast(({ kind }) => kind === 'order_inspected')?.at ?? order.finalizedAt
  return (
    <>
      <Slip aria-label="検収の結果">
        <div className="flex items-center gap-4 p-5 lg:px-6">
          <div className="grow">
            <p role="status" className="text-h4 font-bold">
              受け取りを終えました
            </p>
            {at && <p className="text-sub text-ink-2">{formatMoment(at)}</p>}
          </div>
          {at && <InspectedStamp at={at} lands />}
        </div>
        <Perforation />
        <div className="p-4 lg:px-6">
          <QuantityTable lines={order.lines} reader="restaurant" />
        </div>
        <SlipFoot figures={order.figures} />
      </Slip>
      <div className="grid gap-2 sm:grid-cols-2">
        <ButtonLink to="/restaurant" size="lg">
          ホームへもどる
        </ButtonLink>
        <ButtonLink to={`/restaurant/orders/${order.id}`} kind="line" size="lg">
          伝票を見る
        </ButtonLink>
      </div>
    </>
  )
}
