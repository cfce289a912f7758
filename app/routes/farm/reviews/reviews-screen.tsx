import { Form, useNavigation } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { averageText } from '#kernel/review-enums.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { ShownReviews } from '#modules/reviews/own-reviews.server.ts'
import { longest, quickThanks } from '#modules/reviews/review.ts'
import { BothReviews, SaidReview } from '#modules/reviews/ui/review-cards.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/reviews.ts'

type Props = Route.ComponentProps

/** Reviews by kitchens, and the orders that the farm can still review. */
export default function FarmReviewsScreen({ loaderData, actionData, matches }: Props) {
  const { tab, waiting, stars } = loaderData
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/menu', word: 'メニュー' }}
        line={stars ? `★${averageText(stars)}（${stars.reviews}件）` : null}
      >
        <h1 className="text-h2 font-bold">評価</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <nav aria-label="評価の見方" className="flex flex-wrap gap-2">
          <Link to="?tab=waiting" className="chip" aria-current={tab === 'waiting' ? 'page' : undefined}>
            投稿できるもの<b className="num">{waiting.length}</b>
          </Link>
          <Link to="?tab=shown" className="chip" aria-current={tab === 'shown' ? 'page' : undefined}>
            届いた評価
          </Link>
        </nav>
        {!loaderData.mayWrite && (
          <Notice tone="tag">評価の投稿と返信ができるのは、農園主と「すべて」の権限を持つ方です。</Notice>
        )}
        {tab === 'waiting' ? (
          <Waiting loaderData={loaderData} />
        ) : (
          <Shown loaderData={loaderData} problem={actionData?.problem} />
        )}
      </div>
    </>
  )
}

type Part = Pick<Props, 'loaderData'>

function Waiting({ loaderData: { waiting, written, mayWrite } }: Part) {
  if (waiting.length + written.length === 0)
    return <EmptyState>現在、投稿できる評価はありません。金額が確定した注文が、ここに表示されます。</EmptyState>
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2" aria-label="評価待ちの注文">
        {waiting.map(({ orderId, other, deliveryOn, until, firstGoods, moreGoods }) => (
          <li key={orderId} className="card grid content-between gap-3 p-4">
            <div>
              <p className="text-h4 font-bold">{other}</p>
              <p>
                {formatDay(deliveryOn)}着・{firstGoods}
                {moreGoods > 0 && `他${moreGoods}点`}
              </p>
              <p className="text-sub">{formatDay(until)}まで投稿できます</p>
            </div>
            {mayWrite && (
              <ButtonLink to={`/farmer/reviews/${orderId}`} size="lg">
                評価する
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {written.map(({ orderId, other, own, until }) => (
        <article key={orderId} className="card grid gap-3 p-4" aria-label={`${other}への評価`}>
          <SaidReview by={`${other}へ`} said={own} />
          <p className="text-sub">公開前です。{formatDay(until)}まで修正できます。</p>
          {mayWrite && (
            <ButtonLink kind="line" to={`/farmer/reviews/${orderId}`}>
              修正する
            </ButtonLink>
          )}
        </article>
      ))}
    </>
  )
}

type Answering = Part & { problem: NonNullable<Props['actionData']>['problem'] | undefined }

function Shown({ loaderData, problem }: Answering) {
  const { shown, next } = loaderData
  if (shown.length === 0)
    return (
      <EmptyState>届いた評価はまだありません。飲食店も投稿するか、14日が経過すると、ここに表示されます。</EmptyState>
    )
  return (
    <>
      {shown.map((it) => (
        <article key={it.orderId} className="card grid gap-3 p-4" aria-label={`${it.number} ${it.other}の評価`}>
          <Link to={`/farmer/orders/${it.orderId}`} className="prose-link inline-flex min-h-(--target) items-center">
            {it.other}の注文<span className="whitespace-nowrap">（{it.number}）</span>
          </Link>
          <BothReviews own={it.own} theirs={it.theirs} other={it.other} />
          <Answer loaderData={loaderData} problem={problem} to={it.theirs} />
        </article>
      ))}
      {next && (
        <ButtonLink kind="line" to={`?after=${next}`}>
          続きを見る
        </ButtonLink>
      )}
    </>
  )
}

/** One reply is open at a time; the suggested texts begin it. */
function Answer({ loaderData, problem, to }: Answering & { to: ShownReviews['theirs'] }) {
  const { after, replyTo, begun, mayWrite, formKey } = loaderData
  const isBusy = useNavigation().formMethod === 'POST'
  if (!to || !mayWrite) return null
  const isOpen = replyTo === to.id || problem?.typed.id === to.id
  // on the page of the list that contains it
  const here = { tab: 'shown', reply: to.id, ...(after && { after }) }
  if (!isOpen)
    return (
      <ButtonLink kind="line" to={`?${new URLSearchParams(here)}`} preventScrollReset>
        {to.reply ? '返信を編集' : '返信する'}
      </ButtonLink>
    )
  return (
    <Form method="post" className="grid gap-3">
      {problem && <RefusalNotice problem={problem} />}
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="id" value={to.id} />
      <TextArea
        key={begun}
        label="返信（誰でも閲覧できます）"
        name="words"
        rows={3}
        limit={longest.reply}
        required
        need="required"
        defaultValue={problem?.typed.words ?? (begun || (to.reply ?? ''))}
        error={problem?.fields.words}
      />
      <p className="grid grid-cols-1 gap-2">
        {quickThanks.map((thanks) => (
          <Link
            key={thanks}
            to={`?${new URLSearchParams({ ...here, words: thanks })}`}
            preventScrollReset
            className="flex min-h-(--target) items-center rounded-control border border-line-strong bg-surface px-3 py-2 text-sub hover:bg-pine-tint"
          >
            {thanks}
          </Link>
        ))}
      </p>
      <Button size="lg" busy={isBusy}>
        返信を掲載
      </Button>
    </Form>
  )
}
