import { formatGrams, formatNumber } from '#kernel/format.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { quantityOf } from './arrival-list.tsx'
import { isComing } from './is-coming.ts'

/** The receiving list on paper, below the title of the page, with blanks for a pen. */
export default function ArrivalsPrint({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <div className="hidden text-[9pt] print:block">
      <p>{formatNumber(orders.length)}件　受取者＿＿＿＿＿＿＿＿＿＿</p>
      {orders.length === 0 && <p>検収待ちの伝票はありません。</p>}
      <ul>
        {orders.map((order) => (
          <li key={order.id} className="break-inside-avoid border-b border-line p-1">
            <p>
              □ <b>{order.farm.name}</b> {order.number}・
              {formatNumber(order.parcels.filter(({ unused }) => !unused).length)}個口・{order.shipTo.kitchen}
              {'　冷蔵＿＿＿℃　冷凍＿＿＿℃'}
            </p>
            <ul>
              {order.lines.filter(isComing).map((line) => {
                const quantity = quantityOf(line)
                return (
                  <li key={line.id} className="flex gap-x-4">
                    <span className="min-w-0 grow">
                      □ {line.name} {line.packLabel}
                    </span>
                    <span className="tabular-nums">
                      {formatNumber(quantity?.qty ?? 0)}
                      {line.unitLabel}
                      {quantity?.grams != null && `（${formatGrams(quantity.grams)}）`}
                    </span>
                    <span>良品数＿＿＿＿　備考＿＿＿＿＿＿＿＿＿＿＿＿</span>
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
