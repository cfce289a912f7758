import type { MetaFunction } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { historyRow } from '#modules/ordering/history-row.ts'
import { historyFilters } from '#modules/ordering/order-history.server.ts'
import { aYearAgo } from '#modules/ordering/past/a-year-ago.server.ts'
import { findOrders } from '#modules/ordering/past/find-orders.server.ts'
import { isNarrowed, readPastFilter } from '#modules/ordering/past/past-filter.ts'
import { reviewsWaiting } from '#modules/reviews/own-reviews.server.ts'
import { afterOrder, nextOrders } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/history.ts'
import HistoryScreen from './history-screen.tsx'

export const meta: MetaFunction = () => ownMeta('伝票', 'これまでの注文と検収、請求に使う伝票を確認できます。')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const params = new URL(request.url).searchParams
  const filter = readPastFilter(params)
  const isWhole = !isNarrowed(filter) && !params.has('after')
  const [{ orders, next, months }, options, toReview, yearAgo] = await Promise.all([
    findOrders(ctx, filter, { after: afterOrder(params.get('after')) }),
    historyFilters(ctx),
    reviewsWaiting(ctx),
    isWhole ? aYearAgo(ctx) : null,
  ])
  return {
    orders: orders.map(historyRow),
    months,
    next: nextOrders(next),
    options,
    toReview,
    filter: { ...filter, state: filter.states ? (params.get('state') ?? '') : '' },
    narrowed: isNarrowed(filter),
    today: jstDateOf(ctx.now),
    /** Hidden during a search. */
    yearAgo,
  }
})

export default HistoryScreen
