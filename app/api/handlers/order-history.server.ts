import { api } from '#api/api.server.ts'
import { cursorText } from '#api/contract/shapes.ts'
import { aYearAgo } from '#modules/ordering/past/a-year-ago.server.ts'
import { calendarFeed, makeCalendarFeed, revokeCalendarFeed } from '#modules/ordering/past/calendar-feed.server.ts'
import { findOrders } from '#modules/ordering/past/find-orders.server.ts'
import { priceHistory, purchaseAnalysis } from '#modules/ordering/past/purchase-analysis.server.ts'
import { priceMove, type Share } from '#modules/ordering/past/purchase-analysis.ts'
import { summaryAnswer } from './order-answer.ts'

export const orderHistoryHandlers = {
  search: api.orderHistory.search.handler(async ({ context: { ctx }, input: { query } }) => {
    const { q, state, after, limit, ...filter } = query
    const { orders, months, next } = await findOrders(
      ctx,
      { ...filter, words: q?.trim() || undefined, states: state && [state].flat() },
      { after: after && { placedAt: after.at, id: after.id }, limit },
    )
    return { orders: orders.map(summaryAnswer), months, next: next && cursorText(next.placedAt, next.id) }
  }),
  analysis: api.orderHistory.analysis.handler(async ({ context: { ctx }, input: { query } }) => {
    const { productId, from, to } = query
    const days = from <= to ? { from, to } : { from: to, to: from }
    const { farms, products, ...analysis } = await purchaseAnalysis(ctx, days)
    const price = productId ? await priceHistory(ctx, productId, days) : null
    return {
      ...analysis,
      farms: farms.map(shareAnswer),
      products: products.map(shareAnswer),
      price: price && { ...price, move: priceMove(price.points) },
    }
  }),
  yearAgo: api.orderHistory.yearAgo.handler(async ({ context: { ctx } }) => ({ yearAgo: await aYearAgo(ctx) })),
  feed: api.orderHistory.feed.handler(async ({ context: { ctx } }) => ({ feed: await calendarFeed(ctx) })),
  makeFeed: api.orderHistory.makeFeed.handler(({ context: { ctx, site } }) => makeCalendarFeed(ctx, { site })),
  revokeFeed: api.orderHistory.revokeFeed.handler(({ context: { ctx } }) => revokeCalendarFeed(ctx)),
}

const shareAnswer = ({ key, ...share }: Share<string>) => ({ id: key, ...share })
