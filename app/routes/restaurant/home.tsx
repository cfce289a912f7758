import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import type { BuyerActor } from '#access/actor.ts'
import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Quote } from '#modules/cart/quote.ts'
import { nextDelivery, soonest } from '#modules/catalog/next-delivery.server.ts'
import { listProducts } from '#modules/catalog/product-list.server.ts'
import { DeadlineBanner } from '#modules/delivery/ui/deadline-banner.tsx'
import {
  arrivals,
  lastPurchases,
  type OrderSummary,
  waitingForApproval,
} from '#modules/ordering/order-queries.server.ts'
import { slotWord } from '#modules/ordering/order-words.ts'
import type { Approvals } from '#modules/ordering/ui/approval-list.tsx'
import { RepeatPurchase } from '#modules/ordering/ui/repeat-purchase.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { applicationAtHome } from '../application-at-home.server.ts'
import { formOf } from '../form.ts'
import { page, pageAction } from '../page.server.ts'
import type { Route } from './+types/home.ts'
import { decideApproval } from './approval-action.server.ts'
import { cartOfPage } from './cart-of-page.server.ts'
import { ProductTiles } from './product-tiles.tsx'
import { productsOn, useShop } from './shell.ts'

const ApplicationPanel = import.meta.env.SSR
  ? (await import('#modules/organisations/ui/application-panel.tsx')).default
  : lazyPart(() => import('#modules/organisations/ui/application-panel.tsx'))

const ApprovalList = import.meta.env.SSR
  ? (await import('#modules/ordering/ui/approval-list.tsx')).default
  : lazyPart(() => import('#modules/ordering/ui/approval-list.tsx'))

export const meta: MetaFunction = () => [{ title: 'ホーム｜畝と皿' }]
export const handle = { shell: { rail: true, categories: true } }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const application = buyer.restaurantApproved ? null : await applicationAtHome(ctx, buyer.personId)
  const { quote } = await cartOfPage(ctx, request, buyer)
  const purchases = await lastPurchases(ctx, 3)
  const next = await nextDay(ctx, quote, purchases.flat())
  const on = quote.wishedOn && quote.wishedOn >= jstDateOf(ctx.now) ? quote.wishedOn : (next?.deliveryOn ?? null)
  const inSeason = await listProducts(ctx, {
    inSeason: true,
    limit: 8,
    arrives: on ? { on, at: quote.kitchen } : undefined,
  })
  return {
    application,
    approvals: await approvalsOf(ctx, buyer),
    next,
    slot: quote.kitchen.defaultSlot,
    arriving: await arrivals(ctx),
    purchases,
    inSeason: { on, products: inSeason.products },
    today: jstDateOf(ctx.now),
    now: ctx.now,
  }
})

/** What waits for an owner's word. Whoever has no limit, and may not approve, has nothing to do with it. */
async function approvalsOf(ctx: Ctx, buyer: BuyerActor): Promise<Approvals | null> {
  const mayApprove = buyer.role === 'owner'
  if (!mayApprove && buyer.orderLimitYen === null) return null
  const waiting = await waitingForApproval(ctx)
  if (waiting.length === 0) return null
  return { mayApprove, waiting: waiting.map((purchase) => ({ ...purchase, key: crypto.randomUUID() })) }
}

/** An owner's yes or no, from the list of what waits. */
export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) =>
  decideApproval(ctx, await formOf(request), context),
)

/** The next day on which goods can come: of the farms in the cart, else of those one ordered from last. */
async function nextDay(ctx: Ctx, quote: Quote, orders: readonly OrderSummary[]) {
  const inCart = soonest(quote.farms.flatMap(({ name, day }) => (day ? [{ name, day }] : [])))
  const farmIds = [...new Set(orders.map((order) => order.farm.id))].slice(0, 3)
  const found = inCart ?? (await nextDelivery(ctx, farmIds, quote.kitchen))
  if (!found) return null
  const { deliveryOn, cutoffAt } = found.day
  return { deliveryOn, cutoffAt, farms: found.farms, because: inCart ? ('cart' as const) : ('last' as const) }
}

