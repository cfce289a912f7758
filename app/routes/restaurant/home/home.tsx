import { CalendarDays, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { Form, type MetaFunction } from 'react-router'
import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatShortDay } from '#kernel/format.ts'
import { parseId, type ShoppingListId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Quote } from '#modules/cart/quote.ts'
import { CartBar } from '#modules/cart/ui/cart-bar.tsx'
import WishedDayMenu from '#modules/cart/ui/wished-day-menu.tsx' with { load: 'later' }
import { CreditNotice } from '#modules/credit/ui/credit-notice.tsx'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { DeadlineBanner } from '#modules/delivery/ui/deadline-banner.tsx'
import { hasArrived } from '#modules/ordering/has-arrived.ts'
import { arrivals, askedOrders, lastSentBack, waitingForApproval } from '#modules/ordering/open-orders.server.ts'
import { lastPurchases } from '#modules/ordering/order-history.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import ApprovalList from '#modules/ordering/ui/approval-list.tsx' with { load: 'later' }
import type { Approvals } from '#modules/ordering/ui/approval-list.tsx'
import AskedList from '#modules/ordering/ui/asked-list.tsx' with { load: 'later' }
import { RepeatPurchase } from '#modules/ordering/ui/repeat-purchase.tsx'
import SentBackNotice from '#modules/ordering/ui/sent-back-notice.tsx' with { load: 'later' }
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { restaurantFirstSteps } from '#modules/organisations/first-steps/first-steps.server.ts'
import ApplicationPanel from '#modules/organisations/ui/application-panel.tsx' with { load: 'later' }
import FirstStepsCard from '#modules/organisations/ui/first-steps-card.tsx' with { load: 'later' }
import { nextDelivery, soonest } from '#modules/products/catalog/next-delivery.server.ts'
import { listProducts } from '#modules/products/catalog/product-list.server.ts'
import type { OpenShoppingList } from '#modules/shopping-lists/open-list.server.ts'
import { type ShoppingListNow, shoppingListNow } from '#modules/shopping-lists/shopping-list-now.server.ts'
import ShoppingListAtHome from '#modules/shopping-lists/ui/shopping-lists-at-home.tsx' with { load: 'later' }
import { useCameWithDocument } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { applicationAtHome } from '#web/application-at-home.server.ts'
import { firstStepsAtHome, foldFirstSteps } from '#web/first-steps.server.ts'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import { productsOn, useCartLines, useShop } from '../layout/shell.ts'
import { sumOfList } from '../lists/list-sum.server.ts'
import { ProductTiles } from '../products/product-tiles.tsx'
import type { Route } from './+types/home.ts'
import { approvalJobs } from './approval-action.server.ts'

export const meta: MetaFunction = () =>
  ownMeta('ホーム', '次の締切とお届け日、「いつもの」と再注文、旬の食材を確認できます。')
/** The bar is that of the list, which includes the cart; without a list it is the cart's. */
export const handle = { shell: { categories: true, cartBar: false } }

