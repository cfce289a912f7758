import { requireBuyer } from '#authorization/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { averageText } from '#kernel/review-enums.ts'
import { ownReviews } from '#modules/reviews/own-reviews.server.ts'
import { BothReviews, SaidReview } from '#modules/reviews/ui/review-cards.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/reviews.ts'

export const meta = () => ownMeta('評価')

/** Pending, written and published reviews. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const params = new URL(request.url).searchParams
  return {
    ...(await ownReviews(ctx, params.get('after'))),
    tab: params.get('tab') === 'shown' || params.has('after') ? ('shown' as const) : ('waiting' as const),
  }
})

/** The reviews of the restaurant: first what waits, then what is shown. */
export default function ReviewsScreen({ loaderData }: Route.ComponentProps) {
  const { tab, waiting, stars } = loaderData
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る">
        <h1 className="text-h3 font-bold lg:text-h2">評価</h1>
        {stars && (
          <p className="ms-auto pe-2 text-sub">
            農園からの評価 ★<b className="num">{averageText(stars)}</b>（{stars.reviews}件）
          </p>
        )}
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8">
        <nav aria-label="評価の見方" className="flex flex-wrap gap-2">
          <Link to="?tab=waiting" className="chip" aria-current={tab === 'waiting' ? 'page' : undefined}>
            投稿できるもの<b className="num">{waiting.length}</b>
          </Link>
          <Link to="?tab=shown" className="chip" aria-current={tab === 'shown' ? 'page' : undefined}>
            公開済み
          </Link>
        </nav>
        {tab === 'waiting' ? <Waiting {...loaderData} /> : <Shown {...loaderData} />}
      </div>
    </>
  )
}

type Known = Route.ComponentProps['loaderData']

function Waiting({ waiting, written }: Known) {
  if (waiting.length + written.length === 0)
    return <EmptyState>現在、投稿できる評価はありません。金額が確定した注文が、ここに表示されます。</EmptyState>
  return (
    <>
      {waiting.length > 0 && (
        <ul className="card grid grid-cols-1" aria-label="評価待ちの注文">
          {waiting.map(({ orderId, number, other, deliveryOn, until, firstGoods, moreGoods }) => (
            <li
              key={orderId}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line p-4 first:border-t-0"
            >
              <div className="min-w-0 grow basis-56">
                <p className="font-bold">{other}</p>
                <p className="text-sub text-ink-2">
                  {formatDay(deliveryOn)}着・{firstGoods}
                  {moreGoods > 0 && `他${moreGoods}点`}・<span className="num">{number}</span>
                </p>
                <p className="text-sub">{formatDay(until)}まで</p>
              </div>
              <ButtonLink to={`/restaurant/reviews/${orderId}`}>評価する</ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {written.length > 0 && (
        <section aria-labelledby="written" className="grid grid-cols-1 gap-3">
          <h2 id="written" className="text-h4 font-bold">
            投稿済み（公開前）
          </h2>
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {written.map(({ orderId, other, own, until }) => (
              <li key={orderId} className="card grid content-start gap-3 p-4">
                <SaidReview by={`${other}へ`} said={own} />
                <p className="text-sub text-ink-2">{formatDay(until)}まで修正できます。</p>
                <ButtonLink kind="line" to={`/restaurant/reviews/${orderId}`}>
                  修正する
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Shown({ shown, next }: Known) {
  if (shown.length === 0) return <EmptyState>公開された評価は、まだありません。</EmptyState>
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {shown.map(({ orderId, number, other, own, theirs }) => (
          <li key={orderId} className="card grid content-start gap-3 p-4">
            <Link to={`/restaurant/orders/${orderId}`} className="prose-link inline-flex min-h-11 items-center">
              {other}（伝票 {number}）
            </Link>
            <BothReviews own={own} theirs={theirs} other={other} />
          </li>
        ))}
      </ul>
      {next && (
        <ButtonLink kind="line" to={`?after=${next}`} className="justify-self-center">
          続きを見る
        </ButtonLink>
      )}
    </>
  )
}
