import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatYen } from '#kernel/format.ts'
import { isEstimate } from '#modules/cart/shown-cart.ts'
import { CartFarm } from '#modules/cart/ui/cart-farm.tsx'
import { kitchenHere, laneOf } from '#modules/cart/ui/stored-cart.ts'
import { WishedDayForm } from '#modules/cart/ui/wished-day-form.tsx'
import { CreditNotice } from '#modules/credit/ui/credit-notice.tsx'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { lastSentBack } from '#modules/ordering/open-orders.server.ts'
import { onShortageWord } from '#modules/ordering/order-labels.ts'
import { Figures } from '#modules/ordering/ui/figures.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
// Few carts were sent back: its script comes where one was.
import SentBackNotice from '#modules/ordering/ui/sent-back-notice.tsx' with { load: 'later' }
import { usualQuantities } from '#modules/shopping-lists/usual-quantities.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Perforation, Slip } from '#ui/market.tsx'
import { jobs } from '#web/jobs.server.ts'
import { keepWhenOffline } from '#web/keep-when-offline.ts'
import { pageAction, page as pageLoader } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/cart.ts'

import { cartJobs } from './cart-action.server.ts'
import { cartOfPage } from './cart-of-page.server.ts'

export const meta: MetaFunction = () =>
  ownMeta('かご', '農園ごとの小計と送料、お届けできる日を確認し、注文に進みます。')
export const handle = { shell: { cartBar: false } }

const words = { slot: slotWord, shortage: onShortageWord }

/** The cart itself is loaded by the layout. Not called `page`: the build would take the field below for it. */
export const loader = pageLoader(async (ctx, { request }: Route.LoaderArgs) => {
  const { quote } = await cartOfPage(ctx, request, requireBuyer(ctx.actor))
  const productIds = quote.farms.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  const [sentBack, usual] = await Promise.all([
    lastSentBack(ctx, quote.kitchen.kitchenId),
    usualQuantities(ctx, { kitchenId: quote.kitchen.kitchenId, productIds }),
  ])
  return { sentBack, usual }
})

export const action = pageAction(jobs(cartJobs))

/** Offline the device queues it; what only the server can do stays on the page, and says that nothing was changed. */
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepWhenOffline(request, serverAction, (form) => {
    const intent = String(form.get('intent'))
    if (intent === 'reorder' || intent === 'hold') return null
    return { lane: laneOf(form), page: '/restaurant/cart', label: 'かご', more: kitchenHere() }
  })

export default function CartPage({ loaderData: { sentBack, usual }, actionData }: Route.ComponentProps) {
  const { cart, wishable, holidays, now } = useShop()
  const problem = actionData?.problem
  const wished = (
    <section id="wished" aria-label="全商品のお届け希望日" className="card min-w-0 scroll-mt-24 p-4">
      <WishedDayForm
        legend="全商品のお届け希望日"
        days={wishable}
        holidays={holidays}
        wishedOn={cart.wishedOn}
        clears
      />
      <p className="pt-1 text-sub text-ink-2">その日にお届けできない農園は、その日以降で最も近い日になります。</p>
    </section>
  )
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-32 lg:px-8 lg:pt-8 lg:pb-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          かご
        </Head>
      </h1>
      {problem && <ProblemNotice problem={problem} />}
      <CreditNotice credit={cart.credit} problem={cart.creditProblem} />
      {sentBack && cart.lineCount > 0 && (
        <Suspense>
          <SentBackNotice sentBack={sentBack} />
        </Suspense>
      )}
      {cart.lineCount === 0 ? (
        <>
          {wished}
          <EmptyState
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <ButtonLink to="/restaurant/lists">「いつもの」から追加</ButtonLink>
                <ButtonLink to="/restaurant/order/History" kind="line">
                  以前の注文から追加
                </ButtonLink>
                <ButtonLink to="/restaurant/products?season=1" kind="line">
                  旬の食材を見る
                </ButtonLink>
              </div>
            }
          >
            かごは空です
          </EmptyState>
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="grid min-w-0 grid-cols-1 gap-5">
            {wished}
            <p className="flex flex-wrap items-center gap-x-3 text-sub">
              不足時は、事前の指示に従って、回答を待たずに自動で決定します。
              <Link to="/restaurant/instructions" className="prose-link inline-flex min-h-11 items-center">
                事前の指示を設定する
              </Link>
            </p>
            {cart.farms.map((farm) => (
              <CartFarm
                key={farm.farmId}
                farm={farm}
                holidays={holidays}
                now={now}
                words={words}
                usual={usual}
                problem={problem}
              />
            ))}
          </div>
          <Slip aria-label="合計" className="lg:sticky lg:top-24">
            <div className="p-5 pb-3">
              <Head as="p" className="text-h3">
                合計
              </Head>
            </div>
            <Perforation />
            <div className="p-5 pb-6">
              <Figures
                goodsYen={cart.goodsYen}
                freightYen={cart.freightYen}
                perRate={cart.tax}
                totalYen={cart.totalYen}
                ceilingYen={cart.ceilingTotalYen}
                estimated={isEstimate(cart)}
              />
              <div className="hidden pt-4 lg:block">
                <Onward orderable={cart.orderable} />
              </div>
            </div>
          </Slip>
        </div>
      )}
      {cart.lineCount > 0 && (
        <div className="fixed inset-x-0 bottom-[4.625rem] z-30 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-3.5 py-2.5 shadow-3 lg:hidden">
          <p className="grow leading-tight">
            <span className="block text-caption font-bold">合計（税込{isEstimate(cart) && '・概算'}）</span>
            <span className="num text-[1.375rem]">{formatYen(cart.totalYen)}</span>
          </p>
          <Onward orderable={cart.orderable} />
        </div>
      )}
    </div>
  )
}

/** The one button that continues to the order; while something is wrong it leads to that. */
function Onward({ orderable }: { orderable: boolean }) {
  if (orderable)
    return (
      <ButtonLink to="/restaurant/order" kind="kaki" size="lg" className="px-5 max-lg:grow lg:w-full">
        注文の確認へ進む
      </ButtonLink>
    )
  return <p className="text-sub font-bold text-akane">赤いマークの項目を修正すると、先に進めます。</p>
}
