import { History } from 'lucide-react'
import { formatDay, formatDayWithYear } from '#kernel/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { OrderedThen, YearAgo } from '../past/a-year-ago.server.ts'

/** 昨年の同時期: what was ordered a year ago, as a reminder; products on sale today are links. */
export const LastYear = ({ ago }: { ago: YearAgo }) => (
  <section aria-labelledby="last-year" className="card grid grid-cols-1 gap-3 p-4">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id="last-year" className="flex flex-wrap items-center gap-x-2 text-h4 font-bold">
        <History aria-hidden="true" className="shrink-0 text-pine" />
        昨年の同時期
        <span className="text-sub font-normal text-ink-2">
          {formatDayWithYear(ago.from)}〜{formatDay(ago.to)}の注文
        </span>
      </h2>
      <ButtonLink kind="line" to={`?from=${ago.from}&to=${ago.to}`}>
        当時の伝票
      </ButtonLink>
    </div>
    <ul className="flex snap-x gap-2.5 overflow-x-auto pb-1 lg:grid lg:grid-cols-4">
      {ago.goods.map((goods) => (
        <li
          key={goods.productId}
          className="flex w-60 shrink-0 snap-start items-center gap-3 rounded-control border border-line p-2 lg:w-auto"
        >
          <Goods goods={goods} />
        </li>
      ))}
    </ul>
  </section>
)

function Goods({ goods: { productId, name, farm, picture, unitLabel, qty, orders, onSale } }: { goods: OrderedThen }) {
  return (
    <>
      <span className={`w-12 shrink-0 overflow-hidden rounded-control ${onSale ? '' : 'opacity-60'}`}>
        <ProductPicture name={picture} alt="" sizes="3rem" className="aspect-square!" />
      </span>
      <span className="min-w-0 leading-snug">
        {onSale ? (
          <Link to={`/restaurant/products/${productId}`} className="block font-bold hover:underline">
            {name}
          </Link>
        ) : (
          <b className="block">{name}</b>
        )}
        <span className="block text-caption text-ink-2">{farm}</span>
        <span className="block text-caption text-ink-2">
          {orders}回・{qty}
          {unitLabel}
          {!onSale && '（現在販売していません）'}
        </span>
      </span>
    </>
  )
}
