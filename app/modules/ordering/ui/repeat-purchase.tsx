import { formatDay, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { CartonLines, Crest } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { OrderSummary } from '../order-queries.server.ts'
import { ReorderForm } from './reorder-form.tsx'

/** An earlier checkout, farm by farm, with the button that orders it again. */
export function RepeatPurchase({ orders }: { orders: readonly OrderSummary[] }) {
  const [first] = orders
  if (!first) return null
  const lines = orders.flatMap((order) => order.lines)
  const total = orders.reduce((sum, order) => sum + order.figures.totalIncYen, 0)
  const day = formatDay(jstDateOf(first.placedAt))
  const shown = lines.slice(0, 4)
  return (
    <li className="card flex flex-col">
      <CartonLines category={lines[0]?.category} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 bg-kraft-tint px-4 py-2 text-kraft-ink">
        <h3 className="font-bold">{day}の注文</h3>
        <p className="text-sub font-bold">{lines.length}点</p>
      </div>
      <ul className="grid gap-2 p-4 pb-2">
        {shown.map((line) => (
          <li key={line.id} className="flex items-center gap-3">
            <span className="w-12 shrink-0 overflow-hidden rounded-control">
              <ProductPicture name={line.picture} alt="" sizes="3rem" className="aspect-square!" />
            </span>
            <span className="min-w-0 grow leading-snug">
              <span className="block font-bold">{line.name}</span>
              <span className="text-sub text-ink-2">{line.packLabel}</span>
            </span>
            <span className="num-col">
              {line.quantities.ordered?.qty}
              <span className="text-caption font-normal">{line.unitLabel}</span>
            </span>
          </li>
        ))}
        {lines.length > shown.length && <li className="text-sub text-ink-2">他{lines.length - shown.length}点</li>}
      </ul>
      <p className="flex flex-wrap gap-x-3 gap-y-1 px-4 pb-3 text-sub">
        {orders.map((order) => (
          <span key={order.id} className="inline-flex items-center gap-1">
            <Crest kanji={order.farm.crest} category={order.lines[0]?.category} />
            {order.farm.name}
          </span>
        ))}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-3 px-4 pb-4">
        <p className="grow leading-tight">
          <span className="block text-caption text-ink-2">税込</span>
          <span className="num text-h4">{formatYen(total)}</span>
        </p>
        <ReorderForm orderIds={orders.map(({ id }) => id)} about={`${day}の注文`} className="shrink-0" />
      </div>
    </li>
  )
}
