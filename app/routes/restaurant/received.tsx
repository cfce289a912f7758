import { formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { Figures } from '#modules/ordering/ui/figures.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Perforation, Slip, Stamp } from '#ui/market.tsx'

/** The stamp and the final figures. */
export function Received({ order }: { order: OrderDetail }) {
  const { figures } = order
  const at = order.events.findLast(({ kind }) => kind === 'order_inspected')?.at ?? order.finalizedAt
  const day = at && jstDateOf(at)
  return (
    <>
      <Slip aria-label="検収の結果">
        <div className="flex items-center gap-4 p-5">
          <div className="grow">
            <p role="status" className="text-h4 font-bold">
              受け取りを終えました
            </p>
            {at && <p className="text-sub text-ink-2">{formatMoment(at)}</p>}
          </div>
          {day && <Stamp word="検収済" date={`${Number(day.slice(5, 7))}.${Number(day.slice(8, 10))}`} lands />}
        </div>
        <Perforation />
        <div className="p-4">
          <QuantityTable lines={order.lines} reader="restaurant" />
        </div>
        <Perforation />
        <div className="p-4 pb-6">
          <Figures
            goodsYen={figures.goodsYen}
            freightYen={figures.freightYen}
            perRate={figures.perRate}
            totalYen={figures.totalIncYen}
            estimated={figures.estimated}
          />
        </div>
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
