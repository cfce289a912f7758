import { formatDay } from '#kernel/format.ts'
import { signAddress } from '#kernel/picture-name.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { boxesOf } from '#modules/ordering/order-counts.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { BoxCount } from '#modules/ordering/ui/box-count.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { wayOfOrder } from '#modules/ordering/way-of-order.ts'
import { Avatar } from '#ui/avatar.tsx'

type TitleProps = { order: OrderDetail; place: string; holiday: string | null }

/** For whom, where to, when, and how many boxes. */
export function OrderTitle({ order, place, holiday }: TitleProps) {
  const way = wayOfOrder(order)
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar
          photo={signAddress(order.restaurant.logo, 56)}
          crest={order.restaurant.crest}
          size={56}
          look="sign"
          className="max-[22rem]:hidden"
        />
        <h1 className="min-w-0 flex-1 basis-32 text-h2 leading-snug font-bold">{order.restaurant.name}</h1>
        <BoxCount count={boxesOf(order)} />
      </div>
      <p className="font-bold">
        <span className="phrase">{place}</span>／
        <span className="whitespace-nowrap">{formatDay(order.deliveryOn, holiday)}</span>{' '}
        <span className="whitespace-nowrap">{order.slot === 'none' ? '着' : `${slotWord[order.slot]}着`}</span>
        {way && <span className="block">{way}</span>}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="rounded-tag bg-surface">
          <StateBadge state={order.state} reader="farm" />
        </span>
        <span className="text-sub font-bold">出荷日 {formatDay(order.shipOn)}</span>
      </p>
    </div>
  )
}
