import type { MetaFunction } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { historyFilters } from '#modules/ordering/order-history.server.ts'
import { aYearAgo } from '#modules/ordering/past/a-year-ago.server.ts'
import { findOrders } from '#modules/ordering/past/find-orders.server.ts'
import { isNarrowed, readPastFilter } from '#modules/ordering/past/past-filter.ts'
import { reviewsWaiting } from '#modules/reviews/own-reviews.server.ts'
import { afterOrder, nextOrders } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/history.ts'
import HistoryScreen from './history-screen.tsx'

export const meta: MetaFunction = () => [{ title: '伝票｜畝と皿' }]

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const params = new URL(request.url).searchParams
  const filter = readPastFilter(params)
  const { orders, next, months } = await findOrders(ctx, filter, { after: afterOrder(params.get('after')) })
  const options = await historyFilters(ctx)
  return {
    orders,
    months,
    next: nextOrders(next),
    options,
    toReview: await reviewsWaiting(ctx),
    filter: { ...filter, state: filter.states ? (params.get('state') ?? '') : '' },
    narrowed: isNarrowed(filter),
    today: jstDateOf(ctx.now),
    /** Hidden during a search. */
    yearAgo: isNarrowed(filter) || params.has('after') ? null : await aYearAgo(ctx),
  }
})

export default HistoryScreen
