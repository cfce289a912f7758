import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { placeOf } from '#modules/fulfilment/farm-board.server.ts'
import { historyOfFarm } from '#modules/ordering/order-queries.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { afterOrder, monthIn, nextOrders, recentMonths } from '../order-filters.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/shipments.ts'
import { kinds } from './shipment-kinds.ts'
import '#styles/kit/avatar.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: '発送したもの｜畝と皿' }]

const perPage = 40

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  const kind = Object.keys(kinds).find((known) => known === asked.get('kind')) ?? 'sent'
  const month = monthIn(asked.get('month'))
  const after = afterOrder(asked.get('after'))
  const { orders, next } = await historyOfFarm(ctx, { month, states: kinds[kind]?.states, after, limit: perPage })
  return {
    kind,
    month: month ?? '',
    months: recentMonths(jstDateOf(ctx.now)),
    whole: after === undefined && next === null,
    goodsYen: orders.reduce((sum, order) => sum + order.figures.goodsYen, 0),
    orders: orders.map((order) => ({ order, place: placeOf(order.shipTo) })),
    next: nextOrders(next),
  }
})

const Screen = import.meta.env.SSR
  ? (await import('./shipments-screen.tsx')).default
  : lazyScreen(() => import('./shipments-screen.tsx'))

export default function ShipmentsPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
