import { Form, type MetaFunction } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { moderationDesk, type ReviewInDesk } from '#modules/reviews/moderate-reviews.server.ts'
import { starCounts } from '#modules/reviews/review.ts'
import {
  readReviewFilter,
  reviewDesks,
  reviewDeskWord,
  reviewFilterAddress,
  reviewStateWord,
  whoWrote,
} from '#modules/reviews/review-filter.ts'
import { StarLine } from '#modules/reviews/ui/star-line.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/reviews.ts'

export const meta: MetaFunction = () => ownMeta('評価（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const filter = readReviewFilter(new URL(request.url).searchParams)
  return { filter, now: ctx.now, ...(await moderationDesk(ctx, filter)) }
})

/** Reported reviews first; then all of them, with filters. */
export default function StaffReviewsPage({ loaderData }: Route.ComponentProps) {
  const { filter, reviews, next, waiting, now } = loaderData
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">評価</h1>
      <nav aria-label="状態" className="flex flex-wrap items-center gap-2">
        {reviewDesks.map((desk) => (
          <Link
            key={desk}
            to={reviewFilterAddress({ ...filter, desk, after: null })}
            className="chip"
            aria-current={desk === filter.desk ? 'page' : undefined}
          >
            {reviewDeskWord[desk]}
            {desk === 'reported' && <b className="num">{waiting}</b>}
          </Link>
        ))}
        <a
          href={`/admin/reviews.csv${reviewFilterAddress({ ...filter, after: null })}`}
          className="prose-link ms-auto inline-flex min-h-11 items-center"
        >
          <Explained inControl>CSV</Explained>
        </a>
      </nav>
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="desk" value={filter.desk} />
        <SelectField label="向き" name="side" key={`side-${filter.side}`} defaultValue={filter.side ?? ''}>
          <option value="">どちらも</option>
          <option value="restaurant">{whoWrote.restaurant}</option>
          <option value="farm">{whoWrote.farm}</option>
        </SelectField>
        <SelectField label="星" name="stars" key={`stars-${filter.stars}`} defaultValue={filter.stars ?? ''}>
          <option value="">すべて</option>
          {starCounts.map((stars) => (
            <option key={stars} value={stars}>
              {stars}
            </option>
          ))}
        </SelectField>
        <TextField
          label="飲食店・農園・伝票・キーワード"
          name="q"
          key={`q-${filter.q}`}
          maxLength={60}
          defaultValue={filter.q}
        />
        <Button kind="line">絞り込む</Button>
      </Form>
      {reviews.length === 0 ? (
        <EmptyState>
          {filter.desk === 'reported' ? '対応待ちの報告はありません' : '条件に一致する評価はありません'}
        </EmptyState>
      ) : (
        <ul className="card grid grid-cols-1">
          {reviews.map((review) => (
            <ReviewRow key={review.id} review={review} now={now} />
          ))}
        </ul>
      )}
      {next && (
        <ButtonLink kind="line" to={reviewFilterAddress({ ...filter, after: next })} className="justify-self-start">
          続きを見る
        </ButtonLink>
      )}
    </div>
  )
}

const ReviewRow = ({ review, now }: { review: ReviewInDesk; now: Date }) => (
  <li className="border-t border-line first:border-t-0">
    <Link
      to={`/admin/reviews/${review.id}`}
      className="grid gap-x-4 px-4 py-2 hover:bg-sunken sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
    >
      <span className="text-sub tabular-nums">{formatMoment(review.writtenAt)}</span>
      <span className="min-w-0">
        <StarLine stars={review.stars} /> <b>{review.side === 'restaurant' ? review.restaurant : review.farm}</b> →{' '}
        {review.side === 'restaurant' ? review.farm : review.restaurant}
        <span className="line-clamp-2 text-sub wrap-anywhere">{review.words || '（コメントなし）'}</span>
      </span>
      <span className="flex flex-wrap items-start gap-2">
        {review.open > 0 && <Badge tone="akane">報告{review.open}件</Badge>}
        <Badge>{reviewStateWord(review, now)}</Badge>
      </span>
    </Link>
  </li>
)
