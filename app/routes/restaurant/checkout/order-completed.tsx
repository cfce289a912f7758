import { ChevronRight, Repeat, Undo2 } from 'lucide-react'
import { Suspense } from 'react'
import { Form, useNavigation } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatDeadline, formatTime, formatYen, weekdayWord } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { lastSentBack } from '#modules/ordering/open-orders.server.ts'
import { type AddedTo, type OrderSummary, purchaseOf } from '#modules/ordering/order-queries.server.ts'
import { ClosingCarton } from '#modules/ordering/ui/closing-carton.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import SentBackNotice from '#modules/ordering/ui/sent-back-notice.tsx' with { load: 'later' }
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { ownerNames } from '#modules/organisations/members/owner-names.server.ts'
import { makeFromPurchase } from '#modules/shopping-lists/change-list.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest, Furrows, stampDay } from '#ui/market.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/order-completed.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? headings[fateOf(loaderData.orders)] : '注文'}`)
export const handle = { shell: { cartBar: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const id = parseId<'purchase'>(params.purchaseId)
  if (!id) throw new NotFound('purchase')
  const { orders, ...purchase } = await purchaseOf(ctx, id)
  const asked = fateOf(orders) === 'asked'
  return {
    purchaseId: id,
    purchase,
    orders,
    deciders: asked ? await ownerNames(ctx) : [],
    sentBack: fateOf(orders) === 'back' ? await lastSentBack(ctx, purchase.kitchenId) : null,
    now: ctx.now,
    formKey: crypto.randomUUID(),
  }
})

export const action = pageAction(
  onlyJob(
    job(makeFromPurchase, {
      fields: ({ params: { purchaseId } }: Route.ActionArgs) => ({ purchaseId }),
      done: ({ listId }) => redirectWithFlash(`/restaurant/lists?list=${listId}`, '「いつもの」に保存しました。'),
    }),
  ),
)

function KeepAsList({ purchaseId, formKey, on }: { purchaseId: string; formKey: string; on: JstDate | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action={`/restaurant/order/completed/${purchaseId}`} className="grid">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="name" value={on ? `${weekdayWord(on)}曜日の注文` : 'いつもの'} />
      <Button kind="line" size="lg" busy={busy}>
        <Repeat aria-hidden="true" />
        「いつもの」に保存
      </Button>
    </Form>
  )
}

/** What this purchase added to an order that was open, and what that order comes to. */
function Joined({ order, added }: { order: OrderSummary; added: AddedTo | undefined }) {
  const unitOf = (lineId: string) => order.lines.find(({ id }) => id === lineId)?.unitLabel ?? ''
  return (
    <>
      <span className="text-sub font-bold text-pine">先のご注文（{order.number}）とまとめてお届けします</span>
      {added && (
        <span className="text-sub">
          今回の追加：
          {added.lines.map(({ lineId, name, qty }) => `${name} ${qty}${unitOf(lineId)}`).join('、')}
          {added.incYen !== null && (
            <>
              {'　'}
              <span className="num">{formatYen(added.incYen)}</span>（税込）
            </>
          )}
        </span>
      )}
      <span className="text-sub">
        まとめた注文の合計（税込{order.figures.estimated && '・概算'}）{' '}
        <span className="num">{formatYen(order.figures.totalIncYen)}</span>
      </span>
    </>
  )
}

/**
 * The result of the confirmed purchase: all or part of it is ordered, it waits for an owner's approval, or it was
 * returned.
 */
function fateOf(orders: readonly OrderSummary[]): 'placed' | 'asked' | 'back' {
  if (orders.some(({ state }) => state === 'pending_approval')) return 'asked'
  return orders.every(({ state }) => state === 'draft') ? 'back' : 'placed'
}

const headings = { placed: '注文しました', asked: '店長に承認を依頼しました', back: 'まだ注文していません' } as const
const stampWords = { placed: '受注確認待ち', asked: '承認待ち', back: 'かごへ' } as const

/** 「高瀬 文彦さん」, 「高瀬 文彦さんか高瀬 智子さん」. */
const anyOf = (names: readonly string[]): string => names.map((name) => `${name}さん`).join('か') || '店長'

