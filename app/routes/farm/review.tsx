import { Suspense } from 'react'
import { redirect } from 'react-router'
import { requireFarm } from '#access/authorize.ts'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { reviewRefusalText } from '#modules/reviews/refusal-text.ts'
import { longest, parseStars } from '#modules/reviews/review.ts'
import { writeReview } from '#modules/reviews/write-review.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { formOf, invalid, parseForm, refused } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { orderIdIn } from '../order-id.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { ReviewFields } from '../review-form.server.ts'
import type { Route } from './+types/review.ts'
import { stayWhenOffline } from './stay-when-offline.ts'
import '#styles/kit/field-mist.css'
import '#styles/kit/rating.css'

export const meta = () => ownMeta('お店の評価')

/** One question at a time: without `?stars=` the stars are asked, with them the words. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const reviews = await reviewsOfOrder(ctx, orderIdIn({ id: params.orderId }))
  if (!reviews.open) throw redirect(`/farmer/orders/${reviews.orderId}`)
  const asked = new URL(request.url).searchParams
  return {
    reviews,
    stars: parseStars(asked.get('stars')),
    /** It went on without a star. */
    isMissing: asked.has('step') && !asked.has('stars'),
    begun: (asked.get('words') ?? '').slice(0, 2 * longest.words),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(async (ctx, { params, request }: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  const orderId = orderIdIn({ id: params.orderId })
  const sent = await formOf(request)
  const form = parseForm(ReviewFields, sent)
  if (!form.ok) return invalid(form.problem)
  const written = await writeReview(ctx, { orderId, ...form.value, voices: [] })
  if (!written.ok) return refused(reviewRefusalText(written.refusal), sent, 'words')
  const isShown = written.value.shownFrom <= ctx.now
  return redirectWithNotice(
    `/farmer/reviews?tab=${isShown ? 'shown' : 'waiting'}`,
    isShown ? '両方がそろったので、公開しました。' : '預かりました。公開されるまで書き直せます。',
  )
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(serverAction)

const Screen = import.meta.env.SSR
  ? (await import('./review-screen.tsx')).default
  : lazyScreen(() => import('./review-screen.tsx'))

export default function FarmReviewPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