export default function RestaurantHome({ loaderData, actionData }: Route.ComponentProps) {
  const { next, purchases, inSeason, arriving, approvals } = loaderData
  const { holidays } = useShop()
  return (
    <div className="grid grid-cols-1 gap-8 pb-8 min-[75rem]:pt-6">
      <h1 className="visually-hidden">ホーム</h1>
      {loaderData.application && (
        <div className="px-3.5 pt-4 lg:px-8 min-[75rem]:px-0 min-[75rem]:pt-0">
          <Suspense>
            <ApplicationPanel application={loaderData.application} />
          </Suspense>
        </div>
      )}
      {approvals && (
        <div className="px-3.5 pt-4 lg:px-8 min-[75rem]:px-0 min-[75rem]:pt-0">
          <Suspense>
            <ApprovalList {...approvals} now={loaderData.now} problem={actionData?.problem} />
          </Suspense>
        </div>
      )}
      {next && (
        <DeadlineBanner
          {...next}
          slot={slotWord[loaderData.slot]}
          now={loaderData.now}
          holiday={holidays[next.deliveryOn] ?? null}
          changeAt="/restaurant/cart#wished"
        />
      )}
      {arriving.length > 0 && <Arriving orders={arriving} today={loaderData.today} />}
      <section aria-labelledby="again" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8 min-[75rem]:px-0">
        <h2 id="again">
          <Head as="span" className="text-h2">
            もう一度注文
          </Head>
        </h2>
        {purchases.length === 0 ? (
          <EmptyState action={<ButtonLink to="/restaurant/products?season=1">旬の食材を見る</ButtonLink>}>
            最初の注文をすると、ここから同じものをもう一度たのめます。
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
            {purchases.map((orders) => (
              <RepeatPurchase key={orders[0]?.purchaseId} orders={orders} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="season" className="grid grid-cols-1 gap-3 px-2.5 lg:px-8 min-[75rem]:px-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-1">
          <h2 id="season">
            <Head as="span" className="text-h2">
              旬のもの
            </Head>
            {inSeason.on && <span className="ms-3 text-sub text-ink-2">{formatDay(inSeason.on)}に届く</span>}
          </h2>
          <Link
            to={`${productsOn(inSeason.on)}${inSeason.on ? '&' : '?'}season=1`}
            className="inline-flex min-h-11 items-center font-bold text-pine underline underline-offset-4"
          >
            ぜんぶ見る
          </Link>
        </div>
        <ProductTiles products={inSeason.products} />
      </section>
    </div>
  )
}

/** Boxes on their way, and boxes that are here and want to be checked (検収). */
function Arriving({ orders, today }: { orders: readonly OrderSummary[]; today: string }) {
  return (
    <section aria-labelledby="arriving" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8 min-[75rem]:px-0">
      <h2 id="arriving">
        <Head as="span" className="text-h2">
          届くもの
        </Head>
      </h2>
      <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2">
        {orders.slice(0, 4).map((order) => {
          const here = order.state === 'delivered' || order.deliveryOn <= today
          return (
            <li key={order.id} className="card">
              <CartonLines category={order.lines[0]?.category} />
              <div className="flex flex-wrap items-center gap-3 p-3">
                <Crest kanji={order.farm.crest} category={order.lines[0]?.category} className="text-[1.25rem]!" />
                <div className="min-w-0 flex-1 basis-32">
                  <p className="font-bold">{order.farm.name}</p>
                  <p className="flex flex-wrap items-center gap-x-2 text-sub text-ink-2">
                    <span className="whitespace-nowrap">
                      {order.deliveryOn === today ? 'きょう' : formatDay(order.deliveryOn)}
                    </span>
                    <span className="whitespace-nowrap">{order.lines.length}品</span>
                    <StateBadge state={order.state} />
                  </p>
                </div>
                {here ? (
                  <ButtonLink to={`/restaurant/receiving/${order.id}`} className="shrink-0">
                    確かめる
                  </ButtonLink>
                ) : (
                  <Link
                    to={`/restaurant/orders/${order.id}`}
                    className="icon-btn shrink-0"
                    aria-label={`${order.farm.name}の注文を見る`}
                  >
                    <ChevronRight aria-hidden="true" />
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {orders.length > 4 && (
        <Link
          to="/restaurant/order/History?state=check"
          className="inline-flex min-h-11 items-center justify-self-start font-bold text-pine underline underline-offset-4"
        >
          ほか{orders.length - 4}件を見る
        </Link>
      )}
    </section>
  )
}