export default function OrderCompletedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { holidays } = useShop()
  const { purchaseId, purchase, deciders, now } = loaderData
  // an order that was merged into another has no lines of its own any more
  const orders = loaderData.orders.filter(({ lines }) => lines.length > 0)
  const [first] = orders
  if (!first) return null
  const fate = fateOf(orders)
  const ordered = orders.filter(({ state }) => state !== 'draft')
  const until = orders
    .filter(({ state }) => state === 'pending_approval')
    .map(({ cutoffAt }) => cutoffAt)
    .sort((a, b) => a.getTime() - b.getTime())[0]
  const counted = ordered.length > 0 ? ordered : orders
  const total = counted.reduce(
    (sum, order) => sum + (purchase.added.get(order.id)?.incYen ?? order.figures.totalIncYen),
    0,
  )
  const days = [...new Set(ordered.map((order) => order.deliveryOn))].sort()
  return (
    <div className="mx-auto grid w-full max-w-[40rem] gap-4 px-3.5 pt-4 pb-8 lg:pt-8">
      {actionData?.problem && <ProblemNotice problem={actionData.problem} />}
      <CartonPanel aria-labelledby="done" className="shadow-2">
        <Furrows className="absolute inset-x-0 bottom-0 h-2/3 w-full text-kraft opacity-40" />
        <div className="relative flex flex-wrap items-center gap-x-5 gap-y-4 p-5">
          <div className="grid min-w-0 grow basis-60 gap-2">
            <h1 id="done">
              {fate === 'placed' && (
                <Head as="span" className="text-h2 text-ink">
                  注文しました
                </Head>
              )}
              {fate === 'asked' && (
                <Head as="span" className="text-h2 text-ink">
                  店長に承認を依頼しました
                </Head>
              )}
              {fate === 'back' && (
                <Head as="span" className="text-h2 text-ink">
                  まだ注文していません
                </Head>
              )}
            </h1>
            <p className="text-lead font-bold text-ink">
              {fate === 'asked' &&
                until &&
                `まだ注文していません。${anyOf(deciders)}が${formatDeadline(until, now)}までに承認すると、農園に注文が送信されます。承認されない場合は、かごに戻ります。`}
              {fate === 'back' && '差し戻しまたは取り下げのため、商品をかごに戻しました。'}
              {fate === 'placed' &&
                `${days.map((day) => formatDay(day, holidays[day] ?? null)).join('、')}に、${ordered.length}農園からお届けします。`}
            </p>
            <p className="flex flex-wrap gap-x-4">
              <span>
                注文番号 <span className="num text-ink">{purchase.number}</span>
              </span>
              <span>
                {purchase.added.size > 0 ? '今回の注文' : '合計'}（税込
                {orders.some(({ figures }) => figures.estimated) && '・概算'}）{' '}
                <span className="num text-ink">{formatYen(total)}</span>
              </span>
            </p>
          </div>
          <ClosingCarton word={stampWords[fate]} date={stampDay(jstDateOf(purchase.placedAt))} />
        </div>
      </CartonPanel>
      {loaderData.sentBack?.purchaseId === purchaseId && (
        <Suspense>
          <SentBackNotice sentBack={loaderData.sentBack} />
        </Suspense>
      )}
      <ul className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id} className="card">
            <Link to={`/restaurant/orders/${order.id}`} className="flex items-center gap-3 p-4 hover:bg-sunken">
              <Crest kanji={order.farm.crest} category={order.lines[0]?.category} />
              <span className="grid min-w-0 grow gap-0.5">
                <span className="font-bold">{order.farm.name}</span>
                <span className="text-sub text-ink-2">
                  {formatDay(order.deliveryOn, holidays[order.deliveryOn] ?? null)} {slotWord[order.slot]}・
                  {(purchase.added.get(order.id) ?? order).lines.length}点
                </span>
                {order.purchaseId !== purchaseId && <Joined order={order} added={purchase.added.get(order.id)} />}
                {order.cutoffAt > now && (order.state === 'placed' || order.state === 'accepted') && (
                  <span className="flex items-center gap-1.5 text-sub">
                    <Undo2 aria-hidden="true" size={18} className="shrink-0" />
                    {formatDeadline(order.cutoffAt, now)}まではご自身でキャンセルできます
                  </span>
                )}
                {order.state === 'pending_approval' && (
                  <span className="text-sub font-bold text-akane">
                    {formatDeadline(order.cutoffAt, now)}までに承認が必要です
                  </span>
                )}
                <span>
                  <StateBadge state={order.state} />
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-sub text-ink-2">
        {fate === 'asked' &&
          `${anyOf(deciders)}にメールで承認を依頼しました。結果はメールでお知らせします。依頼はホームの「承認待ち」から取り下げられます。`}
        {fate === 'placed' &&
          `注文は${formatTime(purchase.placedAt)}に農園へ送信されました。農園の回答は、注文の画面に表示されます。`}
        {fate === 'back' && '理由は、下の伝票の「履歴」でご確認ください。'}
      </p>
      {fate === 'placed' && <KeepAsList purchaseId={purchaseId} formKey={loaderData.formKey} on={days[0]} />}
      <div className="grid gap-2 sm:grid-cols-2">
        {fate === 'back' ? (
          <ButtonLink to="/restaurant/cart" size="lg">
            かごを見る
          </ButtonLink>
        ) : (
          <ButtonLink to="/restaurant" size="lg">
            ホームへ戻る
          </ButtonLink>
        )}
        <ButtonLink to="/restaurant/order/History" kind="line" size="lg">
          伝票を見る
        </ButtonLink>
      </div>
      {fate === 'placed' && (
        <p className="text-center text-sub">
          <Link to="/restaurant/order/History/calendar" className="prose-link inline-flex min-h-11 items-center">
            お届け日をカレンダーに表示
          </Link>
        </p>
      )}
    </div>
  )
}
