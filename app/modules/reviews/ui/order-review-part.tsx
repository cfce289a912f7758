import { formatDay } from '#kernel/format.ts'
import { averageText } from '#kernel/review-enums.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { OrderReviews } from '../own-reviews.server.ts'
import { BothReviews } from './review-cards.tsx'

/** Beside a finished order: the review form, and both sides' reviews. */
export default function OrderReviewPart({ reviews, base }: { reviews: OrderReviews; base: '/restaurant' | '/farmer' }) {
  const { own, theirs, open, until, other, otherStars, orderId } = reviews
  const stars = base === '/farmer' ? otherStars : null
  if (!stars && !own && !theirs && !open) return null
  return (
    <section aria-labelledby="review" className="card grid gap-3 p-4 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="review" className="text-h4 font-bold">
          評価
        </h2>
        {stars && (
          <p className="text-sub">
            この飲食店への評価 ★<b className="num">{averageText(stars)}</b>（{stars.reviews}件）
          </p>
        )}
      </div>
      <BothReviews own={own} theirs={theirs} other={other} />
      {open && until && (
        <>
          <p className="text-sub text-ink-2">
            {own
              ? `${formatDay(until)}まで修正できます。相手先も投稿するか、その日を過ぎると公開されます。`
              : `${formatDay(until)}まで投稿できます。相手先の評価は、双方が投稿するまで表示されません。`}
          </p>
          <ButtonLink to={`${base}/reviews/${orderId}`} kind={own ? 'line' : 'pine'}>
            {own ? '修正する' : `${other}を評価する`}
          </ButtonLink>
        </>
      )}
    </section>
  )
}
