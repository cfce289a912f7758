import { Form, useNavigation } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { longest, quickWords } from '#modules/reviews/review.ts'
import { StarLine } from '#modules/reviews/ui/star-line.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError, TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { RatingInput } from '#ui/rating.tsx'
import { RefusalNotice } from '../refusal-notice.tsx'
import type { Route } from './+types/review.ts'

/** First the stars, then a few words. */
export default function FarmReviewScreen({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { reviews, stars } = loaderData
  const { other, deliveryOn, until } = reviews
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/reviews', word: '声と評価' }}
        line={`${formatDay(deliveryOn)}着の注文`}
      >
        <h1 className="text-h2 font-bold">{other}</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4">
        {stars === null ? (
          <Stars loaderData={loaderData} />
        ) : (
          <Words loaderData={loaderData} stars={stars} problem={actionData?.problem} />
        )}
        <p className="text-sub">
          お店も書くと、両方がいっしょに公開されます。それまで、おたがいに見えません。
          {until && `${formatDay(until)}まで書けます。`}
        </p>
      </div>
    </>
  )
}

type Part = Pick<Route.ComponentProps, 'loaderData'>

const Stars = ({ loaderData: { reviews, isMissing } }: Part) => (
  <Form method="get" className="grid gap-5 text-h4">
    <p className="text-sub font-bold">1／2</p>
    <RatingInput legend="このお店との取引は、どうでしたか" name="stars" required defaultValue={reviews.own?.stars} />
    {isMissing && <FieldError id="stars-error">星をえらんでください。</FieldError>}
    <input type="hidden" name="step" value="words" />
    <Button size="lg">つぎへ</Button>
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
          星をえらび直す
        </Link>
      </p>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="stars" value={stars} />
      <TextArea
        key={begun}
        label="ひとこと、お願いします"
        help="このお店だけが読みます。ほかの農園には、星の平均だけが見えます。"
        name="words"
        rows={4}
        limit={longest.words}
        required
        need="required"
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
        評価を送る
      </Button>
    </Form>
  )
}