/** `?list=` opens another list than that of the next delivery. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const application = buyer.restaurantApproved ? null : await applicationAtHome(ctx, buyer.personId)
  const { quote } = await cartOfPage(ctx, request, buyer)
  const purchases = await lastPurchases(ctx, 3)
  const wished = quote.wishedOn && quote.wishedOn > jstDateOf(ctx.now) ? quote.wishedOn : undefined
  const listId = parseId<'shoppingList'>(new URL(request.url).searchParams.get('list')) as ShoppingListId | null
  const usual = buyer.restaurantApproved
    ? await shoppingListNow(ctx, { kitchen: quote.kitchen, listId, on: wished })
    : null
  // nothing can be ordered here from an empty list
  const orderable = usual && usual.list.awake.length + usual.list.asleep.length > 0 ? usual : null
  const next = await nextDay(ctx, { quote, usual, wished, orders: purchases.flat() })
  const on = wished ?? next?.deliveryOn ?? null
  const inSeason = await listProducts(ctx, {
    inSeason: true,
    limit: usual ? 8 : 10,
    counted: false,
    arrives: on ? { on, at: quote.kitchen } : undefined,
  })
  return {
    application,
    firstSteps: firstStepsAtHome(request, purchases.length > 0 ? [] : await restaurantFirstSteps(ctx)),
    approvals: await approvalsOf(ctx, buyer),
    /** Only a member with a limit asks an owner. */
    sentBack:
      buyer.orderLimitYen !== null && quote.lineCount > 0 ? await lastSentBack(ctx, quote.kitchen.kitchenId) : null,
    asked: (await askedOrders(ctx)).map((order) => ({ ...order, key: crypto.randomUUID() })),
    usual: orderable && {
      ...orderable,
      sum: await sumOfList(ctx, { quote, list: orderable.list, on: wished ?? null }),
    },
    mayMakeLists: buyer.restaurantApproved && usual === null && purchases.length > 0,
    formKey: crypto.randomUUID(),
    wished: wished ?? null,
    next,
    slot: quote.kitchen.defaultSlot,
    arriving: await arrivals(ctx),
    purchases,
    inSeason: { on, products: inSeason.products },
    today: jstDateOf(ctx.now),
    now: ctx.now,
  }
})

/** What waits for an owner's approval. A member without a limit who may not approve is not concerned. */
async function approvalsOf(ctx: Ctx, buyer: BuyerActor): Promise<Approvals | null> {
  const mayApprove = buyer.role === 'owner'
  if (!mayApprove && buyer.orderLimitYen === null) return null
  const waiting = await waitingForApproval(ctx)
  if (waiting.length === 0) return null
  return { mayApprove, waiting: waiting.map((purchase) => ({ ...purchase, key: crypto.randomUUID() })) }
}

/** An owner's approval or refusal, from the list of waiting orders; and the first steps folded. */
export const action = pageAction(jobs({ ...approvalJobs, later: foldFirstSteps('/restaurant') }))

type Known = {
  quote: Quote
  usual: ShoppingListNow | null
  wished: JstDate | undefined
  orders: readonly OrderSummary[]
}

/**
 * The delivery day: of the farms in the cart, else of the list, else of the farms of the last orders. `chosen`: by the
 * user, who may have wished for a later one than the next possible.
 */
async function nextDay(ctx: Ctx, known: Known) {
  const found = await dayOf(ctx, known)
  const { quote, wished } = known
  const days = [wished, ...quote.farms.map(({ chosenDay }) => chosenDay)]
  return found && { ...found, chosen: days.includes(found.deliveryOn) }
}

async function dayOf(ctx: Ctx, { quote, usual, orders }: Known) {
  const inCart = soonest(quote.farms.flatMap(({ name, day }) => (day ? [{ name, day }] : [])))
  const ofList = inCart || !usual ? null : dayOfList(usual.list)
  if (ofList) return ofList
  const farmIds = [...new Set(orders.map((order) => order.farm.id))].slice(0, 3)
  const found = inCart ?? (await nextDelivery(ctx, farmIds, quote.kitchen))
  if (!found) return null
  const { deliveryOn, cutoffAt } = found.day
  return { deliveryOn, cutoffAt, farms: found.farms, because: inCart ? ('cart' as const) : ('last' as const) }
}

function dayOfList({ on, cutoffAt, awake }: OpenShoppingList) {
  if (!cutoffAt) return null
  const farms = [...new Set(awake.filter(({ comesOn }) => comesOn === null).map(({ farm }) => farm.name))]
  return { deliveryOn: on, cutoffAt, farms, because: 'usual' as const }
}

