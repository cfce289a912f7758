import type { Quantity } from '#kernel/enums.ts'
import { formatDay, formatDayWithYear, formatGrams, formatNumber } from '#kernel/format.ts'
import { grams } from '#kernel/grams.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { restOf } from '#modules/ordering/rest-of.ts'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { Button } from '#ui/button.tsx'
import { Slip } from '#ui/market.tsx'

/**
 * What is in the boxes that came first and in those of the rest, on a separate sheet for each in print, without amounts:
 * for those who pack and may see none. The 納品書 of each part is an issued document.
 */
export default function PartSlips({ order, toPrint = false }: { order: OrderDetail; toPrint?: boolean }) {
  if (!order.restOn) return null
  const waiting = order.state === 'partly_shipped'
  const first = order.lines.map((line) => ({ line, quantity: order.left.get(line.id) ?? null }))
  const rest = order.lines.map((line) => ({ line, quantity: waiting ? dueOf(line, order) : restSent(line, order) }))
  const restBoxes = order.parcels.filter(({ sentFirst, unused }) => !sentFirst && !unused)
  return (
    <>
      {toPrint && (
        <Button
          type="button"
          kind="line"
          onClick={() => window.print()}
          className="lg:col-span-2 print:hidden [@media(scripting:none)]:hidden"
        >
          明細を印刷（出荷ごと）
        </Button>
      )}
      <Paper
        order={order}
        word="先に出荷した分"
        on={order.deliveryOn}
        lines={first}
        parcels={order.parcels.filter(({ sentFirst }) => sentFirst)}
      />
      {rest.some(({ quantity }) => quantity && quantity.qty > 0) && (
        <Paper
          order={order}
          word={waiting ? `残り（${formatDay(order.restOn)}までに届きます）` : '残りの分'}
          on={order.restOn}
          lines={rest}
          parcels={restBoxes}
        />
      )}
    </>
  )
}

const dueOf = (line: OrderLine, { left }: OrderDetail): Quantity => ({ qty: restOf(line, left), grams: null })

function restSent(line: OrderLine, { left }: OrderDetail): Quantity | null {
  const { shipped } = line.quantities
  const first = left.get(line.id)
  if (!shipped || !first) return shipped
  const weight = shipped.grams === null ? null : grams(shipped.grams - (first.grams ?? 0))
  return { qty: shipped.qty - first.qty, grams: weight }
}

type PaperProps = {
  order: OrderDetail
  word: string
  on: JstDate
  lines: readonly { line: OrderLine; quantity: Quantity | null }[]
  parcels: readonly Parcel[]
}

const Paper = ({ order, word, on, lines, parcels }: PaperProps) => (
  <div className="print:break-before-page">
    <Slip aria-label={`明細・${word}`}>
      <div className="grid gap-3 p-4 lg:px-6">
        <div>
          <h2 className="text-h4 font-bold">
            <span className="hidden print:inline">明細・</span>
            {word}
          </h2>
          <p className="text-sub">
            {formatDayWithYear(on)}・{order.shipTo.restaurant} {order.shipTo.kitchen}
          </p>
          <p className="text-caption text-ink-2">
            {order.farm.name}（{order.farm.place}）・{order.number}
          </p>
        </div>
        <ul className="border-t border-line">
          {lines.map(({ line, quantity }) =>
            quantity && quantity.qty > 0 ? (
              <li key={line.id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
                <span className="min-w-0 grow">
                  <b>{line.name}</b> <span className="text-caption text-ink-2">{line.packLabel}</span>
                </span>
                <span className="num-col">{formatNumber(quantity.qty)}</span>
                <span className="text-caption">{line.unitLabel}</span>
                {quantity.grams !== null && <span className="text-caption">{formatGrams(quantity.grams)}</span>}
              </li>
            ) : null,
          )}
        </ul>
        {parcels.length > 0 && <ParcelList parcels={parcels} lines={order.lines} />}
        <p className="text-caption text-ink-2">
          金額と送料は、分けて出荷しても変わりません。注文の伝票に記載しています。
        </p>
      </div>
    </Slip>
  </div>
)
