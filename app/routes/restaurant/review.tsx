import { Suspense } from 'react'
import { redirect } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { type ReviewRefusal, reviewRefusalText } from '#modules/reviews/refusal-text.ts'
import { writeReview } from '#modules/reviews/write-review.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { stayWhenOffline } from '../farm/stay-when-offline.ts'
import { formOf, invalid, parseForm, refused } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { orderIdIn } from '../order-id.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { ReviewFields, voicesIn } from '../review-form.server.ts'
import type { Route } from './+types/review.ts'
import '#styles/kit/rating.css'

export const meta = () => ownMeta('評価を書く')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const reviews = await reviewsOfOrder(ctx, orderIdIn({ id: params.orderId }))
  // nothing to write any more: the order shows what was written
  if (!reviews.open) throw redirect(`/restaurant/orders/${reviews.orderId}`)
  return { reviews, formKey: crypto.randomUUID() as string }
})

export const action = pageAction(async (ctx, { params, request }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn({ id: params.orderId })
  const sent = await formOf(request)
  const form = parseForm(ReviewFields, sent)
  if (!form.ok) return invalid(form.problem)
  const written = await writeReview(ctx, { orderId, ...form.value, voices: voicesIn(sent) })
  if (!written.ok) return refused(reviewRefusalText(written.refusal), sent, fieldOf[written.refusal])
  const isShown = written.value.shownFrom <= ctx.now
  return redirectWithNotice(
    `/restaurant/reviews?tab=${isShown ? 'shown' : 'waiting'}`,
    isShown ? '両方がそろったので、評価を公開しました。' : '評価を預かりました。公開されるまで書き直せます。',
  )
})

const fieldOf: Partial<Record<ReviewRefusal | 'key_reused', string>> = {
  nothing_written: 'words',
  too_long: 'words',
  word_stopped: 'words',
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(serverAction)

const Screen = import.meta.env.SSR
  ? (await import('./review-screen.tsx')).default
  : lazyScreen(() => import('./review-screen.tsx'))

export default function ReviewPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