export default function RestaurantHome({ loaderData, actionData }: Route.ComponentProps) {
  const { next, purchases, inSeason, arriving, approvals, usual } = loaderData
  const { holidays, cart, wishable } = useShop()
  const inCart = useCartLines()
  const isLazy = useCameWithDocument()
  // waiting for an owner; the buyer sees it below the main content
  const waiting = approvals && (
    <div className="px-3.5 lg:px-8">
      <Suspense>
        <ApprovalList {...approvals} now={loaderData.now} problem={actionData?.problem} />
      </Suspense>
    </div>
  )
  const beside = arriving.length > 0 || (approvals !== null && !approvals.mayApprove)
  const withBar = usual !== null || cart.lineCount > 0
  return (
    <div className={`grid grid-cols-1 gap-8 ${withBar ? 'pb-28' : 'pb-8'}`}>
      <h1 className="visually-hidden">ホーム</h1>
      {loaderData.application && (
        <div className="px-3.5 pt-4 lg:px-8">
          <Suspense>
            <ApplicationPanel application={loaderData.application} />
          </Suspense>
        </div>
      )}
      {loaderData.firstSteps && (
        <div className="px-3.5 pt-4 lg:px-8 min-[75rem]:pt-0">
          <Suspense>
            <FirstStepsCard title="最初の注文までの準備" {...loaderData.firstSteps} />
          </Suspense>
        </div>
      )}
      {loaderData.sentBack && (
        <div className="px-3.5 pt-4 lg:px-8">
          <Suspense>
            <SentBackNotice sentBack={loaderData.sentBack} />
          </Suspense>
        </div>
      )}
      <div className="px-3.5 pt-4 empty:hidden lg:px-8">
        <CreditNotice credit={cart.credit} problem={cart.creditProblem} />
      </div>
      {approvals?.mayApprove && <div className="pt-4">{waiting}</div>}
      {next && (
        <DeadlineBanner
          {...next}
          slot={slotWord[loaderData.slot]}
          now={loaderData.now}
          holiday={holidays[next.deliveryOn] ?? null}
          change={
            <Suspense>
              <WishedDayMenu
                days={wishable}
                holidays={holidays}
                wishedOn={cart.wishedOn}
                summaryClassName="flex min-h-11 shrink-0 items-center gap-2 rounded-control border-[1.5px] border-white/80 bg-[light-dark(#17583a,#1c3a2a)]/70 px-4 font-bold"
                summary={
                  <>
                    <CalendarDays aria-hidden="true" />
                    {cart.wishedOn ? `希望日 ${formatShortDay(cart.wishedOn)}` : '変更'}
                    {cart.wishedOn && <span className="visually-hidden">を変更</span>}
                  </>
                }
              />
            </Suspense>
          }
        />
      )}
      {loaderData.asked.length > 0 && (
        <div className="px-3.5 max-lg:-my-4 lg:px-8">
          <Suspense>
            <AskedList asked={loaderData.asked} now={loaderData.now} />
          </Suspense>
        </div>
      )}
      {/* what arrives and what waits stand beside the list on a PC */}
      <div
        className={`grid grid-cols-1 items-start gap-y-8 ${beside ? 'min-[75rem]:grid-cols-[minmax(0,1fr)_26rem]' : ''}`}
      >
        {usual ? (
          <Suspense>
            <ShoppingListAtHome
              usual={usual}
              sum={usual.sum}
              chosenOn={loaderData.wished}
              saidOn={next?.deliveryOn ?? null}
              lastAt={purchases.length > 0 ? '#again' : null}
              inCart={inCart}
              now={loaderData.now}
            />
          </Suspense>
        ) : (
          <NoList formKey={loaderData.mayMakeLists ? loaderData.formKey : null} first={purchases.length === 0} />
        )}
        {beside && (
          <div className="grid grid-cols-1 gap-8 min-[75rem]:-ms-8 min-[75rem]:[&_ul]:grid-cols-1">
            {!approvals?.mayApprove && waiting}
            {arriving.length > 0 && <Arriving orders={arriving} today={loaderData.today} />}
          </div>
        )}
      </div>
      {purchases.length > 0 && (
        <section aria-labelledby="again" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8">
          <h2 id="again" className="scroll-mt-20">
            <Head as="span" className="text-h2">
              再注文
            </Head>
          </h2>
          <ul className={`grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 ${isLazy ? '[&>li]:lazy-h-75' : ''}`}>
            {purchases.map((orders) => (
              <RepeatPurchase key={orders[0]?.purchaseId} orders={orders} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="season" className="grid grid-cols-1 gap-3 px-2.5 lg:px-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-1">
          <h2 id="season">
            <Head as="span" className="text-h2">
              旬のもの
            </Head>
            {inSeason.on && <span className="ms-3 text-sub text-ink-2">{formatDay(inSeason.on)}にお届け</span>}
          </h2>
          <Link
            to={`${productsOn(inSeason.on)}${inSeason.on ? '&' : '?'}season=1`}
            className="inline-flex min-h-11 items-center font-bold text-pine underline underline-offset-4"
          >
            すべて見る
          </Link>
        </div>
        <ProductTiles products={inSeason.products} />
      </section>
      {!usual && cart.lineCount > 0 && <CartBar cart={cart} aboveTabs />}
    </div>
  )
}

/** Before there is a list: what いつもの is, in one line, and the button that creates it. */
function NoList({ formKey, first }: { formKey: string | null; first: boolean }) {
  return (
    <section aria-labelledby="usual" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8">
      <h2 id="usual">
        <Head as="span" className="text-h2">
          いつもの注文
        </Head>
      </h2>
      <EmptyState
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {formKey && (
              <Form method="post" action="/restaurant/lists">
                <input type="hidden" name="intent" value="from-history" />
                <input type="hidden" name="key" value={formKey} />
                <Button size="lg">これまでの注文から作成</Button>
              </Form>
            )}
            {first && (
              <ButtonLink to="/restaurant/order/test" kind="line">
                練習注文を試す
              </ButtonLink>
            )}
          </span>
        }
      >
        「いつもの」は、よく注文する商品と数量を曜日ごとに登録し、次回から簡単に注文できるリストです。
        {first && 'まずは下の旬の商品からご注文ください。'}
      </EmptyState>
    </section>
  )
}

/** Boxes on their way, and boxes that have arrived and have to be inspected (検収). */
function Arriving({ orders, today }: { orders: readonly OrderSummary[]; today: JstDate }) {
  return (
    <section aria-labelledby="arriving" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8">
      <h2 id="arriving">
        <Head as="span" className="text-h2">
          お届け予定
        </Head>
      </h2>
      <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2">
        {orders.slice(0, 4).map((order) => {
          const here = hasArrived(order, today)
          return (
            <li key={order.id} className="card">
              <CartonLines category={order.lines[0]?.category} />
              <div className="flex flex-wrap items-center gap-3 p-3">
                <Crest kanji={order.farm.crest} category={order.lines[0]?.category} className="text-[1.25rem]!" />
                <div className="min-w-0 flex-1 basis-32">
                  <p className="font-bold">{order.farm.name}</p>
                  <p className="flex flex-wrap items-center gap-x-2 text-sub text-ink-2">
                    <span className="whitespace-nowrap">
                      {order.deliveryOn === today ? '今日' : formatDay(order.deliveryOn)}
                    </span>
                    <span className="whitespace-nowrap">{order.lines.length}点</span>
                    <StateBadge state={order.state} />
                  </p>
                </div>
                {here ? (
                  <ButtonLink to={`/restaurant/receiving/${order.id}`} className="shrink-0">
                    検収する
                  </ButtonLink>
                ) : (
                  <IconLink
                    to={`/restaurant/orders/${order.id}`}
                    className="shrink-0"
                    label={`${order.farm.name}の注文を見る`}
                  >
                    <ChevronRight aria-hidden="true" />
                  </IconLink>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {orders.filter((order) => hasArrived(order, today)).length > 1 && (
        <p>
          <ButtonLink to="/restaurant/arrivals" kind="line">
            まとめて検収
          </ButtonLink>
        </p>
      )}
      {orders.length > 4 && (
        <Link
          to="/restaurant/order/History?state=check"
          className="inline-flex min-h-11 items-center justify-self-start font-bold text-pine underline underline-offset-4"
        >
          他{orders.length - 4}件を見る
        </Link>
      )}
    </section>
  )
}
