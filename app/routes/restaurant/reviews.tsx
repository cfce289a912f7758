import { Suspense } from 'react'
import { requireBuyer } from '#access/authorize.ts'
import { ownReviews } from '#modules/reviews/own-reviews.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/reviews.ts'
import '#styles/kit/empty-state.css'

export const meta = () => ownMeta('評価')

/** What waits to be reviewed, what was written, what is shown. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const params = new URL(request.url).searchParams
  return {
    ...(await ownReviews(ctx, params.get('after'))),
    tab: params.get('tab') === 'shown' || params.has('after') ? ('shown' as const) : ('waiting' as const),
  }
})

const Screen = import.meta.env.SSR
  ? (await import('./reviews-screen.tsx')).default
  : lazyScreen(() => import('./reviews-screen.tsx'))

export default function ReviewsPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
