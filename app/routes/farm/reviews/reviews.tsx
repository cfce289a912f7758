import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { parseId } from '#kernel/ids.ts'
import { ownReviews } from '#modules/reviews/own-reviews.server.ts'
import { replyToReview } from '#modules/reviews/reply-to-review.server.ts'
import { longest } from '#modules/reviews/review.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/reviews.ts'
import FarmReviewsScreen from './reviews-screen.tsx'

export const meta = () => ownMeta('評価')

/**
 * Pending reviews, reviews by kitchens, and the farm's replies. `?reply=` opens the reply to one of them, `?words=`
 * begins it.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const params = new URL(request.url).searchParams
  return {
    ...(await ownReviews(ctx, params.get('after'))),
    tab: params.get('tab') === 'shown' || params.has('after') ? ('shown' as const) : ('waiting' as const),
    after: parseId<'order'>(params.get('after')),
    replyTo: parseId<'review'>(params.get('reply')),
    begun: (params.get('words') ?? '').slice(0, 2 * longest.reply),
    mayWrite: can(ctx.actor, 'review.reply', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(
  onlyJob(
    job(replyToReview, {
      at: () => 'words',
      done: () => redirectWithFlash('/farmer/reviews?tab=shown', '返信を掲載しました。'),
    }),
  ),
)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(serverAction)

export default FarmReviewsScreen
