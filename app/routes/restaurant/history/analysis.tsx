import type { MetaFunction } from 'react-router'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { priceHistory, purchaseAnalysis } from '#modules/ordering/past/purchase-analysis.server.ts'
import { analysisFrom, analysisSpans } from '#modules/ordering/past/purchase-analysis.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/analysis.ts'
import AnalysisScreen from './analysis-screen.tsx'

export const meta: MetaFunction = () => ownMeta('仕入れ分析')

/** How many of the products with the highest spending can be selected to view their price. */
const mostGoods = 60

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  const months = analysisSpans.find((span) => String(span) === asked.get('months')) ?? 12
  const today = jstDateOf(ctx.now)
  const days = { from: analysisFrom(today, months), to: today }
  const analysis = await purchaseAnalysis(ctx, days)
  const productId = parseId<'product'>(asked.get('product')) ?? analysis.products[0]?.key ?? null
  return {
    ...analysis,
    products: analysis.products.slice(0, mostGoods),
    months,
    byMonth: analysis.months,
    price: productId && (await priceHistory(ctx, productId, days)),
  }
})

export default AnalysisScreen
