import { Form, redirect, useNavigation } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { longest, parseStars, quickWords } from '#modules/reviews/review.ts'
import { StarLine } from '#modules/reviews/ui/star-line.tsx'
import { writeReview } from '#modules/reviews/write-review.server.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { RatingInput } from '#ui/rating.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/review.ts'

export const meta = () => ownMeta('飲食店の評価')

/** One question at a time: without `?stars=` the stars, with them the text. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const reviews = await reviewsOfOrder(ctx, orderIdIn({ id: params.orderId }))
  if (!reviews.open) throw redirect(`/farmer/orders/${reviews.orderId}`)
  const asked = new URL(request.url).searchParams
  return {
    reviews,
    stars: parseStars(asked.get('stars')),
    /** It was submitted without a star. */
    isMissing: asked.has('step') && !asked.has('stars'),
    begun: (asked.get('words') ?? '').slice(0, 2 * longest.words),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(
  onlyJob(
    job(writeReview, {
      fields: ({ params }: Route.ActionArgs, ctx) => {
        requireFarm(ctx.actor)
        return { orderId: params.orderId }
      },
      at: () => 'words',
      done: ({ shownFrom }, _, { now }) => {
        const isShown = new Date(shownFrom) <= now
        return redirectWithFlash(
          `/farmer/reviews?tab=${isShown ? 'shown' : 'waiting'}`,
          isShown ? '双方の評価がそろったため、公開しました。' : '受け付けました。公開されるまで修正できます。',
        )
      },
    }),
  ),
)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(serverAction)

/** First the stars, then a few words. */
export default function FarmReviewScreen({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { reviews, stars } = loaderData
  const { other, deliveryOn, until } = reviews
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/reviews', word: '評価' }}
        line={`${formatDay(deliveryOn)}着の注文`}
      >
        <h1 className="text-h2 font-bold">{other}</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl lg:px-8">
        {stars === null ? (
          <Stars loaderData={loaderData} />
        ) : (
          <Words loaderData={loaderData} stars={stars} problem={actionData?.problem} />
        )}
        <p className="text-sub">
          飲食店も投稿すると、双方の評価が同時に公開されます。それまで、互いに表示されません。
          {until && `${formatDay(until)}まで投稿できます。`}
        </p>
      </div>
    </>
  )
}

type Part = Pick<Route.ComponentProps, 'loaderData'>

const Stars = ({ loaderData: { reviews, isMissing } }: Part) => (
  <Form method="get" className="grid gap-5 text-h4">
    <p className="text-sub font-bold">1／2</p>
    <RatingInput legend="この飲食店との取引の評価" name="stars" required defaultValue={reviews.own?.stars} />
    {isMissing && <FieldError id="stars-error">星の数を選択してください。</FieldError>}
    <input type="hidden" name="step" value="words" />
    <Button size="lg">次へ</Button>
  </Form>
)

type WordsProps = Part & {
  stars: NonNullable<Part['loaderData']['stars']>
  problem: NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined
}

function Words({ loaderData: { reviews, begun, formKey }, stars, problem }: WordsProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="grid gap-5">
      {problem && <RefusalNotice problem={problem} />}
      <p className="flex flex-wrap items-center justify-between gap-3 text-h4">
        <span className="text-sub font-bold">2／2</span>
        <StarLine stars={stars} />
        <Link to="?" className="prose-link inline-flex min-h-(--target) items-center text-sub">
          星を選び直す
        </Link>
      </p>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="stars" value={stars} />
      <TextArea
        key={begun}
        label="コメント"
        help="閲覧できるのは、この飲食店のみです。他の農園には、星の平均のみが表示されます。"
        name="words"
        rows={4}
        limit={longest.words}
        need="optional"
        defaultValue={problem?.typed.words ?? (begun || (reviews.own?.words ?? ''))}
        error={problem?.fields.words}
      />
      <p className="grid grid-cols-1 gap-2">
        {quickWords.map((words) => (
          <Link
            key={words}
            to={`?${new URLSearchParams({ stars: String(stars), words })}`}
            className="flex min-h-(--target) items-center rounded-control border border-line-strong bg-surface px-3 py-2 text-sub hover:bg-pine-tint"
          >
            {words}
          </Link>
        ))}
      </p>
      <Button size="lg" busy={isBusy}>
        評価を送信
      </Button>
    </Form>
  )
}
